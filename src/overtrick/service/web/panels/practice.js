// Practice: a hand, an auction, your call; then short praise, or the full reasons.

import { ask } from "../api.js";
import { DECK, handOf, handsOf, hcp, suitsOf } from "../cards.js";
import { h } from "../h.js";
import { calling } from "../keys.js";
import { LEVELS, SEATS, STRAINS, SUITS, isLegal, isOver, objection, turnOf } from "../rules.js";
import { SEAT_NAMES, SUIT_NAMES, VULS, callMark, does, number, spoken, suitMark } from "../words.js";
import { card, choice, empty, failure } from "./card.js";
import { candidatesOf } from "./decision.js";
import { whyPanel } from "./why.js";

const RIGHT = new Set(["best", "good", "too close to call"]);
const ME = "S";
const VUL_NAMES = ["None", "NS", "EW", "All"];

/** The quiz. The hidden hands stay in here until the answer is given: no part of the page, and of no answer. */
class Practice {
  #hands = null;
  #boards = [];
  mode = "random";
  condition = "";
  position = null;
  made = null;
  error = null;
  score = { right: 0, asked: 0 };

  constructor(app) {
    this.app = app;
  }

  /** The four hands, once the call is made. */
  get hands() {
    return this.made ? this.#hands : null;
  }

  /** Deal, and let the others bid until it is South's turn. */
  async next() {
    Object.assign(this, { position: null, made: null, error: null });
    this.app.redraw();
    try {
      const board = await this.#board();
      this.#hands = board.hands;
      const calls = board.calls ?? (await this.#bidTo(board));
      if (isOver(calls)) return this.next();
      this.position = { hand: board.hands[ME], dealer: board.dealer, vul: board.vul, calls };
      this.app.say(`${SEAT_NAMES[ME]} to call.`);
    } catch (error) {
      this.error = error.message;
    }
    return this.app.redraw();
  }

  async #board() {
    const dealer = SEATS[Math.floor(Math.random() * 4)];
    const vul = VUL_NAMES[Math.floor(Math.random() * 4)];
    if (this.mode === "file") return this.#fromFile();
    if (this.mode === "section") return this.#fromSection(vul);
    if (!this.condition) return { dealer, vul, hands: dealt() };
    const { boards } = await ask("deal", { count: 1, seed: Math.floor(Math.random() * 2 ** 31), condition: this.condition });
    return { dealer, vul, hands: handsOf(boards[0].deal) };
  }

  /** A board of the pasted file; its own auction up to a turn of South's. */
  #fromFile() {
    if (!this.#boards.length) throw new Error("Paste a file of boards first.");
    const { deal, dealer, vul, auction } = this.#boards[Math.floor(Math.random() * this.#boards.length)];
    const calls = (auction ?? "").split(" ").filter(Boolean);
    const turns = calls.map((_, place) => place).filter((place) => turnOf(dealer, calls.slice(0, place)) === ME);
    const at = turns[Math.floor(Math.random() * turns.length)];
    return { dealer, vul, hands: handsOf(deal), calls: at === undefined ? undefined : calls.slice(0, at) };
  }

  /** A hand for a place in the system: the answers to an auction. */
  async #fromSection(vul) {
    const after = this.condition;
    const { sections } = await ask("systems/tree", { system: this.app.state.us === "mine" ? "sayc" : this.app.state.us, after, deals: 200, seed: Math.floor(Math.random() * 2 ** 31) });
    const samples = sections[0].calls.filter(({ hand }) => hand);
    const calls = after.split(" ").filter(Boolean);
    return { dealer: SEATS[(2 - calls.length) & 3], vul, calls, hands: { N: null, E: null, W: null, S: samples[Math.floor(Math.random() * samples.length)].hand } };
  }

  async #bidTo({ dealer, vul, hands }) {
    const calls = [];
    while (turnOf(dealer, calls) !== ME) {
      const { call } = await ask("bid", { hand: hands[turnOf(dealer, calls)], dealer, vul, auction: calls.join(" "), system: this.#system });
      calls.push(call);
    }
    return calls;
  }

  get #system() {
    return this.app.state.us === "mine" ? "sayc" : this.app.state.us;
  }

  async load(text) {
    try {
      this.#boards = (await ask("parse", { text })).boards;
      await this.next();
    } catch (error) {
      this.error = error.message;
      this.app.redraw();
    }
  }

  call(call) {
    if (!this.position || this.made) return;
    const wrong = objection(this.position.calls, call);
    this.app.show({ level: null });
    if (wrong) return this.app.say(`${spoken(call)}: ${wrong}`, true);
    this.made = call;
    this.app.show({ candidate: null, whyNot: null });
    return this.app.say(does(ME, call));
  }

  /** What is asked once the call is made. */
  get question() {
    if (!this.made) return null;
    const { hand, dealer, vul, calls } = this.position;
    return { hand, dealer, vul, auction: calls.join(" "), system: this.#system, seed: this.app.state.seed, made: this.made, layouts: 200 };
  }

  key(key) {
    if (key === "Enter" && (this.made || !this.position)) this.next();
    else return calling(this.app, key, (_, call) => this.call(call));
    return true;
  }
}

function dealt() {
  const deck = [...DECK];
  for (let place = deck.length - 1; place > 0; place--) {
    const other = Math.floor(Math.random() * (place + 1));
    [deck[place], deck[other]] = [deck[other], deck[place]];
  }
  return Object.fromEntries(SEATS.map((seat, place) => [seat, handOf(deck.slice(13 * place, 13 * place + 13))]));
}

/** The view. */
export default function practiceView(app) {
  app.practice ??= new Practice(app);
  const { practice } = app;
  return h("main", { class: "practice", id: "main", tabindex: "-1" },
    h("div", { class: "column" }, source(app, practice), practice.position ? [question(practice), box(app, practice)] : null),
    h("div", { class: "column" }, answered(app, practice)));
}

function source(app, practice) {
  const set = (values) => { Object.assign(practice, values); app.redraw(); };
  const words = { random: ["A condition, or leave it empty", "hcp(south)>=15 && balanced(south)"], section: ["The auction to answer", "1N P"], file: ["Paste PBN or LIN", "[Deal …"] }[practice.mode];
  const send = (event) => {
    event.preventDefault();
    const text = document.getElementById("practice-source").value;
    if (practice.mode === "file" && text) practice.load(text);
    else set({ condition: text }) ?? practice.next();
  };
  return card("source", "Practice", { tools: h("div", { class: "end" }, `${practice.score.right} of ${practice.score.asked} right`) },
    h("h1", { class: "aloud" }, "Practice"),
    choice("Questions from", { random: "Deals", section: "A system section", file: "A file" }, practice.mode, (mode) => set({ mode, condition: "" })),
    h("form", { class: "menu-row", on: { submit: send } },
      h(practice.mode === "file" ? "textarea" : "input", { key: practice.mode, id: "practice-source", class: "wide-field", "aria-label": words[0], placeholder: words[1] }),
      h("button", { class: "button main" }, practice.position ? "New question" : "Start")),
    practice.error ? failure(practice.error, () => practice.next()) : null);
}

function question(practice) {
  const { hand, dealer, vul, calls } = practice.position;
  const suits = suitsOf(hand);
  return card("question", "Your hand", { tools: h("div", { class: "end" }, `South, ${hcp(hand)} HCP · vul ${VULS[vul]}`) },
    h("p", { class: "hand-line", "aria-label": SUITS.map((suit) => `${SUIT_NAMES[suit]} ${suits[suit] || "none"}`).join("; ") }, SUITS.map((suit) => [suitMark(suit, false), " ", suits[suit] || "—", "  "])),
    h("p", { class: "line" }, calls.length ? calls.map((call, place) => [h("span", { class: "label" }, `${turnOf(dealer, calls.slice(0, place))} `), callMark(call), "  "]) : "You deal.", h("span", { class: "next" }, "?")));
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
  const isDone = advice.status === "ready";
  const right = data && (practice.made === data.call || (isDone && RIGHT.has(data.made?.grade)));
  if (isDone) count(practice, asked, right);
  return [
    card("result", "Result", { answer: advice.status === "error" ? advice : null },
      h("div", { role: "status", class: "grade" }, data ? (right ? praise(practice, data) : isDone ? blame(practice, data) : h("p", null, "Looking at it…")) : h("p", null, "…")),
      h("button", { class: "button main", on: { click: () => practice.next() } }, "Next ", h("kbd", null, "Enter")), shown(practice)),
    data && isDone && !right ? whyPanel(app, { ...advice, data }) : null,
  ];
}

function count(practice, asked, right) {
  const key = JSON.stringify(asked);
  if (practice.counted === key) return;
  practice.counted = key;
  practice.score = { asked: practice.score.asked + 1, right: practice.score.right + (right ? 1 : 0) };
  practice.app.redraw();
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
