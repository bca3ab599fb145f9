// One hand: what every count makes of it, card by card, and what partner needs.

import { RANKS, cardsOf, handOf, hcp, isComplete, suitsOf } from "../game/hands.js";
import { h } from "../drawing/dom.js";
import { evalQuestion, hiddenQuestion } from "../state/questions.js";
import { SUITS } from "../game/rules.js";
import { viewerOf } from "../state/state.js";
import { SEAT_NAMES, SUIT_NAMES, number, percent, signed, suitMark } from "../drawing/words.js";
import { card, choice, empty } from "../drawing/frame.js";
import { dealPanel } from "../panels/deal.js";

const TARGETS = [
  ["Game in notrump", 25],
  ["Game in a major", 25],
  ["Game in a minor", 28],
  ["Small slam", 33],
  ["Grand slam", 37],
];
const HONOURS = "AKQJT";

/** The view. */
export default function handView(app) {
  const seat = viewerOf(app.state);
  const hand = app.state.board.hands[seat];
  return h(
    "main",
    { class: "hand-view", id: "main", tabindex: "-1" },
    h("div", { class: "column" }, dealPanel(app), isComplete(hand) ? needs(app, hand) : null),
    h("div", { class: "column" }, evaluators(app, seat, hand)),
  );
}

function evaluators(app, seat, hand) {
  if (!isComplete(hand)) return card("evaluators", "Hand", {}, h("h1", null, "Hand"), empty(`Give ${SEAT_NAMES[seat]} a hand.`));
  const trump = app.ui.trump ?? "";
  const answer = app.answers.get("eval", evalQuestion(app.state, trump));
  const strains = Object.fromEntries(["N", ...SUITS].map((strain) => [strain, strain === "N" ? "NT" : suitMark(strain)]));
  const tools = h("div", { class: "end" }, choice("Trumps", { "": "any", ...strains }, trump, (value) => app.show({ trump: value })));
  return card("evaluators", `${SEAT_NAMES[seat]}'s hand by every count`, { tools, answer },
    h("h1", { class: "hand-line" }, SUITS.map((suit) => [suitMark(suit), " ", suitsOf(hand)[suit] || "—", "  "])),
    answer.data ? [together(answer.data), table(app, answer.data), h("p", { class: "label" }, "Open a count to see what each honour adds.")] : null);
}

/** What counts of two hands make of the pair. */
function together({ together: counts, trump }) {
  if (!counts || !Object.keys(counts).length) return null;
  return h("p", { class: "together" }, h("b", null, "Together with ", SUIT_NAMES[trump], ": "), Object.entries(counts).map(([name, { strength, tricks }], place) =>
    [place ? "; " : "", name, ` ${number(strength)}`, tricks === null ? null : [", about ", h("b", null, `${tricks} tricks`)]]));
}

function table(app, data) {
  const both = data.partner_evaluators;
  const rows = Object.entries(data.evaluators).map(([name, mine]) => [name, mine, both?.[name]]);
  const { by = null, down = false } = app.ui.sort ?? {};
  if (by !== null) rows.sort((a, b) => (a[by] > b[by] ? 1 : a[by] < b[by] ? -1 : 0) * (down ? -1 : 1));
  const heads = ["Count", "Hand", ...(both ? ["Partner", "Together"] : [])];
  const sortBy = (place) => app.show({ sort: { by: place, down: by === place ? !down : place > 0 } });
  return h("table", { class: "twin wide" },
    h("thead", null, h("tr", null, heads.map((head, place) => h("th", { scope: "col", "aria-sort": by === place ? (down ? "descending" : "ascending") : null }, place < 3 ? h("button", { class: "link", on: { click: () => sortBy(place) } }, head) : head)))),
    h("tbody", null, rows.map((row) => [count(app, row, Boolean(both)), app.ui.count === row[0] ? worth(app, data, row, heads.length) : null])));
}

const tell = (value) => (value === undefined ? "–" : number(value, Number.isInteger(value) ? 0 : 1));

function count(app, [name, mine, partners], isPair) {
  const isOpen = app.ui.count === name;
  const toggle = () => app.show({ count: isOpen ? null : name });
  return h("tr", null, h("th", { scope: "row" }, h("button", { class: "how", "aria-expanded": String(isOpen), on: { click: toggle } }, name)), h("td", null, tell(mine)),
    isPair ? [h("td", null, tell(partners)), h("td", null, partners === undefined ? "–" : tell(mine + partners))] : null);
}

/** What each honour adds to a count: the difference when a small card of its suit takes its place. */
function worth(app, { hand, trump, says }, [name, value], columns) {
  const honours = cardsOf(hand).filter((each) => HONOURS.includes(each[1])).map((each) => [each, exchanged(hand, each)]).filter(([, other]) => other);
  const parts = honours.map(([each, other]) => {
    const { data, isOld } = app.answers.get("eval", { hand: other, ...(trump && { trump }) }, `worth ${each}`);
    return [each, data && !isOld ? value - data.evaluators[name] : null];
  });
  const isReady = parts.every(([, part]) => part !== null && !Number.isNaN(part));
  const rest = isReady ? value - parts.reduce((sum, [, part]) => sum + part, 0) : null;
  return h("tr", { class: "worth" }, h("td", { colspan: columns }, h("p", null, says[name]), parts.map(([each, part]) => h("span", null, suitMark(each[0]), each[1], " ", h("b", null, part === null ? "…" : signed(part, places(part))))),
    rest === null ? null : h("span", null, "shape and the rest ", h("b", null, number(rest, places(rest))))));
}

const places = (value) => (Math.abs(value - Math.round(value)) < 0.005 ? 0 : 2);

/** The hand with the lowest card of the suit it lacks in place of an honour; null when it lacks none below. */
function exchanged(hand, honour) {
  const held = cardsOf(hand);
  const lower = RANKS.slice(RANKS.indexOf(honour[1]) + 1).reverse().map((rank) => honour[0] + rank);
  const small = lower.find((each) => !held.includes(each));
  return small ? handOf([...held.filter((each) => each !== honour), small]) : null;
}

/** Points to go, by the rules of thumb that every player knows, and the chance that partner has them. */
function needs(app, hand) {
  const mine = hcp(hand);
  const answer = app.answers.get("posterior", hiddenQuestion(app.state), "needs");
  const points = answer.data?.players.partner.hcp ?? null;
  const chance = (least) => (points ? percent(points.slice(Math.max(0, least)).reduce((sum, p) => sum + p, 0)) : "…");
  return card("needs", "What partner needs", { answer }, h("p", { class: "muted" }, `High-card points opposite your ${mine}, before shape; and how likely partner has them after this auction.`),
    h("table", { class: "twin" }, h("thead", null, h("tr", null, ["For", "Together", "Partner", "Chance"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", null, TARGETS.map(([name, least]) => h("tr", null, h("th", { scope: "row" }, name), h("td", null, least), h("td", null, h("b", null, mine >= least ? "nothing" : `${least - mine}+`)), h("td", null, chance(least - mine)))))));
}
