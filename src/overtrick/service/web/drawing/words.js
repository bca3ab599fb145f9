// The words and marks of the page: calls, suits, seats, numbers, verdicts.

import { h } from "./dom.js";
import { SUITS, around, isBid } from "../game/rules.js";

export const SEAT_NAMES = { N: "North", E: "East", S: "South", W: "West" };
export const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs", N: "notrump" };
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
export const SYSTEM_NAMES = { sayc: "SAYC", two_over_one: "2/1", acol: "Acol", mine: "My card" };
export const VULS = { None: "None", NS: "N-S", EW: "E-W", All: "All" };
export const PLAYERS = { partner: "Partner", lho: "Left", rho: "Right" };
const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const DOES = { P: "passes", X: "doubles", XX: "redoubles" };
const NAMES = { P: "Pass", X: "Double", XX: "Redouble" };
const OFFSETS = { lho: 1, partner: 2, rho: 3 };

/** Where a hidden player sits, seen from a seat. */
export const seatOf = (player, viewer) => around(viewer, OFFSETS[player]);

/** A suit's shape; a screen reader hears `aloud`. */
export function suitMark(suit, aloud = SUIT_NAMES[suit]) {
  const mark = h("svg", { class: `suit ${suit}`, "aria-hidden": "true" }, h("use", { href: `#${suit}` }));
  return aloud ? [mark, h("span", { class: "aloud" }, ` ${aloud}`)] : mark;
}

/** What a bid is of: one heart, two hearts. */
const strainOf = (bid) => (bid[0] === "1" && bid[1] !== "N" ? SUIT_NAMES[bid[1]].slice(0, -1) : SUIT_NAMES[bid[1]]);

/** A call as it is drawn: 4 and a spade, Pass, X. */
export function callMark(call) {
  if (call === "P") return "Pass";
  if (!isBid(call)) return h("b", { class: `double ${call}` }, call);
  const strain = call[1] === "N" ? h("small", { class: "nt" }, "NT") : suitMark(call[1], strainOf(call));
  return h("span", { class: "bid" }, call[0], strain, call.slice(2));
}

/** A call as it is spoken: 4 spades. */
export function spoken(call) {
  return isBid(call) ? `${call[0]} ${strainOf(call)}${call.endsWith("X") ? " doubled" : ""}` : NAMES[call];
}

/** "South bids 4 spades", for the ear. */
export const does = (seat, call) => `${SEAT_NAMES[seat]} ${DOES[call] ?? `bids ${spoken(call)}`}`;

/** The same, drawn. */
export const doesMark = (seat, call) => [`${SEAT_NAMES[seat]} `, DOES[call] ?? ["bids ", callMark(call)]];

export const spokenCard = (card) => `${RANK_NAMES[card[1]] ?? card[1]} of ${SUIT_NAMES[card[0]]}`;

/** A hand for the ear: "spades A K J 10; hearts 6; …". */
export function spokenHand(suits) {
  return SUITS.map((suit) => `${SUIT_NAMES[suit]} ${[...suits[suit]].join(" ").replace("T", "10") || "none"}`).join("; ");
}

const MARKS = /([♠♥♦♣])|\b([1-7])(NT|[CDHSN])(X{0,2})\b|(?<=[\d+] |points |cards |stopper |good |solid |in |minor |[<>=] )([SHDC])\b|\b([SHDC])(?= longest| [<>=])/g;

/** A text of the server's with its suits drawn. */
export function marked(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(MARKS)) {
    const [all, sign, level, strain, doubled, letter, longest] = match;
    parts.push(text.slice(from, match.index));
    parts.push(level ? callMark(level + strain[0] + doubled) : suitMark(sign ? SIGNS[sign] : letter ?? longest));
    from = match.index + all.length;
  }
  return [...parts, text.slice(from)];
}

/** A number with a real minus sign and so many places. */
export const number = (value, digits = 1) => (value < 0 ? "−" : "") + Math.abs(value).toFixed(digits);

/** A score from one side: +620, −100. */
export const signed = (value, digits = 0) => (value > 0 ? "+" : "") + number(value, digits);

export const percent = (value) => `${Math.round(value * 100)}%`;

/** A range of points or lengths: 10–15, 6+, up to 4; "" when it says nothing. */
function range([low, high], most, least = 0) {
  if (low <= least && high >= most) return "";
  if (low === high) return `${low}`;
  if (high >= most) return `${low}+`;
  return low <= least ? `0–${high}` : `${low}–${high}`;
}

/** What a meaning promises, in short lines: points, suits, whether it forces. */
export function shows(meaning) {
  const points = range(meaning.hcp, 22);
  const lines = points ? [[points, " HCP"]] : [];
  for (const suit of SUITS) {
    const [low] = meaning.lengths[suit];
    if (low >= 3) lines.push([range(meaning.lengths[suit], Math.max(7, low + 1)), suitMark(suit)]);
  }
  if (meaning.balanced) lines.push(["balanced"]);
  const forcing = { "1 round": "Forcing for a round", game: "Forcing to game", invite: "Invites", signoff: "To play", no: "Not forcing" };
  lines.push([forcing[meaning.forcing] ?? meaning.forcing]);
  if (meaning.artificial) lines.push(["Artificial"]);
  return lines;
}

/** What a call means, in a line. */
export function meaningLine(meaning) {
  if (meaning.kind === "unknown") return ["The card says nothing about it."];
  const lines = shows(meaning);
  const joined = lines.flatMap((line, place) => (place ? [", ", ...line.map(small)] : line));
  return [h("b", null, joined, "."), meaning.text ? [" ", marked(sentence(meaning.text))] : null];
}

const small = (part) => (/^[A-Z][a-z]/.test(part) ? part[0].toLowerCase() + part.slice(1) : part);
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
