// Charts read as tables.

import { DECK } from "../game/hands.js";
import { h } from "./dom.js";
import { LEVELS, SUITS } from "../game/rules.js";
import { PLAYERS, SEAT_NAMES, SUIT_NAMES, percent, seatOf, suitMark } from "./words.js";
import { lengthsTo8 } from "./charts.js";

/** The tables of a panel: of the hidden hands, or of the contracts. */
export default (app, name, ...about) => ({ hidden, contract })[name](...about);

function hidden(data, viewer) {
  return h("div", { class: "twins" }, Object.keys(PLAYERS).map((player) => {
    const known = data.players[player];
    const name = `${PLAYERS[player]}, ${SEAT_NAMES[seatOf(player, viewer)]}`;
    const points = known.hcp.map((p, value) => [value, p, known.prior.hcp[value]]).filter(([, p, before]) => p >= 0.005 || before >= 0.005);
    return [
      twinTable(`${name}: high-card points`, ["HCP", "now", "before"], points.map(([value, p, before]) => [value, percent(p), percent(before)])),
      twinTable(`${name}: lengths`, ["Suit", 0, 1, 2, 3, 4, 5, 6, 7, "8+"], SUITS.map((suit) => [suitMark(suit), ...lengthsTo8(known.lengths[suit]).map(percent)])),
      twinTable(`${name}: cards`, ["Suit", ..."AKQJT98765432"], SUITS.map((suit) => [suitMark(suit), ...DECK.filter((each) => each[0] === suit).map((each) => percent(known.cards[each] ?? 0))])),
    ];
  }));
}

function contract(declarer, found, tricks) {
  return h("div", { class: "twins" },
    twinTable(`Chance to make, ${SEAT_NAMES[declarer]} plays`, ["Strain", ...LEVELS], ["N", ...SUITS].map((strain) => [SUIT_NAMES[strain], ...found.chances[strain].map(percent)])),
    tricks ? twinTable("Exact tricks, all four hands seen", ["Strain", "N", "S", "E", "W"], ["N", ...SUITS].map((strain) => [SUIT_NAMES[strain], ...["N", "S", "E", "W"].map((seat) => tricks[seat][strain])])) : null);
}

/** A plain table: a caption, the heads, and rows whose first cell is a head. */
function twinTable(caption, heads, rows) {
  return h(
    "table",
    { class: "twin" },
    h("caption", null, caption),
    h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", null, rows.map(([first, ...rest]) =>
      h("tr", null, h("th", { scope: "row" }, first), rest.map((value) => h("td", null, value))))),
  );
}
