// Hands as they are typed or clicked together.

import { RANKS, cardsOf, handOf, suitOf } from "./hands.js";
import { SEATS, SUITS } from "./rules.js";

/**
 * Read a typed hand. Ten is T or 10, a dash or nothing is a void, dots or blanks part the suits, lower case will do.
 * @param {string} text @returns {{ hand: Hand, error?: undefined } | { hand?: undefined, error: string }}
 */
export function readHand(text) {
  /** @type {string[][]} */
  const suits = [[]];
  for (const rank of text.toUpperCase().replaceAll("10", "T")) {
    if (rank === "-") continue;
    if (". ,".includes(rank)) {
      suits.push([]);
      continue;
    }
    if (!RANKS.includes(rank)) return { error: `expected a card, got ${rank}` };
    if (suits.length > 4) return { error: "expected four suits, got more" };
    const suit = suits[suits.length - 1];
    if (suit.includes(rank)) return { error: `${rank} comes twice in one suit` };
    suit.push(rank);
  }
  return { hand: handOf(suits.flatMap((ranks, place) => ranks.map((rank) => SUITS[place] + rank))) };
}

/** What is wrong with four hands together, by seat; complete and different hands have no entry. @param {Hands} hands */
export function problems(hands) {
  /** @type {Record<Card, Seat>} */
  const owner = {};
  /** @type {Partial<BySeat<string>>} */
  const wrong = {};
  for (const seat of SEATS) {
    const cards = cardsOf(hands[seat] ?? "");
    if (!cards.length) continue;
    const twice = cards.find((card) => owner[card]);
    for (const card of cards) owner[card] ??= seat;
    if (twice) wrong[seat] = `${twice} is with ${owner[twice]} already`;
    else if (cards.length !== 13) wrong[seat] = `${cards.length} of 13 cards`;
  }
  return wrong;
}

/** Who holds the card, among the hands that are known. @param {Hands} hands @param {Card} card */
export const holderOf = (hands, card) => SEATS.find((seat) => cardsOf(hands[seat] ?? "").includes(card)) ?? null;

/**
 * The hands when a card goes to a seat. A full hand gives a low card of that suit, or its last, back to where the card
 * came from.
 * @param {Hands} hands @param {Card} card @param {Seat} seat @returns {Hands}
 */
export function moved(hands, card, seat) {
  const from = holderOf(hands, card);
  if (from === seat) return hands;
  const taking = cardsOf(hands[seat] ?? "");
  const back = taking.length === 13 ? (taking.findLast((held) => suitOf(held) === suitOf(card)) ?? taking[12]) : null;
  const after = { ...hands, [seat]: handOf([...taking.filter((held) => held !== back), card]) };
  if (!from) return after;
  const giving = cardsOf(hands[from] ?? "").filter((held) => held !== card);
  if (back) giving.push(back);
  return { ...after, [from]: giving.length ? handOf(giving) : null };
}
