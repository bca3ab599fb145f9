// The board as a file: PBN and LIN written by the server, the diagram as SVG and the numbers as CSV written here.

import { SEAT_NAMES } from "../drawing/words.js";
import { DECK, dealText, suitsOf } from "../game/hands.js";
import { SEATS, SUITS } from "../game/rules.js";
import { contractsOf } from "../panels/contract.js";
import { adviceOf } from "../panels/decision.js";
import { ask, messageOf } from "../server/api.js";
import { callsOf } from "../state/state.js";

/** The board as the server's JSON lines have it. @param {State} state */
function boardLine(state) {
  const { no, dealer, vul, hands } = state.board;
  const calls = callsOf(state);
  const auction = calls.length ? { auction: calls.join(" ") } : {};
  return JSON.stringify({ version: 1, board: no, dealer, vul, deal: dealText(hands), ...auction });
}

/** Write the board in a format and let the browser save it. @param {App} app @param {string} format */
export async function exportAs(app, format) {
  const name = `board-${app.state.board.no}.${format.toLowerCase()}`;
  try {
    save(name, await written(app, format), format === "SVG" ? "image/svg+xml" : "text/plain");
  } catch (error) {
    app.say(messageOf(error), true);
  }
}

/** Let the browser save a text as a file. @param {string} name @param {string} text @param {string} type */
export function save(name, text, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** @param {App} app @param {string} format */
async function written(app, format) {
  if (format === "SVG") return diagramSvg(app.state.board);
  if (format === "CSV") return numbersCsv(app);
  return (await ask("convert", { text: boardLine(app.state), to: format.toLowerCase() })).text;
}

/** The link that opens the board at Bridge Base Online. @param {State} state */
export async function bboLink(state) {
  const { text } = await ask("convert", { text: boardLine(state), to: "lin" });
  return `https://www.bridgebase.com/tools/handviewer.html?lin=${encodeURIComponent(text.trim())}`;
}

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const COLOURS = { S: "#171C28", H: "#C4202B", D: "#C4202B", C: "#171C28" };
const PLACES = { N: [150, 20], W: [20, 120], E: [280, 120], S: [150, 220] };
const SVG = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 320" font-family="sans-serif" font-size="15"';

/** @param {Board} board */
function diagramSvg({ no, dealer, vul, hands }) {
  const about = `<text x="20" y="20">Board ${no}</text><text x="20" y="38">Dealer ${dealer}, vul ${vul}</text>`;
  return `<svg ${SVG}>${about}${SEATS.map((seat) => handSvg(seat, hands[seat])).join("")}</svg>\n`;
}

/** @param {Seat} seat @param {Hand | null} hand */
function handSvg(seat, hand) {
  const [x, y] = PLACES[seat];
  const suits = hand && suitsOf(hand);
  const lines = SUITS.map((suit, index) => {
    const sign = `<tspan fill="${COLOURS[suit]}">${SIGNS[suit]}</tspan>`;
    return `<text x="${x}" y="${y + 18 * (index + 1)}">${sign} ${suits ? suits[suit] || "—" : ""}</text>`;
  });
  return `<text x="${x}" y="${y}" font-weight="bold">${SEAT_NAMES[seat]}</text>${lines.join("")}`;
}

/** @typedef {(string | number)[]} Row table, player, what, now, before */

/** The numbers of every chart: the hidden hands player by player, the candidates, the contracts. @param {App} app */
function numbersCsv(app) {
  const advice = adviceOf(app);
  const { posterior, candidates = [] } = advice.isOld || !advice.data ? {} : advice.data;
  const hidden = Object.entries(posterior?.players ?? {}).flatMap(([player, known]) => hiddenRows(player, known));
  const rows = [
    ["table", "player", "what", "now", "before"],
    ...hidden,
    ...candidates.flatMap(callRows),
    ...contractRows(app),
  ];
  return `${rows.map((row) => row.join(",")).join("\n")}\n`;
}

/** @param {string} player @param {HiddenHand} known @returns {Row[]} */
function hiddenRows(player, { hcp, lengths, shapes, cards, prior }) {
  return [
    ...hcp.map((p, points) => ["hcp", player, points, p, prior.hcp[points]]),
    ...SUITS.flatMap((suit) =>
      lengths[suit].map((p, length) => [`length ${suit}`, player, length, p, prior.lengths[suit][length]]),
    ),
    ...shapes.map(({ shape, p }) => ["shape", player, shape, p, ""]),
    ...DECK.map((card) => ["card", player, card, cards[card] ?? 0, prior.cards[card] ?? 0]),
  ];
}

/** @param {Candidate} candidate @returns {Row[]} */
function callRows({ call, probability, imps }) {
  const values = imps ? { imps: imps.mean, "imps low": imps.low, "imps high": imps.high } : {};
  return [
    ["call", "", call, probability, ""],
    ...Object.entries(values).map(([name, value]) => [name, "", call, value, ""]),
  ];
}

/** The chance of every contract, and the exact tricks. @param {App} app @returns {Row[]} */
function contractRows(app) {
  const { chosen, known } = contractsOf(app);
  /** @type {Strain[]} */
  const strains = ["N", ...SUITS];
  const likely = strains.flatMap((strain) =>
    (chosen?.chances[strain] ?? []).map((p, index) => [
      "contract",
      chosen?.declarer ?? "",
      `${index + 1}${strain}`,
      p,
      "",
    ]),
  );
  const seats = known ? SEATS : [];
  const exact = seats.flatMap((seat) =>
    strains.map((strain) => ["tricks", seat, strain, known?.tricks[seat][strain] ?? "", ""]),
  );
  return [...likely, ...exact];
}
