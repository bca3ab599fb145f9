// The auction: West, North, East, South, with time travel, branches, and what each call means.

import { h } from "../drawing/dom.js";
import { frame, tableButton } from "../drawing/frame.js";
import { alertOf, meaningLine } from "../drawing/meanings.js";
import { SEAT_NAMES, callMark, spoken } from "../drawing/words.js";
import { around, contractOf, isOver, isVulnerable, turnOf } from "../game/rules.js";
import { explainQuestion } from "../state/questions.js";
import { callsOf, madeOf } from "../state/state.js";

/** @type {Seat[]} */
export const COLUMNS = ["W", "N", "E", "S"];

/**
 * A call that was made, whose turn it is, or nothing.
 * @typedef {{ call: Call, index: number } | { next: Seat } | null} Cell
 */

/** The panel with the calls. @param {App} app */
export function auctionPanel(app) {
  const answer = app.answers.get("explain", explainQuestion(app));
  const known = answer.isOld ? [] : (answer.data?.calls ?? []);
  const branches = app.state.branches.length ? app.part("panels/branches")?.lines(app) : null;
  return frame(
    "auction",
    "Auction",
    {
      tools: h("div", { class: "end" }, steps(app)),
      extra: "on-call on-deal-too",
      answer: answer.status === "error" ? answer : null,
    },
    h("div", { class: "scroll" }, callTable(app, known), branches),
    app.ui.asked ? app.part("panels/call-meanings")?.wouldMean(app, app.ui.asked) : meaning(app, known),
  );
}

/** @param {App} app */
function steps(app) {
  const { at, branch } = app.state;
  const step = (
    /** @type {string} */ label,
    /** @type {number} */ to,
    /** @type {string} */ mark,
    /** @type {boolean} */ off,
  ) =>
    h(
      "button",
      {
        class: "button small square",
        "aria-label": label,
        disabled: off,
        on: { click: () => app.do({ type: "at", at: to }) },
      },
      h("svg", { viewBox: "0 0 10 10", class: "step", "aria-hidden": "true" }, h("path", { d: mark })),
    );
  const whatIf = { "aria-pressed": String(branch !== null), on: { click: () => app.do({ type: "whatif" }) } };
  return [
    step("To the start", 0, "M1 1h1.6v8H1zM9 1v8L3 5z", at === 0),
    step("Back one call", at - 1, "M8 1v8L2 5z", at === 0),
    step("On one call", at + 1, "M2 1v8l6-4z", at >= callsOf(app.state).length),
    h("button", { class: "button small", ...whatIf }, branch === null ? "What if…" : "Main line"),
  ];
}

/** The calls in rows of four, and whose turn is next. @param {Seat} dealer @param {readonly Call[]} made */
export function rowsOf(dealer, made) {
  /** @type {Cell[]} */
  const cells = [...Array(COLUMNS.indexOf(dealer)).fill(null), ...made.map((call, index) => ({ call, index }))];
  if (!isOver(made)) cells.push({ next: turnOf(dealer, made) });
  const rows = [];
  for (let from = 0; from < cells.length; from += 4)
    rows.push([0, 1, 2, 3].map((column) => cells[from + column] ?? null));
  return rows;
}

/** @param {App} app @param {ExplainedCall[]} known */
function callTable(app, known) {
  const { dealer, vul } = app.state.board;
  const head = (/** @type {Seat} */ seat) => {
    const aloud = h("span", { class: "aloud" }, ", vulnerable");
    return isVulnerable(vul, seat)
      ? h("th", { scope: "col", class: "vul" }, SEAT_NAMES[seat], aloud)
      : h("th", { scope: "col" }, SEAT_NAMES[seat]);
  };
  const row = (/** @type {Cell[]} */ cells) =>
    h(
      "tr",
      null,
      cells.map((cell) => h("td", null, drawCell(app, cell, known))),
    );
  return h(
    "table",
    { class: "calls" },
    h("thead", null, h("tr", null, COLUMNS.map(head))),
    h("tbody", null, rowsOf(dealer, madeOf(app.state)).map(row)),
  );
}

/** @param {App} app @param {Cell} cell @param {ExplainedCall[]} known */
function drawCell(app, cell, known) {
  if (!cell) return null;
  if ("next" in cell) return h("span", { class: "next", "aria-label": `${SEAT_NAMES[cell.next]} to call` }, "?");
  const { call, index } = cell;
  const { board, branch, branches } = app.state;
  const from = branch === null ? Infinity : branches[branch].from;
  const classes = ["made", chosenCall(app) === index && "chosen", index >= from && "branch", call === "P" && "pass"];
  const [mark, told] = alertOf(known[index], app.settings.regulation);
  const [grade, word] = app.session?.markAt(index) ?? [];
  const look = () => app.show({ call: index });
  const leave = () => app.show({ call: null });
  return h(
    "button",
    {
      class: classes.filter(Boolean).join(" "),
      "aria-label": `${SEAT_NAMES[around(board.dealer, index)]}: ${spoken(call)}${told ? `, ${told.toLowerCase()}` : ""}${word ? `, ${word}` : ""}`,
      on: {
        click: () => app.do({ type: "at", at: index + 1 }),
        mouseenter: look,
        focus: look,
        mouseleave: leave,
        blur: leave,
      },
    },
    callMark(call),
    mark ? h("sup", { class: "alert" }, mark) : null,
    grade ? h("sup", { class: "grade-mark" }, grade) : null,
  );
}

/** The call whose meaning is shown: the one looked at, else the last that was no pass. @param {App} app */
function chosenCall(app) {
  const made = madeOf(app.state);
  if (app.ui.call !== null && app.ui.call < made.length) return app.ui.call;
  const bid = made.findLastIndex((call) => call !== "P");
  return bid < 0 ? made.length - 1 : bid;
}

/** @param {App} app @param {ExplainedCall[]} known */
function meaning(app, known) {
  const { dealer } = app.state.board;
  const chosen = chosenCall(app);
  if (chosen < 0) return h("p", { class: "meaning muted" }, `${SEAT_NAMES[dealer]} deals. Nothing has been called.`);
  return h(
    "div",
    { class: "meaning" },
    h("b", { class: "which" }, callMark(madeOf(app.state)[chosen])),
    h(
      "p",
      null,
      h("b", null, `${SEAT_NAMES[around(dealer, chosen)]}: `),
      known[chosen] ? meaningLine(known[chosen], app.settings.regulation) : "…",
    ),
    h("span", { class: "end" }, tableButton(app, "auction", "All")),
  );
}

/** How an auction has ended. @param {Seat} dealer @param {readonly Call[]} calls @returns {Child} */
export function ending(dealer, calls) {
  const contract = contractOf(dealer, calls);
  return contract
    ? [callMark(contract.bid + contract.doubled.toLowerCase()), ` by ${SEAT_NAMES[contract.declarer]}.`]
    : "Passed out.";
}
