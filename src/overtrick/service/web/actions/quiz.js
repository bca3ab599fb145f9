// The quiz behind the practice view: where its questions come from, and what may be known of them when.

import { ask } from "../server/api.js";
import { handsOf } from "../game/hands.js";
import { calling } from "./keys.js";
import { systems } from "../state/questions.js";
import { SEATS, SUITS, around, isOver, legalPart, objection, turnOf } from "../game/rules.js";
import { SEAT_NAMES, does, spoken } from "../drawing/words.js";

const ME = "S";
const VULS = ["None", "NS", "EW", "All"];
const TRIES = 12;
const COUNTS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

const anyOf = (values) => values[Math.floor(Math.random() * values.length)];
const callsIn = (text) => (text ?? "").split(" ").filter(Boolean);

/**
 * One deal after the other: South is asked at every turn, or at one alone. What the others hold is asked for, or told,
 * when nothing more is asked.
 */
export class Quiz {
  #boards = [];
  #source = null;
  mode = "random";
  words = "";
  position = null;
  made = null;
  turns = [];
  hands = null;
  error = null;
  isGoing = false;
  score = { right: 0, asked: 0 };

  constructor(app) {
    this.app = app;
  }

  /** Whether South is asked until the auction ends; a setting of this browser. */
  get isWhole() {
    return this.app.prefs.practice !== "one";
  }

  /** Whether there is nothing more to ask about the deal. */
  get isEnded() {
    return Boolean(this.position) && (isOver(this.position.calls) || (Boolean(this.made) && !this.position.isWhole));
  }

  /** The turn that was answered last, once it has its grade. */
  get graded() {
    const last = this.turns.at(-1);
    return this.made && last?.place === this.position.calls.length ? last : null;
  }

  /** A new deal. */
  async next() {
    Object.assign(this, { position: null, made: null, turns: [], hands: null, error: null });
    this.app.redraw();
    try {
      const sources = { random: () => this.#dealt(), section: () => this.#fromSection(), file: () => this.#fromFile() };
      const { position, ...source } = await sources[this.mode]();
      this.#source = source;
      this.position = { ...position, isWhole: this.isWhole };
      this.app.say(`${SEAT_NAMES[ME]} to call.`);
    } catch (error) {
      this.error = error.message;
    }
    this.app.redraw();
  }

  /** Let the others call until it is South's turn again, or the auction ends. A bad call gives way to the better one. */
  async on() {
    const { position, graded } = this;
    if (!graded || this.isGoing) return;
    Object.assign(this, { isGoing: true, error: null });
    try {
      const calls = await this.#source.after([...position.calls, graded.stands]);
      if (this.position !== position) return;
      Object.assign(this, { position: { ...position, calls }, made: null });
      if (this.isEnded) await this.#tell();
      else this.app.say(`${SEAT_NAMES[ME]} to call.`);
    } catch (error) {
      this.error = error.message;
    } finally {
      this.isGoing = false;
      this.app.redraw();
    }
  }

  /** The cards of both sides; North-South's first. */
  get #systems() {
    return systems(this.app.state, "N");
  }

  /** A deal of which South's hand alone is told; the others have called until it is South's turn. */
  async #dealt() {
    const asked = { count: 1, dealer: anyOf(SEATS), vul: anyOf(VULS), ...(this.words && { condition: this.words }) };
    const answer = await ask("deal", { ...asked, see: ME, ...this.#systems });
    return this.#seen(answer.boards[0], callsIn(answer.boards[0].auction), { ...asked, seed: answer.seed }, 0);
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
    return this.#seen(answer.boards[place], calls, { ...asked, seed: answer.seed }, place);
  }

  /** A question from a board of which one hand is told: the same deal goes on, and without `see` tells all. */
  #seen({ deal, dealer, vul }, calls, asked, place) {
    const again = async (more) => (await ask("deal", { ...asked, ...more })).boards[place];
    return {
      position: { hand: handsOf(deal)[ME], dealer, vul, calls },
      after: async (made) => callsIn((await again({ see: ME, auction: made.join(" "), ...this.#systems })).auction),
      whole: async () => handsOf((await again({})).deal),
    };
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

  /** A board of the pasted file from South's first turn, or from any if only one is asked. The others call as they did. */
  async #fromFile() {
    if (!this.#boards.length) throw new Error("Paste a file of boards first.");
    const { deal, auction, dealer = "N", vul = "None" } = anyOf(this.#boards);
    const hands = handsOf(deal);
    const all = legalPart(callsIn(auction));
    const turns = [...all.keys()].filter((place) => turnOf(dealer, all.slice(0, place)) === ME);
    const after = async (made) => {
      const calls = [...made];
      while (!isOver(calls) && turnOf(dealer, calls) !== ME) {
        const isAsWas = calls.length < all.length && calls.every((call, place) => call === all[place]);
        calls.push(isAsWas ? all[calls.length] : await this.#callOf(hands[turnOf(dealer, calls)], { dealer, vul }, calls));
      }
      return calls;
    };
    const calls = turns.length && !this.isWhole ? all.slice(0, anyOf(turns)) : await after([]);
    return { position: { hand: hands[ME], dealer, vul, calls }, after, whole: async () => hands };
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
    if (!this.position || this.made || this.isEnded) return;
    const wrong = objection(this.position.calls, call);
    this.app.show({ level: null });
    if (wrong) {
      this.app.say(`${spoken(call)}: ${wrong}`, true);
      return;
    }
    this.made = call;
    this.app.show({ candidate: null, whyNot: null });
    this.app.say(does(ME, call));
    if (this.isEnded) await this.#tell();
  }

  /** The whole deal, now that nothing is asked any more. */
  async #tell() {
    const { position } = this;
    const hands = await this.#source.whole().catch(() => null);
    if (this.position === position) this.hands = hands;
    this.app.redraw();
  }

  /** What is asked once the call is made. */
  get question() {
    if (!this.made) return null;
    const { hand, dealer, vul, calls } = this.position;
    return { hand, dealer, vul, auction: calls.join(" "), ...systems(this.app.state, ME), seed: this.app.state.seed, made: this.made, layouts: 200 };
  }

  /** Give the answer its grade, once: whether it was right, and the better call. */
  grade(isRight, better) {
    if (this.graded) return;
    this.turns = [...this.turns, { place: this.position.calls.length, made: this.made, isRight, stands: isRight ? this.made : better }];
    this.score = { asked: this.score.asked + 1, right: this.score.right + (isRight ? 1 : 0) };
    this.app.redraw();
  }

  /** What Enter does: the auction goes on, or a new deal comes. */
  enter() {
    return !this.position || this.isEnded ? this.next() : this.on();
  }

  key(event) {
    if (event.key === "Enter" && (this.made || !this.position || this.isEnded)) {
      if (event.target.closest?.("a, button")) return false;
      this.enter();
      return true;
    }
    return calling(this.app, event.key, (_, call) => this.call(call));
  }
}
