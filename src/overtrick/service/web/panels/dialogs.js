// What lies over the page: the keys, and the menu with settings and exports.

import { h } from "../drawing/dom.js";

const KEYS = [
  ["1–7 then c d h s n", "bid"],
  ["p x r", "pass, double, redouble"],
  ["← →", "one call back or on"],
  ["Home End", "to the start, to the end"],
  ["Ctrl-Z Ctrl-Shift-Z", "undo, redo"],
  ["w", "what if"],
  ["g", "new deal"],
  ["v", "vulnerability"],
  ["o", "my hand or all four"],
  ["t", "chance or shift"],
  ["[ ]", "the player to see with"],
  [".", "stop, or more layouts"],
  ["e", "hide advice until I bid"],
  ["l", "copy the link"],
  ["/", "paste"],
  ["?", "these keys"],
  ["Esc", "close"],
];

/** The dialog that is open, if any. */
export default function dialogs(app) {
  const body = { keys: keysBody, menu: menuBody }[app.ui.dialog];
  return body ? h("dialog", { id: "dialog", "aria-label": app.ui.dialog, on: { close: () => app.show({ dialog: null }), click: (event) => event.target === event.currentTarget && event.currentTarget.close() } }, body(app), h("p", { class: "close-row" }, h("button", { class: "button", on: { click: () => document.getElementById("dialog").close() } }, "Close"))) : null;
}

const keysBody = () => [h("h2", null, "Keys"), h("dl", { class: "keys-list" }, KEYS.map(([keys, does]) => [h("dt", null, keys.split(" ").map((key) => (key === "then" ? " then " : [h("kbd", null, key), " "]))), h("dd", null, does)]))];

function menuBody(app) {
  const act = (name, does) => h("button", { class: "button", on: { click: () => { does(); document.getElementById("dialog")?.close(); } } }, name);
  const views = { table: "Table", hand: "Hand", systems: "Systems", practice: "Practice" };
  return [
    h("nav", { class: "menu-row phone-only", "aria-label": "Views" }, Object.entries(views).map(([view, name]) => act(name, () => app.do({ type: "view", view })))),
    h("div", { class: "menu-row" }, act("New deal", () => app.tool("newDeal")), act("Empty table", () => app.tool("emptyTable")), act("Copy link", () => app.tool("copyLink")), act("Copy BBO link", () => app.tool("copyBbo"))),
    h("form", { class: "menu-row", on: { submit: (event) => { event.preventDefault(); app.tool("newDeal", event.target.condition.value); document.getElementById("dialog").close(); } } },
      h("input", { name: "condition", "aria-label": "Deal by a condition", placeholder: "hcp(south)>=15 && balanced(south)", class: "wide-field" }), h("button", { class: "button" }, "Deal")),
    h("h2", null, "Export"),
    h("div", { class: "menu-row" }, ["PBN", "LIN", "SVG", "CSV"].map((form) => act(form, () => app.tool("exportAs", form)))),
    h("h2", null, "Settings"),
    h("div", { class: "settings" },
      setting(app, "theme", "Colours", { auto: "As the system", light: "Light", dark: "Dark" }),
      setting(app, "suits", "Suits", { four: "Four colours", black: "Four, spades black", two: "Two colours" }),
      setting(app, "ten", "Tens", { T: "T", 10: "10" }),
      setting(app, "motion", "Motion", { auto: "As the system", none: "None" }),
      tick(app, "keys", "Single keys call and act"),
      tick(app, "twoTap", "On a phone the second tap calls")),
  ];
}

function setting(app, name, label, options) {
  return h("label", null, label, h("select", { value: app.prefs[name], on: { change: (event) => app.prefer({ [name]: event.target.value }) } }, Object.entries(options).map(([value, text]) => h("option", { value, selected: value === app.prefs[name] ? true : null }, text))));
}

function tick(app, name, label) {
  return h("label", null, h("input", { type: "checkbox", checked: app.prefs[name], on: { change: (event) => app.prefer({ [name]: event.target.checked }) } }), label);
}
