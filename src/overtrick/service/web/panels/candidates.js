// The candidates side by side, and how far the simulation has come.

import { h } from "../drawing/dom.js";
import { term } from "../drawing/frame.js";
import { SCORES, callMark, number, percent, spoken, worth } from "../drawing/words.js";
import { makeCall } from "./bidding-box.js";

/** The least chance of each shade, darkest first. */
const SHADES = { h6: 0.5, h4: 0.06, h3: 0.03, h2: 0.015 };
/** @type {Record<Score, number[]>} How far the axis reaches, in the unit of the scoring. */
const SCALES = { IMPs: [10, 20, 30], MP: [0.2, 0.5], points: [200, 500, 1000] };

/**
 * The network's bar, the table, and the progress.
 * @param {App} app @param {Advice} data @param {AdviceAnswer} advice
 */
export const candidatesTable = (app, data, advice) => [
  strip(data),
  table(app, data, advice),
  progress(app, data, advice),
];

/** The network's calls as one bar. @param {Advice} data */
function strip({ probabilities = {} }) {
  const parts = Object.entries(probabilities)
    .filter(([, p]) => p >= 0.005)
    .slice(0, 8);
  const label = parts.map(([call, p]) => `${spoken(call)} ${percent(p)}`).join(", ");
  const part = (/** @type {[Call, number]} */ [call, p]) => {
    const shade = Object.entries(SHADES).find(([, least]) => p >= least)?.[0] ?? "h1";
    const style = { "flex-grow": String(Math.max(p, 0.008)) };
    return h(
      "span",
      { key: call, class: shade, style },
      p >= 0.05 ? [callMark(call), p >= 0.16 ? ` ${percent(p)}` : ""] : "",
    );
  };
  return h("div", { class: "strip", role: "img", "aria-label": `The network: ${label}` }, parts.map(part));
}

/** The candidate chosen, else the advised. @param {App} app @param {Advice} data */
export function chosenCandidate(app, { call, candidates = [] }) {
  return candidates.find((candidate) => candidate.call === app.ui.candidate)?.call ?? call;
}

/** @param {App} app @param {Advice} data @param {AdviceAnswer} advice */
function table(app, data, { status }) {
  const { candidates = [] } = data;
  const { score } = app.state;
  const chosen = chosenCandidate(app, data);
  const least = Math.min(...candidates.map((candidate) => gainOf(candidate)?.low ?? 0));
  const scale = SCALES[score].find((most) => -least <= most) ?? SCALES[score][0];
  const heads = {
    "": "Call",
    c: term("system", "System"),
    n: term("network", "Network"),
    dots: axis(scale, score),
    r: term(score, SCORES[score]),
  };
  const missing = status === "ready" ? "–" : "…";
  return h(
    "table",
    { class: "candidates" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        Object.entries(heads).map(([name, head]) => h("th", { scope: "col", class: name }, head)),
      ),
    ),
    h(
      "tbody",
      null,
      candidates.map((candidate) =>
        row(
          app,
          candidate,
          candidate.call === data.made?.call,
          candidate.call === chosen,
          scale,
          figure(app, candidate, data) ?? missing,
        ),
      ),
    ),
  );
}

/** @param {number} scale @param {Score} score */
function axis(scale, score) {
  const unit = score === "MP" ? 100 : 1;
  const ticks = [-scale, -scale / 2, 0].map((value) => h("span", null, number(unit * value, 0)));
  return h(
    "span",
    { class: "axis" },
    ticks,
    h("span", { class: "aloud" }, `${SCORES[score]} against the call advised`),
  );
}

/** What a call wins against the one advised, by the scoring. @param {Candidate | undefined} candidate */
export const gainOf = (candidate) => (candidate?.strays ? candidate.punished : candidate?.gain) ?? null;

/**
 * @param {App} app @param {Candidate} candidate @param {boolean} isMade @param {boolean} isChosen @param {number} scale
 * @param {Child} worth
 */
function row(app, candidate, isMade, isChosen, scale, worth) {
  const { call, probability, is_system } = candidate;
  const keydown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    makeCall(app, call);
  };
  const on = { click: () => app.show({ candidate: call }), keydown };
  const props = { class: call === "P" ? "pass" : "", "aria-pressed": String(isChosen), title: "Enter calls", on };
  const tick = h("span", { class: "tick" }, "✓", h("span", { class: "aloud" }, " the card's call"));
  return h(
    "tr",
    { class: isChosen ? "chosen" : "" },
    h("th", { scope: "row" }, h("button", props, callMark(call), isMade ? h("small", null, " made") : null)),
    h("td", { class: "c" }, is_system ? tick : "·"),
    h("td", { class: "n" }, gauge(100 * probability, { "aria-hidden": "true" }), h("b", null, percent(probability))),
    h("td", { class: "dots" }, dot(gainOf(candidate), scale)),
    h("td", { class: "r" }, worth),
  );
}

/** A bar that is full at 100. @param {number} width @param {Props} props */
const gauge = (width, props) => h("span", { class: "gauge", ...props }, h("i", { style: { width: `${width}%` } }));

/**
 * Its worth against the call advised.
 * @param {App} app @param {Candidate} candidate @param {Advice} data
 */
function figure(app, candidate, data) {
  const { score } = app.state;
  const gain = gainOf(candidate);
  if (!gain) return null;
  if (candidate.call === data.call) return h("b", null, data.simulation_call === data.call ? "best" : "0");
  const [mean, off] = worth(gain, score).split(" ± ");
  const isTold = candidate.strays && data.caution;
  const believed = isTold ? app.part("panels/advice-details")?.ifBelieved(candidate, score) : null;
  return [h("b", null, mean), h("span", { class: "muted" }, ` ± ${off.split(" ")[0]}`), believed];
}

/** The mean and its interval; zero is at the right. @param {Interval | null} won @param {number} scale */
function dot(won, scale) {
  const x = (/** @type {number} */ value) => 8 + 84 * Math.max(0, 1 + value / scale);
  const line = (/** @type {string} */ name, /** @type {string} */ d) => h("path", { class: name, d });
  return h(
    "svg",
    { viewBox: "0 0 100 28", preserveAspectRatio: "none", "aria-hidden": "true" },
    [line("grid", "M8 0v28"), line("grid", "M50 0v28"), line("zero", "M92 0v28")],
    won && won.low < 0 ? line("whisker", `M${x(won.low)} 14H${x(Math.min(0, won.high))}`) : null,
    won ? line(`dot${won.mean === 0 ? " best" : ""}`, `M${x(Math.min(0, won.mean))} 14h.01`) : null,
  );
}

/** @param {App} app @param {Advice} data @param {AdviceAnswer} advice */
function progress(app, { layouts: done = 0, effective_samples: effective }, { status, question }) {
  const wanted = question?.layouts ?? done;
  const isRunning = status === "partial" || status === "loading";
  const bar = { role: "progressbar", "aria-valuenow": done, "aria-valuemax": wanted, "aria-label": "Simulation" };
  const button = (/** @type {string} */ name, /** @type {boolean} */ disabled) =>
    h("button", { class: "button small", disabled, on: { click: () => app.command("stopOrMore") } }, name);
  return h(
    "div",
    { class: "progress" },
    gauge(isRunning ? Math.min(100, (100 * done) / wanted) : 100, bar),
    h(
      "span",
      { class: "count" },
      h("b", null, done),
      isRunning ? ` of ${wanted} ` : " ",
      term("layouts"),
      effective ? [", ", term("effective"), " ", h("b", null, Math.round(effective))] : null,
    ),
    button("Stop", !isRunning),
    button("More", isRunning),
  );
}
