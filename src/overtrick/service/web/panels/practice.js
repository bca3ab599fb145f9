// Practice: a hand, an auction, your call; then short praise, or the full reasons.

import { hcp, suitsOf } from "../cards.js";
import { h } from "../h.js";
import { Quiz } from "../quiz.js";
import { LEVELS, SEATS, STRAINS, SUITS, isLegal, turnOf } from "../rules.js";
import { SEAT_NAMES, VULS, callMark, number, spoken, suitMark } from "../words.js";
import { card, choice, empty, failure } from "./card.js";
import { candidatesOf } from "./candidates.js";
import { whyPanel } from "./why.js";

const RIGHT = new Set(["best", "good", "too close to call"]);

/** The view. */
export default function practiceView(app) {
  app.practice ??= new Quiz(app);
  const { practice } = app;
  return h("main", { class: "practice", id: "main", tabindex: "-1" },
    h("div", { class: "column" }, source(app, practice), practice.position ? [question(practice), box(app, practice)] : null),
    h("div", { class: "column" }, answered(app, practice)));
}

function source(app, practice) {
  const set = (mode) => { Object.assign(practice, { mode, words: "" }); app.redraw(); };
  const words = { random: ["A condition, or leave it empty", "hcp(south)>=15 && balanced(south)"], section: ["The auction to answer", "1N P"], file: ["Paste PBN or LIN", "[Deal …"] }[practice.mode];
  const send = (event) => {
    event.preventDefault();
    const field = document.getElementById("practice-source");
    field.blur();
    if (practice.mode === "file") {
      if (field.value) practice.load(field.value);
      else practice.next();
      field.value = "";
    } else {
      practice.words = field.value.trim();
      practice.next();
    }
  };
  return card("source", "Practice", { tools: h("div", { class: "end" }, `${practice.score.right} of ${practice.score.asked} right`) },
    h("h1", { class: "aloud" }, "Practice"),
    choice("Questions from", { random: "Deals", section: "A system section", file: "A file" }, practice.mode, set),
    h("form", { class: "menu-row", on: { submit: send } },
      h(practice.mode === "file" ? "textarea" : "input", { key: practice.mode, id: "practice-source", class: "wide-field", "aria-label": words[0], placeholder: words[1] }),
      h("button", { class: "button main" }, practice.position ? "New question" : "Start")),
    practice.error ? failure(practice.error, () => practice.next()) : null);
}

function question(practice) {
  const { hand, dealer, vul, calls } = practice.position;
  const suits = suitsOf(hand);
  return card("question", "Your hand", { tools: h("div", { class: "end" }, `South, ${hcp(hand)} HCP · vul ${VULS[vul]}`) },
    h("p", { class: "hand-line" }, SUITS.map((suit) => [suitMark(suit), " ", suits[suit] || "—", "  "])),
    h("p", { class: "line" }, calls.length ? calls.map((call, place) => [h("span", { class: "label" }, `${turnOf(dealer, calls.slice(0, place))} `), callMark(call), "  "]) : "You deal.  ", h("span", { class: "next" }, "?")));
}

function box(app, practice) {
  const { calls } = practice.position;
  const button = (call) => h("button", { class: `call-${call}${practice.made === call ? " advised" : ""}`, disabled: Boolean(practice.made) || !isLegal(calls, call), "data-call": call, "aria-label": spoken(call), on: { click: () => practice.call(call) } }, callMark(call));
  return card("box still", "Your call", {}, h("div", { class: "bids" }, LEVELS.map((level) => STRAINS.map((strain) => button(`${level}${strain}`)))), h("div", { class: "others" }, ["P", "X", "XX"].map(button)));
}

function answered(app, practice) {
  if (!practice.position) return card("result", "Result", {}, empty("Press Start. You bid, it grades."));
  if (!practice.made) return card("result", "Result", {}, empty("What do you call? No advice before you have."));
  const asked = practice.question;
  const advice = { ...app.answers.get("advise", asked, "practice"), question: asked };
  const data = advice.isOld ? null : advice.data;
  const isDone = data !== null && advice.status === "ready";
  const right = isDone && (practice.made === data.call || RIGHT.has(data.made?.grade));
  if (isDone) practice.count(right);
  return [
    card("result", "Result", { answer: advice.status === "error" ? advice : null },
      h("div", { role: "status", class: "grade" }, isDone ? (right ? praise(practice, data) : blame(practice, data)) : h("p", null, "Looking at it…")),
      h("button", { class: "button main", on: { click: () => practice.next() } }, "Next ", h("kbd", null, "Enter")), shown(practice)),
    isDone && !right ? whyPanel(app, { ...advice, data }) : null,
  ];
}

function praise(practice, data) {
  const grade = practice.made === data.call ? "Right" : "Good enough";
  return h("p", null, h("span", { class: "tick" }, "✓ "), h("b", null, `${grade}: `, callMark(practice.made)), practice.made === data.call ? null : [", though ", callMark(data.call), " is the system's"], ".");
}

function blame(practice, data) {
  const lost = candidatesOf(data).find(({ call }) => call === practice.made)?.imps;
  return h("p", null, h("span", { class: "cross" }, "✗ "), h("b", null, callMark(practice.made)), lost ? ` costs ${number(-lost.mean)} ± ${number(lost.high - lost.mean)} IMPs. ` : " is not it. ", "Better: ", h("b", null, callMark(data.call)), ".");
}

/** The whole deal, after the answer. */
function shown({ hands }) {
  if (!hands) return null;
  return h("ul", { class: "plain deal-after" }, SEATS.filter((seat) => hands[seat]).map((seat) => h("li", null, h("b", null, `${SEAT_NAMES[seat]} `), SUITS.map((suit) => [suitMark(suit), suitsOf(hands[seat])[suit] || "—", " "]))));
}
