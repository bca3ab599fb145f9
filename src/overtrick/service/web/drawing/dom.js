// Elements as plain values, and the one function that makes the document look like them.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = Symbol("what was drawn here");
const HEARD = Symbol("what is listened to here");

/** An element to draw. `on` holds listeners, `style` single properties; null, undefined and false draw nothing. */
export function h(tag, props, ...children) {
  return { tag, props: props ?? {}, children: present(children) };
}

/** The children in one row. What is nothing keeps its place as an empty text, so that its neighbours keep theirs. */
function present(children) {
  return children.flat(Infinity).map((each) => (each === null || each === undefined || each === false ? "" : each));
}

const keeping = {};

/** What `make` draws from these values. The same values give the very same elements, which `draw` need not look at. */
export function kept(name, values, make) {
  const before = keeping[name];
  if (!before || values.some((each, place) => each !== before.values[place])) keeping[name] = { values, drawn: make() };
  return keeping[name].drawn;
}

/** Make the children of `parent` these. What fits stays in place, and keeps its focus and its transitions. */
export function draw(parent, ...children) {
  drawRow(parent, present(children));
}

function drawRow(parent, wanted) {
  let node = parent.firstChild;
  for (const each of wanted) {
    const next = node?.nextSibling ?? null;
    if (!node) parent.append(made(each, parent));
    else if (fits(node, each)) renew(node, each);
    else node.replaceWith(made(each, parent));
    node = next;
  }
  while (node) {
    const next = node.nextSibling;
    node.remove();
    node = next;
  }
}

function fits(node, wanted) {
  if (typeof wanted !== "object") return node.nodeType === Node.TEXT_NODE;
  return node[DRAWN]?.tag === wanted.tag && node[DRAWN].props.key === wanted.props.key;
}

function made(wanted, parent) {
  if (typeof wanted !== "object") return document.createTextNode(wanted);
  const inSvg = wanted.tag === "svg" || (parent.namespaceURI === SVG && parent.tagName !== "foreignObject");
  const node = inSvg ? document.createElementNS(SVG, wanted.tag) : document.createElement(wanted.tag);
  node[DRAWN] = { tag: wanted.tag, props: {} };
  renew(node, wanted);
  return node;
}

function renew(node, wanted) {
  if (typeof wanted !== "object") {
    if (node.data !== String(wanted)) node.data = wanted;
    return;
  }
  if (node[DRAWN] === wanted) return;
  const before = node[DRAWN].props;
  node[DRAWN] = wanted;
  drawRow(node, wanted.children);
  for (const name of Object.keys(before)) if (!(name in wanted.props)) put(node, name, null, before[name]);
  for (const [name, value] of Object.entries(wanted.props)) put(node, name, value, before[name]);
}

const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "open", "readOnly"]);

function put(node, name, value, before) {
  if (name === "key") return;
  if (name === "on") listen(node, value ?? {});
  else if (name === "style") restyle(node, value ?? {}, before ?? {});
  else if (PROPERTIES.has(name)) {
    if (value !== before) node[name] = value ?? (name === "value" ? "" : false);
  } else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (value !== before) node.setAttribute(name, value === true ? "" : value);
}

function listen(node, listeners) {
  for (const type of Object.keys(listeners)) {
    if (node[HEARD]?.has(type)) continue;
    node.addEventListener(type, (event) => node[DRAWN].props.on?.[type]?.(event));
    (node[HEARD] ??= new Set()).add(type);
  }
}

function restyle(node, style, before) {
  for (const name of Object.keys(before)) if (!(name in style)) node.style.removeProperty(name);
  for (const [name, value] of Object.entries(style)) if (value !== before[name]) node.style.setProperty(name, value);
}
