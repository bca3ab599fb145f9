import { h } from '../h.js'; export const handView = () => h('main', null, 'hand');
