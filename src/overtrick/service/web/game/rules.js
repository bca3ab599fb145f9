// The laws of the auction: whose turn it is, which calls are allowed, where it ends.

/** @type {Seat[]} */
export const SEATS = ["N", "E", "S", "W"];
/** @type {Strain[]} */
export const STRAINS = ["C", "D", "H", "S", "N"];
/** @type {Suit[]} */
export const SUITS = ["S", "H", "D", "C"];
export const LEVELS = [1, 2, 3, 4, 5, 6, 7];
export const BIDS = LEVELS.flatMap((level) => STRAINS.map((strain) => `${level}${strain}`));

/** The seat that many places round the table. @param {Seat} seat @param {number} places */
export const around = (seat, places) => SEATS[(SEATS.indexOf(seat) + places) & 3];
/** @param {Seat} seat */
export const partner = (seat) => around(seat, 2);
/** @param {Seat} seat @returns {Side} */
export const sideOf = (seat) => ("NS".includes(seat) ? "NS" : "EW");
/** @param {Vulnerability} vul @param {Seat} seat */
export const isVulnerable = (vul, seat) => vul === "All" || vul === sideOf(seat);

/** Who calls after these calls. @param {Seat} dealer @param {ArrayLike<Call>} calls */
export const turnOf = (dealer, calls) => around(dealer, calls.length);

/** @param {Call} call */
export const isBid = (call) => /^[1-7]/.test(call);
/** @param {Call} bid */
export const strainOf = (bid) => /** @type {Strain} */ (bid[1]);

/** @param {readonly Call[]} calls */
const lastBid = (calls) => calls.findLastIndex(isBid);

/** Whether three passes have followed a call, or all four players have passed. @param {readonly Call[]} calls */
export function isOver(calls) {
  return calls.length >= 4 && calls.slice(-3).every((call) => call === "P");
}

/** The last call that was no pass, and whether the side to call made it. @param {readonly Call[]} calls */
function standing(calls) {
  const index = calls.findLastIndex((call) => call !== "P");
  return { last: calls[index] ?? "", ours: (calls.length - index) % 2 === 0 };
}

/** "" when the call may be made, else what is wrong with it. @param {readonly Call[]} calls @param {Call} call */
export function objection(calls, call) {
  if (isOver(calls)) return "the auction is over";
  if (call === "P") return "";
  const { last, ours } = standing(calls);
  if (call === "X") return isBid(last) && !ours ? "" : "there is nothing to double";
  if (call === "XX") return last === "X" && !ours ? "" : "there is nothing to redouble";
  if (!BIDS.includes(call)) return "no such call";
  return BIDS.indexOf(call) > BIDS.indexOf(calls[lastBid(calls)]) ? "" : "too low";
}

/** @param {readonly Call[]} calls @param {Call} call */
export const isLegal = (calls, call) => objection(calls, call) === "";

/**
 * The contract of an auction that is over, or null when it was passed out.
 * @param {Seat} dealer @param {readonly Call[]} calls @returns {Contract | null}
 */
export function contractOf(dealer, calls) {
  const last = lastBid(calls);
  if (last < 0) return null;
  const bid = calls[last];
  const first = calls.findIndex((call, at) => (last - at) % 2 === 0 && isBid(call) && call[1] === bid[1]);
  const after = calls.slice(last + 1);
  const doubled = after.includes("XX") ? "XX" : after.includes("X") ? "X" : "";
  return { bid, doubled, declarer: around(dealer, first) };
}

/** The calls as far as they are legal: a link or a file may hold anything. @param {readonly Call[]} calls */
export function legalPart(calls) {
  const wrong = calls.findIndex((call, index) => !isLegal(calls.slice(0, index), call));
  return wrong < 0 ? calls : calls.slice(0, wrong);
}
