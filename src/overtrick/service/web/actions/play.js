// The match behind the play view: eight boards, South's calls, and what the server tells of them.

import { SCORES, SEAT_NAMES, does, spoken } from "../drawing/words.js";
import { handsOf } from "../game/hands.js";
import { objection } from "../game/rules.js";
import { ask, messageOf } from "../server/api.js";
import { systems } from "../state/questions.js";
import { callByKey } from "./keys.js";

export const BOARDS = 8;
/** @type {Seat} */
const ME = "S";

/** @param {string} [text] */
const callsIn = (text = "") => text.split(" ").filter(Boolean);

/** @param {BoardLine} line */
function positionOf({ board, deal, dealer = "N", vul = "None", auction }) {
  return { no: board, hand: handsOf(deal)[ME] ?? "", dealer, vul, calls: callsIn(auction) };
}

/** The server has the deal, and tells South's hand until the auction is over. */
export class HomeMatch {
  /** @type {Strength} Who calls at the other seats. */
  strength = "improved";
  /** @type {Question} The systems of the match that is played. */
  systems = {};
  /** @type {number | null} */
  #seed = null;
  /** Changes with every board, so that an answer to an old one is left alone. */
  #board = 0;
  /** @type {Call[]} South's calls on this board. */
  #made = [];
  /** @type {ReturnType<typeof positionOf> | null} */
  position = null;
  /** @type {PlayedBoard | null} The answer that has the whole board. */
  end = null;
  /** @type {{ no: number, mine: string, other: string, imps: number, points: number }[]} */
  scores = [];
  /** @type {string | null} */
  error = null;
  isGoing = false;
  /** There are no grades here. */
  made = null;
  /** @type {import("./quiz.js").Turn[]} */
  turns = [];

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** @returns {Hands | null} All hands, when the auction is over. */
  get hands() {
    return this.end && handsOf(this.end.board.deal);
  }

  /** What the boards so far have won, by the scoring of the table. */
  get total() {
    return this.scores.reduce((sum, score) => sum + this.worth(score), 0);
  }

  /** What a board is worth: IMPs, points, or a matchpoint, a half and nothing. @param {{ imps?: number, points?: number }} score */
  worth({ imps = 0, points = 0 }) {
    const { score } = this.app.state;
    return score === "IMPs" ? imps : score === "points" ? points : (Math.sign(points) + 1) / 2;
  }

  get isOver() {
    return this.scores.length === BOARDS;
  }

  /** @param {Strength} strength */
  choose(strength) {
    this.strength = strength;
    this.app.redraw();
  }

  /** A new match. */
  start() {
    Object.assign(this, { scores: [], systems: systems(this.app.state, "N") });
    this.#seed = null;
    return this.#begin();
  }

  /** The next board, or a new match after the last. */
  next() {
    return this.isOver || !this.position ? this.start() : this.#begin();
  }

  #begin() {
    this.#board += 1;
    this.#made = [];
    Object.assign(this, { position: null, end: null });
    return this.#ask();
  }

  /** Ask how the board goes on after South's calls. */
  async #ask() {
    const board = this.#board;
    Object.assign(this, { isGoing: true, error: null });
    this.app.redraw();
    const seed = this.#seed === null ? {} : { seed: this.#seed };
    const question = { board: this.scores.length + 1, calls: this.#made.join(" "), strength: this.strength };
    try {
      const answer = await ask("play", { ...question, ...seed, ...this.systems });
      if (board === this.#board) this.#take(answer);
    } catch (error) {
      if (board === this.#board) this.error = messageOf(error);
    }
    if (board === this.#board) this.isGoing = false;
    this.app.redraw();
  }

  /** @param {PlayedBoard} answer */
  #take(answer) {
    this.#seed = answer.seed;
    this.position = positionOf(answer.board);
    if (!answer.is_over) return this.app.say(`${SEAT_NAMES[ME]} to call.`);
    this.end = answer;
    const { board, other, imps = 0, points = 0 } = answer;
    const score = { no: board.board ?? 0, mine: board.result ?? "", other: other?.result ?? "", imps, points };
    this.scores = [...this.scores, score];
    this.app.say(`The board is over: ${this.worth(score)} ${SCORES[this.app.state.score]}.`);
  }

  /** Try again what failed. */
  retry() {
    return this.#ask();
  }

  /** Make South's call. @param {Call} call */
  call(call) {
    const { position, end, isGoing } = this;
    if (!position || end || isGoing) return;
    const wrong = objection(position.calls, call);
    this.app.show({ level: null });
    if (wrong) return this.app.say(`${spoken(call)}: ${wrong}`, true);
    this.#made.push(call);
    this.position = { ...position, calls: [...position.calls, call] };
    this.app.say(does(ME, call));
    return this.#ask();
  }

  /** Take a key; true when it does something. @param {string} key @param {HTMLElement} target */
  key(key, target) {
    if (key === "Enter" && (!this.position || this.end) && !this.isGoing) {
      if (target.closest("a, button")) return false;
      this.next();
      return true;
    }
    return callByKey(this.app, key, (call) => this.call(call));
  }
}
