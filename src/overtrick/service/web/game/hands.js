// Hands as text, spades first: AKJT985.6.A76.84.

import { SEATS, SUITS, around } from "./rules.js";

export const RANKS = [..."AKQJT98765432"];
/** @type {Record<string, number>} */
const POINTS = { A: 4, K: 3, Q: 2, J: 1 };

/** The cards as the protocol names them: SA, SK, … C2. */
export const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank));

/** The ranks of each suit. @param {Hand} hand @returns {BySuit<string>} */
export function suitsOf(hand) {
  const [S, H = "", D = "", C = ""] = hand.split(".");
  return { S, H, D, C };
}

/** @param {Card} card */
export const suitOf = (card) => /** @type {Suit} */ (card[0]);

/** @param {Hand} hand */
export function cardsOf(hand) {
  const suits = suitsOf(hand);
  return SUITS.flatMap((suit) => [...suits[suit]].map((rank) => suit + rank));
}

/** The hand with these cards. @param {readonly Card[]} cards */
export function handOf(cards) {
  return SUITS.map((suit) => RANKS.filter((rank) => cards.includes(suit + rank)).join("")).join(".");
}

/** @param {Hand | null} hand @returns {hand is Hand} */
export const isComplete = (hand) => !!hand && cardsOf(hand).length === 13;

/** @param {Hand} hand */
export const hcp = (hand) => [...hand].reduce((sum, rank) => sum + (POINTS[rank] ?? 0), 0);

/** The hands with the fourth filled in when three are complete. @param {Hands} hands @returns {Hands} */
export function filled(hands) {
  const [missing, ...others] = SEATS.filter((seat) => !isComplete(hands[seat]));
  if (!missing || others.length || hands[missing]) return hands;
  const seen = new Set(SEATS.flatMap((seat) => cardsOf(hands[seat] ?? "")));
  if (seen.size !== 39) return hands;
  return { ...hands, [missing]: handOf(DECK.filter((card) => !seen.has(card))) };
}

/** N:… … … … as the protocol and PBN write a deal; "-" for a hand that is not known. @param {Hands} hands */
export function dealText(hands) {
  return `N:${SEATS.map((seat) => hands[seat] || "-").join(" ")}`;
}

/** The hands of such a text, whichever of them is first. @param {string} text */
export function handsOf(text) {
  const [first, rest = ""] = text.split(":");
  /** @type {Record<Seat, Hand | null>} */
  const hands = { N: null, E: null, S: null, W: null };
  const seat = SEATS.find((seat) => seat === first);
  if (!seat) return hands;
  for (const [place, hand] of rest.split(/[ _]/).slice(0, 4).entries()) {
    if (hand && hand !== "-") hands[around(seat, place)] = hand;
  }
  return hands;
}

/** Dealer and vulnerability of a numbered board. @param {number} number */
export function conditionsOf(number) {
  const place = (number - 1) % 16;
  /** @type {Vulnerability[]} */
  const order = ["None", "NS", "EW", "All"];
  return { dealer: SEATS[place % 4], vul: order[(place + (place >> 2)) % 4] };
}
