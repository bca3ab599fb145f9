// Hands as somebody types them or clicks them together.

import { RANKS, cardsOf, handOf } from "./hands.js";
import { SEATS, SUITS } from "./rules.js";

/**
 * Read what somebody typed: {hand} or {error, column}. Ten is T or 10, a dash or nothing is a void,
 * suits are parted by dots or blanks, lower case will do.
 */
export function readHand(text) {
  const suits = [[]];
  const typed = text.toUpperCase();
  for (let place = 0; place < typed.length; place++) {
    let rank = typed[place];
    if (rank === "-") continue;
    if (". ,".includes(rank)) {
      suits.push([]);
      continue;
    }
    if (rank === "1" && typed[place + 1] === "0") {
      rank = "T";
      place++;
    }
    if (!RANKS.includes(rank)) return { error: `expected a card, got ${typed[place]}`, column: place + 1 };
    if (suits.length > 4) return { error: "expected four suits, got more", column: place + 1 };
    if (suits.at(-1).includes(rank)) return { error: `${rank} comes twice in one suit`, column: place + 1 };
    suits.at(-1).push(rank);
  }
  const cards = suits.flatMap((ranks, place) => ranks.map((rank) => SUITS[place] + rank));
  return { hand: handOf(cards) };
}

/** What is wrong with four hands together, by seat; complete and different hands have no entry. */
export function problems(hands) {
  const owner = {};
  const found = {};
  for (const seat of SEATS) {
    if (!hands[seat]) continue;
    const cards = cardsOf(hands[seat]);
    const twice = cards.find((card) => owner[card]);
    for (const card of cards) owner[card] ??= seat;
    if (twice) found[seat] = `${twice} is with ${owner[twice]} already`;
    else if (cards.length !== 13) found[seat] = `${cards.length} of 13 cards`;
  }
  return found;
}

/** Who holds the card, among the hands that are known. */
export const holderOf = (hands, card) => SEATS.find((seat) => hands[seat] && cardsOf(hands[seat]).includes(card)) ?? null;

/** The hands when a card goes to a seat; a full hand gives back a low card of that suit, or its last, to where it came from. */
export function moved(hands, card, seat) {
  const held = Object.fromEntries(SEATS.map((each) => [each, hands[each] ? cardsOf(hands[each]) : []]));
  const from = SEATS.find((each) => held[each].includes(card)) ?? null;
  if (from === seat) return hands;
  if (held[seat].length === 13) {
    const back = held[seat].filter((each) => each[0] === card[0]).at(-1) ?? held[seat].at(-1);
    held[seat] = held[seat].filter((each) => each !== back);
    if (from) held[from].push(back);
  }
  if (from) held[from] = held[from].filter((each) => each !== card);
  held[seat].push(card);
  return Object.fromEntries(SEATS.map((each) => [each, held[each].length ? handOf(held[each]) : null]));
}
