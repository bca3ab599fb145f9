// The auction: West, North, East, South, with time travel, branches, and what each call means.

import { h } from "../drawing/dom.js";
import { contractOf, isOver, isVulnerable, turnOf } from "../game/rules.js";
import { explainQuestion } from "../state/questions.js";
import { callsOf, madeOf } from "../state/state.js";
import { SEAT_NAMES, callMark, meaningLine, spoken } from "../drawing/words.js";
import { card, twinButton } from "../drawing/frame.js";

export const COLUMNS = ["W", "N", "E", "S"];

/** The panel with the calls. */
export function auctionPanel(app) {
  const { state } = app;
  const question = explainQuestion(state);
  const answer = app.answers.get("explain", question);
  const tools = h("div", { class: "end" }, steps(app));
  return card(
    "auction", "Auction", { tools, extra: "on-call on-deal-too", answer: answer.status === "error" ? answer : null },
    h("div", { class: "scroll" }, table(app, answer), lines(app)),
    meaning(app, answer),
  );
}

function steps(app) {
  const { state } = app;
  const step = (label, at, mark, isOff) =>
    h("button", { class: "button small square", "aria-label": label, disabled: isOff, on: { click: () => app.do({ type: "at", at }) } },
      h("svg", { viewBox: "0 0 10 10", class: "step", "aria-hidden": "true" }, h("path", { d: mark })));
  const end = state.at >= callsOf(state).length;
  return [
    step("To the start", 0, "M1 1h1.6v8H1zM9 1v8L3 5z", state.at === 0),
    step("Back one call", state.at - 1, "M8 1v8L2 5z", state.at === 0),
    step("On one call", state.at + 1, "M2 1v8l6-4z", end),
    h("button", { class: "button small", "aria-pressed": String(state.branch !== null), on: { click: () => app.do({ type: "whatif" }) } },
      state.branch === null ? "What if…" : "Main line"),
  ];
}

/** The calls in rows of four, and whose turn is next. */
export function rowsOf(dealer, made) {
  const cells = [...Array(COLUMNS.indexOf(dealer)).fill(null), ...made.map((call, place) => ({ call, place }))];
  if (!isOver(made)) cells.push({ next: turnOf(dealer, made) });
  const rows = [];
  for (let from = 0; from < cells.length; from += 4) rows.push(cells.slice(from, from + 4));
  return rows;
}

function table(app, answer) {
  const { state } = app;
  const made = madeOf(state);
  const known = answer.isOld ? [] : answer.data?.calls ?? [];
  return h(
    "table",
    { class: "calls" },
    h("thead", null, h("tr", null, COLUMNS.map((seat) => {
      const vulnerable = isVulnerable(state.board.vul, seat);
      return h("th", { scope: "col", class: vulnerable ? "vul" : "" }, SEAT_NAMES[seat], vulnerable ? h("span", { class: "aloud" }, ", vulnerable") : null);
    }))),
    h("tbody", null, rowsOf(state.board.dealer, made).map((row) => h("tr", null, [0, 1, 2, 3].map((column) => h("td", null, cell(app, row[column], known)))))),
  );
}

function cell(app, each, known) {
  if (!each) return null;
  if (each.next) return h("span", { class: "next", "aria-label": `${SEAT_NAMES[each.next]} to call` }, "?");
  const { state } = app;
  const from = state.branch === null ? Infinity : state.branches[state.branch].from;
  const chosen = chosenCall(app) === each.place;
  const said = known[each.place];
  const look = () => app.show({ call: each.place });
  const look0 = () => app.show({ call: null });
  return h(
    "button",
    {
      class: `made${chosen ? " chosen" : ""}${each.place >= from ? " branch" : ""}${each.call === "P" ? " pass" : ""}`,
      "aria-label": `${SEAT_NAMES[turnOf(state.board.dealer, Array(each.place))]}: ${spoken(each.call)}${said?.alert ? ", alerted" : ""}`,
      on: { click: () => app.do({ type: "at", at: each.place + 1 }), mouseenter: look, focus: look, mouseleave: look0, blur: look0 },
    },
    callMark(each.call), said?.alert ? h("sup", { class: "alert" }, "!") : null,
  );
}

/** The call whose meaning is told: the one looked at, else the last that was no pass. */
function chosenCall(app) {
  const made = madeOf(app.state);
  if (app.ui.call !== null && app.ui.call < made.length) return app.ui.call;
  const bid = made.findLastIndex((call) => call !== "P");
  return bid < 0 ? made.length - 1 : bid;
}

function meaning(app, answer) {
  const { state } = app;
  const next = app.ui.asked;
  if (next) return would(app, next);
  const made = madeOf(state);
  const place = chosenCall(app);
  if (place < 0) return h("p", { class: "meaning muted" }, `${SEAT_NAMES[state.board.dealer]} deals. Nothing has been called.`);
  const said = answer.isOld ? null : answer.data?.calls?.[place];
  const seat = SEAT_NAMES[turnOf(state.board.dealer, made.slice(0, place))];
  return h("div", { class: "meaning" }, h("b", { class: "which" }, callMark(made[place])), h("p", null, h("b", null, `${seat}: `), said ? meaningLine(said) : "…"), h("span", { class: "end" }, twinButton(app, "auction", "All")));
}

/** What a call in the box would mean. */
function would(app, call) {
  const answer = app.answers.get("explain", explainQuestion(app.state, call), "would");
  const said = answer.isOld ? null : answer.data?.calls?.at(-1);
  return h("div", { class: "meaning" }, h("b", { class: "which" }, callMark(call)), h("p", null, h("b", null, "It would show: "), said ? meaningLine(said) : answer.error ?? "…"));
}

/** The main line and the branches, once there are any. */
function lines(app) {
  const { state } = app;
  if (!state.branches.length) return null;
  const chip = (branch, label) =>
    h("button", { class: "chip", "aria-pressed": String(state.branch === branch), on: { click: () => app.do({ type: "branch", branch }) } }, label);
  return h("div", { class: "branches", role: "group", "aria-label": "Lines" }, chip(null, "Main line"),
    state.branches.map(({ from, calls }, place) => chip(place, [`What if ${from + 1}: `, calls.slice(0, 4).map((call) => [callMark(call), " "])])));
}

export function ending(dealer, calls) {
  const contract = contractOf(dealer, calls);
  return contract ? [callMark(contract.bid + contract.doubled), ` by ${SEAT_NAMES[contract.declarer]}.`] : "Passed out.";
}

