// The laws of the auction: whose turn it is, which calls are allowed, where it ends.

export const SEATS = ["N", "E", "S", "W"];
export const STRAINS = ["C", "D", "H", "S", "N"];
export const SUITS = ["S", "H", "D", "C"];
export const LEVELS = [1, 2, 3, 4, 5, 6, 7];
export const BIDS = LEVELS.flatMap((level) => STRAINS.map((strain) => `${level}${strain}`));

/** The seat so many places round the table. */
export const around = (seat, places) => SEATS[(SEATS.indexOf(seat) + places) & 3];
export const partner = (seat) => around(seat, 2);
export const sideOf = (seat) => ("NS".includes(seat) ? "NS" : "EW");
export const isVulnerable = (vul, seat) => vul === "All" || vul === sideOf(seat);

/** Who calls after so many calls. */
export const turnOf = (dealer, calls) => around(dealer, calls.length);

export const isBid = (call) => /^[1-7]/.test(call);

function lastBid(calls) {
  for (let place = calls.length - 1; place >= 0; place--) if (isBid(calls[place])) return place;
  return -1;
}

/** Whether three passes have followed a call, or all four players have passed. */
export function isOver(calls) {
  const last = calls.slice(-3);
  return calls.length >= 4 && last.length === 3 && last.every((call) => call === "P");
}

/** The last call that was no pass, and whether the side to call made it. */
function standing(calls) {
  for (let place = calls.length - 1; place >= 0; place--) {
    if (calls[place] !== "P") return { call: calls[place], ours: (calls.length - place) % 2 === 0 };
  }
  return { call: null, ours: false };
}

/** "" when the call may be made, else what is wrong with it. */
export function objection(calls, call) {
  if (isOver(calls)) return "the auction is over";
  if (call === "P") return "";
  const { call: last, ours } = standing(calls);
  if (call === "X") {
    return last && isBid(last) && !ours ? "" : "there is nothing to double";
  }
  if (call === "XX") return last === "X" && !ours ? "" : "there is nothing to redouble";
  if (!BIDS.includes(call)) return "no such call";
  const place = lastBid(calls);
  return place < 0 || BIDS.indexOf(call) > BIDS.indexOf(calls[place]) ? "" : "too low";
}

export const isLegal = (calls, call) => objection(calls, call) === "";

/** The contract of an auction that is over: {bid, doubled, declarer}, or null when it was passed out. */
export function contractOf(dealer, calls) {
  const place = lastBid(calls);
  if (place < 0) return null;
  const bid = calls[place];
  const parity = place % 2;
  const first = calls.findIndex((call, at) => at % 2 === parity && isBid(call) && call[1] === bid[1]);
  const after = calls.slice(place + 1);
  const doubled = after.includes("XX") ? "XX" : after.includes("X") ? "X" : "";
  return { bid, doubled, declarer: around(dealer, first) };
}

/** The calls as far as they are legal: what stands in a link or a file may be anything. */
export function legalPart(calls) {
  const wrong = calls.findIndex((call, place) => !isLegal(calls.slice(0, place), call));
  return wrong < 0 ? calls : calls.slice(0, wrong);
}
