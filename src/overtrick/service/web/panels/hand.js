// One hand: what every count makes of it, and what partner needs.

import { hcp, isComplete, suitsOf } from "../cards.js";
import { h } from "../h.js";
import { evalQuestion } from "../questions.js";
import { SUITS } from "../rules.js";
import { viewerOf } from "../state.js";
import { SEAT_NAMES, SUIT_NAMES, number, suitMark } from "../words.js";
import { card, choice, empty } from "./card.js";
import { dealPanel } from "./deal.js";

const TARGETS = [
  ["Game in notrump", 25],
  ["Game in a major", 25],
  ["Game in a minor", 28],
  ["Small slam", 33],
  ["Grand slam", 37],
];

/** The view. */
export default function handView(app) {
  const seat = viewerOf(app.state);
  const hand = app.state.board.hands[seat];
  return h(
    "main",
    { class: "hand-view", id: "main", tabindex: "-1" },
    h("div", { class: "column" }, dealPanel(app), needs(seat, hand)),
    h("div", { class: "column" }, evaluators(app, seat, hand)),
  );
}

function evaluators(app, seat, hand) {
  if (!isComplete(hand)) return card("evaluators", "Hand", {}, h("h1", null, "Hand"), empty(`Give ${SEAT_NAMES[seat]} a hand.`));
  const trump = app.ui.trump ?? "";
  const question = evalQuestion(app.state, trump);
  const answer = app.answers.get("eval", question);
  const tools = h("div", { class: "end" }, choice("Trumps", { "": "any", ...Object.fromEntries(["N", ...SUITS].map((strain) => [strain, strain === "N" ? "NT" : suitMark(strain)])) }, trump, (value) => app.show({ trump: value })));
  return card("evaluators", `${SEAT_NAMES[seat]}'s hand by every count`, { tools, answer },
    h("h1", { class: "hand-line" }, SUITS.map((suit) => [suitMark(suit), " ", suitsOf(hand)[suit] || "—", "  "])),
    answer.data ? [table(app, answer.data), together(answer.data)] : null);
}

function table(app, data) {
  const both = data.partner_evaluators;
  const rows = Object.entries(data.evaluators).map(([name, mine]) => [name, mine, both?.[name]]);
  const { by = null, down = false } = app.ui.sort ?? {};
  if (by !== null) rows.sort((a, b) => (a[by] > b[by] ? 1 : a[by] < b[by] ? -1 : 0) * (down ? -1 : 1));
  const heads = ["Count", "Hand", ...(both ? ["Partner", "Together"] : [])];
  const sortBy = (place) => app.show({ sort: { by: place, down: by === place ? !down : place > 0 } });
  const tell = (value) => (value === undefined ? "–" : number(value, Number.isInteger(value) ? 0 : 1));
  return h("table", { class: "twin wide" },
    h("thead", null, h("tr", null, heads.map((head, place) => h("th", { scope: "col", "aria-sort": by === place ? (down ? "descending" : "ascending") : null }, place < 3 ? h("button", { class: "link", on: { click: () => sortBy(place) } }, head) : head)))),
    h("tbody", null, rows.map(([name, mine, partners]) => h("tr", null, h("th", { scope: "row" }, name), h("td", null, tell(mine)), both ? [h("td", null, tell(partners)), h("td", null, partners === undefined ? "–" : tell(mine + partners))] : null))));
}

function together({ together: counts, trump }) {
  if (!counts || !Object.keys(counts).length) return null;
  return h("div", null, h("h3", null, "Together", trump ? [" with ", SUIT_NAMES[trump]] : null), h("ul", { class: "plain" }, Object.entries(counts).map(([name, { strength, tricks }]) =>
    h("li", null, h("b", null, name), ` ${number(strength)}${tricks === null ? "" : `, about ${tricks} tricks`}`))));
}

/** Points to go, by the rules of thumb that every player knows. */
function needs(seat, hand) {
  if (!isComplete(hand)) return null;
  const mine = hcp(hand);
  return card("needs", "What partner needs", {}, h("p", { class: "muted" }, `High-card points opposite your ${mine}, before shape.`),
    h("table", { class: "twin" }, h("thead", null, h("tr", null, ["For", "Together", "Partner"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", null, TARGETS.map(([name, points]) => h("tr", null, h("th", { scope: "row" }, name), h("td", null, `${points}`), h("td", null, h("b", null, mine >= points ? "nothing" : `${points - mine}+`)))))));
}
