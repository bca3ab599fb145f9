// The board as a file: PBN and LIN written by the server, the diagram as SVG and the numbers as CSV written here.

import { ask } from "../server/api.js";
import { DECK, dealText, suitsOf } from "../game/hands.js";
import { SEATS, SUITS } from "../game/rules.js";
import { callsOf } from "../state/state.js";
import { SEAT_NAMES } from "../drawing/words.js";

/** The board as the server's JSON lines have it. */
function boardLine(state) {
  const { board } = state;
  const calls = callsOf(state);
  return JSON.stringify({ version: 1, board: board.no, dealer: board.dealer, vul: board.vul, deal: dealText(board.hands), ...(calls.length && { auction: calls.join(" ") }) });
}

/** Write the board in a format and let the browser keep it. */
export async function exportAs(app, form) {
  try {
    keep(`board-${app.state.board.no}.${form.toLowerCase()}`, await written(app, form), form === "SVG" ? "image/svg+xml" : "text/plain");
  } catch (error) {
    app.say(error.message, true);
  }
}

/** Let the browser keep a text as a file. */
export function keep(name, text, type) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function written(app, form) {
  if (form === "SVG") return diagramSvg(app.state);
  if (form === "CSV") return numbersCsv(app);
  return (await ask("convert", { text: boardLine(app.state), to: form.toLowerCase() })).text;
}

/** The link that opens the board at Bridge Base Online. */
export async function bboLink(state) {
  const { text } = await ask("convert", { text: boardLine(state), to: "lin" });
  return `https://www.bridgebase.com/tools/handviewer.html?lin=${encodeURIComponent(text.trim())}`;
}

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const PLACES = { N: [150, 20], W: [20, 120], E: [280, 120], S: [150, 220] };

function diagramSvg({ board }) {
  const lines = SEATS.flatMap((seat) => {
    const [x, y] = PLACES[seat];
    const suits = board.hands[seat] ? suitsOf(board.hands[seat]) : null;
    const rows = SUITS.map((suit, place) => `<text x="${x}" y="${y + 18 * (place + 1)}"><tspan fill="${"HD".includes(suit) ? "#C4202B" : "#171C28"}">${SIGNS[suit]}</tspan> ${suits ? suits[suit] || "—" : ""}</text>`);
    return [`<text x="${x}" y="${y}" font-weight="bold">${SEAT_NAMES[seat]}</text>`, ...rows];
  });
  const about = `<text x="20" y="20">Board ${board.no}</text><text x="20" y="38">Dealer ${board.dealer}, vul ${board.vul}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 320" font-family="sans-serif" font-size="15">${about}${lines.join("")}</svg>\n`;
}

/** The chance of every contract, and the exact tricks. */
function contractRows({ declarer, chances, tricks }) {
  const strains = ["N", ...SUITS];
  const likely = chances ? strains.flatMap((strain) => chances[strain].map((p, place) => ["contract", declarer, `${place + 1}${strain}`, p, ""])) : [];
  const exact = tricks ? SEATS.flatMap((seat) => strains.map((strain) => ["tricks", seat, strain, tricks[seat][strain], ""])) : [];
  return [...likely, ...exact];
}

/** The numbers of every chart: the hidden hands player by player, the candidates, the contracts. */
function numbersCsv(app) {
  const { posterior, candidates = [] } = app.shown ?? {};
  const rows = [["table", "player", "what", "now", "before"]];
  for (const [player, known] of Object.entries(posterior?.players ?? {})) {
    known.hcp.forEach((p, points) => rows.push(["hcp", player, points, p, known.prior.hcp[points]]));
    for (const suit of SUITS) known.lengths[suit].forEach((p, length) => rows.push([`length ${suit}`, player, length, p, known.prior.lengths[suit][length]]));
    for (const { shape, p } of known.shapes) rows.push(["shape", player, shape, p, ""]);
    for (const card of DECK) rows.push(["card", player, card, known.cards[card] ?? 0, known.prior.cards[card] ?? 0]);
  }
  for (const { call, probability, imps } of candidates) rows.push(["call", "", call, probability, ""], ...(imps ? [["imps", "", call, imps.mean, ""], ["imps low", "", call, imps.low, ""], ["imps high", "", call, imps.high, ""]] : []));
  rows.push(...contractRows(app.contracts ?? {}));
  return `${rows.map((row) => row.join(",")).join("\n")}\n`;
}
