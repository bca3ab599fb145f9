// What the page shows, as one frozen value; every change of it is an action of `reduce`.

import { conditionsOf, filled } from "../game/hands.js";
import { isLegal, isOver, turnOf } from "../game/rules.js";

const PAPER = {
  no: 5,
  dealer: "N",
  vul: "NS",
  hands: { N: "63.8.KJT932.AK63", E: "Q2.AJT92.Q854.JT", S: "AKJT985.6.A76.84", W: "74.KQ7543..Q9752" },
};

/** The first run: the deal of the 2022 paper, South to call, the rest of the auction waiting. */
export const FIRST = frozen({
  view: "table",
  path: [],
  board: PAPER,
  line: "1D 1H 1S 4H P P 4S 5H P P 5S 6H P P 6S 7H P P X P P P".split(" "),
  at: 6,
  branches: [],
  branch: null,
  viewer: "turn",
  us: "sayc",
  them: "sayc",
  card: null,
  score: "IMPs",
  seed: 7,
  give: [],
  show: "all",
  heat: "chance",
});

/** Whether the board is that of the first run. */
export const isFirstBoard = ({ board }) => JSON.stringify(board) === JSON.stringify(PAPER);

export const EMPTY_HANDS = Object.freeze({ N: null, E: null, S: null, W: null });

function frozen(value) {
  if (value && typeof value === "object" && !Object.isFrozen(value)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

/** The calls of the line that is shown, the waiting ones with them. */
export function callsOf(state) {
  const branch = state.branch === null ? null : state.branches[state.branch];
  return branch ? [...state.line.slice(0, branch.from), ...branch.calls] : state.line;
}

/** The calls made so far. */
export const madeOf = (state) => callsOf(state).slice(0, state.at);

/** Whose call it is, or null when the auction is over. */
export function callerOf(state) {
  const made = madeOf(state);
  return isOver(made) ? null : turnOf(state.board.dealer, made);
}

/** Whose eyes the page sees with. */
export function viewerOf(state) {
  return state.viewer === "turn" ? callerOf(state) ?? turnOf(state.board.dealer, madeOf(state)) : state.viewer;
}

const REDUCERS = {
  view: (state, { view, path = [] }) => ({ ...state, view, path }),
  link: (state, { state: other }) => other,
  board: (state, { board, line = [], at }) => ({
    ...state,
    board: { ...state.board, ...board },
    line,
    at: at ?? line.length,
    branches: [],
    branch: null,
    give: [],
  }),
  hands: (state, { hands }) => ({ ...state, board: { ...state.board, hands: filled(hands) }, give: [] }),
  conditions: (state, { dealer, vul, no }) => ({
    ...state,
    board: { ...state.board, ...(no ? { no, ...conditionsOf(no) } : {}), ...(dealer && { dealer }), ...(vul && { vul }) },
  }),
  call: addCall,
  at: (state, { at }) => ({ ...state, at: Math.max(0, Math.min(at, callsOf(state).length)) }),
  whatif: startBranch,
  branch: (state, { branch }) => {
    const to = { ...state, branch };
    return { ...to, at: branch === null ? Math.min(state.at, state.line.length) : callsOf(to).length };
  },
  give: (state, { card, seat }) => {
    const others = state.give.filter(([each]) => each !== card);
    const again = state.give.some(([each, to]) => each === card && to === seat);
    return { ...state, give: again ? others : [...others, [card, seat]] };
  },
  set: (state, { values }) => ({ ...state, ...values }),
};

/** Actions that undo takes back; the others only look. */
const EDITS = new Set(["board", "hands", "conditions", "call", "whatif", "give", "systems"]);

/** The state after an action. Pure: nothing outside is read or changed. */
export function reduce(state, action) {
  const reducer = REDUCERS[action.type === "systems" ? "set" : action.type];
  const next = frozen(reducer(state, action));
  return JSON.stringify(next) === JSON.stringify(state) ? state : next;
}

function addCall(state, { call }) {
  const calls = callsOf(state);
  const made = calls.slice(0, state.at);
  if (!isLegal(made, call)) return state;
  const at = state.at + 1;
  if (calls[state.at] === call) return { ...state, at };
  const from = state.branch === null ? null : state.branches[state.branch].from;
  if (state.branch === null && state.at === state.line.length) return { ...state, line: [...state.line, call], at };
  if (from !== null && state.at === calls.length) {
    const branches = state.branches.map((each, place) =>
      place === state.branch ? { ...each, calls: [...each.calls, call] } : each,
    );
    return { ...state, branches, at };
  }
  return branched(state, from !== null && state.at >= from ? from : state.at, [...made, call], at);
}

/** An old call is never overwritten: another line branches off. */
function branched(state, from, calls, at) {
  const branch = { from, calls: calls.slice(from) };
  return { ...state, branches: [...state.branches, branch], branch: state.branches.length, at };
}

function startBranch(state) {
  if (state.branch !== null) return { ...state, branch: null, at: Math.min(state.at, state.line.length) };
  const at = isOver(madeOf(state)) ? state.at - 1 : state.at;
  return branched(state, at, madeOf(state).slice(0, at), at);
}

/** A fresh history with nothing to undo. */
export const beginning = (now) => Object.freeze({ past: [], now, future: [] });

/** The history after an action; `undo` and `redo` are actions too. */
export function turned(history, action) {
  const { past, now, future } = history;
  if (action.type === "undo") {
    return past.length ? { past: past.slice(0, -1), now: kept(past.at(-1), now), future: [now, ...future] } : history;
  }
  if (action.type === "redo") {
    return future.length ? { past: [...past, now], now: kept(future[0], now), future: future.slice(1) } : history;
  }
  const next = reduce(now, action);
  if (next === now) return history;
  if (!EDITS.has(action.type)) return { past, now: next, future };
  return { past: [...past.slice(-99), now], now: next, future: [] };
}

/** Undo leaves the view, whose eyes, and what is shown as they are. */
function kept(state, { view, path, viewer, show, heat }) {
  return frozen({ ...state, view, path, viewer, show, heat });
}
