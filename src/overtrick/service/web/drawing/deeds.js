// What players did and what it cost, as it is drawn where boards are reviewed: cards led, IMPs lost.

import { suitOf } from "../game/hands.js";
import { h } from "./dom.js";
import { UNITS, number, suitMark } from "./words.js";

/** A card as it is drawn. @param {Card} card @param {string} ten How the ten is written. */
export const cardMark = (card, ten) => h("span", { class: "bid" }, suitMark(suitOf(card)), card[1].replace("T", ten));

/** What something cost, in the unit of the scoring, unnamed: 2.4, 12%. @param {number} lost @param {Score} score */
export function cost(lost, score) {
  const [times, digits, unit] = UNITS[score];
  return number(times * lost, digits) + (unit.startsWith("%") ? "%" : "");
}
