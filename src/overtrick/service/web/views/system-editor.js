// A card of one's own as text, with its mistakes shown as one types.

import { keep } from "../actions/exports.js";
import { h } from "../drawing/dom.js";
import { card } from "../drawing/frame.js";

const CHECK_PAUSE = 300;

let waiting = null;

/** Check the text once the typing pauses. */
export function check(app, text) {
  clearTimeout(waiting);
  app.show({ system: { ...app.ui.system, checking: text } });
  waiting = setTimeout(() => {
    app.show({ system: { ...app.ui.system, checked: text } });
  }, CHECK_PAUSE);
}

/** The panel with the text. */
export function editor(app) {
  const text = app.ui.system.checking ?? app.state.card;
  const asked = { text: app.ui.system.checked ?? app.state.card, deals: 0 };
  const answer = app.answers.get("systems/check", asked, "check");
  const isCurrent = !answer.isOld && asked.text === text;
  const errors = answer.data?.errors ?? [];
  if (isCurrent && answer.data?.ok && text !== app.state.card) queueMicrotask(() => app.do({ type: "systems", values: { card: text, us: "mine" } }));
  const wrong = new Set(errors.map(({ line }) => line));
  const lines = text.split("\n").length;
  return card("editor-card", "My card", { answer: answer.status === "error" ? answer : null, tools: h("div", { class: "end" }, h("button", { class: "button small", on: { click: () => keep("my-card.yaml", text, "text/yaml") } }, "Download")) },
    h("div", { class: "card-edit" },
      h("pre", { class: "gutter", "aria-hidden": "true" }, [...Array(lines).keys()].map((place) => h("span", { class: wrong.has(place + 1) ? "wrong" : "" }, `${place + 1}\n`))),
      h("textarea", { id: "card-text", value: text, rows: Math.max(20, lines), spellcheck: "false", "aria-label": "The card's text", "aria-invalid": errors.length ? "true" : null, on: { input: (event) => check(app, event.target.value) } })),
    h("div", { class: "findings", role: "status" }, isCurrent ? (errors.length ? errors.map((error) => h("p", null, h("button", { class: "link", on: { click: () => goTo(text, error) } }, `${error.line ?? 1}:${error.column ?? 1}`), " ", error.message)) : h("p", { class: "tick" }, "✓ The card can be read. North-South play it.")) : h("p", { class: "muted" }, "Checking…")));
}

/** Put the caret where the mistake is. */
function goTo(text, { line = 1, column = 1 }) {
  const area = document.getElementById("card-text");
  const at = text.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
  area.focus();
  area.setSelectionRange(at, at + 1);
}
