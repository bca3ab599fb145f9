// Which call: the verdict, and who agrees with it.

import { h } from "../drawing/dom.js";
import { empty, frame, term } from "../drawing/frame.js";
import { SEAT_NAMES, SYSTEM_NAMES, callMark, doesMark, number } from "../drawing/words.js";
import { isComplete } from "../game/hands.js";
import { sideOf } from "../game/rules.js";
import { adviseQuestion, bidQuestion, exactQuestion } from "../state/questions.js";
import { callerOf, madeOf, viewerOf } from "../state/state.js";
import { ending } from "./auction.js";
import { candidatesTable } from "./candidates.js";

/** The words of the server for an auction that its network has seen often enough. */
const KNOWN = ["known", "well known"];

/**
 * The advice for the position as far as it is there: the stream's, or the rule's call where there is no network.
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
 * The call that may be drawn as advised: none while advice is hidden, or old.
 * @param {App} app @param {AdviceAnswer} advice
 */
export function advisedCall(app, advice) {
  return app.ui.hideAdvice || advice.isOld ? null : (advice.data?.call ?? null);
}

/** The final advice at the table, once it is there to be seen. @param {App} app */
export function verdictOf(app) {
  if (app.state.view !== "table" || app.ui.hideAdvice) return null;
  const { status, data } = adviceOf(app);
  return status === "ready" ? data : null;
}

/** The name of the system that a seat plays. @param {State} state @param {Seat} seat */
export function systemOf(state, seat) {
  const id = sideOf(seat) === "NS" ? state.us : state.them;
  return { id, name: SYSTEM_NAMES[id] ?? id };
}

/** The panel with the verdict. @param {App} app @param {AdviceAnswer} advice */
export function decisionPanel(app, advice) {
  const { state } = app;
  const seat = callerOf(state);
  if (!seat) return withoutAdvice(ending(state.board.dealer, madeOf(state)), result(app));
  const name = SEAT_NAMES[seat];
  if (!advice.question) return withoutAdvice(`${name} to call`, noQuestion(state, seat));
  if (app.ui.hideAdvice) {
    const words = ["Advice is hidden until you bid. Press ", h("kbd", null, "e"), " to see it."];
    return withoutAdvice(`What does ${name} call?`, words);
  }
  const { data } = advice;
  const about = { extra: "on-call", answer: advice, label: "Decision" };
  if (!data) return frame("decision", null, about, title(`${name} to call`));
  return frame(
    "decision",
    null,
    about,
    verdict(app, data, advice),
    data.candidates?.length ? candidatesTable(app, data, advice) : null,
  );
}

/** @param {Child} words */
const title = (words) => h("h1", { id: "verdict" }, words);

/** What the last contract comes to. @param {App} app */
function result(app) {
  return app.part("panels/contract-details")?.result(app, exactQuestion(app.state), madeOf(app.state));
}

/** Why nothing is asked. @param {State} state @param {Seat} seat */
function noQuestion(state, seat) {
  const viewer = viewerOf(state);
  const isElsewhere = viewer !== seat && isComplete(state.board.hands[seat]);
  return isElsewhere ? `You see with ${SEAT_NAMES[viewer]}'s eyes.` : `Give ${SEAT_NAMES[seat]} a hand.`;
}

/** The panel where there is no verdict, and why. @param {Child} head @param {Child} words */
function withoutAdvice(head, words) {
  return frame("decision", null, { extra: "on-call", label: "Decision" }, title(head), empty(words));
}

/** @param {App} app @param {Advice} data @param {AdviceAnswer} advice */
function verdict(app, data, advice) {
  return h(
    "div",
    { class: "verdict" },
    h("div", { class: "big", "aria-hidden": "true" }, callMark(data.call)),
    h(
      "div",
      { class: "words" },
      title(doesMark(data.by, data.call)),
      h("div", null, agreement(app.state, data, advice)),
    ),
    support(data),
  );
}

/**
 * Whether system, network and simulation agree, and what the next best call costs.
 * @param {State} state @param {Advice} data @param {AdviceAnswer} advice
 */
function agreement(state, data, advice) {
  if (!data.candidates) return h("p", null, "By the rule alone.");
  const isBest = data.simulation_call === data.call;
  const cost = advice.status === "ready" && isBest ? nextCost(data) : null;
  return [h("p", null, opinions(state, data)), cost ? h("p", null, cost) : null];
}

/** @param {State} state @param {Advice} data @returns {Child} */
function opinions(state, data) {
  const { call, system_call: ruled = "", network_call: likely = "", simulation_call: best } = data;
  const known = SYSTEM_NAMES[systemOf(state, data.by).id] ?? "The card";
  const says = [`${known} says `, callMark(ruled)];
  if (!best && ruled === likely) return "System and network agree.";
  if (!best) return [says, ", the network ", callMark(likely), "."];
  if (ruled !== call) return [says, ". Simulation likes ", callMark(call), gain(data, ruled), "."];
  if (best !== call) return ["Too close to call: ", callMark(best), gain(data, call), "."];
  if (likely !== call) return [says, ", the network ", callMark(likely), "."];
  return "System, network and simulation agree.";
}

/** What is won against a call. @param {Advice} data @param {Call} call */
function gain({ candidates = [] }, call) {
  const imps = candidates.find((candidate) => candidate.call === call)?.imps;
  return imps ? ` by ${number(-imps.mean)} ± ${number(imps.high - imps.mean)}` : "";
}

/** @param {Advice} data */
function nextCost({ call, candidates = [] }) {
  const others = candidates.flatMap((other) => (other.call !== call && other.imps ? [other.imps] : []));
  if (!others.length) return null;
  const next = others.reduce((best, imps) => (imps.mean > best.mean ? imps : best));
  if (next.high >= 0) return "The next best call is too close to call.";
  return `The next best call costs ${number(-next.mean)} IMPs.`;
}

/** @param {Advice} data */
function support({ support: known, kind }) {
  if (!known) return kind === "rule" ? h("span", { class: "badge" }, term("rule")) : null;
  const rare = KNOWN.includes(known.word) ? "" : " rare";
  return h("span", { class: `badge${rare}` }, h("i", { "aria-hidden": "true" }), term("well known", known.word));
}
