// What is said where the judges differ, a hand contradicts its calls, a call deceives, or there is no network.

import { h } from "../drawing/dom.js";
import { term } from "../drawing/frame.js";
import { drawPieces, piecesOf, sentence } from "../drawing/marked.js";
import { SYSTEM_NAMES, callMark, signed, worth } from "../drawing/words.js";
import { gainOf } from "./candidates.js";
import { systemOf } from "./decision.js";

/** What does not go together, before anything else. @param {Advice} data */
export const notice = (data) =>
  h("p", { class: "notice", role: "note" }, drawPieces(sentence(piecesOf(data, "contradiction"))));

/** How far to trust the figures. @param {Advice} data */
export const caution = (data) => h("p", { class: "small" }, drawPieces(piecesOf(data, "caution")));

/** Who says what, where they differ. @param {State} state @param {Advice} data @returns {Child} */
export function opinions(state, data) {
  const { call, system_call: ruled = "", network_call: likely = "", simulation_call: best } = data;
  const known = SYSTEM_NAMES[systemOf(state, data.by).id] ?? "The card";
  const says = [`${known} says `, callMark(ruled)];
  if (best && ruled !== call) return [says, "; simulation likes ", callMark(call), lost(state, data, ruled), "."];
  if (best && best !== call) return rival(state, data, best);
  return [says, ", the network ", callMark(likely), "."];
}

/** By how much a call is worse. @param {State} state @param {Advice} data @param {Call} call */
function lost(state, data, call) {
  const gain = gainOf(data.candidates?.find((candidate) => candidate.call === call));
  return gain ? ` by ${worth({ mean: -gain.mean, low: -gain.high, high: -gain.low }, state.score)}` : "";
}

/** A call that does better, though not by enough. @param {State} state @param {Advice} data @param {Call} call */
function rival(state, data, call) {
  const gain = gainOf(data.candidates?.find((candidate) => candidate.call === call));
  if (!gain) return ["Too close to call: ", callMark(call), "."];
  const by = worth(gain, state.score);
  if (gain.low > 0) return ["The card's call stands, though ", callMark(call), ` would win ${by}.`];
  return ["Too close to call: ", callMark(call), ` by ${by}.`];
}

/** What wins only while nobody knows: told apart, and no advice. @param {State} state @param {Advice} data */
export function deception({ score }, { deceptive }) {
  if (!deceptive) return null;
  const { call, plain, punished } = deceptive;
  const known = worth(punished, score, signed);
  return h(
    "p",
    { class: "deception small" },
    h("b", { class: "label" }, "Against these very opponents"),
    [" ", callMark(call), ` is worth ${worth(plain, score, signed)} while they believe it, ${known} once they know. `],
    "Partner believes it too, so it is not advised.",
  );
}

/**
 * What a call that the hand does not have would win while the opponents believe it.
 * @param {Candidate} candidate @param {Score} score
 */
export function ifBelieved({ gain, punished }, score) {
  if (!gain || !punished) return null;
  const [value, known] = [gain, punished].map((each) => worth(each, score, signed).split(" ")[0]);
  return value === known ? null : h("small", { class: "believed" }, `${value} `, term("believed", "if believed"));
}

/** What the hand lacks for the calls that its rule came before. @param {NonNullable<Advice["passed_over"]>} rules */
export const failures = (rules) => rules.map(({ call, fails }) => ({ call, pieces: lacking(fails) }));

/** @param {Requirement[]} fails @returns {Piece[]} */
function lacking(fails) {
  return fails.flatMap((fail, index) => {
    const yours = fail.yours ? piecesOf(fail, "yours") : ["no"];
    return [index ? "; " : "needs ", ...piecesOf(fail, "text"), " (yours: ", ...yours, ")"];
  });
}
