// Practice: a hand, an auction, your call; then short praise, or the full reasons; and so on until the auction ends.

import { dealText, hcp, suitsOf } from "../game/hands.js";
import { h } from "../drawing/dom.js";
import { Quiz } from "../actions/quiz.js";
import { LEVELS, SEATS, STRAINS, isLegal } from "../game/rules.js";
import { SEAT_NAMES, VULS, callMark, number, spoken, spokenHand } from "../drawing/words.js";
import { COLUMNS, ending, rowsOf } from "../panels/auction.js";
import { systemChips } from "../panels/top-bar.js";
import { card, choice, empty, failure } from "../drawing/frame.js";
import { candidatesOf } from "../panels/candidates.js";
import { centre, handLines } from "../panels/deal.js";
import { whyPanel } from "../panels/why.js";

const RIGHT = new Set(["best", "good", "too close to call"]);

/** The view. */
export default function practiceView(app) {
  app.practice ??= new Quiz(app);
  const { practice } = app;
  return h("main", { class: "practice", id: "main", tabindex: "-1" },
    h("div", { class: "column" }, source(app, practice), practice.position ? [question(app, practice), practice.made || practice.isEnded ? null : box(practice)] : null),
    h("div", { class: "column" }, answered(app, practice)));
}

function source(app, practice) {
  const set = (mode) => { Object.assign(practice, { mode, words: "" }); app.redraw(); };
  const words = { random: ["A condition, or leave it empty", "hcp(south)>=15 && balanced(south)"], section: ["The auction to answer", "1N P"], file: ["Paste PBN or LIN", "[Deal …"] }[practice.mode];
  return card("source", "Practice", { tools: h("div", { class: "end" }, `${practice.score.right} of ${practice.score.asked} right`) },
    h("h1", { class: "aloud" }, "Practice"),
    h("div", { class: "chips" },
      choice("Questions from", { random: "Deals", section: "A system section", file: "A file" }, practice.mode, set),
      choice("Ask", { all: "Whole auction", one: "One turn" }, practice.isWhole ? "all" : "one", (turns) => app.prefer({ practice: turns })),
      systemChips(app)),
    h("form", { class: "menu-row", on: { submit: (event) => send(event, practice) } },
      h(practice.mode === "file" ? "textarea" : "input", { key: practice.mode, id: "practice-source", class: "wide-field", "aria-label": words[0], placeholder: words[1] }),
      h("button", { class: "button main" }, practice.position ? "New deal" : "Start")),
    practice.error ? failure(practice.error, () => (practice.made ? practice.on() : practice.next())) : null);
}

function send(event, practice) {
  event.preventDefault();
  const field = document.getElementById("practice-source");
  document.getElementById("main").focus(); // the keys call from now on
  if (practice.mode === "file") {
    if (field.value) practice.load(field.value);
    else practice.next();
    field.value = "";
  } else {
    practice.words = field.value.trim();
    practice.next();
  }
}

function question(app, practice) {
  const { hand, vul } = practice.position;
  return card("question", "Your hand", { tools: h("div", { class: "end" }, `South, ${hcp(hand)} HCP · vul ${VULS[vul]}`) },
    h("div", { class: "hand-and-board" }, h("div", { role: "img", "aria-label": spokenHand(suitsOf(hand)) }, handLines(hand, app.prefs.ten)), centre(practice.position)),
    auction(practice));
}

/** The auction as far as it has come, South's calls with their grades. */
function auction(practice) {
  const { dealer, calls } = practice.position;
  const made = practice.made ? [...calls, practice.made] : calls;
  const grades = new Map(practice.turns.map((turn) => [turn.place, turn]));
  return h("table", { class: "calls" },
    h("thead", null, h("tr", null, COLUMNS.map((seat) => h("th", { scope: "col" }, SEAT_NAMES[seat])))),
    h("tbody", null, rowsOf(dealer, made).map((row) => h("tr", null, [0, 1, 2, 3].map((column) => h("td", null, cell(row[column], grades)))))));
}

function cell(each, grades) {
  if (!each) return null;
  if (each.next) return h("span", { class: "next" }, "?");
  const turn = grades.get(each.place);
  if (!turn) return callMark(each.call);
  if (each.call !== turn.made) return [h("s", { class: "muted" }, callMark(turn.made)), h("span", { class: "aloud" }, " was wrong, better "), " ", callMark(each.call)];
  return [callMark(each.call), " ", turn.isRight ? h("span", { class: "tick" }, "✓", h("span", { class: "aloud" }, " right")) : h("span", { class: "cross" }, "✗", h("span", { class: "aloud" }, " wrong"))];
}

function box(practice) {
  const { calls } = practice.position;
  const button = (call) => h("button", { class: `call-${call}`, disabled: !isLegal(calls, call), "data-call": call, "aria-label": spoken(call), on: { click: () => practice.call(call) } }, callMark(call));
  return card("box still", "Your call", {}, h("div", { class: "bids" }, LEVELS.map((level) => STRAINS.map((strain) => button(`${level}${strain}`)))), h("div", { class: "others" }, ["P", "X", "XX"].map(button)));
}

function answered(app, practice) {
  if (!practice.position) return card("result", "Result", {}, empty("Press Start. You bid, it grades."));
  if (practice.made) return verdict(app, practice);
  if (practice.isEnded) return card("result", "Result", {}, ended(app, practice), onward(practice), shown(app, practice));
  return card("result", "Result", {}, empty("What do you call? No advice before you have."));
}

/** What is said about the call that was made. */
function verdict(app, practice) {
  const asked = practice.question;
  const advice = { ...app.answers.get("advise", asked, "practice"), question: asked };
  const data = advice.isOld ? null : advice.data;
  const isDone = data !== null && advice.status === "ready";
  const right = isDone && (practice.made === data.call || RIGHT.has(data.made?.grade));
  if (isDone) practice.grade(right, data.call);
  return [
    card("result", "Result", { answer: advice.status === "error" ? advice : null },
      h("div", { role: "status", class: "grade" }, isDone ? (right ? praise(practice, data) : blame(practice, data)) : h("p", null, "Looking at it…")),
      onward(practice), shown(app, practice)),
    isDone && !right ? whyPanel(app, { ...advice, data }) : null,
  ];
}

/** The way on: the rest of the auction, or a new deal. */
function onward(practice) {
  return h("button", { class: "button main", disabled: !practice.isEnded && (!practice.graded || practice.isGoing), on: { click: () => practice.enter() } }, practice.isEnded ? "New deal " : "Go on ", h("kbd", null, "Enter"));
}

function praise(practice, data) {
  const grade = practice.made === data.call ? "Right" : "Good enough";
  return h("p", null, h("span", { class: "tick" }, "✓ "), h("b", null, `${grade}: `, callMark(practice.made)), practice.made === data.call ? null : [", though ", callMark(data.call), " is the system's"], ".");
}

function blame(practice, data) {
  const lost = candidatesOf(data).find(({ call }) => call === practice.made)?.imps;
  return h("p", null, h("span", { class: "cross" }, "✗ "), h("b", null, callMark(practice.made)), lost ? ` costs ${number(-lost.mean)} ± ${number(lost.high - lost.mean)} IMPs. ` : " is not it. ", "Better: ", h("b", null, callMark(data.call)), practice.isEnded ? "." : ", and so it goes on.");
}

/** How the auction ended, and what was right. */
function ended(app, practice) {
  const { dealer, vul, calls } = practice.position;
  const right = practice.turns.filter((turn) => turn.isRight).length;
  const asked = practice.hands && { deal: dealText(practice.hands), dealer, vul };
  return h("div", { role: "status", class: "grade" }, h("p", null, h("b", null, ending(dealer, calls)), " ", asked ? app.part("outcome", "result", asked, calls) : null),
    h("p", null, `${right} of ${practice.turns.length} ${practice.turns.length === 1 ? "call" : "calls"} right.`));
}

/** The whole deal, when nothing more is asked. */
function shown(app, { hands, position }) {
  if (!hands) return null;
  return h("div", { class: "diagram deal-after" }, SEATS.filter((seat) => hands[seat]).map((seat) =>
    h("div", { class: `place ${seat}`, role: "group", "aria-label": `${SEAT_NAMES[seat]}: ${spokenHand(suitsOf(hands[seat]))}` }, h("span", { class: "seat" }, h("b", null, SEAT_NAMES[seat]), hcp(hands[seat])), handLines(hands[seat], app.prefs.ten))), centre(position));
}
