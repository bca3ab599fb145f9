// Which call: the verdict, and who agrees with it.

import { isComplete } from "../game/hands.js";
import { h } from "../drawing/dom.js";
import { adviseQuestion, bidQuestion, exactQuestion } from "../state/questions.js";
import { callerOf, madeOf, viewerOf } from "../state/state.js";
import { SEAT_NAMES, SYSTEM_NAMES, callMark, doesMark, number } from "../drawing/words.js";
import { ending } from "./auction.js";
import { candidates, candidatesOf } from "./candidates.js";
import { card, empty } from "../drawing/frame.js";

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
  if (!seat) return without(ending(state.board.dealer, madeOf(state)), app.part("outcome", "result", exactQuestion(state), madeOf(state)));
  const isElsewhere = viewerOf(state) !== seat && isComplete(state.board.hands[seat]);
  if (!advice.question) return without(`${SEAT_NAMES[seat]} to call`, isElsewhere ? `You see with ${SEAT_NAMES[viewerOf(state)]}'s eyes.` : `Give ${SEAT_NAMES[seat]} a hand.`);
  if (isHidden(app)) return without(`What does ${SEAT_NAMES[seat]} call?`, "Advice is hidden until you bid. Press ", h("kbd", null, "e"), " to see it.");
  const { data } = advice;
  return card(
    "decision", null, { extra: "on-call", answer: advice, label: "Decision" },
    data ? [verdict(app, data, advice), candidatesOf(data).length ? candidates(app, data, advice) : null]
      : h("h1", { id: "verdict" }, `${SEAT_NAMES[seat]} to call`),
  );
}

/** The panel where there is no verdict, and why. */
const without = (title, ...words) => card("decision", null, { extra: "on-call", label: "Decision" }, h("h1", { id: "verdict" }, title), empty(words));

function verdict(app, data, advice) {
  return h(
    "div",
    { class: "verdict" },
    h("div", { class: "big", "aria-hidden": "true" }, callMark(data.call)),
    h("div", { class: "words" }, h("h1", { id: "verdict" }, doesMark(data.by, data.call)), h("div", null, agreement(app.state, data, advice))),
    support(data),
  );
}

/** Whether card, network and simulation agree, and what the next best call costs. */
function agreement(state, data, advice) {
  if (!data.candidates) return h("p", null, "By the rule alone.");
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
  return [h("p", null, parts), cost && best === call ? h("p", null, cost) : null];
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
  const title = `${known.word} auction: ${known.count} layouts support it`;
  return h("span", { class: `badge${rare ? " rare" : ""}`, title }, h("i", { "aria-hidden": "true" }), known.word);
}
