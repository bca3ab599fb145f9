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

/** Dealer and vulnerability of a numbered board. */
export function conditionsOf(number) {
  const place = (number - 1) % 16;
  return { dealer: SEATS[place % 4], vul: ["None", "NS", "EW", "All"][(place + (place >> 2)) % 4] };
}
