// Every call of the auction with what it has said, as a list.

import { h } from "../drawing/dom.js";
import { explainQuestion } from "../state/questions.js";
import { turnOf } from "../game/rules.js";
import { madeOf } from "../state/state.js";
import { SEAT_NAMES, callMark, meaningLine } from "../drawing/words.js";
import { card } from "../drawing/frame.js";

/** The panel that stands in place of the reasons. */
export default function told(app) {
  const { state } = app;
  const answer = app.answers.get("explain", explainQuestion(state));
  const known = answer.isOld ? [] : answer.data?.calls ?? [];
  return card("why", "What the calls have said", { answer, extra: "on-call" }, h("div", { class: "scroll" }, h("ol", { class: "told" }, madeOf(state).map((call, place) =>
    h("li", null, h("span", { class: "label" }, SEAT_NAMES[turnOf(state.board.dealer, Array(place))]), h("b", null, callMark(call)), h("span", null, known[place] ? meaningLine(known[place]) : "…"))))));
}
