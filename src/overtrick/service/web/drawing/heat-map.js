// Four rows of thirteen cards, each as dark as its chance; one tab stop, the arrows walk.

import { RANKS, suitOf } from "../game/hands.js";
import { SUITS } from "../game/rules.js";
import { h } from "./dom.js";
import { percent, spokenCard, suitMark } from "./words.js";

const CHANCES = [0.1, 0.2, 0.3, 0.4, 0.55, 0.75];
const SHIFTS = [0.05, 0.15, 0.3];

/**
 * The map of one hand: whose it is, what is known of a card, and what a click on it does.
 * @typedef {{ p: number, before: number, own: boolean, isTrue: boolean, isGiven: boolean }} Known
 * @typedef {{ player: Player, label: string, about: (card: Card) => Known, give: (card: Card) => unknown }} Cards
 */

/** The step of a chance: h0 to h6. @param {number} p */
export const shade = (p) => `h${CHANCES.filter((least) => p >= least).length}`;

/** The step of a change: m3 (much less) to p3 (much more). @param {number} change */
function shiftShade(change) {
  const step = SHIFTS.filter((least) => Math.abs(change) >= least).length;
  return step ? `${change < 0 ? "m" : "p"}${step}` : "z";
}

/** The map. @param {App} app @param {Cards} cards */
export function heatMap(app, cards) {
  const { heatAt, suitOpen } = app.ui;
  const at = heatAt?.player === cards.player ? heatAt.card : "SA";
  const row = (/** @type {Suit} */ suit) =>
    h(
      "div",
      { class: "heat-row", role: "row" },
      h("span", { role: "rowheader" }, suitMark(suit)),
      RANKS.map((rank) => cell(app, cards, suit + rank, at)),
    );
  return h(
    "div",
    {
      class: "heat",
      role: "grid",
      "aria-label": cards.label,
      on: { keydown: (event) => walk(app, event, cards.player, at), mouseover: tell },
    },
    SUITS.map(row),
    app.isPhone && suitOpen?.player === cards.player
      ? app.part("panels/phone")?.bigSuit(app, suitOpen.suit, cards)
      : null,
  );
}

/** @param {App} app @param {Cards} cards @param {Card} card @param {Card} at */
function cell(app, { player, about, give }, card, at) {
  const { p, before, own, isTrue, isGiven } = about(card);
  const isShift = app.state.heat === "shift";
  const step = own ? "own" : isShift ? shiftShade(p - before) : shade(p);
  const sign = isShift && !own && Math.abs(p - before) >= SHIFTS[1] ? (p > before ? "+" : "−") : "";
  const words = `${percent(p)}, before ${percent(before)}${isTrue ? ", true" : ""}${isGiven ? ", given" : ""}`;
  const pick = () => (app.isPhone ? app.show({ suitOpen: { player, suit: suitOf(card) } }) : own || give(card));
  return h(
    "button",
    {
      class: `cell ${step}${isTrue ? " true" : ""}${isGiven ? " given" : ""}`,
      role: "gridcell",
      tabindex: card === at ? "0" : "-1",
      "data-card": card,
      "aria-label": `${spokenCard(card)}: ${own ? "seen" : words}`,
      on: { click: pick, focus: () => card !== at && app.show({ heatAt: { player, card } }) },
    },
    card[1],
    sign ? h("sup", null, sign) : null,
  );
}

/** What a cell says comes with the pointer. @param {Heard<MouseEvent>} event */
function tell({ target }) {
  /** @type {HTMLElement | null} */
  const cell = target.closest(".cell");
  if (cell) cell.title = cell.ariaLabel ?? "";
}

/** @type {Record<string, [number, number]>} Suits and ranks to go. */
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -12],
  End: [0, 12],
};

/** @param {App} app @param {Heard<KeyboardEvent>} event @param {Player} player @param {Card} at */
function walk(app, event, player, at) {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const from = event.target.dataset.card ?? at; // quick fingers are ahead of the drawing
  const suit = Math.max(0, Math.min(3, SUITS.indexOf(suitOf(from)) + step[0]));
  const rank = Math.max(0, Math.min(12, RANKS.indexOf(from[1]) + step[1]));
  const card = SUITS[suit] + RANKS[rank];
  app.show({ heatAt: { player, card } });
  /** @type {HTMLElement | null} */
  const cell = event.currentTarget.querySelector(`[data-card="${card}"]`);
  cell?.focus();
}

const CHANCE_SCALE = { h0: "0", h1: "10", h2: "20", h3: "30", h4: "40", h5: "55", h6: "75" };
const SHIFT_SCALE = { m3: "−30", m2: "−15", m1: "−5", z: "0", p1: "+5", p2: "+15", p3: "+30" };

/** The scale under the maps. @param {boolean} isShift */
export function heatScale(isShift) {
  const steps = Object.entries(isShift ? SHIFT_SCALE : CHANCE_SCALE);
  const marks = steps.map(([step, text]) => h("span", { class: step }, text));
  return h("span", { class: "scale-row" }, marks, isShift ? " points" : " 100%");
}
