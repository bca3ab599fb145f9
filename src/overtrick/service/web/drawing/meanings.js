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
  if (low <= 0 && high >= most) return "";
  if (low === high) return `${low}`;
  return high >= most ? `${low}+` : `${Math.max(low, 0)}–${high}`;
}

/** What a meaning promises, in short lines: points, suits, whether it forces. @param {Meaning} meaning */
export function shows(meaning) {
  const points = rangeText(meaning.hcp, MOST_POINTS);
  /** @type {Child[][]} */
  const lines = points ? [[points, " HCP"]] : [];
  for (const suit of SUITS) {
    const length = meaning.lengths[suit];
    if (length[0] >= 3) lines.push([rangeText(length, Math.max(MOST_CARDS, length[0] + 1)), suitMark(suit)]);
  }
  if (meaning.balanced) lines.push(["balanced"]);
  lines.push([FORCING[meaning.forcing] ?? meaning.forcing]);
  if (meaning.artificial) lines.push(["Artificial"]);
  return lines;
}

/** The same and its text, in a line. @param {Meaning} meaning @returns {Child} */
export function meaningLine(meaning) {
  if (meaning.kind === "unknown") return "The card says nothing about it.";
  const promises = shows(meaning).flatMap((line, index) => (index ? [", ", ...line.map(small)] : line));
  const text = meaning.text ? [" ", drawPieces(sentence(piecesOf(meaning, "text")))] : null;
  return [h("b", null, promises, "."), text];
}

/** A line in the middle of a sentence; HCP stays as it is. @param {Child} part */
function small(part) {
  return typeof part === "string" && /^[A-Z][a-z]/.test(part) ? part[0].toLowerCase() + part.slice(1) : part;
}
