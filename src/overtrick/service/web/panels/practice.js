import { h } from '../h.js'; export class Practice { key() { return false; } } export const practiceView = () => h('main', null, 'practice');
