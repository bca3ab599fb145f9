// Reading a link, which holds the whole state; link-writer.js writes it.

import { DECK, handsOf, isComplete } from "../game/hands.js";
import { SEATS, legalPart } from "../game/rules.js";
import { EMPTY_HANDS, FIRST, MOST_BRANCHES, callsOf } from "./state.js";

/** @type {View[]} */
const VIEWS = ["table", "boards", "hand", "systems", "practice", "play"];
/** @type {Vulnerability[]} */
const VULS = ["None", "NS", "EW", "All"];
const SYSTEMS = ["sayc", "two_over_one", "acol"];

/** @type {Record<string, string>} What stands for a part that is left out. */
export const DEFAULTS = {
  dl: "N",
  v: "None",
  me: "turn",
  us: "sayc",
  them: "sayc",
  seed: "7",
  score: "IMPs",
  show: "all",
  heat: "chance",
  no: "1",
};

/** The state of a link; one without an edited system leaves `card`. @param {string} hash @param {string | null} card */
export async function readLink(hash, card) {
  const { state, packed } = stateOf(hash);
  return Object.freeze({ ...state, card: packed ? await unpack(packed) : card });
}

/** The state and the packed system of a link; what makes no sense is left at its default. @param {string} hash */
function stateOf(hash) {
  const [route, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view, ...path] = route.split("/").map(decoded);
  const place = { view: among(view, VIEWS, "table"), path };
  const values = Object.fromEntries(new URLSearchParams(query));
  if (!values.d) return { state: { ...FIRST, ...place }, packed: "" };
  const get = (/** @type {string} */ name) => values[name] ?? DEFAULTS[name] ?? "";
  /** @type {State} */
  const state = { ...FIRST, ...place, ...boardOf(get), ...linesOf(get), ...looksOf(get) };
  const most = callsOf(state).length;
  return { state: { ...state, at: Math.min(whole(get("at"), most), most) }, packed: get("sys") };
}

/** A part of a link, empty where it is no text. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** @typedef {(name: string) => string} Get */

/** @param {Get} get */
function boardOf(get) {
  const hands = handsOf(get("d"));
  for (const seat of SEATS) if (!isComplete(hands[seat])) hands[seat] = EMPTY_HANDS[seat];
  const board = {
    no: whole(get("no"), 1),
    dealer: among(get("dl"), SEATS, "N"),
    vul: among(get("v"), VULS, "None"),
    hands,
  };
  const give = parts(get("give")).map((pair) => /** @type {[Card, Seat]} */ (pair.split(".")));
  return { board, give: give.filter(([card, seat]) => DECK.includes(card) && SEATS.includes(seat)) };
}

/** The main line and its branches. @param {Get} get */
function linesOf(get) {
  const line = legalPart(calls(get("a")));
  const branches = parts(get("w"))
    .slice(0, MOST_BRANCHES)
    .map((text) => branchOf(text, line))
    .filter(({ from }) => from <= line.length);
  const branch = get("b") !== "" && branches[Number(get("b"))] ? Number(get("b")) : null;
  return { line, branches, branch };
}

/** @param {Get} get */
function looksOf(get) {
  const names = get("sys") ? [...SYSTEMS, "mine"] : SYSTEMS;
  return {
    viewer: among(get("me"), SEATS, "turn"),
    us: among(get("us"), names, "sayc"),
    them: among(get("them"), names, "sayc"),
    score: among(get("score"), /** @type {Score[]} */ (["IMPs", "MP", "points"]), "IMPs"),
    seed: whole(get("seed"), 7),
    show: among(get("show"), /** @type {State["show"][]} */ (["all", "mine"]), "all"),
    heat: among(get("heat"), /** @type {State["heat"][]} */ (["chance", "shift"]), "chance"),
  };
}

/** @param {string} text */
const parts = (text) => text.split(",").filter(Boolean);
/** @param {string} text */
const calls = (text) => text.split("-").filter(Boolean);
/**
 * @template {string} T @template {string} D @param {string} value @param {readonly T[]} allowed @param {D} otherwise
 */
const among = (value, allowed, otherwise) => allowed.find((one) => one === value) ?? otherwise;
/** @param {string} text @param {number} otherwise */
const whole = (text, otherwise) => (/^\d{1,9}$/.test(text) ? Number(text) : otherwise);

/** @param {string} text @param {readonly Call[]} line */
function branchOf(text, line) {
  const [start, rest = ""] = text.split(":");
  const from = whole(start, 0);
  return { from, calls: legalPart([...line.slice(0, from), ...calls(rest)]).slice(from) };
}

/** The text that `pack` wrote, or null when it is damaged. @param {string} packed */
async function unpack(packed) {
  try {
    const letters = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  } catch {
    return null;
  }
}
