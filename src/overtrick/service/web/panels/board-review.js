// What is said of the board at the table that came from a file: its place in the file, its result, its marked calls.

import { cardMark, cost } from "../drawing/deeds.js";
import { h } from "../drawing/dom.js";
import { empty, frame } from "../drawing/frame.js";
import { drawPieces, piecesOf, sentence } from "../drawing/marked.js";
import { SEAT_NAMES, callMark, percent, signed, spoken } from "../drawing/words.js";
import { contractOf } from "../game/rules.js";

/** @typedef {import("../actions/session.js").Session} Session */

/** The way to the other boards. @param {App} app @param {Session} session */
export function steps(app, session) {
  const { at, boards } = session;
  if (boards.length < 2) return null;
  const step = (/** @type {string} */ label, /** @type {number} */ by, /** @type {string} */ mark) =>
    h(
      "button",
      {
        class: "button small square",
        "aria-label": label,
        disabled: !boards[at + by],
        on: { click: () => session.step(by) },
      },
      mark,
    );
  return h(
    "div",
    { class: "file-steps", role: "group", "aria-label": "Boards of the file" },
    at < 0 ? null : step("Previous board", -1, "‹"),
    at < 0 ? null : h("span", null, `${at + 1} of ${boards.length}`),
    at < 0 ? null : step("Next board", 1, "›"),
    h("button", { class: "button small", on: { click: () => session.list() } }, "All boards"),
  );
}

/** The card with the review of the board. @param {App} app @param {Session} session */
export function reviewPanel(app, session) {
  const { at } = session;
  if (at < 0) return null;
  const outcome = session.outcome(at);
  const { isWhole } = session.boards[at];
  const review = outcome?.data;
  const missing = !isWhole
    ? "This board has no whole auction, so there is nothing to grade."
    : (outcome?.error ?? "The calls are being graded …");
  return frame(
    "review",
    `Review of board ${session.label(at)}`,
    { extra: "on-call" },
    review ? [summary(app, review), calls(app, session)] : empty(missing),
    played(app, session.boards[at]),
  );
}

/** Result, par, the other tables, and where the difference comes from. @param {App} app @param {BoardReview} review */
function summary(
  { state },
  { score, par, lost, luck, against_par: against, table_trouble: trouble, share, elsewhere },
) {
  const others = elsewhere?.length ?? 0;
  return h(
    "p",
    null,
    trouble ? h("span", { class: "muted" }, `${sentence([trouble])} `) : null,
    h("b", null, `${signed(score)} for N-S`),
    `, par ${signed(par.score)}: ${signed(against)} IMPs. `,
    others ? `${percent(share ?? 0)} against ${others} other table${others > 1 ? "s" : ""}. ` : "",
    `Lost by calls: N-S ${cost(lost.NS, state.score)}, E-W ${cost(lost.EW, state.score)}. `,
    state.score === "IMPs" ? h("span", { class: "muted" }, `Luck and play: ${signed(luck, 1)}.`) : null,
  );
}

/** The calls and the lead with a mark. @param {App} app @param {Session} session */
function calls(app, session) {
  const marked = session.marks(session.at);
  if (!marked.length) return h("p", { class: "muted" }, "No better call could have been found.");
  const item = (/** @type {Deed} */ call) => {
    const name = session.player(session.at, call.by) || SEAT_NAMES[call.by];
    const go = () => {
      app.do({ type: "branch", branch: null });
      app.do({ type: "at", at: call.place });
    };
    return h(
      "li",
      null,
      h("button", { class: "link", on: { click: go } }, h("b", null, call.mark), " ", name, ": ", deedMark(app, call)),
      " – ",
      remark(call),
      call.cost ? [" ", practise(app, session, session.at, call)] : null,
    );
  };
  return h("ol", { class: "plain marked-calls" }, marked.map(item));
}

/** @param {App} app @param {Deed} deed */
const deedMark = ({ settings }, deed) =>
  "card" in deed ? ["leads ", cardMark(deed.card, settings.ten)] : callMark(deed.call);

/** Why a call or a lead has its mark, and what it cost. @param {Deed} call */
export function remark(call) {
  if (call.cost || "card" in call) return drawPieces(sentence(piecesOf(call, "why")));
  return call.broken ? drawPieces(sentence(piecesOf(call, "broken"))) : "Better than the card's call.";
}

/**
 * The way to other hands after the same calls; for a lead, to its panel.
 * @param {App} app @param {Session} session @param {number} index @param {Deed} call @param {string} [words]
 */
export function practise(app, session, index, call, words = "Practise it") {
  if ("card" in call) {
    const see = () => session.open(index, call.place);
    return h("button", { class: "link", on: { click: see } }, words === "Practise it" ? "All thirteen leads" : words);
  }
  const before = session.boards[index].line.slice(0, call.place);
  const label = `Practise ${before.length ? `after ${before.map(spoken).join(", ")}` : "openings"}`;
  const click = () => {
    app.do({ type: "view", view: "practice", path: [before.join("-")] });
    app.practice?.next();
  };
  return h("button", { class: "link", "aria-label": label, title: label, on: { click } }, words);
}

/**
 * Where tricks were given up in the play, as far as the file has it.
 * @param {App} app @param {import("../actions/session.js").FileBoard} board
 */
function played(app, { board, line, record }) {
  const { play = [], result } = record;
  const explorer = app.part("panels/explorer");
  if (play.length < 2 || !explorer || !contractOf(board.dealer, line) || result === "Pass") return null;
  const answer = app.answers.get("cards", explorer.cardsQuestion(board, line, play), "play of the file");
  if (answer.status === "error") return h("p", { class: "muted" }, `The play of the file: ${answer.error}.`);
  if (!answer.data || answer.isOld) return h("p", { class: "muted" }, "The play …");
  const lapses = explorer.lapsesOf(board, line, play, answer.data.tricks);
  return [
    h("h3", null, "The play"),
    explorer.lapsesList(app, lapses) ?? h("p", { class: "muted" }, "No card gave up a trick, all hands seen."),
  ];
}
