// Writing the whole state into the address, so that a link needs nothing from the server; url.js reads it.

import { dealText } from "../game/hands.js";
import { SEATS } from "../game/rules.js";
import { FIRST } from "./state.js";
import { DEFAULTS } from "./link-reader.js";

/** Characters a packed card may have in a link. */
export const MOST_CARD = 6144;

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
