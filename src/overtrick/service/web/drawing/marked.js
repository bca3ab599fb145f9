// Texts of the server with suits and calls in them. The server marks these as pieces, `x_marked` beside a field `x`.

import { callMark, suitMark } from "./words.js";

/**
 * A text of the server with its suits and calls drawn.
 * @template {object} T @param {T} answer @param {keyof T & string} field
 */
export const marked = (answer, field) => drawPieces(piecesOf(answer, field));

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
  return values[`${field}_marked`] ?? searched(values[field] ?? "");
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

// To be deleted when the server sends every text in pieces: until then they are searched for in its English.

/** @type {Record<string, Suit>} */
const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const SUIT_AFTER = "(?<=[\\d+] |points |cards |stopper |good |solid |in |minor |[<>=] )([SHDC])\\b";
const MARKS = new RegExp(
  `([♠♥♦♣])|\\b([1-7])(NT|[CDHSN])(X{0,2})\\b|${SUIT_AFTER}|\\b([SHDC])(?= longest| [<>=])`,
  "g",
);

/** @param {string} text @returns {Piece[]} */
function searched(text) {
  /** @type {Piece[]} */
  const pieces = [];
  let from = 0;
  for (const match of text.matchAll(MARKS)) {
    const [all, sign, level, strain, doubled, letter, longest] = match;
    const suit = /** @type {Suit} */ (SIGNS[sign] ?? letter ?? longest);
    pieces.push(text.slice(from, match.index), level ? { call: level + strain[0] + doubled } : { suit });
    from = match.index + all.length;
  }
  return [...pieces, text.slice(from)];
}
