// Practice: a hand, an auction, your call; then short praise, or the full reasons; and so on until the auction ends.

import { Quiz, isRight } from "../actions/quiz.js";
import { h } from "../drawing/dom.js";
import { choice, empty, failure, frame } from "../drawing/frame.js";
import { SEAT_NAMES, VULS, callMark, spoken, spokenHand, worth } from "../drawing/words.js";
import { dealText, hcp, suitsOf } from "../game/hands.js";
import { BIDS, SEATS, isLegal } from "../game/rules.js";
import { COLUMNS, ending, rowsOf } from "../panels/auction.js";
import { gainOf } from "../panels/candidates.js";
import { centre, handLines } from "../panels/deal.js";
import { scoreChip, systemChips } from "../panels/top-bar.js";
import { whyPanel } from "../panels/why.js";

/** @typedef {NonNullable<Quiz["position"]>} Position */

/** What is typed into the field of each mode: its label, and an example. */
const FIELDS = {
  random: ["A condition, or leave it empty", "hcp(south)>=15 && balanced(south)"],
  section: ["The auction to answer", "1N P"],
  file: ["Paste PBN or LIN", "[Deal …"],
};

/** Before the view is first drawn. @param {App} app */
export function start(app) {
  app.practice = new Quiz(app);
  if (app.state.path.length) app.practice.next();
}

/** The view. @param {App} app */
export function view(app) {
  const quiz = /** @type {Quiz} */ (app.practice);
  const { position, made, isEnded } = quiz;
  return h(
    "main",
    { class: "practice", id: "main", tabindex: "-1" },
    h(
      "div",
      { class: "column" },
      source(app, quiz),
      position ? question(app, quiz, position) : null,
      position && !made && !isEnded ? box(quiz, position.calls) : null,
    ),
    h(
      "div",
      { class: "column" },
      position ? answered(app, quiz, position) : noAnswer("Press Start. You bid, it grades."),
    ),
  );
}

/** @param {App} app @param {Quiz} quiz */
function source(app, quiz) {
  const { mode, score, error } = quiz;
  const [label, placeholder] = FIELDS[mode];
  const field = {
    key: mode,
    id: "practice-source",
    class: "wide-field",
    "aria-label": label,
    placeholder,
    ...(mode !== "file" && { value: quiz.words }),
  };
  const submit = (/** @type {Event} */ event) => send(event, quiz);
  const retry = () => (quiz.made ? quiz.goOn() : quiz.next());
  return frame(
    "source",
    "Practice",
    { tools: h("div", { class: "end" }, `${score.right} of ${score.asked} right`) },
    h("h1", { class: "aloud" }, "Practice"),
    h(
      "div",
      { class: "chips" },
      choice("Questions from", { random: "Deals", section: "A system section", file: "A file" }, mode, (other) =>
        quiz.choose(other),
      ),
      choice("Ask", { all: "Whole auction", one: "One turn" }, quiz.isWhole ? "all" : "one", (practice) =>
        app.set({ practice }),
      ),
      scoreChip(app),
      systemChips(app),
    ),
    h(
      "form",
      { class: "menu-row", on: { submit } },
      h(mode === "file" ? "textarea" : "input", field),
      h("button", { class: "button main" }, quiz.position ? "New deal" : "Start"),
    ),
    error ? failure({ error, retry }) : null,
  );
}

/** @param {Event} event @param {Quiz} quiz */
function send(event, quiz) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (document.getElementById("practice-source"));
  document.getElementById("main")?.focus(); // the keys call from now on
  if (quiz.mode !== "file") quiz.words = field.value.trim();
  if (quiz.mode === "file" && field.value) quiz.load(field.value);
  else quiz.next();
  if (quiz.mode === "file") field.value = "";
}

/**
 * South's hand and the auction so far.
 * @param {App} app @param {Pick<Quiz, "made" | "turns">} quiz @param {Pick<Position, "hand" | "vul" | "dealer" | "calls">} position
 */
export function question(app, quiz, position) {
  const { hand, vul } = position;
  const lines = h("div", { role: "img", "aria-label": spokenHand(suitsOf(hand)) }, handLines(hand, app.settings.ten));
  return frame(
    "question",
    "Your hand",
    { tools: h("div", { class: "end" }, `South, ${hcp(hand)} HCP · vul ${VULS[vul]}`) },
    h("div", { class: "hand-and-board" }, lines, centre(position)),
    auction(quiz, position),
  );
}

/**
 * The auction as far as it has come, South's calls with their grades.
 * @param {Pick<Quiz, "made" | "turns">} quiz @param {Pick<Position, "dealer" | "calls">} position
 */
export function auction({ made, turns }, { dealer, calls }) {
  const grades = new Map(turns.map((turn) => [turn.index, turn]));
  const heads = COLUMNS.map((seat) => h("th", { scope: "col" }, SEAT_NAMES[seat]));
  const rows = rowsOf(dealer, made ? [...calls, made] : calls).map((row) => {
    const cells = row.map((cell) => h("td", null, drawCell(cell, grades)));
    return h("tr", null, cells);
  });
  return h("table", { class: "calls" }, h("thead", null, h("tr", null, heads)), h("tbody", null, rows));
}

/**
 * @param {import("../panels/auction.js").Cell} cell @param {Map<number, import("../actions/quiz.js").Turn>} grades
 * @returns {Child}
 */
function drawCell(cell, grades) {
  if (!cell) return null;
  if ("next" in cell) return h("span", { class: "next" }, "?");
  const { call, index } = cell;
  const turn = grades.get(index);
  if (!turn) return callMark(call);
  const aloud = (/** @type {string} */ words) => h("span", { class: "aloud" }, words);
  if (call !== turn.made)
    return [h("s", { class: "muted" }, callMark(turn.made)), aloud(" was wrong, better "), " ", callMark(call)];
  const grade = turn.isRight
    ? h("span", { class: "tick" }, "✓", aloud(" right"))
    : h("span", { class: "cross" }, "✗", aloud(" wrong"));
  return [callMark(call), " ", grade];
}

/** The calls that can be made. @param {{ call: (call: Call) => unknown }} quiz @param {readonly Call[]} calls */
export function box(quiz, calls) {
  const button = (/** @type {Call} */ call) => {
    const props = {
      class: `call-${call}`,
      disabled: !isLegal(calls, call),
      "data-call": call,
      "aria-label": spoken(call),
    };
    return h("button", { ...props, on: { click: () => quiz.call(call) } }, callMark(call));
  };
  const bids = h("div", { class: "bids" }, BIDS.map(button));
  return frame("box still", "Your call", {}, bids, h("div", { class: "others" }, ["P", "X", "XX"].map(button)));
}

/** @param {string} words */
const noAnswer = (words) => frame("result", "Result", {}, empty(words));

/** @param {App} app @param {Quiz} quiz @param {Position} position */
function answered(app, quiz, position) {
  if (quiz.made) return verdict(app, quiz, quiz.made);
  if (!quiz.isEnded) return noAnswer("What do you call? No advice before you have.");
  return frame("result", "Result", {}, ended(app, quiz, position), onward(quiz), wholeDeal(app, quiz));
}

/** What is said about the call that was made. @param {App} app @param {Quiz} quiz @param {Call} made */
function verdict(app, quiz, made) {
  const answer = app.answers.get("advise", quiz.question, "practice");
  const data = answer.isOld || answer.status !== "ready" ? null : answer.data;
  const right = data !== null && isRight(made, data);
  const words = !data ? h("p", null, "Looking at it…") : right ? praise(app, made, data) : blame(app, quiz, made, data);
  const reasons = { ...answer, data, question: { layouts: 0 } };
  return [
    frame(
      "result",
      "Result",
      { answer: answer.status === "error" ? answer : null },
      h("div", { role: "status", class: "grade" }, words),
      onward(quiz),
      wholeDeal(app, quiz),
    ),
    data && !right ? whyPanel(app, reasons) : null,
  ];
}

/** The way on: the rest of the auction, or a new deal. @param {Quiz} quiz */
function onward(quiz) {
  const { isEnded, graded, isGoing } = quiz;
  const props = { disabled: !isEnded && (!graded || isGoing), on: { click: () => quiz.enter() } };
  return h("button", { class: "button main", ...props }, isEnded ? "New deal " : "Go on ", h("kbd", null, "Enter"));
}

/** @param {App} app @param {Call} made @param {Advice} advice */
function praise({ state }, made, advice) {
  const { call, system_call: ruled } = advice;
  const head = made === call ? "Right: " : made === ruled ? "Right by the card: " : "Good enough: ";
  const is = made === ruled ? "does better" : call === ruled ? "is the card's" : "is better";
  const though = made === call ? null : [", though ", callMark(call), ` ${is}${costOf(state, made, advice, " by ")}`];
  return h("p", null, h("span", { class: "tick" }, "✓ "), h("b", null, head, callMark(made)), though, judged(advice));
}

/** The grade, and who gave it. @param {Advice} advice */
function judged({ made }) {
  if (!made?.grade) return ".";
  const judge = made.judge ? `, by the ${made.judge}` : "";
  return [". ", h("span", { class: "muted" }, `${made.grade[0].toUpperCase()}${made.grade.slice(1)}${judge}.`)];
}

/** What a call loses against the one advised. @param {State} state @param {Call} made @param {Advice} advice @param {string} before */
function costOf({ score }, made, { candidates = [] }, before) {
  const gain = gainOf(candidates.find((candidate) => candidate.call === made));
  if (!gain || gain.mean >= 0) return "";
  return before + worth({ mean: -gain.mean, low: -gain.high, high: -gain.low }, score);
}

/** @param {App} app @param {Quiz} quiz @param {Call} made @param {Advice} advice */
function blame({ state }, quiz, made, advice) {
  const { call } = advice;
  return h(
    "p",
    null,
    h("span", { class: "cross" }, "✗ "),
    h("b", null, callMark(made)),
    costOf(state, made, advice, " costs ") || " is not it",
    judged(advice),
    " Better: ",
    h("b", null, callMark(call)),
    quiz.isEnded ? "." : ", and so it goes on.",
  );
}

/** How the auction ended, and what was right. @param {App} app @param {Quiz} quiz @param {Position} position */
function ended(app, { hands, turns }, { dealer, vul, calls }) {
  const right = turns.filter((turn) => turn.isRight).length;
  const details = hands && app.part("panels/contract-details");
  const result = details && details.result(app, { deal: dealText(hands), dealer, vul }, calls);
  return h(
    "div",
    { role: "status", class: "grade" },
    h("p", null, h("b", null, ending(dealer, calls)), " ", result),
    h("p", null, `${right} of ${turns.length} ${turns.length === 1 ? "call" : "calls"} right.`),
  );
}

/**
 * The whole deal, when nothing more is asked.
 * @param {App} app @param {{ hands: Hands | null, position: Pick<Position, "dealer" | "vul"> | null }} quiz
 */
export function wholeDeal(app, { hands, position }) {
  if (!hands || !position) return null;
  const places = SEATS.map((seat) => {
    const hand = hands[seat];
    if (!hand) return null;
    const name = SEAT_NAMES[seat];
    const props = { class: `place ${seat}`, role: "group", "aria-label": `${name}: ${spokenHand(suitsOf(hand))}` };
    const head = h("span", { class: "seat" }, h("b", null, name), hcp(hand));
    return h("div", props, head, handLines(hand, app.settings.ten));
  });
  return h("div", { class: "diagram deal-after" }, places, centre(position));
}
