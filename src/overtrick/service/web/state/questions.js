// What the page asks the server in a given state: the bodies of its questions, null when there is nothing to ask.

import { dealText, isComplete, isFull } from "../game/hands.js";
import { isOver, partner, sideOf } from "../game/rules.js";
import { callerOf, madeOf, viewerOf } from "./state.js";

export const LAYOUTS = 400;

/** The cards of both sides as the server is told them: the text of an edited one, else the name. */
export function systems(state, seat) {
  const [ours, theirs] = sideOf(seat) === "NS" ? [state.us, state.them] : [state.them, state.us];
  return { ...told(state, ours, "system"), ...told(state, theirs, "their_system") };
}

function told(state, name, field) {
  const posted = field === "system" ? "card" : "their_card";
  return name === "mine" && state.card ? { [posted]: state.card } : { [field]: name };
}

function table(state) {
  return { dealer: state.board.dealer, vul: state.board.vul, auction: madeOf(state).join(" ") };
}

/** The meanings of the calls so far; with `call`, as if that were made next. The systems are North-South's first. */
export function explainQuestion(state, call = null) {
  const made = [...madeOf(state), ...(call ? [call] : [])];
  return made.length ? { ...table(state), auction: made.join(" "), ...systems(state, "N") } : null;
}

/** Which call to make; asked when the player to call is the one the page sees with. */
export function adviseQuestion(state, layouts = LAYOUTS) {
  const seat = callerOf(state);
  if (!seat || viewerOf(state) !== seat || !isComplete(state.board.hands[seat])) return null;
  return { hand: state.board.hands[seat], ...table(state), ...systems(state, seat), seed: state.seed, layouts };
}

/** The rule's call alone, where no network is there to advise. */
export function bidQuestion(state) {
  const question = adviseQuestion(state);
  if (!question) return null;
  const { seed, layouts, ...asked } = question;
  return asked;
}

/** What the other hands may be. */
export function hiddenQuestion(state) {
  const seat = viewerOf(state);
  if (!isComplete(state.board.hands[seat])) return null;
  const given = state.give.length ? { with: state.give.map(([card, to]) => `${to}:${card}`) } : {};
  return { hand: state.board.hands[seat], seat, ...table(state), ...systems(state, seat), seed: state.seed, ...given };
}

/** The same where the advice does not tell: for a viewer not to call, or with cards given. */
export const posteriorQuestion = (state) => (adviseQuestion(state) && !state.give.length ? null : hiddenQuestion(state));

const SWAPPED = { None: "None", NS: "EW", EW: "NS", All: "All" };

/** The chances of two hands that are both seen. The server calls a pair North and South. */
export function chanceQuestion(state, declarer) {
  const side = sideOf(declarer);
  const [first, second] = side === "NS" ? ["N", "S"] : ["E", "W"];
  const { hands, vul } = state.board;
  if (!sees(state, first) || !sees(state, second)) return null;
  return { north: hands[first], south: hands[second], vul: side === "NS" ? vul : SWAPPED[vul] };
}

/** Whose place in the answer to `chanceQuestion` a declarer has. */
export const chancePlace = (declarer) => ("NE".includes(declarer) ? "N" : "S");

/** Whether the page may use a hand that is there. */
export function sees(state, seat) {
  return isComplete(state.board.hands[seat]) && (state.show === "all" || viewerOf(state) === seat);
}

/** The best contract for one hand and what has been heard. */
export function contractQuestion(state) {
  const asked = bidQuestion(state);
  return asked && !isOver(madeOf(state)) && !sees(state, partner(viewerOf(state))) ? asked : null;
}

/** The exact tricks of a deal that is wholly seen. */
export function exactQuestion(state) {
  const { hands, dealer, vul } = state.board;
  return isFull(hands) && state.show === "all" ? { deal: dealText(hands), dealer, vul } : null;
}

/** Every count of a hand. */
export function evalQuestion(state, trump) {
  const seat = viewerOf(state);
  const other = partner(seat);
  if (!isComplete(state.board.hands[seat])) return null;
  const both = sees(state, other) ? { partner: state.board.hands[other] } : {};
  return { hand: state.board.hands[seat], ...both, ...(trump && { trump }) };
}
