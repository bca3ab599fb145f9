// Writing the whole state into a link, so that it needs nothing from the server; link-reader.js reads it.

import { dealText } from "../game/hands.js";
import { SEATS } from "../game/rules.js";
import { DEFAULTS } from "./link-reader.js";
import { FIRST } from "./state.js";

/** Characters a packed system may have in a link. */
const MOST_PACKED = 6144;

/** @param {State} state */
const withoutView = (state) => JSON.stringify({ ...state, view: "", path: [] });

/**
 * The part after # that brings this state back, and whether the edited system was too long for it.
 * @param {State} state
 */
export async function linkOf(state) {
  const packed = state.card ? await pack(state.card) : "";
  const isShort = packed.length <= MOST_PACKED;
  return { hash: hashOf(state, isShort ? packed : ""), isShort };
}

/** @param {State} state @param {string} packed */
function hashOf(state, packed) {
  const route = `#/${[state.view, ...state.path].map(encodeURIComponent).join("/")}`;
  if (withoutView(state) === withoutView(FIRST)) return route;
  const values = Object.entries(valuesOf(state, packed));
  const written = values.filter(([name, value]) => value !== "" && value !== DEFAULTS[name]);
  return `${route}?${written.map(([name, value]) => `${name}=${escaped(value)}`).join("&")}`;
}

/** @param {string} value */
const escaped = (value) => encodeURIComponent(value).replace(/%(3A|2C)/g, decodeURIComponent);

/** @param {State} state @param {string} packed @returns {Record<string, string>} */
function valuesOf(state, packed) {
  const { board } = state;
  return {
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
    sys: packed,
  };
}

/** A system's text, deflated and written for a link. @param {string} text */
async function pack(text) {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  const letters = bytes.reduce((all, byte) => all + String.fromCharCode(byte), "");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
