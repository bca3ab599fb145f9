// What lies over the page: help, the menu with settings and exports, and what is wrong with a paste.

import { h } from "../drawing/dom.js";
import { TEXT_SIZES } from "../drawing/screen.js";
import { percent } from "../drawing/words.js";
import { help } from "./help.js";
import { VIEW_NAMES } from "./top-bar.js";

/** @type {Record<string, string>} Boards worth a look, as links. */
const EXAMPLES = {
  "The first board": "#/table",
  "The deal of the 2022 paper":
    "#/table?d=N:63.8.KJT932.AK63_Q2.AJT92.Q854.JT_AKJT985.6.A76.84_74.KQ7543..Q9752&no=5&v=NS&at=6" +
    "&a=1D-1H-1S-4H-P-P-4S-5H-P-P-5S-6H-P-P-6S-7H-P-P-X-P-P-P",
};

const close = () => document.querySelector("dialog")?.close();

/** The dialog that is open. @param {App} app @param {"menu" | "help"} name */
export function dialog(app, name) {
  const on = {
    close: () => app.show({ dialog: null }),
    click: (/** @type {Event} */ event) => event.target === event.currentTarget && close(),
  };
  return h(
    "dialog",
    { id: "dialog", class: name, "aria-label": name === "help" ? "Help" : "Menu", on },
    h("p", { class: "close-row" }, h("button", { class: "button", on: { click: close } }, "Close")),
    name === "help" ? help() : menu(app),
  );
}

/** A button that closes the menu. @param {string} name @param {() => unknown} act */
function item(name, act) {
  const click = () => {
    act();
    close();
  };
  return h("button", { class: "button", on: { click } }, name);
}

/** @param {App} app */
function menu(app) {
  const views = /** @type {[View, string][]} */ (Object.entries(VIEW_NAMES));
  return [
    h(
      "nav",
      { class: "menu-row phone-only", "aria-label": "Views" },
      views.map(([view, name]) => item(name, () => app.do({ type: "view", view }))),
    ),
    h(
      "div",
      { class: "menu-row" },
      item("New deal", () => app.command("newDeal")),
      item("Empty table", () => app.command("emptyTable")),
      item("Copy link", () => app.command("copyLink")),
      item("Copy BBO link", () => app.command("copyBbo")),
      item("Help", () => app.afterwards(() => app.show({ dialog: "help" }))),
    ),
    conditionForm(app),
    h("h2", null, "Examples"),
    h(
      "div",
      { class: "menu-row" },
      Object.entries(EXAMPLES).map(([name, link]) => item(name, () => location.assign(link))),
    ),
    h("h2", null, "Export"),
    h(
      "div",
      { class: "menu-row" },
      ["PBN", "LIN", "SVG", "CSV"].map((format) => item(format, () => app.command("exportAs", format))),
    ),
    h("h2", null, "Settings"),
    settings(app),
  ];
}

/** @param {App} app */
function conditionForm(app) {
  const submit = (/** @type {Heard<Event>} */ event) => {
    event.preventDefault();
    app.command("newDeal", event.currentTarget.querySelector("input")?.value ?? "");
    close();
  };
  const placeholder = "hcp(south)>=15 && balanced(south)";
  return h(
    "form",
    { class: "menu-row", on: { submit } },
    h("input", { name: "condition", "aria-label": "Deal by a condition", placeholder, class: "wide-field" }),
    h("button", { class: "button" }, "Deal"),
  );
}

/** @param {App} app */
function settings(app) {
  const texts = Object.fromEntries(
    Object.entries(TEXT_SIZES).map(([name, size]) => [
      name,
      `${name[0].toUpperCase()}${name.slice(1)}, ${percent(size)}`,
    ]),
  );
  return h(
    "div",
    { class: "settings" },
    setting(app, "text", "Text", texts),
    setting(app, "theme", "Colours", { auto: "As the device", light: "Light", dark: "Dark" }),
    setting(app, "suits", "Suits", { four: "Four colours", black: "Four, spades black", two: "Two colours" }),
    setting(app, "ten", "Tens", { T: "T", 10: "10" }),
    setting(app, "regulation", "Alerts by", { acbl: "ACBL", ebu: "EBU" }),
    setting(app, "motion", "Motion", { auto: "As the device", none: "None" }),
    tick(app, "keys", "Single keys call and act"),
    tick(app, "twoTap", "On a phone the second tap calls"),
  );
}

/**
 * @param {App} app @param {"text" | "theme" | "suits" | "ten" | "motion" | "regulation"} name @param {string} label
 * @param {Record<string, string>} options
 */
function setting(app, name, label, options) {
  const value = app.settings[name];
  const change = (/** @type {Heard<Event>} */ event) => app.set({ [name]: event.target.value });
  const choices = Object.entries(options).map(([option, text]) =>
    h("option", { value: option, selected: option === value || null }, text),
  );
  return h("label", null, label, h("select", { value, on: { change } }, choices));
}

/** @param {App} app @param {"keys" | "twoTap"} name @param {string} label */
function tick(app, name, label) {
  const change = (/** @type {Heard<Event>} */ event) => app.set({ [name]: event.target.checked });
  return h("label", null, h("input", { type: "checkbox", checked: app.settings[name], on: { change } }), label);
}

/** A paste that cannot be read: the words of the parser, and the place. @param {PasteError} error */
export function pasteError({ message, text, line, column }) {
  const row = text.split("\n")[(line ?? 1) - 1] ?? "";
  const at = Math.max(0, (column ?? 1) - 1);
  const before = row.slice(Math.max(0, at - 24), at);
  const place = ` ${line && line > 1 ? `line ${line}, ` : ""}column ${column}`;
  return h(
    "div",
    { class: "wrong", role: "alert" },
    h("b", null, message),
    column ? h("span", { class: "label" }, place) : null,
    column ? h("code", null, before, h("mark", null, row[at] ?? "␣"), row.slice(at + 1, at + 40)) : null,
  );
}
