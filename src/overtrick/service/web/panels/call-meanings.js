// What calls mean: every call of the auction as a list, and one that has not been made.

import { h } from "../drawing/dom.js";
import { frame } from "../drawing/frame.js";
import { meaningLine } from "../drawing/meanings.js";
import { SEAT_NAMES, callMark } from "../drawing/words.js";
import { around } from "../game/rules.js";
import { explainQuestion } from "../state/questions.js";
import { madeOf } from "../state/state.js";

/** The panel that stands in place of the reasons. @param {App} app */
export function callMeaningsPanel(app) {
  const { state } = app;
  const answer = app.answers.get("explain", explainQuestion(app));
  const known = answer.isOld ? [] : (answer.data?.calls ?? []);
  const item = (/** @type {Call} */ call, /** @type {number} */ index) =>
    h(
      "li",
      null,
      h("span", { class: "label" }, SEAT_NAMES[around(state.board.dealer, index)]),
      h("b", null, callMark(call)),
      h("span", null, known[index] ? meaningLine(known[index], app.settings.regulation) : "…"),
    );
  const list = h("ol", { class: "call-meanings" }, madeOf(state).map(item));
  return frame("why", "What the calls have said", { answer, extra: "on-call" }, h("div", { class: "scroll" }, list));
}

/** What a call in the box would mean. @param {App} app @param {Call} call */
export function wouldMean(app, call) {
  const { data, isOld, error } = app.answers.get("explain", explainQuestion(app, call), "would");
  const meaning = isOld ? null : data?.calls.at(-1);
  return h(
    "div",
    { class: "meaning" },
    h("b", { class: "which" }, callMark(call)),
    h(
      "p",
      null,
      h("b", null, "It would show: "),
      meaning ? meaningLine(meaning, app.settings.regulation) : (error ?? "…"),
    ),
  );
}
