// Which call: the verdict, the candidates side by side, and how far the simulation has come.

import { isComplete } from "../cards.js";
import { h } from "../h.js";
import { LAYOUTS, adviseQuestion, bidQuestion } from "../questions.js";
import { isOver } from "../rules.js";
import { callerOf, madeOf, viewerOf } from "../state.js";
import { SEAT_NAMES, SYSTEM_NAMES, callMark, doesMark, number, percent, spoken } from "../words.js";
import { ending } from "./auction.js";
import { makeCall } from "./box.js";
import { card, empty } from "./card.js";

/** The advice for the position as far as it is there: the stream's, or the rule's call where there is no network. */
export function adviceOf(app) {
  const question = adviseQuestion(app.state, app.layouts);
  const answer = app.answers.get("advise", question);
  if (answer.status !== "error" || answer.data) return { ...answer, question };
  const ruled = app.answers.get("bid", bidQuestion(app.state));
  return { ...answer, question, data: ruled.isOld ? null : ruled.data };
}

/** The call that may be drawn as advised: none while advice is hidden, or old. */
export function advisedCall(app, advice) {
  return isHidden(app) || advice.isOld ? null : advice.data?.call ?? null;
}

export const isHidden = (app) => app.ui.hideAdvice && !app.ui.revealed;

/** The panel with the verdict. */
export function decisionPanel(app, advice) {
  const { state } = app;
  const seat = callerOf(state);
  if (!seat) return card("decision", null, { extra: "on-call", label: "Decision" }, h("h1", { id: "verdict" }, ending(state.board.dealer, madeOf(state))), empty("The auction is over."));
  if (!advice.question) return nothing(state, seat);
  if (isHidden(app)) return card("decision", null, { extra: "on-call", label: "Decision" }, h("h1", { id: "verdict" }, `What does ${SEAT_NAMES[seat]} call?`), empty("Advice is hidden until you bid. Press ", h("kbd", null, "e"), " to see it."));
  const { data } = advice;
  return card(
    "decision", null, { extra: "on-call", answer: advice, label: "Decision" },
    data ? [verdict(app, data, advice), candidatesOf(data).length ? [strip(data), table(app, data, advice), progress(app, data, advice)] : null]
      : h("h1", { id: "verdict" }, `${SEAT_NAMES[seat]} to call`),
  );
}

function nothing(state, seat) {
  const why = viewerOf(state) !== seat ? `You see with ${SEAT_NAMES[viewerOf(state)]}'s eyes.` : `Give ${SEAT_NAMES[seat]} a hand.`;
  return card("decision", null, { extra: "on-call", label: "Decision" }, h("h1", { id: "verdict" }, `${SEAT_NAMES[seat]} to call`), empty(isComplete(state.board.hands[seat]) ? why : `Give ${SEAT_NAMES[seat]} a hand.`));
}

export const candidatesOf = (data) => data.candidates ?? [];

function verdict(app, data, advice) {
  return h(
    "div",
    { class: "verdict" },
    h("div", { class: "big", "aria-hidden": "true" }, callMark(data.call)),
    h("div", { class: "words" }, h("h1", { id: "verdict" }, doesMark(data.by, data.call)), h("p", null, agreement(app.state, data, advice))),
    support(data),
  );
}

/** Whether card, network and simulation agree, and what the next best call costs. */
function agreement(state, data, advice) {
  if (!data.candidates) return "By the rule alone.";
  const system = SYSTEM_NAMES[systemOf(state, data.by)] ?? "The card";
  const { call, system_call: ruled, network_call: likely, simulation_call: best } = data;
  const imps = (each) => data.candidates.find((one) => one.call === each)?.imps ?? null;
  const cost = advice.status === "ready" ? nextCost(data) : null;
  const parts = [];
  if (!best) parts.push(ruled === likely ? "System and network agree." : [`${system} says `, callMark(ruled), ", the network ", callMark(likely), "."]);
  else if (ruled === call && likely === call && best === call) parts.push("System, network and simulation agree.");
  else if (ruled !== call) parts.push([`${system} says `, callMark(ruled), ". Simulation likes ", callMark(call), gainText(imps(ruled)), "."]);
  else if (best !== call) parts.push(["Too close to call: ", callMark(best), gainText(imps(call)), "."]);
  else parts.push([`${system} says `, callMark(ruled), ", the network ", callMark(likely), "."]);
  return [parts, cost && best === call ? [" ", cost] : null];
}

function gainText(imps) {
  return imps ? ` by ${number(-imps.mean)} ± ${number(imps.high - imps.mean)}` : "";
}

function nextCost(data) {
  const other = data.candidates.filter((each) => each.call !== data.call && each.imps).sort((a, b) => b.imps.mean - a.imps.mean)[0];
  if (!other) return null;
  if (other.imps.high >= 0) return "The next best call is too close to call.";
  return `The next best call costs ${number(-other.imps.mean)} IMPs.`;
}

const systemOf = (state, seat) => ("NS".includes(seat) ? state.us : state.them);

function support({ support: known, kind }) {
  if (!known) return kind === "rule" ? h("span", { class: "badge" }, "rule") : null;
  const rare = !known.word.endsWith("known");
  const title = `${known.count} layouts support it`;
  return h("span", { class: `badge${rare ? " rare" : ""}`, title }, h("i", { "aria-hidden": "true" }), `${known.word} auction`);
}

/** How the network spreads its calls, as one bar. */
function strip(data) {
  const parts = Object.entries(data.probabilities).filter(([, p]) => p >= 0.005).slice(0, 8);
  const label = parts.map(([call, p]) => `${spoken(call)} ${percent(p)}`).join(", ");
  const shade = (p) => `h${p >= 0.5 ? 6 : p >= 0.06 ? 4 : p >= 0.03 ? 3 : p >= 0.015 ? 2 : 1}`;
  return h("div", { class: "strip", role: "img", "aria-label": `The network: ${label}` }, parts.map(([call, p]) =>
    h("span", { key: call, class: shade(p), style: { "flex-grow": String(Math.max(p, 0.008)) } }, p >= 0.05 ? [callMark(call), p >= 0.16 ? ` ${percent(p)}` : ""] : "")));
}

// Candidates

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
    h("th", { scope: "row" }, h("button", { "aria-pressed": String(isChosen), title: "Enter calls", on: { click: select, keydown: (event) => event.key === "Enter" && call(app, event, each.call) } }, callMark(each.call))),
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
  const stop = () => app.answers.stop("advise", advice.question);
  const more = () => app.more(LAYOUTS);
  return h(
    "div",
    { class: "progress" },
    h("span", { class: "gauge", role: "progressbar", "aria-valuenow": done, "aria-valuemax": wanted, "aria-label": "Simulation" }, h("i", { style: { width: `${Math.min(100, isRunning ? (100 * done) / wanted : 100)}%` } })),
    h("span", { class: "count" }, h("b", null, done), isRunning ? ` of ${wanted} layouts` : " layouts", data.effective_samples ? [", effective ", h("b", null, Math.round(data.effective_samples))] : null),
    h("button", { class: "button small", disabled: !isRunning, on: { click: stop } }, "Stop"),
    h("button", { class: "button small", disabled: isRunning, on: { click: more } }, "More"),
  );
}
