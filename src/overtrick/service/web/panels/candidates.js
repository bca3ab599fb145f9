// The candidates side by side, and how far the simulation has come.

import { h } from "../drawing/dom.js";
import { callMark, number, percent, spoken } from "../drawing/words.js";
import { makeCall } from "./bidding-box.js";

/** The calls that are compared; none where the rule alone has spoken. */
export const candidatesOf = (data) => data.candidates ?? [];

/** The network's bar, the table, and the progress. */
export const candidates = (app, data, advice) => [strip(data), table(app, data, advice), progress(app, data, advice)];

/** How the network spreads its calls, as one bar. */
function strip(data) {
  const parts = Object.entries(data.probabilities).filter(([, p]) => p >= 0.005).slice(0, 8);
  const label = parts.map(([call, p]) => `${spoken(call)} ${percent(p)}`).join(", ");
  const shade = (p) => `h${p >= 0.5 ? 6 : p >= 0.06 ? 4 : p >= 0.03 ? 3 : p >= 0.015 ? 2 : 1}`;
  return h("div", { class: "strip", role: "img", "aria-label": `The network: ${label}` }, parts.map(([call, p]) =>
    h("span", { key: call, class: shade(p), style: { "flex-grow": String(Math.max(p, 0.008)) } }, p >= 0.05 ? [callMark(call), p >= 0.16 ? ` ${percent(p)}` : ""] : "")));
}

function table(app, data, advice) {
  const rows = candidatesOf(data);
  const chosen = rows.some((each) => each.call === app.ui.candidate) ? app.ui.candidate : data.call;
  const least = Math.min(-5, ...rows.map((each) => each.imps?.low ?? 0));
  const scale = [10, 20, 30].find((each) => -least <= each) ?? 30;
  return h(
    "table",
    { class: "candidates" },
    h("thead", null, h("tr", null, ["Call", "System", "Network", axis(scale), app.state.score === "MP" ? "Matchpoints" : "IMPs"].map((head, place) =>
      h("th", { scope: "col", class: ["", "c", "n", "dots", "r"][place] }, head)))),
    h("tbody", null, rows.map((each) => row(app, each, chosen, scale, data, advice))),
  );
}

function axis(scale) {
  return h("span", { class: "axis" }, [-scale, -scale / 2, 0].map((value) => h("span", null, number(value, 0))), h("span", { class: "aloud" }, "IMPs against the best call"));
}

function row(app, each, chosen, scale, data, advice) {
  const isChosen = each.call === chosen;
  const select = () => app.show({ candidate: each.call });
  return h(
    "tr",
    { class: isChosen ? "chosen" : "" },
    h("th", { scope: "row" }, h("button", { class: each.call === "P" ? "pass" : "", "aria-pressed": String(isChosen), title: "Enter calls", on: { click: select, keydown: (event) => event.key === "Enter" && call(app, event, each.call) } }, callMark(each.call))),
    h("td", { class: "c" }, each.is_system ? h("span", { class: "tick" }, "✓", h("span", { class: "aloud" }, " the card's call")) : h("span", { class: "muted" }, "·")),
    h("td", { class: "n" }, h("span", { class: "gauge", "aria-hidden": "true" }, h("i", { style: { width: `${each.probability * 100}%` } })), h("b", null, percent(each.probability))),
    h("td", { class: "dots" }, dot(each.imps, scale)),
    h("td", { class: "r" }, figure(app, each, data, advice)),
  );
}

function call(app, event, made) {
  event.preventDefault();
  event.stopPropagation();
  makeCall(app, made);
}

/** What the call is worth against the best, in the scoring of the board. */
function figure(app, each, data, advice) {
  if (!each.imps) return h("span", { class: "muted" }, advice.status === "ready" ? "–" : "…");
  if (app.state.score === "MP" && each.matchpoints) return h("b", null, percent(each.matchpoints.mean));
  if (each.call === data.simulation_call || (each.imps.mean === 0 && each.imps.low === 0)) return h("b", null, "best");
  return [h("b", null, number(each.imps.mean)), h("span", { class: "muted" }, ` ± ${number(each.imps.high - each.imps.mean)}`)];
}

function dot(imps, scale) {
  const x = (value) => 8 + 84 * Math.max(0, 1 + value / scale);
  return h(
    "svg",
    { viewBox: "0 0 100 28", preserveAspectRatio: "none", "aria-hidden": "true" },
    [0, 0.5].map((at) => h("path", { class: "grid", d: `M${8 + 84 * at} 0v28` })), h("path", { class: "zero", d: "M92 0v28" }),
    imps && imps.low < 0 ? h("path", { class: "whisker", d: `M${x(imps.low)} 14H${x(Math.min(0, imps.high))}` }) : null,
    imps ? h("path", { class: `dot${imps.mean === 0 ? " best" : ""}`, d: `M${x(imps.mean)} 14h.01` }) : null,
  );
}

function progress(app, data, advice) {
  const wanted = advice.question.layouts;
  const done = data.layouts ?? 0;
  const isRunning = advice.status === "partial" || advice.status === "loading";
  const turn = () => app.stopOrMore();
  return h(
    "div",
    { class: "progress" },
    h("span", { class: "gauge", role: "progressbar", "aria-valuenow": done, "aria-valuemax": wanted, "aria-label": "Simulation" }, h("i", { style: { width: `${Math.min(100, isRunning ? (100 * done) / wanted : 100)}%` } })),
    h("span", { class: "count" }, h("b", null, done), isRunning ? ` of ${wanted} layouts` : " layouts", data.effective_samples ? [", effective ", h("b", null, Math.round(data.effective_samples))] : null),
    h("button", { class: "button small", disabled: !isRunning, on: { click: turn } }, "Stop"),
    h("button", { class: "button small", disabled: isRunning, on: { click: turn } }, "More"),
  );
}
