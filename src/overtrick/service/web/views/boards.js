// The boards of a file: a list with marks, the dearest calls, and what each player lost.

import { close, openFiles } from "../actions/files.js";
import { MARKS } from "../actions/session.js";
import { cardMark, cost } from "../drawing/deeds.js";
import { h } from "../drawing/dom.js";
import { frame } from "../drawing/frame.js";
import { SEAT_NAMES, SYSTEM_NAMES, callMark, signed, spoken, spokenCard } from "../drawing/words.js";
import { contractOf, isOver } from "../game/rules.js";
import { practise, remark } from "../panels/board-review.js";
import { chip, scoreChip, systemChips } from "../panels/top-bar.js";

/** @typedef {import("../actions/session.js").Session} Session */

const DEAREST = 5;

/** The view. @param {App} app */
export function view(app) {
  const { session } = app;
  return h(
    "main",
    { class: "boards", id: "main", tabindex: "-1" },
    session
      ? [
          h("div", { class: "column" }, list(app, session)),
          h("div", { class: "column" }, dearest(app, session), players(app, session)),
        ]
      : opening(app),
  );
}

/** Where there is no file yet. @param {App} app */
function opening(app) {
  const submit = (/** @type {Heard<Event>} */ event) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector("textarea");
    app.command("paste", field?.value ?? "", "boards-text");
  };
  return frame(
    "open",
    null,
    { label: "Open boards" },
    h("h1", null, "What did we do wrong last night?"),
    h(
      "p",
      null,
      "Open a file of boards, drop it anywhere on this page, or paste its text or link. Every call is graded.",
    ),
    h(
      "p",
      { class: "muted" },
      "PBN, LIN (both rooms), links of Bridge Base Online. The file stays in this tab: close the file or the tab, and it is gone.",
    ),
    h("div", { class: "menu-row" }, fileButton(app)),
    h(
      "form",
      { on: { submit } },
      h("textarea", {
        id: "boards-text",
        class: "wide-field",
        "aria-label": "Boards as text",
        placeholder: "[Event …",
        spellcheck: "false",
      }),
      h("button", { class: "button main" }, "Read the boards"),
    ),
  );
}

/** @param {App} app */
function fileButton(app) {
  const change = (/** @type {Heard<Event>} */ { target }) => {
    openFiles(app, ...(target.files ?? []));
    target.value = "";
  };
  return h(
    "label",
    { class: "button file" },
    "Open a file…",
    h("input", { type: "file", multiple: true, "aria-label": "Open a file of boards", on: { change } }),
  );
}

/** @param {App} app @param {Session} session */
function list(app, session) {
  const { swings } = session;
  const heads = ["Board", "N-S", "E-W", "Contract", "Score", "Par", "Marks", "N-S lost", "E-W lost"];
  if (swings) heads.push("IMPs");
  return frame(
    "list",
    null,
    { label: "Boards" },
    h(
      "header",
      { class: "file-head" },
      h("h1", null, session.name),
      progress(session),
      fileButton(app),
      closeButton(app),
    ),
    session.occasion ? h("p", { class: "muted occasion" }, session.occasion) : null,
    h("div", { class: "chips" }, scoreChip(app), judges(app, session)),
    h(
      "div",
      { class: "wide-scroll" },
      h(
        "table",
        { class: "board-list" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            heads.map((head, place) => h("th", { scope: "col", class: `c${place}` }, head)),
          ),
        ),
        h(
          "tbody",
          null,
          session.boards.map((board, index) => row(session, index, swings !== null)),
        ),
      ),
    ),
    swings && h("p", null, "Between the rooms: ", swings.map(({ pair, won }) => `${pair} ${won}`).join(", "), " IMPs."),
    h(
      "p",
      { class: "muted keys-line" },
      h("kbd", null, "j"),
      " ",
      h("kbd", null, "k"),
      " next and previous board, ",
      h("kbd", null, "Enter"),
      " opens it, ",
      h("kbd", null, "b"),
      " comes back.",
    ),
  );
}

/** By which cards the calls are judged. @param {App} app @param {Session} session */
function judges(app, session) {
  const how = { own: "the card each pair bids like", chosen: "the cards named here" };
  const judged = session.isAsBid ? "own" : "chosen";
  const cards = session.cards.map((card) => SYSTEM_NAMES[card]).join(", ");
  return [
    chip("Judged by", how, judged, (value) => session.judge(value === "own")),
    session.isAsBid ? h("span", { class: "muted" }, cards) : systemChips(app),
  ];
}

/** @param {App} app */
const closeButton = (app) => h("button", { class: "button", on: { click: () => close(app) } }, "Close");

/** @param {Session} session */
function progress(session) {
  const { all, done } = session.progress;
  if (!all)
    return h("span", { class: "label" }, `${session.boards.length} boards. No whole auctions, so nothing to grade.`);
  const bar = { role: "progressbar", "aria-valuenow": done, "aria-valuemax": all, "aria-label": "Boards reviewed" };
  return h(
    "span",
    { class: "progress" },
    h("span", { class: "gauge", ...bar }, h("i", { style: { width: `${(100 * done) / all}%` } })),
    h("span", { class: "label" }, done < all ? `${done} of ${all} boards reviewed` : `${all} boards reviewed`),
    done < all
      ? h(
          "button",
          { class: "button small", on: { click: () => session.pause() } },
          session.isPaused ? "Go on" : "Stop",
        )
      : null,
  );
}

/** @param {Session} session @param {number} index @param {boolean} isMatch */
function row(session, index, isMatch) {
  const { record } = session.boards[index];
  const outcome = session.outcome(index);
  const review = outcome?.data;
  const open = () => session.open(index);
  const score = session.score(index);
  const lost = (/** @type {Side} */ side) => (review ? costIn(session, review.lost[side]) : "");
  const cells = [
    session.pair(index, ["N", "S"]),
    session.pair(index, ["E", "W"]),
    resultMark(session, index),
    score === null ? "" : signed(score),
    review ? signed(review.par.score) : "",
    marks(session, index),
    lost("NS"),
    lost("EW"),
  ];
  const swing = session.swing(index);
  if (isMatch) cells.push(swing === null ? "" : signed(swing));
  const name = h(
    "button",
    { class: "link", "data-board": index, "aria-label": `Board ${session.label(index)}`, on: { click: open } },
    session.label(index),
  );
  return h(
    "tr",
    { class: session.at === index ? "chosen" : "", "data-result": record.result ?? "" },
    h("th", { scope: "row" }, name),
    cells.map((cell, place) => h("td", { class: `c${place + 1}` }, cell)),
  );
}

/** @param {Session} session @param {number} lost */
const costIn = ({ app }, lost) => (lost ? cost(lost, app.state.score) : "–");

/** The contract as it was played: 4, a spade, x, the declarer and how it went. @param {Session} session @param {number} index */
function resultMark(session, index) {
  const { board, line, record, isWhole } = session.boards[index];
  const contract = contractOf(board.dealer, line);
  if (!isWhole) {
    const missing = !record.auction ? "no auction" : isOver(line) ? "cards missing" : "auction not over";
    return h("span", { class: "muted" }, missing);
  }
  if (!contract) return "Passed out";
  const tail = /[=+-]\d*$/.exec(record.result ?? session.outcome(index)?.data?.reached ?? "")?.[0] ?? "";
  return [callMark(contract.bid + contract.doubled.toLowerCase()), ` ${contract.declarer} ${tail.replace("-", "−")}`];
}

/** @param {Session} session @param {number} index */
function marks(session, index) {
  const outcome = session.outcome(index);
  if (outcome?.error) return h("span", { class: "muted" }, outcome.error);
  if (!outcome)
    return session.boards[index].isWhole ? h("span", { class: "muted", "aria-label": "not reviewed yet" }, "…") : null;
  return session.marks(index).map((call) => markButton(session, index, call));
}

/** A mark with its call or lead, which opens the board where it was made. @param {Session} session @param {number} index @param {Deed} call */
export function markButton(session, index, call) {
  const said = "card" in call ? `lead of the ${spokenCard(call.card)}` : spoken(call.call);
  const label = `${MARKS[call.mark]}: ${SEAT_NAMES[call.by]}, ${said}`;
  const open = () => session.open(index, call.place);
  return h(
    "button",
    { class: `mark-button ${call.cost ? "fault" : ""}`, "aria-label": label, title: label, on: { click: open } },
    h("b", null, call.mark),
    h("span", { class: "muted" }, call.by),
    "card" in call ? ["leads ", cardMark(call.card, session.app.settings.ten)] : callMark(call.call),
  );
}

/** The calls that cost the most. @param {App} app @param {Session} session */
function dearest(app, session) {
  const worst = session.marked.filter(({ call }) => call.cost).slice(0, DEAREST);
  if (!worst.length) return null;
  const item = (/** @type {import("../actions/session.js").Marked} */ { index, call, name }) =>
    h(
      "li",
      null,
      h(
        "p",
        null,
        markButton(session, index, call),
        h("b", null, ` ${name || SEAT_NAMES[call.by]}`),
        `, board ${session.label(index)}`,
      ),
      h("p", null, remark(call), " ", practise(app, session, index, call)),
    );
  return frame("dearest", "The dearest calls", {}, h("ol", { class: "plain" }, worst.map(item)));
}

/** @type {Record<string, string>} What there is to practise, by what calls are about. */
const KINDS = {
  opening: "openings",
  response: "responses",
  rebid: "rebids",
  competing: "competing",
  doubling: "doubles",
  slam: "slams",
  lead: "leads",
};

/** What each player lost, by name or by seat, and what cost most: that is to be practised. @param {App} app @param {Session} session */
function players(app, session) {
  const costly = session.marked.filter(({ call }) => call.cost);
  const named = grouped(costly, ({ call, name }) => name || SEAT_NAMES[call.by]);
  if (!named.length) return null;
  const rows = named.map(([name, faults]) => {
    const [[kind, [worst]]] = grouped(faults, ({ call }) => call.about);
    const cells = [
      faults.length,
      cost(sumOf(faults), app.state.score),
      practise(app, session, worst.index, worst.call, KINDS[kind]),
    ];
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, name),
      cells.map((cell) => h("td", null, cell)),
    );
  });
  const heads = ["Player", "Faults", "Lost", "To practise"].map((head) => h("th", { scope: "col" }, head));
  return frame(
    "players",
    "The players",
    {},
    h("table", { class: "figures" }, h("thead", null, h("tr", null, heads)), h("tbody", null, rows)),
  );
}

/** @typedef {import("../actions/session.js").Marked} Marked */

/** @param {Marked[]} faults */
const sumOf = (faults) => faults.reduce((sum, { call }) => sum + call.cost, 0);

/** Faults by a name, those that cost most together first. @param {Marked[]} faults @param {(fault: Marked) => string} nameOf */
function grouped(faults, nameOf) {
  /** @type {Map<string, Marked[]>} */
  const groups = new Map();
  for (const fault of faults) groups.set(nameOf(fault), [...(groups.get(nameOf(fault)) ?? []), fault]);
  return [...groups].sort(([, one], [, other]) => sumOf(other) - sumOf(one));
}
