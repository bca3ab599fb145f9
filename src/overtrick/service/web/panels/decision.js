// Which call: the verdict, and who agrees with it.

import { h } from "../drawing/dom.js";
import { frame, term } from "../drawing/frame.js";
import { SEAT_NAMES, SYSTEM_NAMES, callMark, doesMark, worth } from "../drawing/words.js";
import { sideOf } from "../game/rules.js";
import { adviseQuestion, bidQuestion } from "../state/questions.js";
import { callerOf } from "../state/state.js";
import { candidatesTable, gainOf } from "./candidates.js";

/** Of auctions that the network has seen often. */
const KNOWN = ["known", "well known"];

/**
 * The advice as far as it is there; the rule's call where there is no network.
 * @param {App} app @returns {AdviceAnswer}
 */
export function adviceOf(app) {
  const question = adviseQuestion(app.state, app.layouts);
  const answer = app.answers.get("advise", question);
  if (answer.status !== "error" || answer.data) return { ...answer, question };
  const ruled = app.answers.get("bid", bidQuestion(app.state));
  return { ...answer, question, data: ruled.isOld ? null : ruled.data };
}

/**
 * The call that may be drawn as advised: none while advice is hidden, old, or in doubt.
 * @param {App} app @param {AdviceAnswer} advice
 */
export function advisedCall(app, advice) {
  if (app.ui.hideAdvice || advice.isOld || advice.data?.contradiction) return null;
  return advice.data?.call ?? null;
}

/** The final advice at the table. @param {App} app */
export function verdictOf(app) {
  if (app.state.view !== "table" || app.ui.hideAdvice) return null;
  const { status, data } = adviceOf(app);
  return status === "ready" ? data : null;
}

/** A seat's system. @param {State} state @param {Seat} seat */
export function systemOf(state, seat) {
  const id = sideOf(seat) === "NS" ? state.us : state.them;
  return { id, name: SYSTEM_NAMES[id] ?? id };
}

/** The panel with the verdict. @param {App} app @param {AdviceAnswer} advice */
export function decisionPanel(app, advice) {
  const { state } = app;
  const seat = callerOf(state);
  if (!seat || !advice.question || app.ui.hideAdvice) return app.part("panels/no-verdict")?.noVerdict(app, advice);
  const name = SEAT_NAMES[seat];
  const { data } = advice;
  const about = { extra: "on-call", answer: advice, label: "Decision" };
  if (!data) return frame("decision", null, about, title(`${name} to call`));
  return frame(
    "decision",
    null,
    about,
    data.contradiction ? app.part("panels/advice-details")?.notice(data) : null,
    verdict(app, data, advice),
    data.candidates?.length ? candidatesTable(app, data, advice) : null,
    data.deceptive ? app.part("panels/advice-details")?.deception(app.state, data) : null,
  );
}

/** The main heading of the table. @param {Child} words */
export const title = (words) => h("h1", { id: "verdict" }, words);

/** @param {App} app @param {Advice} data @param {AdviceAnswer} advice */
function verdict(app, data, advice) {
  const doubt = data.contradiction;
  return h(
    "div",
    { class: `verdict${doubt ? " doubtful" : ""}` },
    h("div", { class: "big", "aria-hidden": "true" }, callMark(data.call)),
    h(
      "div",
      { class: "words" },
      title(doubt ? ["If so, the card says ", callMark(data.call)] : doesMark(data.by, data.call)),
      h("div", null, doubt ? null : agreement(app, data, advice)),
    ),
    support(data),
  );
}

/**
 * Whether system, network and simulation agree, what the next best call costs, and how far to trust that.
 * @param {App} app @param {Advice} data @param {AdviceAnswer} advice
 */
function agreement(app, data, advice) {
  if (!data.candidates) return h("p", null, "By the rule alone.");
  const { call, system_call: ruled, network_call: likely, simulation_call: best, caution, deceptive } = data;
  const isAgreed = ruled === likely && ruled === call && (!best || best === call);
  const agreed = best ? "System, network and simulation agree." : "System and network agree.";
  const cost = advice.status === "ready" && best === call ? nextCost(app.state, data) : null;
  return [
    h("p", null, isAgreed ? agreed : app.part("panels/advice-details")?.opinions(app.state, data)),
    cost ? h("p", null, cost) : null,
    caution && !deceptive ? app.part("panels/advice-details")?.caution(data) : null,
  ];
}

/** @param {State} state @param {Advice} data */
function nextCost(state, data) {
  const { call, candidates = [] } = data;
  const others = candidates.flatMap((other) => (other.call === call ? [] : (gainOf(other) ?? [])));
  if (!others.length) return null;
  const next = others.reduce((best, gain) => (gain.mean > best.mean ? gain : best));
  if (next.high >= 0) return "The next best call is too close to call.";
  return `The next best call costs ${worth({ ...next, mean: -next.mean, high: -next.low }, state.score)}.`;
}

/** @param {Advice} data */
function support({ support: known, kind }) {
  if (!known) return kind === "rule" ? h("span", { class: "badge" }, term("rule")) : null;
  const rare = KNOWN.includes(known.word) ? "" : " rare";
  return h("span", { class: `badge${rare}` }, h("i", { "aria-hidden": "true" }), term("well known", known.word));
}
