// The boards of a file: in the memory of this page alone, reviewed one after the other.

import { dealText, handsOf, isComplete } from "../game/hands.js";
import { SEATS, isOver, legalPart } from "../game/rules.js";
import { Refusal, ask, messageOf } from "../server/api.js";
import { scoring, systems } from "../state/questions.js";

/**
 * A board of the file: what is shown of it, and its record as the server read it.
 * @typedef {{ key: string, board: Board, line: readonly Call[], isWhole: boolean, record: BoardLine }} FileBoard
 */
/** @typedef {{ data?: BoardReview, error?: string }} Outcome */
/** A call with a mark, and the board it was made on. @typedef {{ index: number, call: CallReview, name: string }} Marked */

/** What a board at the table is known by. @param {Board} board @param {readonly Call[]} line */
const keyOf = ({ no, dealer, vul, hands }, line) => [no, dealer, vul, dealText(hands), ...line].join(" ");

/** @param {BoardLine} record @returns {FileBoard} */
export function fileBoard(record) {
  const { deal, dealer = "N", vul = "None", board: no = 1, auction = "" } = record;
  const hands = handsOf(deal);
  const line = legalPart(auction.split(" ").filter(Boolean));
  const isWhole = isOver(line) && SEATS.every((seat) => isComplete(hands[seat]));
  const board = { no, dealer, vul, hands };
  return { key: keyOf(board, line), board, line, isWhole, record };
}

/** @type {Record<string, string>} What each mark means. */
export const MARKS = {
  "??": "blunder",
  "?": "mistake",
  "?!": "inaccurate",
  "!?": "not what the call shows",
  "!": "better than the card's call",
};
const TOO_LATE = 504;
/** Boards that are held, and reviews of them by one system or another; some 5 kB each. */
const MOST_BOARDS = 1000;
const MOST_REVIEWS = 2000;
/** Milliseconds between two looks whether what is on the screen has its answers, which come first. */
const QUIET = 200;

/** @param {number} time */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class Session {
  /** @type {Map<string, Outcome>} */
  #outcomes = new Map();
  /** @type {Set<string>} */
  #late = new Set();
  #isRunning = false;
  isPaused = false;

  /** @param {App} app @param {string} name @param {BoardLine[]} records */
  constructor(app, name, records) {
    this.app = app;
    this.name = name;
    this.boards = records.slice(0, MOST_BOARDS).map(fileBoard);
  }

  /** The place of the board at the table, -1 where it is none of the file. */
  get at() {
    const { board, line } = this.app.state;
    const key = keyOf(board, line);
    return this.boards.findIndex((each) => each.key === key);
  }

  /** The number of a board, with the room where it was played twice. @param {number} index */
  label(index) {
    const { board, record } = this.boards[index];
    const isTwice = this.boards.some((other, place) => place !== index && other.board.no === board.no);
    const room = record.tags?.Room?.toLowerCase();
    return isTwice && room ? `${board.no} ${room}` : `${board.no}`;
  }

  /** Whoever sat there, "" where the file does not say. @param {number} index @param {Seat} seat */
  player(index, seat) {
    return this.boards[index]?.record.players?.[seat] ?? "";
  }

  // Reviews

  /** The systems and the scoring by which the boards are judged. */
  #judges() {
    const { state } = this.app;
    return { ...systems(state, "N"), ...scoring(state) };
  }

  /** @param {number} index @param {Question} judges */
  #key = (index, judges = this.#judges()) => `${index} ${JSON.stringify(judges)}`;

  /** What came of the review of a board; null while it has not come. @param {number} index @returns {Outcome | null} */
  outcome(index) {
    return this.#outcomes.get(this.#key(index)) ?? null;
  }

  /** How many boards can be reviewed, and how many have been. */
  get progress() {
    const whole = [...this.boards.keys()].filter((index) => this.boards[index].isWhole);
    const judges = this.#judges();
    return { all: whole.length, done: whole.filter((index) => this.#outcomes.has(this.#key(index, judges))).length };
  }

  /** The next board without a review, that at the table first; -1 when all have theirs. */
  #next() {
    const judges = this.#judges();
    const places = [this.at, ...this.boards.keys()];
    const isMissing = (/** @type {number} */ index) =>
      this.boards[index]?.isWhole && !this.#outcomes.has(this.#key(index, judges));
    return places.find(isMissing) ?? -1;
  }

  /** Review what has no review yet, one board after the other. */
  async begin() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let index = this.#next(); index >= 0 && this.#isWanted; index = this.#next()) await this.#review(index);
    this.#isRunning = false;
  }

  get #isWanted() {
    return !this.isPaused && this.app.session === this;
  }

  /** @param {number} index */
  async #review(index) {
    const judges = this.#judges();
    const key = this.#key(index, judges);
    const { answers } = this.app;
    while (answers.slow) await pause(QUIET);
    answers.elsewhere += 1;
    try {
      const data = await ask("review", { text: JSON.stringify(this.boards[index].record), ...judges });
      this.#put(key, { data });
    } catch (error) {
      const wait = this.#waitFor(error, key);
      if (wait === null) this.#put(key, { error: messageOf(error) });
      else await pause(1000 * wait);
    } finally {
      answers.elsewhere -= 1;
    }
    this.app.redraw();
  }

  /** @param {string} key @param {Outcome} outcome */
  #put(key, outcome) {
    this.#outcomes.set(key, outcome);
    const [oldest] = this.#outcomes.keys();
    if (this.#outcomes.size > MOST_REVIEWS) this.#outcomes.delete(oldest);
  }

  /** Seconds until a board is tried again, null for never; once when it took too long. @param {unknown} error @param {string} key */
  #waitFor(error, key) {
    if (!(error instanceof Refusal)) return null;
    const isLate = error.status === TOO_LATE && !this.#late.has(key);
    this.#late.add(key);
    return isLate ? 1 : error.wait;
  }

  /** Stop reviewing, or go on. */
  pause() {
    this.isPaused = !this.isPaused;
    this.begin();
    this.app.redraw();
  }

  /** The calls of a board that have a mark. @param {number} index @returns {CallReview[]} */
  marks(index) {
    return this.outcome(index)?.data?.calls.filter(({ mark }) => mark) ?? [];
  }

  /** All marked calls of the file, the dearest first. @returns {Marked[]} */
  get marked() {
    const all = [...this.boards.keys()].flatMap((index) =>
      this.marks(index).map((call) => ({ index, call, name: this.player(index, call.by) })),
    );
    return all.sort((one, other) => other.call.cost - one.call.cost);
  }

  /** The mark of a call at the table and what it means; nothing without one. @param {number} place */
  markAt(place) {
    const { at, app } = this;
    const { branch, branches } = app.state;
    if (at < 0 || (branch !== null && place >= branches[branch].from)) return [];
    const mark = this.marks(at).find((call) => call.place === place)?.mark;
    return mark ? [mark, MARKS[mark]] : [];
  }

  // Walking

  /** Open a board at the table, after all its calls or after so many. @param {number} index @param {number} [at] */
  open(index, at) {
    const { board, line } = this.boards[index];
    this.app.do({ type: "board", board, line, at, view: "table" });
    this.app.show({ editing: false, play: null });
    this.app.say(`Board ${this.label(index)}, ${index + 1} of ${this.boards.length}.`);
    this.begin();
    return true;
  }

  /** The next board, or the one before. @param {number} by */
  step(by) {
    const { at } = this;
    const to = at < 0 ? 0 : at + by;
    return this.boards[to] ? this.open(to) : false;
  }

  /** Back to the list, with the focus on the board that was open. */
  list() {
    const { at } = this;
    this.app.do({ type: "view", view: "boards" });
    this.app.afterwards(() => this.#focus(at));
    return true;
  }

  /** @param {number} index */
  #focus(index) {
    const row = document.querySelector(`[data-board="${index}"]`);
    if (!(row instanceof HTMLElement)) return false;
    row.focus();
    row.scrollIntoView({ block: "nearest" });
    return true;
  }

  /** Do what a key does; true when it does something. @param {string} key */
  key(key) {
    const by = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[key] ?? 0;
    const { view } = this.app.state;
    if (view === "table") return key === "b" ? this.list() : /^[jk]$/.test(key) && this.step(by);
    if (view !== "boards" || !by) return false;
    const focused = document.activeElement?.closest("tr")?.querySelector("[data-board]");
    const from = focused instanceof HTMLElement ? Number(focused.dataset.board) : this.at;
    return this.#focus(from < 0 ? 0 : from + by);
  }
}
