// Small charts drawn by hand: points as a histogram over what was likely before, lengths as rows of bars.

import { h } from "./dom.js";
import { SUITS } from "../game/rules.js";
import { SUIT_NAMES, number, percent, suitMark } from "./words.js";

const MOST_POINTS = 20;
const BAR = 9;
const HEIGHT = 72;
const WIDTH = 16;

/** The words of a bar come with the pointer: most of them nobody will read. */
const tell = (width, words) => ({ target }) => {
  if (target.tagName !== "rect" || target.firstChild) return;
  target.append(document.createElementNS(target.namespaceURI, "title"));
  target.firstChild.textContent = words(Math.floor(target.x.baseVal.value / width));
};

/** The chance of each number of points; `truth` is marked when it is known. */
export function pointsChart(app, player, now, before, truth) {
  const top = Math.max(0.12, ...now, ...before);
  const y = (p) => HEIGHT - (HEIGHT - 8) * (p / top);
  const places = [...Array(MOST_POINTS + 1).keys()];
  const outline = places.map((points) => `H${points * BAR}V${y(before[points]).toFixed(1)}`).join("");
  const read = app.ui.read?.player === player ? app.ui.read.points : null;
  const mean = now.reduce((sum, p, points) => sum + p * points, 0);
  return h(
    "svg",
    {
      class: "points", viewBox: `-4 -6 ${MOST_POINTS * BAR + 20} ${HEIGHT + 20}`, role: "img", tabindex: "0",
      "aria-label": `High-card points: ${number(mean)} on average${read === null ? "" : `; ${read} points ${percent(now[read])}, before ${percent(before[read])}`}`,
      on: {
        keydown: (event) => walk(app, event, player, read), blur: () => app.show({ read: null }),
        mouseover: tell(BAR, (points) => `${points} HCP: ${percent(now[points])}, before ${percent(before[points])}`),
      },
    },
    h("path", { class: "before", d: `M0 ${HEIGHT}${outline}H${(MOST_POINTS + 1) * BAR}V${HEIGHT}z` }),
    places.map((points) => h("rect", { class: `bar${read === points ? " read" : ""}`, x: points * BAR + 0.7, width: BAR - 1.4, y: y(now[points]), height: HEIGHT - y(now[points]) })),
    h("path", { class: "base", d: `M0 ${HEIGHT}H${(MOST_POINTS + 1) * BAR}` }),
    truth === null || truth > MOST_POINTS ? null : h("path", { class: "truth", d: `M${truth * BAR + 0.5} -6h8l-4 6z` }),
    [0, 5, 10, 15].map((points) => h("text", { x: (points + 0.5) * BAR, y: HEIGHT + 11, "text-anchor": "middle" }, points)),
    h("text", { x: (MOST_POINTS + 1) * BAR, y: HEIGHT + 11, "text-anchor": "end" }, "HCP"),
  );
}

function walk(app, event, player, read) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  app.show({ read: { player, points: Math.max(0, Math.min(MOST_POINTS, (read ?? (step > 0 ? -1 : 1)) + step)) } });
}

/** Nought to eight or more. */
export const lengthsTo8 = (lengths) => [...lengths.slice(0, 8), lengths.slice(8).reduce((sum, p) => sum + p, 0)];

/** The chance of each length, suit by suit, with the mean. */
export function lengthBars(now, truth) {
  return h(
    "div",
    { class: "lengths" },
    SUITS.map((suit) => {
      const bars = lengthsTo8(now[suit]);
      const mean = now[suit].reduce((sum, p, length) => sum + p * length, 0);
      return h("div", { class: "length" }, suitMark(suit, false), lengthRow(suit, bars, mean, truth?.[suit] ?? null), h("b", null, number(mean)));
    }),
    h("div", { class: "length ticks", "aria-hidden": "true" }, h("span"), h("span", { class: "scale" }, [0, 1, 2, 3, 4, 5, 6, 7, "8+"].map((length) => h("span", null, length))), h("span")),
  );
}

function lengthRow(suit, bars, mean, truth) {
  return h(
    "svg",
    {
      viewBox: "0 0 144 22", preserveAspectRatio: "none", role: "img", "aria-label": `${SUIT_NAMES[suit]}: ${number(mean)} cards on average`,
      on: { mouseover: tell(WIDTH, (length) => `${length === 8 ? "8 or more" : length} ${SUIT_NAMES[suit]}: ${percent(bars[length])}`) },
    },
    bars.map((p, length) => h("rect", { class: "bar", x: length * WIDTH + 1, width: 14, y: 17 - 16 * Math.min(1, p / 0.6), height: 16 * Math.min(1, p / 0.6) })),
    h("path", { class: "base", d: "M0 17.5H144" }),
    truth === null ? null : h("rect", { class: "truth", x: Math.min(truth, 8) * WIDTH + 1, width: 14, y: 18, height: 3 }),
  );
}
