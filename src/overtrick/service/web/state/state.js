// What the page shows, as one frozen value; every change of it is an action of `reduce`.

import { conditionsOf, filled } from "../game/hands.js";
import { isLegal, isOver, turnOf } from "../game/rules.js";

/** Lines beside the main one, which all stand in the link; the oldest gives way. */
export const MOST_BRANCHES = 50;

/** @type {Board} */
const FIRST_BOARD = {
  no: 11,
  dealer: "S",
  vul: "None",
  hands: { N: "T7542.AK4.92.K32", E: "K63.T7532.J75.86", S: "AJ98.J8.Q6.AQJ97", W: "Q.Q96.AKT843.T54" },
};

/** @type {State} The first run: all four have bid, and South is to raise partner; the rest of the auction waits. */
export const FIRST = frozen({
  view: "table",
  path: [],
  board: FIRST_BOARD,
  line: "1C 1D 1S P 3S P 4S P P P".split(" "),
  at: 4,
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

/** Whether the board is that of the first run. @param {State} state */
export const isFirstBoard = ({ board }) => JSON.stringify(board) === JSON.stringify(FIRST_BOARD);

/** @type {Hands} */
export const EMPTY_HANDS = Object.freeze({ N: null, E: null, S: null, W: null });

/** @template T @param {T} value @returns {T} */
function frozen(value) {
  if (value && typeof value === "object" && !Object.isFrozen(value)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

/** The calls of the line that is shown, the waiting ones with them. @param {State} state */
export function callsOf(state) {
  const branch = state.branch === null ? null : state.branches[state.branch];
  return branch ? [...state.line.slice(0, branch.from), ...branch.calls] : state.line;
}

/** The calls made so far. @param {State} state */
export const madeOf = (state) => callsOf(state).slice(0, state.at);

/** Whose call it is, or null when the auction is over. @param {State} state */
export function callerOf(state) {
  const made = madeOf(state);
  return isOver(made) ? null : turnOf(state.board.dealer, made);
}

/** Whose eyes the page sees with. @param {State} state */
export function viewerOf(state) {
  return state.viewer === "turn" ? turnOf(state.board.dealer, madeOf(state)) : state.viewer;
}

/** The state after an action. Pure: nothing outside is read or changed. @param {State} state @param {Action} action */
export function reduce(state, action) {
  const next = frozen(changed(state, action));
  return JSON.stringify(next) === JSON.stringify(state) ? state : next;
}

/** @param {State} state @param {Action} action @returns {State} */
function changed(state, action) {
  switch (action.type) {
    case "view":
      return { ...state, view: action.view, path: action.path ?? [] };
    case "link":
      return action.state;
    case "board":
      return newBoard(
        { ...state, ...action.values, view: action.view ?? state.view },
        { ...state.board, ...action.board },
        action.line ?? [],
        action.at,
      );
    case "hands":
      return { ...state, board: { ...state.board, hands: filled(action.hands) }, give: [] };
    case "conditions": {
      const { type, ...values } = action;
      return { ...state, board: { ...state.board, ...(values.no && conditionsOf(values.no)), ...values } };
    }
    case "call":
      return addCall(state, action.call);
    case "at":
      return { ...state, at: Math.max(0, Math.min(action.at, callsOf(state).length)) };
    case "whatif":
      return startBranch(state);
    case "branch":
      return toBranch(state, action.branch);
    case "give":
      return give(state, action.card, action.seat);
    default:
      return { ...state, ...action.values };
  }
}

/** @param {State} state @param {Board} board @param {readonly Call[]} line @param {number} [at] */
function newBoard(state, board, line, at = line.length) {
  return { ...state, board, line, at, branches: [], branch: null, give: [] };
}

/** @param {State} state @param {Call} call */
function addCall(state, call) {
  const calls = callsOf(state);
  const made = calls.slice(0, state.at);
  if (!isLegal(made, call)) return state;
  const at = state.at + 1;
  if (calls[state.at] === call) return { ...state, at };
  if (state.branch === null) {
    if (state.at === state.line.length) return { ...state, line: [...state.line, call], at };
    return branched(state, state.at, [...made, call], at);
  }
  const { from } = state.branches[state.branch];
  if (state.at < calls.length) return branched(state, Math.min(from, state.at), [...made, call], at);
  const branches = state.branches.map((branch, index) =>
    index === state.branch ? { ...branch, calls: [...branch.calls, call] } : branch,
  );
  return { ...state, branches, at };
}

/**
 * An old call is never overwritten: another line branches off.
 * @param {State} state @param {number} from @param {readonly Call[]} calls @param {number} at
 */
function branched(state, from, calls, at) {
  const branch = { from, calls: calls.slice(from) };
  const branches = [...state.branches.slice(1 - MOST_BRANCHES), branch];
  return { ...state, branches, branch: branches.length - 1, at };
}

/** @param {State} state */
function startBranch(state) {
  if (state.branch !== null) return toBranch(state, null);
  const made = madeOf(state);
  const at = isOver(made) ? state.at - 1 : state.at;
  return branched(state, at, made.slice(0, at), at);
}

/** @param {State} state @param {number | null} branch */
function toBranch(state, branch) {
  const next = { ...state, branch };
  return { ...next, at: branch === null ? Math.min(state.at, state.line.length) : callsOf(next).length };
}

/** Give a card to a seat; given again, it is taken back. @param {State} state @param {Card} card @param {Seat} seat */
function give(state, card, seat) {
  const others = state.give.filter(([given]) => given !== card);
  const again = state.give.some(([given, to]) => given === card && to === seat);
  return { ...state, give: again ? others : [...others, /** @type {Given} */ ([card, seat])] };
}

/** Actions that undo takes back; the others only look. */
const EDITS = new Set(["board", "hands", "conditions", "call", "whatif", "give", "systems"]);
const MOST_UNDONE = 100;

/** A fresh history with nothing to undo. @param {State} now @returns {Timeline} */
export const beginning = (now) => Object.freeze({ past: [], now, future: [] });

/**
 * The history after an action; `undo` and `redo` are actions too.
 * @param {Timeline} history @param {Action | { type: "undo" } | { type: "redo" }} action @returns {Timeline}
 */
export function turned(history, action) {
  const { past, now, future } = history;
  if (action.type === "undo") {
    const last = past[past.length - 1];
    return last ? { past: past.slice(0, -1), now: withLooks(last, now), future: [now, ...future] } : history;
  }
  if (action.type === "redo") {
    const [next, ...rest] = future;
    return next ? { past: [...past, now], now: withLooks(next, now), future: rest } : history;
  }
  const next = reduce(now, action);
  if (next === now) return history;
  if (action.type === "link") return visited(history, next);
  if (!EDITS.has(action.type)) return { past, now: next, future };
  return { past: [...past.slice(1 - MOST_UNDONE), now], now: next, future: [] };
}

/** Back and forward of the browser undo and redo, where they lead there. @param {Timeline} history @param {State} next */
function visited({ past, now, future }, next) {
  const is = (/** @type {State} */ state) => JSON.stringify(state) === JSON.stringify(next);
  const back = past.findLastIndex(is);
  if (back >= 0) return { past: past.slice(0, back), now: next, future: [...past.slice(back + 1), now, ...future] };
  const on = future.findIndex(is);
  if (on >= 0) return { past: [...past, now, ...future.slice(0, on)], now: next, future: future.slice(on + 1) };
  return { past, now: next, future };
}

/** Undo leaves the view, whose eyes, and what is shown as they are. @param {State} state @param {State} now */
function withLooks(state, { view, path, viewer, show, heat }) {
  return frozen({ ...state, view, path, viewer, show, heat });
}
