// Charts read as tables.

import { RANKS } from "../game/hands.js";
import { LEVELS, SUITS } from "../game/rules.js";
import { lengthsTo8 } from "./charts.js";
import { h } from "./dom.js";
import { PLAYERS, PLAYER_NAMES, SEAT_NAMES, SUIT_NAMES, percent, seatOf, suitMark } from "./words.js";

/** The chance from which a number of points is worth a row. */
const LEAST = 0.005;
/** @type {Strain[]} */
const STRAINS = ["N", ...SUITS];
/** @type {Seat[]} */
const SEATS = ["N", "S", "E", "W"];

/** The hidden hands. @param {Posterior} posterior @param {Seat} viewer */
export function hiddenTables({ players }, viewer) {
  const tables = PLAYERS.map((player) => {
    const name = `${PLAYER_NAMES[player]}, ${SEAT_NAMES[seatOf(player, viewer)]}`;
    return playerTables(name, players[player]);
  });
  return h("div", { class: "figures-list" }, tables);
}

/** @param {string} name @param {HiddenHand} known */
function playerTables(name, known) {
  const points = known.hcp
    .map((p, value) => ({ value, p, before: known.prior.hcp[value] }))
    .filter(({ p, before }) => p >= LEAST || before >= LEAST)
    .map(({ value, p, before }) => [value, percent(p), percent(before)]);
  const lengths = SUITS.map((suit) => [suitMark(suit), ...lengthsTo8(known.lengths[suit]).map(percent)]);
  const cards = SUITS.map((suit) => [suitMark(suit), ...RANKS.map((rank) => percent(known.cards[suit + rank] ?? 0))]);
  return [
    table(`${name}: high-card points`, ["HCP", "now", "before"], points),
    table(`${name}: lengths`, ["Suit", 0, 1, 2, 3, 4, 5, 6, 7, "8+"], lengths),
    table(`${name}: cards`, ["Suit", ...RANKS], cards),
  ];
}

/** The contracts. @param {Seat} declarer @param {ByStrain<number[]>} chances @param {Tricks | null} tricks */
export function contractTables(declarer, chances, tricks) {
  const likely = STRAINS.map((strain) => [SUIT_NAMES[strain], ...chances[strain].map(percent)]);
  const exact = tricks && STRAINS.map((strain) => [SUIT_NAMES[strain], ...SEATS.map((seat) => tricks[seat][strain])]);
  return h(
    "div",
    { class: "figures-list" },
    table(`Chance to make, ${SEAT_NAMES[declarer]} plays`, ["Strain", ...LEVELS], likely),
    exact && table("Tricks, all four hands seen", ["Strain", ...SEATS], exact),
  );
}

/**
 * A caption, the heads, and rows whose first cell is a head.
 * @param {string} caption @param {Child[]} heads @param {Child[][]} rows
 */
function table(caption, heads, rows) {
  const row = (/** @type {Child[]} */ [first, ...rest]) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, first),
      rest.map((value) => h("td", null, value)),
    );
  const columns = heads.map((head) => h("th", { scope: "col" }, head));
  return h(
    "table",
    { class: "figures" },
    h("caption", null, caption),
    h("thead", null, h("tr", null, columns)),
    h("tbody", null, rows.map(row)),
  );
}
