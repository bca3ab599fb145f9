// Play: a match of eight boards; you are South, the machine has the other seats, and all four in the other room.

import { BOARDS, HomeMatch } from "../actions/play.js";
import { h } from "../drawing/dom.js";
import { choice, empty, failure, frame } from "../drawing/frame.js";
import { meaningLine } from "../drawing/meanings.js";
import { SCORES, SEAT_NAMES, callMark, signed } from "../drawing/words.js";
import { around } from "../game/rules.js";
import { regulated } from "../state/questions.js";
import { ending } from "../panels/auction.js";
import { scoreChip, systemChips } from "../panels/top-bar.js";
import { box, question, wholeDeal } from "./practice.js";

/** @typedef {NonNullable<HomeMatch["position"]>} Position */

/** @type {Record<Strength, string>} */
const STRENGTHS = { card: "Card", network: "Network", improved: "Improved network" };

/** @type {Record<Score, string>} */
const UNITS = { IMPs: "IMPs", MP: "matchpoint", points: "points" };

/** Before the view is first drawn. @param {App} app */
export function start(app) {
  app.match = new HomeMatch(app);
}

/** The view. @param {App} app */
export function view(app) {
  const match = /** @type {HomeMatch} */ (app.match);
  const { position, end } = match;
  return h(
    "main",
    { class: "practice play", id: "main", tabindex: "-1" },
    h(
      "div",
      { class: "column" },
      opponents(app, match),
      position ? question(app, match, position) : null,
      position && !end ? box(match, position.calls) : null,
    ),
    h("div", { class: "column" }, result(app, match), scoreboard(app, match)),
  );
}

/** Who plays, and the button that begins. @param {App} app @param {HomeMatch} match */
function opponents(app, match) {
  const { scores, error, isGoing } = match;
  const begin = () => {
    document.getElementById("main")?.focus(); // the keys call from now on
    match.start();
  };
  const board = Math.min(scores.length + (match.end ? 0 : 1), BOARDS);
  return frame(
    "source",
    "Play",
    { tools: h("div", { class: "end" }, `Board ${board} of ${BOARDS}`) },
    h("h1", { class: "aloud" }, "Play"),
    h(
      "div",
      { class: "chips" },
      choice("The others", STRENGTHS, match.strength, (strength) => match.choose(strength)),
      scoreChip(app),
      systemChips(app),
    ),
    h(
      "button",
      { class: "button main", disabled: isGoing, on: { click: begin } },
      match.position ? "New match" : "Start",
    ),
    error ? failure({ error, retry: () => match.retry() }) : null,
  );
}

/** @param {string} words */
const noResult = (words) => frame("result", "Result", {}, empty(words));

/** @param {App} app @param {HomeMatch} match */
function result(app, match) {
  const { position, end } = match;
  if (!position) return noResult("Press Start. You bid as South; the other room bids the same deal.");
  if (!end) return noResult("The other hands are told when the auction is over.");
  const { board, other } = end;
  const next = { class: "button main", on: { click: () => match.next() } };
  const inMatch = match.isOver ? `, ${won(app, match.total)} in the match.` : ".";
  return [
    frame(
      "result",
      "Result",
      {},
      h(
        "div",
        { role: "status", class: "grade" },
        h("p", null, h("b", null, `${won(app, match.worth(end))} ${UNITS[app.state.score]}`), inMatch),
        h("p", null, "Your table: ", ending(position.dealer, position.calls), ` ${board.result ?? ""}`),
        h("p", null, "Other room: ", ending(position.dealer, callsOf(other)), ` ${other?.result ?? ""}`),
        h("p", { class: "muted" }, "Tricks are double dummy in both rooms."),
      ),
      h("button", next, match.isOver ? "New match " : "Next board ", h("kbd", null, "Enter")),
      wholeDeal(app, match),
    ),
    explained(app, match, "Your auction", position.calls),
    explained(app, match, "The other room's auction", callsOf(other)),
  ];
}

/** @param {BoardLine} [line] */
const callsOf = (line) => (line?.auction ?? "").split(" ").filter(Boolean);

/**
 * What every call of an auction means.
 * @param {App} app @param {HomeMatch} match @param {string} title @param {readonly Call[]} calls
 */
function explained(app, { position, systems }, title, calls) {
  if (!position) return null;
  const { dealer, vul } = position;
  const answer = app.answers.get(
    "explain",
    { dealer, vul, auction: calls.join(" "), ...systems, ...regulated(app.settings) },
    title,
  );
  const known = answer.isOld ? [] : (answer.data?.calls ?? []);
  const item = (/** @type {Call} */ call, /** @type {number} */ index) =>
    h(
      "li",
      null,
      h("span", { class: "label" }, SEAT_NAMES[around(dealer, index)]),
      h("b", null, callMark(call)),
      h("span", null, known[index] ? meaningLine(known[index], app.settings.regulation) : "…"),
    );
  return frame("meanings", title, { answer }, h("ol", { class: "call-meanings" }, calls.map(item)));
}

/** A matchpoint, a half or none; IMPs and points with their sign. @param {App} app @param {number} value */
const won = ({ state: { score } }, value) => (score === "MP" ? String(value) : signed(value));

/** The boards that have been played. @param {App} app @param {HomeMatch} match */
function scoreboard(app, match) {
  const { scores, total } = match;
  if (!scores.length) return null;
  const unit = SCORES[app.state.score];
  const heads = ["Board", "Your table", "Other room", unit].map((name) => h("th", { scope: "col" }, name));
  const rows = scores.map((score) => {
    const cells = [score.mine, score.other, won(app, match.worth(score))].map((text) => h("td", null, text));
    return h("tr", null, h("th", { scope: "row" }, String(score.no)), cells);
  });
  const together = h("th", { scope: "row", colspan: "3" }, "Together");
  const sum = h("tr", { class: "total" }, together, h("td", null, won(app, total)));
  const table = h("table", { class: "figures" }, h("thead", null, h("tr", null, heads)), h("tbody", null, rows, sum));
  return frame("scores", "The match", {}, table);
}
