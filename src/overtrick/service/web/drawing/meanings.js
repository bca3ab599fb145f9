// What a call means, in words.

import { SUITS } from "../game/rules.js";
import { h } from "./dom.js";
import { drawPieces, piecesOf, sentence } from "./marked.js";
import { suitMark } from "./words.js";

/** Points beyond which a range is open, and cards of a suit. */
const MOST_POINTS = 22;
const MOST_CARDS = 7;

/** @type {Record<string, string>} */
const FORCING = {
  "1 round": "Forcing for a round",
  game: "Forcing to game",
  invite: "Invites",
  signoff: "To play",
  no: "Not forcing",
};

/** A range of points or lengths: 10–15, 6+, 0–4; "" when it says nothing. @param {Bounds} range @param {number} most */
function rangeText([low, high], most) {
  if (!low && high >= most) return "";
  if (low === high) return `${low}`;
  return high >= most ? `${low}+` : `${low}–${high}`;
}

/** What a meaning promises, in short lines. @param {Meaning} meaning */
export function shows(meaning) {
  const points = rangeText(meaning.hcp, MOST_POINTS);
  /** @type {Child[][]} */
  const lines = points ? [[points, " HCP"]] : [];
  for (const suit of SUITS) {
    const length = meaning.lengths[suit];
    if (length[0] >= 3) lines.push([rangeText(length, Math.max(MOST_CARDS, length[0] + 1)), suitMark(suit)]);
  }
  if (meaning.balanced) lines.push(["balanced"]);
  if (!/invit|forcing|to play/.test(meaning.text)) lines.push([FORCING[meaning.forcing] ?? meaning.forcing]);
  if (meaning.artificial) lines.push(["Artificial"]);
  return lines;
}

/** @type {Record<Alert, string[]>} A mark, and how a call is told to the opponents. */
const ALERTS = {
  no: [],
  alert: ["!", "Alerted"],
  announce: ["a", "Announced"],
  delayed: ["(!)", "Alerted after the auction"],
};

/** Its mark and words, if it is alerted. @param {Meaning | undefined} meaning @param {Regulation} regulation */
export const alertOf = (meaning, regulation) => ALERTS[meaning?.alerts?.[regulation] ?? "no"];

/**
 * The name of the convention, the same, its text, and how it is told to the opponents, in a line.
 * @param {Meaning} meaning @param {Regulation} [regulation] @returns {Child}
 */
export function meaningLine(meaning, regulation) {
  if (meaning.kind === "unknown") return "The card says nothing about it.";
  const promises = shows(meaning).flatMap((line, index) => (index ? [", ", ...line.map(small)] : line));
  const text = meaning.text ? [" ", drawPieces(sentence(piecesOf(meaning, "text")))] : null;
  const told = regulation && alertOf(meaning, regulation)[1];
  const words = meaning.announce ? `: “${meaning.announce}”` : "";
  return [
    h("b", null, meaning.name ? `${meaning.name}: ` : "", promises, "."),
    text,
    told ? h("span", { class: "muted" }, ` ${told}${words}.`) : null,
  ];
}

/** A line inside a sentence. @param {Child} part */
function small(part) {
  return typeof part === "string" && /^[A-Z][a-z]/.test(part) ? part[0].toLowerCase() + part.slice(1) : part;
}
