// What the page asks the server in a given state: the bodies of its questions, null when there is nothing to ask.

import { dealText, isComplete } from "../game/hands.js";
import { SEATS, isOver, partner, sideOf } from "../game/rules.js";
import { callerOf, callsOf, madeOf, viewerOf } from "./state.js";

export const LAYOUTS = 400;
/** @type {Partial<Record<Score, string>>} The server's names; it takes IMPs unless told otherwise. */
const SCORINGS = { MP: "matchpoints", points: "points" };

/** What decides. @param {State} state */
export const scoring = ({ score }) => (SCORINGS[score] ? { scoring: SCORINGS[score] } : {});

/** The systems of both sides: the text of an edited one, else the name. @param {State} state @param {Seat} seat */
export function systems(state, seat) {
  const [ours, theirs] = sideOf(seat) === "NS" ? [state.us, state.them] : [state.them, state.us];
  return {
    ...ownSystem(state, ours),
    ...(isEdited(state, theirs) ? { their_card: state.card } : { their_system: theirs }),
  };
}

/** @param {State} state @param {string} name */
const isEdited = (state, name) => name === "mine" && Boolean(state.card);

/** One system alone. @param {State} state @param {string} name */
export const ownSystem = (state, name) => (isEdited(state, name) ? { card: state.card } : { system: name });

/** @param {State} state @param {readonly Call[]} [calls] */
function table({ board: { dealer, vul } }, calls = []) {
  return { dealer, vul, auction: calls.join(" ") };
}

/**
 * The meanings of the calls so far; with `call`, as if that were made next. The systems are North-South's first.
 * @param {{ state: State, settings: Pick<Settings, "regulation"> }} app @param {Call} [call]
 */
export function explainQuestion({ state, settings }, call) {
  const calls = [...madeOf(state), ...(call ? [call] : [])];
  return calls.length ? { ...table(state, calls), ...systems(state, "N"), ...regulated(settings) } : null;
}

/** Whose rules say what is alerted; the server takes ACBL's unless told otherwise. @param {Pick<Settings, "regulation">} settings */
export const regulated = ({ regulation }) => (regulation === "acbl" ? {} : { regulation });

/**
 * The call to make, and what the call that was made costs; asked when the page sees with the player to call.
 * @param {State} state @param {number} [layouts]
 */
export function adviseQuestion(state, layouts = LAYOUTS) {
  const question = bidQuestion(state);
  const made = callsOf(state)[state.at];
  return question && { ...question, ...(made && { made }), seed: state.seed, layouts, ...scoring(state) };
}

/** The rule's call alone, where no network is there to advise. @param {State} state */
export function bidQuestion(state) {
  const seat = callerOf(state);
  if (!seat || viewerOf(state) !== seat) return null;
  const hand = state.board.hands[seat];
  return isComplete(hand) ? { hand, ...table(state, madeOf(state)), ...systems(state, seat) } : null;
}

/** What the other hands may be. @param {State} state */
export function hiddenQuestion(state) {
  const seat = viewerOf(state);
  const hand = state.board.hands[seat];
  if (!isComplete(hand)) return null;
  const given = state.give.length ? { with: state.give.map(([card, to]) => `${to}:${card}`) } : {};
  return { hand, seat, ...table(state, madeOf(state)), ...systems(state, seat), seed: state.seed, ...given };
}

/** The same where no advice brings it: for a viewer not to call, or with cards given. @param {State} state */
export const posteriorQuestion = (state) => (bidQuestion(state) && !state.give.length ? null : hiddenQuestion(state));

/** @type {Record<Vulnerability, Vulnerability>} */
const SWAPPED = { None: "None", NS: "EW", EW: "NS", All: "All" };

/**
 * The chances of two hands that are both seen. The server calls a pair North and South.
 * @param {State} state @param {Seat} declarer
 */
export function chanceQuestion(state, declarer) {
  const isNorthSouth = sideOf(declarer) === "NS";
  const [first, second] = /** @type {Seat[]} */ (isNorthSouth ? ["N", "S"] : ["E", "W"]);
  const { hands, vul } = state.board;
  if (!sees(state, first) || !sees(state, second)) return null;
  return { north: hands[first], south: hands[second], vul: isNorthSouth ? vul : SWAPPED[vul] };
}

/** Whether the page may use a hand that is there. @param {State} state @param {Seat} seat */
export function sees(state, seat) {
  return isComplete(state.board.hands[seat]) && (state.show === "all" || viewerOf(state) === seat);
}

/** The best contract for one hand and what has been heard. @param {State} state */
export function contractQuestion(state) {
  return isOver(madeOf(state)) || sees(state, partner(viewerOf(state))) ? null : bidQuestion(state);
}

/** The exact tricks of a deal that is wholly seen. @param {State} state */
export function exactQuestion({ board: { hands, dealer, vul }, show }) {
  const isSeen = show === "all" && SEATS.every((seat) => isComplete(hands[seat]));
  return isSeen ? { deal: dealText(hands), dealer, vul } : null;
}
