// The quiz behind the practice view: where its questions come from, and what may be known of them when.

import { SEAT_NAMES, SUIT_NAMES, does, spoken } from "../drawing/words.js";
import { handsOf } from "../game/hands.js";
import { SEATS, SUITS, around, isOver, legalPart, objection, turnOf } from "../game/rules.js";
import { ask, messageOf } from "../server/api.js";
import { scoring, systems } from "../state/questions.js";
import { callByKey } from "./keys.js";

/** @type {Seat} */
const ME = "S";
/** @type {Vulnerability[]} */
const VULS = ["None", "NS", "EW", "All"];
/** Boards that are dealt to find one whose South would have called so. */
const TRIES = 12;
const LAYOUTS = 200;
const RIGHT = ["best", "good", "too close to call"];

/** @typedef {"random" | "section" | "file"} Mode Where the boards come from. */
/** @typedef {{ hand: Hand, dealer: Seat, vul: Vulnerability, calls: readonly Call[] }} Position */
/**
 * An answer with its grade, and the call that stands.
 * @typedef {{ index: number, made: Call, isRight: boolean, stands: Call }} Turn
 */
/**
 * A board: the position to begin with, the calls after some that were made until South is asked again, and all hands.
 * @typedef {{
 *   position: Position,
 *   after: (made: readonly Call[]) => Promise<readonly Call[]>,
 *   hands: () => Promise<Hands>,
 * }} Source
 */

/** @template T @param {readonly T[]} values */
const anyOf = (values) => values[Math.floor(Math.random() * values.length)];
/** @param {string} [text] */
const callsIn = (text = "") => text.split(" ").filter(Boolean);
/** @param {string} text */
const southIn = (text) => handsOf(text)[ME] ?? "";

/** Whether a call is the card's, or as good as the best. @param {Call} made @param {Advice} advice */
export const isRight = (made, { call, system_call: ruled, made: grade }) =>
  made === call || made === ruled || RIGHT.includes(grade?.grade ?? "");

/**
 * One deal after the other: South is asked at every turn, or at one alone. What the others hold is asked for when
 * nothing more is asked.
 */
export class Quiz {
  /** @type {BoardLine[]} */
  #boards = [];
  /** @type {Source | null} */
  #source = null;
  /** @type {Mode} */
  #mode = "random";
  #condition = "";
  /** @type {Position & { isWhole: boolean } | null} */
  position = null;
  /** @type {Call | null} */
  made = null;
  /** @type {Question | null} What is asked about the call once it is made. */
  question = null;
  /** @type {Turn[]} */
  turns = [];
  /** @type {Hands | null} */
  hands = null;
  /** @type {string | null} */
  error = null;
  isGoing = false;
  score = { right: 0, asked: 0 };

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** Whether South is asked until the auction ends; a setting of this browser. */
  get isWhole() {
    return this.app.settings.practice !== "one";
  }

  /** The auction that the link asks about, as in #/practice/1N-P; undefined where it names none. */
  get #section() {
    const { view, path } = this.app.state;
    return view === "practice" ? path[0]?.replaceAll("-", " ") : undefined;
  }

  get mode() {
    return this.#section === undefined ? this.#mode : "section";
  }

  /** What was typed: a condition on deals, or an auction, which goes into the link. */
  get words() {
    return this.#section ?? this.#condition;
  }

  set words(text) {
    if (this.mode === "section") this.#go(text.replace(/[\s,-]+/g, "-"));
    else this.#condition = text;
  }

  /** @param {...string} path */
  #go(...path) {
    this.app.do({ type: "view", view: "practice", path });
  }

  /** Whether there is nothing more to ask about the deal. */
  get isEnded() {
    const { position, made } = this;
    return position !== null && (isOver(position.calls) || (made !== null && !position.isWhole));
  }

  /** The turn that was answered last, once it has its grade. */
  get graded() {
    const last = this.turns.at(-1);
    return this.made && last?.index === this.position?.calls.length ? last : null;
  }

  /** Ask from another source. @param {Mode} mode */
  choose(mode) {
    this.#mode = mode;
    this.#condition = "";
    this.#go();
    this.app.redraw();
  }

  /** A new deal. */
  async next() {
    Object.assign(this, { position: null, made: null, question: null, turns: [], hands: null, error: null });
    this.app.redraw();
    try {
      const sources = { random: () => this.#dealt(), section: () => this.#fromSection(), file: () => this.#fromFile() };
      const source = await sources[this.mode]();
      this.#source = source;
      this.position = { ...source.position, isWhole: this.isWhole };
      this.app.say(`${SEAT_NAMES[ME]} to call.`);
    } catch (error) {
      this.error = messageOf(error);
    }
    this.app.redraw();
  }

  /**
   * Let the others call until it is South's turn again, or the auction ends. A bad call gives way to the better one.
   */
  async goOn() {
    const { position, graded } = this;
    if (!position || !graded || !this.#source || this.isGoing) return;
    Object.assign(this, { isGoing: true, error: null });
    try {
      const calls = await this.#source.after([...position.calls, graded.stands]);
      if (this.position !== position) return;
      Object.assign(this, { position: { ...position, calls }, made: null, question: null });
      if (this.isEnded) await this.#showHands();
      else this.app.say(`${SEAT_NAMES[ME]} to call.`);
    } catch (error) {
      this.error = messageOf(error);
    } finally {
      this.isGoing = false;
      this.app.redraw();
    }
  }

  /** The systems of both sides; North-South's first. */
  get #systems() {
    return systems(this.app.state, "N");
  }

  /** A deal of which the server tells South's hand alone; the others have called until it is South's turn. */
  async #dealt() {
    const question = { count: 1, dealer: anyOf(SEATS), vul: anyOf(VULS), ...(this.words && { condition: this.words }) };
    const { boards, seed } = await ask("deal", { ...question, see: ME, ...this.#systems });
    return this.#seen(boards[0], callsIn(boards[0].auction), { ...question, seed }, 0);
  }

  /** A place in the system: hands such as the auction has shown, and of which South would have called as South has. */
  async #fromSection() {
    const calls = readAuction(this.words);
    const dealer = around(ME, -calls.length);
    const question = { count: TRIES, dealer, vul: anyOf(VULS), condition: await this.#shown(dealer, calls) };
    const { boards, seed } = await ask("deal", { ...question, see: ME, ...this.#systems });
    const index = await this.#fitting(boards, calls);
    return this.#seen(boards[index], calls, { ...question, seed }, index);
  }

  /**
   * A board of which the server tells one hand: the same deal goes on, and without `see` tells all.
   * @param {BoardLine} board @param {readonly Call[]} calls @param {Question} question @param {number} index
   * @returns {Source}
   */
  #seen({ deal, dealer = "N", vul = "None" }, calls, question, index) {
    const again = async (/** @type {Question} */ more) => (await ask("deal", { ...question, ...more })).boards[index];
    return {
      position: { hand: southIn(deal), dealer, vul, calls },
      after: async (made) => callsIn((await again({ see: ME, auction: made.join(" "), ...this.#systems })).auction),
      hands: async () => handsOf((await again({})).deal),
    };
  }

  /** What the calls have shown, as a condition on deals. @param {Seat} dealer @param {readonly Call[]} calls */
  async #shown(dealer, calls) {
    if (!calls.length) return "";
    const { shown } = await ask("explain", { auction: calls.join(" "), dealer, ...this.#systems });
    const within = (/** @type {string} */ count, /** @type {Bounds} */ [low, high]) =>
      `${count} >= ${low} && ${count} <= ${high}`;
    const conditions = SEATS.flatMap((seat) => {
      const name = SEAT_NAMES[seat].toLowerCase();
      const lengths = SUITS.map((suit) => within(`${SUIT_NAMES[suit]}(${name})`, shown[seat].lengths[suit]));
      return [within(`hcp(${name})`, shown[seat].hcp), ...lengths];
    });
    return conditions.join(" && ");
  }

  /**
   * The first of the boards whose South would have called so; the first of all where none would.
   * @param {BoardLine[]} boards @param {readonly Call[]} calls
   */
  async #fitting(boards, calls) {
    const turns = [...calls.keys()].filter((turn) => (calls.length - turn) % 4 === 0);
    for (const [index, board] of boards.entries()) {
      let fits = true;
      for (const turn of turns)
        fits &&= (await this.#callOf(southIn(board.deal), board, calls.slice(0, turn))) === calls[turn];
      if (fits) return index;
    }
    return 0;
  }

  /** @param {Hand} hand @param {Pick<BoardLine, "dealer" | "vul">} board @param {readonly Call[]} calls */
  async #callOf(hand, { dealer = "N", vul }, calls) {
    const question = { hand, dealer, vul, auction: calls.join(" "), brief: true };
    return (await ask("bid", { ...question, ...systems(this.app.state, turnOf(dealer, calls)) })).call;
  }

  /**
   * A board of the pasted file from South's first turn, or from any if only one is asked. The others call as they did.
   * @returns {Promise<Source>}
   */
  async #fromFile() {
    if (!this.#boards.length) throw new Error("Paste a file of boards first.");
    const { deal, auction, dealer = "N", vul = "None" } = anyOf(this.#boards);
    const hands = handsOf(deal);
    const played = legalPart(callsIn(auction));
    const after = async (/** @type {readonly Call[]} */ made) => {
      const calls = [...made];
      while (!isOver(calls) && turnOf(dealer, calls) !== ME) {
        const isAsPlayed = calls.length < played.length && calls.every((call, index) => call === played[index]);
        const hand = hands[turnOf(dealer, calls)] ?? "";
        calls.push(isAsPlayed ? played[calls.length] : await this.#callOf(hand, { dealer, vul }, calls));
      }
      return calls;
    };
    const turns = [...played.keys()].filter((index) => around(dealer, index) === ME);
    const calls = turns.length && !this.isWhole ? played.slice(0, anyOf(turns)) : await after([]);
    return { position: { hand: southIn(deal), dealer, vul, calls }, after, hands: async () => hands };
  }

  /** Take the boards of a file that have all hands. @param {string} text */
  async load(text) {
    try {
      const { boards } = await ask("parse", { text });
      this.#boards = boards.filter(({ deal }) => SEATS.every((seat) => handsOf(deal)[seat]));
      await this.next();
    } catch (error) {
      this.error = messageOf(error);
      this.app.redraw();
    }
  }

  /** Answer the question. @param {Call} call */
  async call(call) {
    const { position } = this;
    if (!position || this.made || this.isEnded) return;
    const wrong = objection(position.calls, call);
    this.app.show({ level: null });
    if (wrong) {
      this.app.say(`${spoken(call)}: ${wrong}`, true);
      return;
    }
    this.made = call;
    this.question = this.#gradeQuestion(position, call);
    this.app.answers.once("advise", this.question, (advice) => this.#grade(position, call, advice));
    this.app.show({ candidate: null, whyNot: null });
    this.app.say(does(ME, call));
    if (this.isEnded) await this.#showHands();
  }

  /** @param {Position} position @param {Call} made */
  #gradeQuestion({ hand, dealer, vul, calls }, made) {
    const { state } = this.app;
    return {
      hand,
      dealer,
      vul,
      auction: calls.join(" "),
      ...systems(state, ME),
      seed: state.seed,
      made,
      layouts: LAYOUTS,
      ...scoring(state),
    };
  }

  /** The whole deal, now that nothing is asked any more. */
  async #showHands() {
    const { position } = this;
    const hands = (await this.#source?.hands().catch(() => null)) ?? null;
    if (this.position === position) this.hands = hands;
    this.app.redraw();
  }

  /** Give the answer its grade. @param {Position} position @param {Call} made @param {Advice} advice */
  #grade(position, made, advice) {
    if (this.position !== position || this.graded) return;
    const right = isRight(made, advice);
    const turn = { index: position.calls.length, made, isRight: right, stands: right ? made : advice.call };
    this.turns = [...this.turns, turn];
    this.score = { asked: this.score.asked + 1, right: this.score.right + (right ? 1 : 0) };
    this.app.redraw();
  }

  /** What Enter does: the auction goes on, or a new deal comes. */
  enter() {
    return !this.position || this.isEnded ? this.next() : this.goOn();
  }

  /** Take a key; true when it does something. @param {string} key @param {HTMLElement} target */
  key(key, target) {
    if (key === "Enter" && (this.made || !this.position || this.isEnded)) {
      if (target.closest("a, button")) return false;
      this.enter();
      return true;
    }
    return callByKey(this.app, key, (call) => this.call(call));
  }
}

/** An auction as it is typed, with South to call. @param {string} text */
function readAuction(text) {
  const typed = text.toUpperCase().replaceAll("NT", "N").replaceAll("PASS", "P");
  const calls = typed.split(/[\s,-]+/).filter(Boolean);
  const wrong = calls[legalPart(calls).length];
  if (wrong) throw new Error(`expected an auction such as 1N P, got ${wrong}`);
  if (isOver(calls)) throw new Error("expected an auction with South to call, got one that is over");
  return calls;
}
