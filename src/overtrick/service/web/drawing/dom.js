// Elements as plain values, and the one function that makes the document look like them.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | Drawn} Part What a row of children is made of. */

/** @type {WeakMap<Node, Drawn>} What was drawn at a node. */
const drawn = new WeakMap();
/** @type {WeakMap<Node, Set<string>>} The events that are listened to there. */
const listening = new WeakMap();

/**
 * An element to draw. `on` holds listeners, `style` single properties; null, undefined and false draw nothing.
 * @param {string} tag @param {Props | null} [props] @param {Child[]} children @returns {Drawn}
 */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children: row(children) };
}

/**
 * The children in one row. What is nothing leaves an empty text, so that its neighbours keep their places.
 * @param {Child[]} children @returns {Part[]}
 */
function row(children) {
  return /** @type {any[]} */ (children).flat(Infinity).map((child) => (isNothing(child) ? "" : child));
}

/** @param {unknown} value */
const isNothing = (value) => value === null || value === undefined || value === false;

/** @type {Record<string, { values: unknown[], result: any }>} */
const memory = {};

/**
 * What `make` makes of these values. The same values give the very same elements, which `draw` need not look at.
 * @template T @param {string} name @param {unknown[]} values @param {() => T} make @returns {T}
 */
export function memo(name, values, make) {
  const before = memory[name];
  if (!before || values.some((value, index) => value !== before.values[index]))
    memory[name] = { values, result: make() };
  return memory[name].result;
}

/**
 * Make the children of `parent` these. What fits stays in place, and keeps its focus and its transitions.
 * @param {Element} parent @param {Child[]} children
 */
export function draw(parent, ...children) {
  drawRow(parent, row(children));
}

/** @param {Element} parent @param {Part[]} wanted */
function drawRow(parent, wanted) {
  let node = parent.firstChild;
  for (const part of wanted) {
    const next = node?.nextSibling ?? null;
    if (!node) parent.append(made(part, parent));
    else if (fits(node, part)) renew(node, part);
    else node.replaceWith(made(part, parent));
    node = next;
  }
  while (node) {
    const next = node.nextSibling;
    node.remove();
    node = next;
  }
}

/** @param {Node} node @param {Part} wanted */
function fits(node, wanted) {
  if (typeof wanted !== "object") return node.nodeType === Node.TEXT_NODE;
  const before = drawn.get(node);
  return before?.tag === wanted.tag && before.props.key === wanted.props.key;
}

/** @param {Part} wanted @param {Element} parent */
function made(wanted, parent) {
  if (typeof wanted !== "object") return document.createTextNode(String(wanted));
  const inSvg = wanted.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const node = inSvg ? document.createElementNS(SVG, wanted.tag) : document.createElement(wanted.tag);
  renew(node, wanted);
  return node;
}

/** @param {Node} node @param {Part} wanted */
function renew(node, wanted) {
  if (typeof wanted !== "object") {
    if (node.nodeValue !== String(wanted)) node.nodeValue = String(wanted);
    return;
  }
  const before = drawn.get(node);
  if (before === wanted) return;
  drawn.set(node, wanted);
  const element = /** @type {HTMLElement} */ (node);
  drawRow(element, wanted.children);
  const props = before?.props ?? {};
  for (const name of Object.keys(props)) if (!(name in wanted.props)) put(element, name, null, props[name]);
  for (const [name, value] of Object.entries(wanted.props)) put(element, name, value, props[name]);
}

const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "open", "readOnly"]);

/** @param {HTMLElement} node @param {string} name @param {any} value @param {any} before */
function put(node, name, value, before) {
  if (name === "key") return;
  if (name === "on") listen(node, value ?? {});
  else if (name === "style") restyle(node, value ?? {}, before ?? {});
  else if (PROPERTIES.has(name)) {
    if (value !== before) Object.assign(node, { [name]: value ?? (name === "value" ? "" : false) });
  } else if (isNothing(value)) node.removeAttribute(name);
  else if (value !== before) node.setAttribute(name, value === true ? "" : value);
}

/** Listen once; the listener is that of the last drawing. @param {HTMLElement} node @param {Listeners} listeners */
function listen(node, listeners) {
  const types = listening.get(node) ?? new Set();
  listening.set(node, types);
  for (const type of /** @type {(keyof Listeners)[]} */ (Object.keys(listeners))) {
    if (types.has(type)) continue;
    node.addEventListener(type, (event) => drawn.get(node)?.props.on?.[type]?.(/** @type {any} */ (event)));
    types.add(type);
  }
}

/** @param {HTMLElement} node @param {Record<string, string>} style @param {Record<string, string>} before */
function restyle(node, style, before) {
  for (const name of Object.keys(before)) if (!(name in style)) node.style.removeProperty(name);
  for (const [name, value] of Object.entries(style)) if (value !== before[name]) node.style.setProperty(name, value);
}
