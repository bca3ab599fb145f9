// Reading the address, which has the whole state; address.js writes it.

import { DECK, handsOf, isComplete } from "../game/hands.js";
import { SEATS, legalPart } from "../game/rules.js";
import { EMPTY_HANDS, FIRST, callsOf } from "./state.js";

const VIEWS = ["table", "hand", "systems", "practice"];
const SYSTEMS = ["sayc", "two_over_one", "acol"];
/** What stands for a part that is left out. */
export const DEFAULTS = { dl: "N", v: "None", me: "turn", us: "sayc", them: "sayc", seed: "7", score: "IMPs", show: "all", heat: "chance", no: "1" };

/** The state of an address, and the packed card in it; what makes no sense is left at its default. */
export function stateOf(hash) {
  const [route, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view, ...path] = route.split("/").map(decodeURIComponent);
  const place = { view: VIEWS.includes(view) ? view : "table", path };
  const told = Object.fromEntries(new URLSearchParams(query));
  if (!told.d) return { state: freeze({ ...FIRST, ...place }), packed: "" };
  const get = (name) => told[name] ?? DEFAULTS[name] ?? "";
  const line = legalPart(calls(get("a")));
  const branches = parts(get("w")).map((text) => branchOf(text, line)).filter(({ from }) => from <= line.length);
  const state = {
    ...FIRST,
    ...place,
    board: { no: whole(get("no"), 1), dealer: among(get("dl"), SEATS, "N"), vul: among(get("v"), ["None", "NS", "EW", "All"], "None"), hands: knownHands(told.d) },
    line,
    branches,
    branch: told.b !== undefined && branches[Number(told.b)] ? Number(told.b) : null,
    viewer: among(get("me"), SEATS, "turn"),
    us: among(get("us"), told.sys ? [...SYSTEMS, "mine"] : SYSTEMS, "sayc"),
    them: among(get("them"), told.sys ? [...SYSTEMS, "mine"] : SYSTEMS, "sayc"),
    score: among(get("score"), ["IMPs", "MP"], "IMPs"),
    seed: whole(get("seed"), 7),
    give: parts(get("give")).map((pair) => pair.split(".")).filter(([card, seat]) => DECK.includes(card) && SEATS.includes(seat)),
    show: among(get("show"), ["all", "mine"], "all"),
    heat: among(get("heat"), ["chance", "shift"], "chance"),
  };
  const most = callsOf(state).length;
  return { state: freeze({ ...state, at: told.at === undefined ? most : Math.min(whole(told.at, most), most) }), packed: get("sys") };
}

const freeze = (state) => Object.freeze(state);
const parts = (text) => text.split(",").filter(Boolean);
const calls = (text) => text.split("-").filter(Boolean);
const among = (value, allowed, otherwise) => (allowed.includes(value) ? value : otherwise);
const whole = (text, otherwise) => (/^\d{1,9}$/.test(text) ? Number(text) : otherwise);

function branchOf(text, line) {
  const [place, rest = ""] = text.split(":");
  const from = whole(place, 0);
  return { from, calls: legalPart([...line.slice(0, from), ...calls(rest)]).slice(from) };
}

function knownHands(text) {
  const hands = handsOf(text);
  return { ...EMPTY_HANDS, ...Object.fromEntries(SEATS.filter((seat) => isComplete(hands[seat])).map((seat) => [seat, hands[seat]])) };
}

