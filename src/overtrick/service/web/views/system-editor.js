// A system of one's own as text, with its mistakes shown while it is typed.

import { save } from "../actions/exports.js";
import { h } from "../drawing/dom.js";
import { frame } from "../drawing/frame.js";

/** Milliseconds without a key until the text is checked. */
const CHECK_PAUSE = 300;
/** Lines of the field at least. */
const LEAST_LINES = 20;

let timer = 0;

/** @param {string} text */
const checkQuestion = (text) => ({ text, deals: 0 });

/**
 * Take a text into the editor. It is checked once the typing pauses, and played once it can be read.
 * @param {App} app @param {string} text
 */
export function edit(app, text) {
  clearTimeout(timer);
  app.show({ draft: { text, checked: app.ui.draft?.checked ?? app.state.card ?? "" } });
  timer = setTimeout(() => {
    app.show({ draft: { text, checked: text } });
    app.answers.once("systems/check", checkQuestion(text), ({ ok }) => ok && play(app, text));
  }, CHECK_PAUSE);
}

/**
 * Let North-South play a text that can be read, unless another is typed by now.
 * @param {App} app @param {string} text
 */
function play(app, text) {
  if (app.ui.draft?.text !== text || app.state.card === text) return;
  app.do({ type: "systems", values: { card: text, us: "mine" } });
}

/** The panel with the text. @param {App} app */
export function systemEditor(app) {
  const card = app.state.card ?? "";
  const { text, checked } = app.ui.draft ?? { text: card, checked: card };
  const answer = app.answers.get("systems/check", checkQuestion(checked), "check");
  const isChecked = !answer.isOld && checked === text;
  const errors = answer.data?.errors ?? [];
  const download = () => save("my-card.yaml", text, "text/yaml");
  const tools = h("div", { class: "end" }, h("button", { class: "button small", on: { click: download } }, "Download"));
  return frame(
    "editor-card",
    "My card",
    { answer: answer.status === "error" ? answer : null, tools },
    field(app, text, errors),
    h(
      "div",
      { class: "findings", role: "status" },
      isChecked ? findings(text, errors) : h("p", { class: "muted" }, "Checking…"),
    ),
  );
}

/** The text beside its line numbers. @param {App} app @param {string} text @param {SystemCheck["errors"]} errors */
function field(app, text, errors) {
  const wrong = new Set(errors.map(({ line }) => line));
  const numbers = text.split("\n").map((_, index) => index + 1);
  const gutter = numbers.map((line) => h("span", { class: wrong.has(line) ? "wrong" : "" }, `${line}\n`));
  return h(
    "div",
    { class: "card-edit" },
    h("pre", { class: "gutter", "aria-hidden": "true" }, gutter),
    h("textarea", {
      id: "card-text",
      value: text,
      rows: Math.max(LEAST_LINES, numbers.length),
      spellcheck: "false",
      "aria-label": "The card's text",
      "aria-invalid": errors.length ? "true" : null,
      on: { input: (event) => edit(app, event.target.value) },
    }),
  );
}

/** @param {string} text @param {SystemCheck["errors"]} errors */
function findings(text, errors) {
  if (!errors.length) return h("p", { class: "tick" }, "✓ The card can be read. North-South play it.");
  return errors.map(({ line = 1, column = 1, message }) => {
    const link = h("button", { class: "link", on: { click: () => goTo(text, line, column) } }, `${line}:${column}`);
    return h("p", null, link, " ", message);
  });
}

/** Put the caret where the mistake is. @param {string} text @param {number} line @param {number} column */
function goTo(text, line, column) {
  const area = /** @type {HTMLTextAreaElement} */ (document.getElementById("card-text"));
  const before = text.split("\n").slice(0, line - 1);
  const at = before.reduce((length, row) => length + row.length + 1, 0) + column - 1;
  area.focus();
  area.setSelectionRange(at, at + 1);
}
