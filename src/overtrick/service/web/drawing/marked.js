// Texts of the server with suits and calls in them. The server sends these as pieces, `x_marked` beside a
// field `x` where there is something to draw.

import { term } from "./frame.js";
import { callMark, suitMark } from "./words.js";

/**
 * A text of the server with its suits and calls drawn.
 * @template {object} T @param {T} answer @param {keyof T & string} field
 */
export const marked = (answer, field) => drawPieces(piecesOf(answer, field));

/** Words of the server that are explained. */
const TERMS =
  /((?:total|support|suit) points|(?:quick|playing) tricks|opening count|better minor|losers|controls|(?:semi-)?balanced|stopper)/;

/** A requirement with its words explained. @param {Piece[]} pieces @returns {Child} */
export function drawTerms(pieces) {
  const words = (/** @type {string} */ text) => text.split(TERMS).map((part, index) => (index % 2 ? term(part) : part));
  return pieces.map((piece) => (typeof piece === "string" ? words(piece) : drawPieces([piece])));
}

/** @param {Piece[]} pieces @returns {Child} */
export function drawPieces(pieces) {
  return pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    return "suit" in piece ? suitMark(piece.suit) : callMark(piece.call);
  });
}

/**
 * The pieces of a field's text.
 * @template {object} T @param {T} answer @param {keyof T & string} field @returns {Piece[]}
 */
export function piecesOf(answer, field) {
  const values = /** @type {Record<string, any>} */ (answer);
  return values[`${field}_marked`] ?? [values[field] ?? ""];
}

/** Pieces as a sentence: a capital first, a full stop last. @param {Piece[]} pieces */
export function sentence(pieces) {
  const words = [...pieces];
  const [first] = words;
  if (typeof first === "string") words[0] = first.charAt(0).toUpperCase() + first.slice(1);
  const last = words[words.length - 1];
  if (typeof last !== "string") words.push(".");
  else if (!/[.!?]$/.test(last)) words[words.length - 1] = `${last}.`;
  return words;
}
