// Small charts drawn by hand: points as a histogram over what was likely before, lengths as rows of bars.

import { SUITS } from "../game/rules.js";
import { h } from "./dom.js";
import { SUIT_NAMES, number, percent, suitMark } from "./words.js";

const MOST_POINTS = 20;
const POINTS = [...Array(MOST_POINTS + 1).keys()];
/** Sizes in the units of the charts. */
const BAR = 9;
const HEIGHT = 72;
const RIGHT = POINTS.length * BAR;
const LENGTH_BAR = 16;

/**
 * The words of a bar come with the pointer: most of them nobody will read.
 * @param {number} width @param {(index: number) => string} words
 */
function tell(width, words) {
  return (/** @type {Heard<MouseEvent>} */ event) => {
    const bar = event.target;
    if (!(bar instanceof SVGRectElement) || bar.firstChild) return;
    const title = document.createElementNS(bar.namespaceURI, "title");
    title.textContent = words(Math.floor(bar.x.baseVal.value / width));
    bar.append(title);
  };
}

/** @param {number[]} chances */
const meanOf = (chances) => chances.reduce((sum, p, value) => sum + p * value, 0);

/**
 * The chance of each number of points; `truth` is marked when it is known.
 * @param {App} app @param {Player} player @param {HiddenHand} known @param {number | null} truth
 */
export function pointsChart(app, player, { hcp: now, prior: { hcp: before } }, truth) {
  const top = Math.max(0.12, ...now, ...before);
  const y = (/** @type {number} */ p) => HEIGHT - (HEIGHT - 8) * (p / top);
  const words = (/** @type {number} */ points) => `${percent(now[points])}, before ${percent(before[points])}`;
  const read = app.ui.read?.player === player ? app.ui.read.points : null;
  const outline = POINTS.map((points) => `H${points * BAR}V${y(before[points]).toFixed(1)}`).join("");
  const bar = (/** @type {number} */ points) => {
    const size = { x: points * BAR + 0.7, width: BAR - 1.4, y: y(now[points]), height: HEIGHT - y(now[points]) };
    return h("rect", { class: `bar${read === points ? " read" : ""}`, ...size });
  };
  const average = `High-card points: ${number(meanOf(now))} on average`;
  return h(
    "svg",
    {
      class: "points",
      viewBox: `-4 -6 ${MOST_POINTS * BAR + 20} ${HEIGHT + 20}`,
      role: "img",
      tabindex: "0",
      "aria-label": average + (read === null ? "" : `; ${read} points ${words(read)}`),
      on: {
        keydown: (event) => walk(app, event, player, read),
        blur: () => app.show({ read: null }),
        mouseover: tell(BAR, (points) => `${points} HCP: ${words(points)}`),
      },
    },
    h("path", { class: "before", d: `M0 ${HEIGHT}${outline}H${RIGHT}V${HEIGHT}z` }),
    POINTS.map(bar),
    h("path", { class: "base", d: `M0 ${HEIGHT}H${RIGHT}` }),
    truth === null || truth > MOST_POINTS ? null : h("path", { class: "truth", d: `M${truth * BAR + 0.5} -6h8l-4 6z` }),
    [0, 5, 10, 15].map((points) => label((points + 0.5) * BAR, "middle", points)),
    label(RIGHT, "end", "HCP"),
  );
}

/** @param {number} x @param {string} anchor @param {Child} text */
const label = (x, anchor, text) => h("text", { x, y: HEIGHT + 11, "text-anchor": anchor }, text);

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/** @param {App} app @param {Heard<KeyboardEvent>} event @param {Player} player @param {number | null} read */
function walk(app, event, player, read) {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  const points = (read ?? (step > 0 ? -1 : 1)) + step;
  app.show({ read: { player, points: Math.max(0, Math.min(MOST_POINTS, points)) } });
}

/** Nought to eight or more. @param {number[]} lengths */
export const lengthsTo8 = (lengths) => [...lengths.slice(0, 8), lengths.slice(8).reduce((sum, p) => sum + p, 0)];

/**
 * The chance of each length, suit by suit, with the mean.
 * @param {BySuit<number[]>} now @param {BySuit<string> | null} truth
 */
export function lengthBars(now, truth) {
  const ticks = [0, 1, 2, 3, 4, 5, 6, 7, "8+"].map((length) => h("span", null, length));
  return h(
    "div",
    { class: "lengths" },
    SUITS.map((suit) => {
      const mean = number(meanOf(now[suit]));
      const bars = lengthRow(suit, lengthsTo8(now[suit]), mean, truth?.[suit].length ?? null);
      return h("div", { class: "length" }, suitMark(suit, ""), bars, h("b", null, mean));
    }),
    h(
      "div",
      { class: "length ticks", "aria-hidden": "true" },
      h("span"),
      h("span", { class: "scale" }, ticks),
      h("span"),
    ),
  );
}

/** @param {Suit} suit @param {number[]} chances @param {string} mean @param {number | null} truth */
function lengthRow(suit, chances, mean, truth) {
  const name = SUIT_NAMES[suit];
  const words = (/** @type {number} */ length) =>
    `${length === 8 ? "8 or more" : length} ${name}: ${percent(chances[length])}`;
  const place = (/** @type {number} */ length) => ({ x: length * LENGTH_BAR + 1, width: 14 });
  const heights = chances.map((p) => 16 * Math.min(1, p / 0.6));
  return h(
    "svg",
    {
      viewBox: "0 0 144 22",
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `${name}: ${mean} cards on average`,
      on: { mouseover: tell(LENGTH_BAR, words) },
    },
    heights.map((height, length) => h("rect", { class: "bar", ...place(length), y: 17 - height, height })),
    h("path", { class: "base", d: "M0 17.5H144" }),
    truth === null ? null : h("rect", { class: "truth", ...place(Math.min(truth, 8)), y: 18, height: 3 }),
  );
}
