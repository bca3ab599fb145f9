// Four rows of thirteen cards, each as dark as its chance; one tab stop, the arrows walk.

import { RANKS } from "../game/hands.js";
import { h } from "./dom.js";
import { SUITS } from "../game/rules.js";
import { percent, spokenCard, suitMark } from "./words.js";

const CHANCES = [0.1, 0.2, 0.3, 0.4, 0.55, 0.75];
const SHIFTS = [0.05, 0.15, 0.3];

/** The step of a chance: h0 to h6. */
export const shade = (p) => `h${CHANCES.filter((least) => p >= least).length}`;

/** The step of a change: m3 (much less) to p3 (much more). */
function shiftShade(change) {
  const step = SHIFTS.filter((least) => Math.abs(change) >= least).length;
  return step ? `${change < 0 ? "m" : "p"}${step}` : "z";
}

/**
 * The map of one hand. `about(card)` tells {p, before, own, isTrue, isGiven}; `give(card)` is called for the card that
 * is clicked.
 */
export function heatMap(app, player, label, about, give) {
  const at = app.ui.heatAt?.player === player ? app.ui.heatAt.card : "SA";
  return h(
    "div",
    { class: "heat", role: "grid", "aria-label": label, on: { keydown: (event) => walk(app, event, player, at, give), mouseover: tell } },
    SUITS.map((suit) =>
      h("div", { class: "heat-row", role: "row" }, h("span", { role: "rowheader" }, suitMark(suit)), RANKS.map((rank) => cell(app, player, suit + rank, at, about, give)))),
    app.isPhone && app.ui.suitOpen?.player === player ? app.part("phone", "suit", app.ui.suitOpen.suit, about, give) : null,
  );
}

function cell(app, player, card, at, about, give) {
  const { p, before, own, isTrue, isGiven } = about(card);
  const isShift = app.state.heat === "shift";
  const step = own ? "own" : isShift ? shiftShade(p - before) : shade(p);
  const sign = isShift && !own && Math.abs(p - before) >= SHIFTS[1] ? (p > before ? "+" : "−") : "";
  const pick = () => (app.isPhone ? app.show({ suitOpen: { player, suit: card[0] } }) : own || give(card));
  const said = own ? "seen" : `${percent(p)}, before ${percent(before)}${isTrue ? ", true" : ""}${isGiven ? ", given" : ""}`;
  return h("button", {
    class: `cell ${step}${isTrue ? " true" : ""}${isGiven ? " given" : ""}`, role: "gridcell", tabindex: card === at ? "0" : "-1",
    "data-card": card, "aria-label": `${spokenCard(card)}: ${said}`,
    on: { click: pick, focus: () => card !== at && app.show({ heatAt: { player, card } }) },
  }, card[1], sign ? h("sup", null, sign) : null);
}

/** What a cell says comes with the pointer. */
function tell({ target }) {
  const cell = target.closest(".cell");
  if (cell) cell.title = cell.ariaLabel;
}

function walk(app, event, player, at, give) {
  const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -12], End: [0, 12] }[event.key] ?? [];
  if (down === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  const from = event.target.dataset.card ?? at; // quick fingers are ahead of the drawing
  const suit = Math.max(0, Math.min(3, SUITS.indexOf(from[0]) + down));
  const rank = Math.max(0, Math.min(12, RANKS.indexOf(from[1]) + right));
  const card = SUITS[suit] + RANKS[rank];
  app.show({ heatAt: { player, card } });
  event.currentTarget.querySelector(`[data-card="${card}"]`)?.focus();
}

/** The scale under the maps. */
export function heatScale(isShift) {
  if (isShift) return h("span", { class: "scale-row" }, ["m3", "m2", "m1", "z", "p1", "p2", "p3"].map((step, place) => h("span", { class: step }, ["−30", "−15", "−5", "0", "+5", "+15", "+30"][place])), " points");
  return h("span", { class: "scale-row" }, [0, 10, 20, 30, 40, 55, 75].map((least, step) => h("span", { class: `h${step}` }, least)), " 100%");
}
