// The whole state in the address, so that a link needs nothing from the server.

import { dealText, handsOf, isComplete } from "./cards.js";
import { SEATS, legalPart } from "./rules.js";
import { EMPTY_HANDS, FIRST, callsOf } from "./state.js";

const VIEWS = ["table", "hand", "systems", "practice"];
export const MOST_CARD = 6144;
const DEFAULTS = { dl: "N", v: "None", me: "turn", us: "sayc", them: "sayc", seed: "7", score: "IMPs", show: "all", heat: "chance", no: "1" };

const isFirst = (state) =>
  JSON.stringify({ ...state, view: "", path: [] }) === JSON.stringify({ ...FIRST, view: "", path: [] });

/** The part after # that brings this state back. `packed` is an edited card as `pack` made it. */
export function hashOf(state, packed = "") {
  const route = `#/${[state.view, ...state.path].map(encodeURIComponent).join("/")}`;
  if (isFirst(state)) return route;
  const { board } = state;
  const values = {
    d: SEATS.some((seat) => board.hands[seat]) ? dealText(board.hands).replaceAll(" ", "_") : "N:-",
    dl: board.dealer,
    v: board.vul,
    no: String(board.no),
    a: state.line.join("-"),
    at: state.at === state.line.length && state.branch === null ? "" : String(state.at),
    me: state.viewer,
    us: state.us,
    them: state.them,
    seed: String(state.seed),
    score: state.score,
    show: state.show,
    heat: state.heat,
    give: state.give.map((pair) => pair.join(".")).join(","),
    w: state.branches.map(({ from, calls }) => `${from}:${calls.join("-")}`).join(","),
    b: state.branch === null ? "" : String(state.branch),
    sys: packed.length <= MOST_CARD ? packed : "",
  };
  const told = Object.entries(values).filter(([name, value]) => value !== "" && value !== DEFAULTS[name]);
  return `${route}?${told.map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%(3A|2C)/g, decodeURIComponent)}`).join("&")}`;
}

/** The state of an address, and the packed card in it; what makes no sense is left at its default. */
export function stateOf(hash) {
  const [route, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view, ...path] = route.split("/").map(decodeURIComponent);
  const place = { view: VIEWS.includes(view) ? view : "table", path };
  const told = Object.fromEntries(new URLSearchParams(query));
  if (!told.d) return { state: freeze({ ...FIRST, ...place }), packed: "" };
  const get = (name) => told[name] ?? DEFAULTS[name] ?? "";
  const line = legalPart(calls(get("a")));
  const branches = parts(get("w")).map(branchOf).filter(({ from }) => from <= line.length);
  const state = {
    ...FIRST,
    ...place,
    board: { no: whole(get("no"), 1), dealer: among(get("dl"), SEATS, "N"), vul: among(get("v"), ["None", "NS", "EW", "All"], "None"), hands: knownHands(told.d) },
    line,
    branches,
    branch: told.b !== undefined && branches[Number(told.b)] ? Number(told.b) : null,
    viewer: among(get("me"), SEATS, "turn"),
    us: get("us"),
    them: get("them"),
    score: among(get("score"), ["IMPs", "MP"], "IMPs"),
    seed: whole(get("seed"), 7),
    give: parts(get("give")).map((pair) => pair.split(".")).filter(([card, seat]) => card?.length === 2 && SEATS.includes(seat)),
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

function branchOf(text) {
  const [from, rest = ""] = text.split(":");
  return { from: whole(from, 0), calls: calls(rest) };
}

function knownHands(text) {
  const hands = handsOf(text);
  return { ...EMPTY_HANDS, ...Object.fromEntries(SEATS.filter((seat) => isComplete(hands[seat])).map((seat) => [seat, hands[seat]])) };
}

/** A card's text, deflated and written for an address. */
export async function pack(text) {
  const squeezed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(squeezed).arrayBuffer());
  return btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), "")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The text that `pack` wrote, or null when it is damaged. */
export async function unpack(packed) {
  try {
    const bytes = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
    return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
  } catch {
    return null;
  }
}
