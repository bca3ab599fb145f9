import { h } from '../h.js'; export const systemsView = () => h('main', null, 'systems');
