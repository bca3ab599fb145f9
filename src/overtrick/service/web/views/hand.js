// One hand: what every count makes of it, card by card, and what partner needs.

import { h } from "../drawing/dom.js";
import { choice, empty, frame } from "../drawing/frame.js";
import { SEAT_NAMES, SUIT_NAMES, number, percent, signed, suitMark } from "../drawing/words.js";
import { RANKS, cardsOf, handOf, hcp, isComplete, suitOf, suitsOf } from "../game/hands.js";
import { SUITS, partner } from "../game/rules.js";
import { dealPanel } from "../panels/deal.js";
import { hiddenQuestion, sees } from "../state/questions.js";
import { viewerOf } from "../state/state.js";

/** Points of both hands, by the rules of thumb that every player knows. */
const TARGETS = {
  "Game in notrump": 25,
  "Game in a major": 25,
  "Game in a minor": 28,
  "Small slam": 33,
  "Grand slam": 37,
};
const HONOURS = "AKQJT";

/** @typedef {[string, number, number | undefined]} Count Its name, the hand's and partner's. */

/** The view. @param {App} app */
export function view(app) {
  const seat = viewerOf(app.state);
  const hand = app.state.board.hands[seat];
  const isGiven = isComplete(hand);
  return h(
    "main",
    { class: "hand-view", id: "main", tabindex: "-1" },
    h("div", { class: "column" }, dealPanel(app), isGiven ? needs(app, hand) : null),
    h("div", { class: "column" }, isGiven ? counts(app, seat, hand) : noHand(seat)),
  );
}

/** @param {Seat} seat */
function noHand(seat) {
  return frame("evaluators", "Hand", {}, h("h1", null, "Hand"), empty(`Give ${SEAT_NAMES[seat]} a hand.`));
}

/**
 * Every count of a hand, with partner's when both are seen.
 * @param {State} state @param {Hand} hand @param {string} trump
 */
function countQuestion(state, hand, trump) {
  const other = partner(viewerOf(state));
  const both = sees(state, other) ? { partner: state.board.hands[other] } : {};
  return { hand, ...both, ...(trump && { trump }) };
}

/** @param {App} app @param {Seat} seat @param {Hand} hand */
function counts(app, seat, hand) {
  const { trump } = app.ui;
  const answer = app.answers.get("eval", countQuestion(app.state, hand, trump));
  const marks = Object.fromEntries(SUITS.map((suit) => [suit, suitMark(suit)]));
  const trumps = choice("Trumps", { "": "any", N: "NT", ...marks }, trump, (trump) => app.show({ trump }));
  const suits = suitsOf(hand);
  return frame(
    "evaluators",
    `${SEAT_NAMES[seat]}'s hand by every count`,
    { tools: h("div", { class: "end" }, trumps), answer },
    h(
      "h1",
      { class: "hand-line" },
      SUITS.map((suit) => [suitMark(suit), " ", suits[suit] || "—", "  "]),
    ),
    answer.data ? [together(answer.data), table(app, answer.data)] : null,
    answer.data ? h("p", { class: "label" }, "Open a count to see what each honour adds.") : null,
  );
}

/** What counts of two hands make of the pair. @param {Counts} data */
function together({ together: pair = {}, trump }) {
  const entries = Object.entries(pair);
  if (!entries.length) return null;
  const texts = entries.map(([name, { strength, tricks }], index) => {
    const about = tricks === null ? null : [", about ", h("b", null, `${tricks} tricks`)];
    return [index ? "; " : "", name, ` ${number(strength)}`, about];
  });
  return h("p", { class: "together" }, h("b", null, "Together with ", trump && SUIT_NAMES[trump], ": "), texts);
}

/** @param {App} app @param {Counts} data */
function table(app, data) {
  const { evaluators, partner_evaluators: partners } = data;
  const { by = -1, down = false } = app.ui.sort ?? {};
  const rows = sorted(
    Object.entries(evaluators).map(([name, mine]) => [name, mine, partners?.[name]]),
    by,
    down,
  );
  const names = ["Count", "Hand", ...(partners ? ["Partner", "Together"] : [])];
  const heads = names.map((name, column) => {
    const click = () => app.show({ sort: { by: column, down: by === column ? !down : column > 0 } });
    const order = by === column ? (down ? "descending" : "ascending") : null;
    const text = column < 3 ? h("button", { class: "link", on: { click } }, name) : name;
    return h("th", { scope: "col", "aria-sort": order }, text);
  });
  const body = rows.map((row) => {
    const isOpen = app.ui.count === row[0];
    return [
      countRow(app, row, isOpen, Boolean(partners), data.says[row[0]]),
      isOpen ? worth(app, data, row, names.length) : null,
    ];
  });
  return h("table", { class: "figures wide" }, h("thead", null, h("tr", null, heads)), h("tbody", null, body));
}

/** @param {Count[]} rows @param {number} by @param {boolean} down */
function sorted(rows, by, down) {
  const order = (/** @type {Count} */ a, /** @type {Count} */ b) => {
    const [one, other] = [a[by] ?? NaN, b[by] ?? NaN];
    return one > other ? 1 : one < other ? -1 : 0;
  };
  return by < 0 ? rows : rows.sort((a, b) => (down ? -order(a, b) : order(a, b)));
}

/** @param {number | undefined} value */
const figure = (value) => (value === undefined ? "–" : number(value, Number.isInteger(value) ? 0 : 1));

/** @param {App} app @param {Count} count @param {boolean} isOpen @param {boolean} isPair @param {string} says */
function countRow(app, [name, mine, partners], isOpen, isPair, says) {
  const click = () => app.show({ count: isOpen ? null : name });
  const both = partners === undefined ? undefined : mine + partners;
  const cells = (isPair ? [mine, partners, both] : [mine]).map((value) => h("td", null, figure(value)));
  const button = h(
    "button",
    {
      class: "how",
      "data-term": "",
      "data-note": isOpen ? null : says,
      "aria-expanded": String(isOpen),
      on: { click },
    },
    name,
  );
  return h("tr", null, h("th", { scope: "row" }, button), cells);
}

/**
 * What each honour adds to a count: the difference when a small card of its suit takes its place.
 * @param {App} app @param {Counts} data @param {Count} count @param {number} columns
 */
function worth(app, { hand, trump, says }, [name, value], columns) {
  const parts = honoursOf(hand).map(({ honour, other }) => {
    const question = { hand: other, ...(trump && { trump }) };
    const { data, isOld } = app.answers.get("eval", question, `worth ${honour}`);
    return { honour, part: data && !isOld ? value - data.evaluators[name] : null };
  });
  const rest = parts.reduce((left, { part }) => left - (part ?? NaN), value);
  const marks = parts.map(({ honour, part }) => {
    const text = part === null ? "…" : signed(part, digitsOf(part));
    return h("span", null, suitMark(suitOf(honour)), honour[1], " ", h("b", null, text));
  });
  const others = h("span", null, "shape and the rest ", h("b", null, number(rest, digitsOf(rest))));
  const cell = h("td", { colspan: columns }, h("p", null, says[name]), marks, Number.isNaN(rest) ? null : others);
  return h("tr", { class: "worth" }, cell);
}

/** @param {number} value */
const digitsOf = (value) => (Math.abs(value - Math.round(value)) < 0.005 ? 0 : 2);

/** The honours of a hand, each with the hand that has a small card in its place. @param {Hand} hand */
function honoursOf(hand) {
  const honours = cardsOf(hand).filter((card) => HONOURS.includes(card[1]));
  return honours.flatMap((honour) => {
    const other = exchanged(hand, honour);
    return other ? [{ honour, other }] : [];
  });
}

/**
 * The hand with the lowest card of the suit it lacks in place of an honour; null when it lacks none below.
 * @param {Hand} hand @param {Card} honour
 */
function exchanged(hand, honour) {
  const held = cardsOf(hand);
  const lower = RANKS.slice(RANKS.indexOf(honour[1]) + 1).map((rank) => suitOf(honour) + rank);
  const small = lower.findLast((card) => !held.includes(card));
  return small ? handOf([...held.filter((card) => card !== honour), small]) : null;
}

/** Points to go, and the chance that partner has them. @param {App} app @param {Hand} hand */
function needs(app, hand) {
  const mine = hcp(hand);
  const answer = app.answers.get("posterior", hiddenQuestion(app.state), "needs");
  const points = answer.data?.players.partner.hcp ?? null;
  const chance = (/** @type {number} */ least) =>
    points ? percent(points.slice(Math.max(0, least)).reduce((sum, p) => sum + p, 0)) : "…";
  const rows = Object.entries(TARGETS).map(([name, least]) => {
    const missing = h("b", null, mine >= least ? "nothing" : `${least - mine}+`);
    const cells = [least, missing, chance(least - mine)].map((value) => h("td", null, value));
    return h("tr", null, h("th", { scope: "row" }, name), cells);
  });
  const heads = ["For", "Together", "Partner", "Chance"].map((head) => h("th", { scope: "col" }, head));
  const about = `High-card points opposite your ${mine}, before shape;`;
  return frame(
    "needs",
    "What partner needs",
    { answer },
    h("p", { class: "muted" }, `${about} and how likely partner has them after this auction.`),
    h("table", { class: "figures" }, h("thead", null, h("tr", null, heads)), h("tbody", null, rows)),
  );
}
