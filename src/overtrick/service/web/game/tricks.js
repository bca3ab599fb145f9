// The play of the cards: whose turn it is, which cards follow suit, who wins a trick (Laws 44 and 45).

import { DECK, RANKS, cardsOf, suitOf } from "./hands.js";
import { SEATS, around, sideOf } from "./rules.js";

/**
 * Where the play stands.
 * @typedef {{ turn: Seat | null, trick: [Seat, Card][], number: number, won: Record<Side, number> }} Play
 */

/** How high a card is on a trick. @param {Card} card @param {Suit} led @param {Strain} strain */
function power(card, led, strain) {
  const suit = suitOf(card);
  const height = RANKS.length - RANKS.indexOf(card[1]);
  return suit === strain ? 20 + height : suit === led ? height : 0;
}

/** Who wins a trick. @param {readonly [Seat, Card][]} trick @param {Strain} strain */
function winner(trick, strain) {
  const led = suitOf(trick[0][1]);
  return trick.reduce((best, next) => (power(next[1], led, strain) > power(best[1], led, strain) ? next : best))[0];
}

/**
 * Where the play stands after these cards. A full trick lies there until the next card.
 * @param {readonly Card[]} cards @param {Seat} leader @param {Strain} strain @returns {Play}
 */
export function playAfter(cards, leader, strain) {
  const won = { NS: 0, EW: 0 };
  /** @type {[Seat, Card][]} */
  let trick = [];
  let first = leader;
  for (const card of cards) {
    if (trick.length === 4) trick = [];
    trick.push([around(first, trick.length), card]);
    if (trick.length < 4) continue;
    first = winner(trick, strain);
    won[sideOf(first)] += 1;
  }
  const turn = cards.length === DECK.length ? null : around(first, trick.length % 4);
  return { turn, trick, number: Math.floor(cards.length / 4) + 1, won };
}

/** Who played each card. @param {readonly Card[]} cards @param {Seat} leader @param {Strain} strain @returns {Seat[]} */
export function playersOf(cards, leader, strain) {
  return cards.map((card, index) => /** @type {Seat} */ (playAfter(cards.slice(0, index), leader, strain).turn));
}

/** The cards that a player may put down. @param {readonly Card[]} left @param {Play} play */
export function legalCards(left, { trick }) {
  const led = trick.length % 4 ? suitOf(trick[0][1]) : null;
  const following = left.filter((card) => suitOf(card) === led);
  return following.length ? following : left;
}

/** What each seat still holds. @param {Hands} hands @param {readonly Card[]} played */
export function leftOf(hands, played) {
  const gone = new Set(played);
  const left = SEATS.map((seat) => [seat, cardsOf(hands[seat] ?? "").filter((card) => !gone.has(card))]);
  return /** @type {BySeat<Card[]>} */ (Object.fromEntries(left));
}
