// In place of the verdict: the end of the auction, or why there is no advice.

import { h } from "../drawing/dom.js";
import { empty, frame } from "../drawing/frame.js";
import { SEAT_NAMES } from "../drawing/words.js";
import { isComplete } from "../game/hands.js";
import { exactQuestion } from "../state/questions.js";
import { callerOf, madeOf, viewerOf } from "../state/state.js";
import { ending } from "./auction.js";
import { result } from "./contract-details.js";
import { title } from "./decision.js";

/** The panel without advice, and why. @param {App} app @param {AdviceAnswer} advice */
export function noVerdict(app, advice) {
  const { state } = app;
  const seat = callerOf(state);
  if (!seat) return panel(ending(state.board.dealer, madeOf(state)), result(app, exactQuestion(state), madeOf(state)));
  const name = SEAT_NAMES[seat];
  if (!advice.question) return panel(`${name} to call`, noQuestion(state, seat));
  const words = ["Advice is hidden until you bid. Press ", h("kbd", null, "e"), " to see it."];
  return panel(`What does ${name} call?`, words);
}

/** Why nothing is asked. @param {State} state @param {Seat} seat */
function noQuestion(state, seat) {
  const viewer = viewerOf(state);
  const isElsewhere = viewer !== seat && isComplete(state.board.hands[seat]);
  return isElsewhere ? `You see with ${SEAT_NAMES[viewer]}'s eyes.` : `Give ${SEAT_NAMES[seat]} a hand.`;
}

/** @param {Child} head @param {Child} words */
function panel(head, words) {
  return frame("decision", null, { extra: "on-call", label: "Decision" }, title(head), empty(words));
}
