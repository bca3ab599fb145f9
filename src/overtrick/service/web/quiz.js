// The quiz behind the practice view: where its questions come from, and what may be known of them when.

import { ask } from "./api.js";
import { handsOf } from "./cards.js";
import { calling } from "./keys.js";
import { systems } from "./questions.js";
import { SEATS, SUITS, around, isOver, legalPart, objection, turnOf } from "./rules.js";
import { SEAT_NAMES, does, spoken } from "./words.js";

const ME = "S";
const VULS = ["None", "NS", "EW", "All"];
const TRIES = 12;
const COUNTS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

const anyOf = (values) => values[Math.floor(Math.random() * values.length)];

/** One question after the other. What the others hold is asked for, or told, when the call has been made. */
export class Quiz {
  #boards = [];
  #whole = null;
  mode = "random";
  words = "";
  position = null;
  made = null;
  hands = null;
  error = null;
  score = { right: 0, asked: 0 };

  constructor(app) {
    this.app = app;
  }

  /** The next question. */
  async next() {
    Object.assign(this, { position: null, made: null, hands: null, error: null });
    this.app.redraw();
    try {
      const sources = { random: () => this.#dealt(), section: () => this.#fromSection(), file: () => this.#fromFile() };
      const { position, whole } = await sources[this.mode]();
      this.#whole = whole;
      this.position = position;
      this.app.say(`${SEAT_NAMES[ME]} to call.`);
    } catch (error) {
      this.error = error.message;
    }
    this.app.redraw();
  }

  /** The cards of both sides; North-South's first. */
  get #systems() {
    return systems(this.app.state, "N");
  }

  /** A deal of which South's hand alone is told; the others have called until it is South's turn. */
  async #dealt() {
    const asked = { count: 1, dealer: anyOf(SEATS), vul: anyOf(VULS), ...(this.words && { condition: this.words }) };
    const answer = await ask("deal", { ...asked, see: ME, ...this.#systems });
    return seen(answer.boards[0], answer.boards[0].auction.split(" ").filter(Boolean), { ...asked, seed: answer.seed }, 0);
  }

  /** A place in the system: hands such as the auction has shown, and of which South would have called as South has. */
  async #fromSection() {
    const calls = this.words.toUpperCase().replaceAll("NT", "N").replaceAll("PASS", "P").split(/[\s,-]+/).filter(Boolean);
    const wrong = calls[legalPart(calls).length];
    if (wrong) throw new Error(`expected an auction such as 1N P, got ${wrong}`);
    if (isOver(calls)) throw new Error("expected an auction with South to call, got one that is over");
    const dealer = around(ME, -calls.length);
    const asked = { count: TRIES, dealer, vul: anyOf(VULS), condition: await this.#heard(dealer, calls) };
    const answer = await ask("deal", { ...asked, see: ME, ...this.#systems });
    const place = await this.#fitting(answer.boards, calls);
    return seen(answer.boards[place], calls, { ...asked, seed: answer.seed }, place);
  }

  /** What the calls have shown, as a condition on deals. */
  async #heard(dealer, calls) {
    if (!calls.length) return "";
    const { shown } = await ask("explain", { auction: calls.join(" "), dealer, ...this.#systems });
    const within = (count, [low, high]) => `${count} >= ${low} && ${count} <= ${high}`;
    return SEATS.flatMap((seat) => {
      const name = SEAT_NAMES[seat].toLowerCase();
      return [within(`hcp(${name})`, shown[seat].hcp), ...SUITS.map((suit) => within(`${COUNTS[suit]}(${name})`, shown[seat].lengths[suit]))];
    }).join(" && ");
  }

  /** The first of the boards whose South would have called so; the first of all where none would. */
  async #fitting(boards, calls) {
    const turns = [...calls.keys()].filter((place) => (calls.length - place) % 4 === 0);
    for (const [place, board] of boards.entries()) {
      let fits = true;
      for (const turn of turns) fits &&= (await this.#callOf(handsOf(board.deal)[ME], board, calls.slice(0, turn))) === calls[turn];
      if (fits) return place;
    }
    return 0;
  }

  async #callOf(hand, { dealer, vul }, calls) {
    const asked = { hand, dealer, vul, auction: calls.join(" "), brief: true };
    return (await ask("bid", { ...asked, ...systems(this.app.state, turnOf(dealer, calls)) })).call;
  }

  /** A board of the pasted file; its own auction up to a turn of South's, or the card's up to the first. */
  async #fromFile() {
    if (!this.#boards.length) throw new Error("Paste a file of boards first.");
    const { deal, auction, dealer = "N", vul = "None" } = anyOf(this.#boards);
    const hands = handsOf(deal);
    const all = legalPart((auction ?? "").split(" ").filter(Boolean));
    const turns = [...all.keys()].filter((place) => turnOf(dealer, all.slice(0, place)) === ME);
    const calls = turns.length ? all.slice(0, anyOf(turns)) : [];
    while (!turns.length && turnOf(dealer, calls) !== ME) calls.push(await this.#callOf(hands[turnOf(dealer, calls)], { dealer, vul }, calls));
    return { position: { hand: hands[ME], dealer, vul, calls }, whole: async () => hands };
  }

  /** Take the boards of a file that have South's hand. */
  async load(text) {
    try {
      this.#boards = (await ask("parse", { text })).boards.filter(({ deal }) => SEATS.every((seat) => handsOf(deal)[seat]));
      await this.next();
    } catch (error) {
      this.error = error.message;
      this.app.redraw();
    }
  }

  /** Answer the question. */
  async call(call) {
    if (!this.position || this.made) return;
    const wrong = objection(this.position.calls, call);
    this.app.show({ level: null });
    if (wrong) {
      this.app.say(`${spoken(call)}: ${wrong}`, true);
      return;
    }
    this.made = call;
    this.app.show({ candidate: null, whyNot: null });
    this.app.say(does(ME, call));
    const { position } = this;
    const hands = await this.#whole().catch(() => null);
    if (this.position === position) this.hands = hands;
    this.app.redraw();
  }

  /** What is asked once the call is made. */
  get question() {
    if (!this.made) return null;
    const { hand, dealer, vul, calls } = this.position;
    return { hand, dealer, vul, auction: calls.join(" "), ...systems(this.app.state, ME), seed: this.app.state.seed, made: this.made, layouts: 200 };
  }

  /** Count an answer, once. */
  count(isRight) {
    if (this.position.isCounted) return;
    this.position.isCounted = true;
    this.score = { asked: this.score.asked + 1, right: this.score.right + (isRight ? 1 : 0) };
    this.app.redraw();
  }

  key(event) {
    if (event.key === "Enter" && (this.made || !this.position)) {
      if (event.target.closest?.("a, button")) return false;
      this.next();
      return true;
    }
    return calling(this.app, event.key, (_, call) => this.call(call));
  }
}

/** A question from a board of which one hand is told; the same deal without `see` tells them all. */
function seen({ deal, dealer, vul }, calls, asked, place) {
  const whole = async () => handsOf((await ask("deal", asked)).boards[place].deal);
  return { position: { hand: handsOf(deal)[ME], dealer, vul, calls }, whole };
}
