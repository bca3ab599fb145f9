// The words and marks of the page: calls, suits, seats, numbers, meanings.

import { suitOf } from "../game/hands.js";
import { SUITS, around, isBid, strainOf } from "../game/rules.js";
import { h } from "./dom.js";

export const SEAT_NAMES = { N: "North", E: "East", S: "South", W: "West" };
export const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs", N: "notrump" };
/** @type {Record<string, string>} */
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };
/** @type {Record<string, string>} */
export const SYSTEM_NAMES = { sayc: "SAYC", two_over_one: "2/1", acol: "Acol", mine: "My card" };
export const VULS = { None: "None", NS: "N-S", EW: "E-W", All: "All" };
/** @type {Record<Player, string>} */
export const PLAYER_NAMES = { partner: "Partner", lho: "Left", rho: "Right" };
/** @type {Player[]} */
export const PLAYERS = ["partner", "lho", "rho"];
/** @type {Record<Call, string>} */
const DOES = { P: "passes", X: "doubles", XX: "redoubles" };
/** @type {Record<Call, string>} */
const CALL_NAMES = { P: "Pass", X: "Double", XX: "Redouble" };
/** @type {Record<Score, string>} */
export const SCORES = { IMPs: "IMPs", MP: "Matchpoints", points: "Total points" };
/** @type {Record<Score, [number, number, string]>} */
export const UNITS = { IMPs: [1, 1, " IMPs"], MP: [100, 0, "% of the board"], points: [1, 0, " points"] };
const OFFSETS = { lho: 1, partner: 2, rho: 3 };

/** Where a hidden player sits, seen from a seat. @param {Player} player @param {Seat} viewer */
export const seatOf = (player, viewer) => around(viewer, OFFSETS[player]);

/** A suit's shape; a screen reader hears `aloud`. @param {Suit} suit @param {string} [aloud] @returns {Child} */
export function suitMark(suit, aloud = SUIT_NAMES[suit]) {
  const mark = h("svg", { class: `suit ${suit}`, "aria-hidden": "true" }, h("use", { href: `#${suit}` }));
  return aloud ? [mark, h("span", { class: "aloud" }, ` ${aloud}`)] : mark;
}

/** What a bid is of: one heart, two hearts. @param {Call} bid */
function strainName(bid) {
  const strain = strainOf(bid);
  return bid[0] === "1" && strain !== "N" ? SUIT_NAMES[strain].slice(0, -1) : SUIT_NAMES[strain];
}

/** A call as it is drawn: 4 and a spade, Pass, X. @param {Call} call @returns {Child} */
export function callMark(call) {
  if (call === "P") return "Pass";
  if (!isBid(call)) return h("b", { class: `double ${call}` }, call);
  const strain = strainOf(call);
  const mark = strain === "N" ? h("small", { class: "nt" }, "NT") : suitMark(strain, strainName(call));
  return h("span", { class: "bid" }, call[0], mark, call.slice(2));
}

/** A call as it is spoken: 4 spades. @param {Call} call */
export function spoken(call) {
  return isBid(call) ? `${call[0]} ${strainName(call)}${call.endsWith("X") ? " doubled" : ""}` : CALL_NAMES[call];
}

/** "South bids 4 spades", for the ear. @param {Seat} seat @param {Call} call */
export const does = (seat, call) => `${SEAT_NAMES[seat]} ${DOES[call] ?? `bids ${spoken(call)}`}`;

/** The same, drawn. @param {Seat} seat @param {Call} call @returns {Child} */
export const doesMark = (seat, call) => [`${SEAT_NAMES[seat]} `, DOES[call] ?? ["bids ", callMark(call)]];

/** @param {Card} card */
export const spokenCard = (card) => `${RANK_NAMES[card[1]] ?? card[1]} of ${SUIT_NAMES[suitOf(card)]}`;

/** A hand for the ear: "spades A K J 10; hearts 6; …". @param {BySuit<string>} suits */
export function spokenHand(suits) {
  const ranks = (/** @type {Suit} */ suit) => [...suits[suit]].join(" ").replace("T", "10") || "none";
  return SUITS.map((suit) => `${SUIT_NAMES[suit]} ${ranks(suit)}`).join("; ");
}

/** A number with a real minus sign. @param {number} value @param {number} [digits] */
export const number = (value, digits = 1) => (value < 0 ? "−" : "") + Math.abs(value).toFixed(digits);

/** A score from one side: +620, −100. @param {number} value @param {number} [digits] */
export const signed = (value, digits = 0) => (value > 0 ? "+" : "") + number(value, digits);

/**
 * A gain and its interval in the unit of the scoring: 1.4 ± 0.6 IMPs.
 * @param {Interval} gain @param {Score} score @param {(value: number, digits?: number) => string} [write]
 */
export function worth({ mean, high }, score, write = number) {
  const [times, digits, unit] = UNITS[score];
  return `${write(times * mean, digits)} ± ${number(times * (high - mean), digits)}${unit}`;
}

/** @param {number} value */
export const percent = (value) => `${Math.round(value * 100)}%`;
