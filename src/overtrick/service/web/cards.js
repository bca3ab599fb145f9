// Hands as text, spades first: AKJT985.6.A76.84.

import { SEATS, SUITS, around } from "./rules.js";

export const RANKS = [..."AKQJT98765432"];
const POINTS = { A: 4, K: 3, Q: 2, J: 1 };

/** The thirteen cards of every suit, as the protocol names them: SA, SK, … C2. */
export const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank));

/** The ranks of each suit: {S: "AKJ", …}. */
export function suitsOf(hand) {
  const parts = hand.split(".");
  return Object.fromEntries(SUITS.map((suit, place) => [suit, parts[place] ?? ""]));
}

/** The cards of a hand: ["SA", …]. */
export const cardsOf = (hand) => SUITS.flatMap((suit) => [...suitsOf(hand)[suit]].map((rank) => suit + rank));

/** The hand with these cards. */
export function handOf(cards) {
  return SUITS.map((suit) => RANKS.filter((rank) => cards.includes(suit + rank)).join("")).join(".");
}

export const isComplete = (hand) => Boolean(hand) && cardsOf(hand).length === 13;

export const hcp = (hand) => [...hand].reduce((sum, rank) => sum + (POINTS[rank] ?? 0), 0);

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

/** The hands with the fourth filled in when three are complete. */
export function filled(hands) {
  const missing = SEATS.filter((seat) => !isComplete(hands[seat]));
  if (missing.length !== 1 || hands[missing[0]]) return hands;
  const seen = SEATS.filter((seat) => seat !== missing[0]).flatMap((seat) => cardsOf(hands[seat]));
  if (new Set(seen).size !== 39) return hands;
  return { ...hands, [missing[0]]: handOf(DECK.filter((card) => !seen.includes(card))) };
}

/** N:… … … … as the protocol and PBN write a deal; "-" for a hand that is not known. */
export function dealText(hands, first = "N") {
  return `${first}:${[0, 1, 2, 3].map((place) => hands[around(first, place)] || "-").join(" ")}`;
}

/** The hands of such a text. */
export function handsOf(text) {
  const [first, rest] = text.split(":");
  const hands = { N: null, E: null, S: null, W: null };
  (rest ?? "").split(/[ _]/).slice(0, 4).forEach((hand, place) => {
    if (hand && hand !== "-" && SEATS.includes(first)) hands[around(first, place)] = hand;
  });
  return hands;
}

export const isFull = (hands) => SEATS.every((seat) => isComplete(hands[seat]));

/** Who holds the card, among the hands that are known. */
export const holderOf = (hands, card) => SEATS.find((seat) => hands[seat] && cardsOf(hands[seat]).includes(card)) ?? null;

/** Dealer and vulnerability of a numbered board. */
export function conditionsOf(number) {
  const place = (number - 1) % 16;
  return { dealer: SEATS[place % 4], vul: ["None", "NS", "EW", "All"][(place + (place >> 2)) % 4] };
}
