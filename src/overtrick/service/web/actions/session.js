// The boards of a file: in this tab alone, reviewed one after the other.

import { memo } from "../drawing/dom.js";
import { dealText, handsOf, isComplete } from "../game/hands.js";
import { SEATS, contractOf, isOver, legalPart } from "../game/rules.js";
import { Refusal, ask, messageOf } from "../server/api.js";
import { imps, northSouthScore } from "../game/score.js";
import { scoring, systems } from "../state/questions.js";
import { storePlayed, storeReview } from "./stored-boards.js";

/**
 * A board of the file: what is shown of it, and its record as the server read it.
 * @typedef {{ key: string, deal: string, board: Board, line: readonly Call[], isWhole: boolean, score: number | null,
 *   record: BoardLine }} FileBoard
 */
/** @typedef {{ data?: BoardReview, error?: string }} Outcome */
/** A call with a mark, or a lead, and the board it was made on. @typedef {{ index: number, call: Deed, name: string }} Marked */

/** What a board at the table is known by. @param {Board} board @param {readonly Call[]} line */
const keyOf = ({ no, dealer, vul, hands }, line) => [no, dealer, vul, dealText(hands), ...line].join(" ");

/** @param {BoardLine} record @returns {FileBoard} */
export function fileBoard(record) {
  const { deal, dealer = "N", vul = "None", board: no = 1, auction = "" } = record;
  const hands = handsOf(deal);
  const line = legalPart(auction.split(" ").filter(Boolean));
  const isWhole = isOver(line) && SEATS.every((seat) => isComplete(hands[seat]));
  const board = { no, dealer, vul, hands };
  return {
    key: keyOf(board, line),
    deal: keyOf(board, []),
    board,
    line,
    isWhole,
    score: scoreIn(record, line),
    record,
  };
}

/** North-South's score as the file has it; null where it does not say. @param {BoardLine} record @param {readonly Call[]} line */
function scoreIn({ dealer = "N", vul = "None", result = "" }, line) {
  const contract = contractOf(dealer, line);
  if (!isOver(line) || !contract) return isOver(line) ? 0 : null;
  const beyond = /(?:=|[+-]\d+)$/.exec(result)?.[0];
  return beyond ? northSouthScore(vul, contract, 6 + Number(contract.bid[0]) + (Number(beyond) || 0)) : null;
}

/** @type {Record<string, string>} What each mark means. */
export const MARKS = {
  "??": "blunder",
  "?": "mistake",
  "?!": "inaccurate",
  "!?": "not what the call shows",
  "!": "better than the card's call",
};
/** The card of those who have not chosen. */
const SHIPPED = "sayc";
const TOO_LATE = 504;
/** Boards that are held, and sets of reviews of them, by one system or another; some 5 kB a board. */
const MOST_BOARDS = 1000;
const MOST_JUDGES = 3;
/** Milliseconds between two looks whether what is on the screen has its answers, which come first. */
const QUIET = 200;

/** @param {number} time */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class Session {
  /** @type {Map<string, Map<number, Outcome>>} By systems and scoring, then by board. */
  #reviews = new Map();
  /** @type {Set<number>} */
  #late = new Set();
  #isRunning = false;
  /** @type {Map<string, number[]>} The boards of each deal. */
  #tables = new Map();
  /** The board that was opened last: both rooms may have bid alike. */
  #opened = -1;
  /** By board, the card that each side's pair bids like; null before that is known. @type {Record<Side, string>[] | null} */
  #played = null;
  isPaused = false;

  /** @param {App} app @param {string} name @param {BoardLine[]} records */
  constructor(app, name, records) {
    this.app = app;
    this.name = name;
    /** Whether each pair is judged by the card that it bids like: unless somebody has chosen one. */
    this.isAsBid = records.length > 1 && app.state.us === SHIPPED && app.state.them === SHIPPED;
    this.boards = records.slice(0, MOST_BOARDS).map(fileBoard);
    for (const [index, { deal }] of this.boards.entries())
      this.#tables.set(deal, [...(this.#tables.get(deal) ?? []), index]);
  }

  /** The place of the board at the table, -1 where it is none of the file. */
  get at() {
    const { board, line } = this.app.state;
    const key = keyOf(board, line);
    return this.boards[this.#opened]?.key === key ? this.#opened : this.boards.findIndex((each) => each.key === key);
  }

  /** What the server read. */
  get records() {
    return this.boards.map(({ record }) => record);
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

  /** A pair by its names. @param {number} index @param {Seat[]} seats */
  pair(index, seats) {
    const names = seats.map((seat) => this.player(index, seat));
    return names.filter(Boolean).join(" – ");
  }

  /** Where and when the boards were played, as far as the first of them says it. */
  get occasion() {
    const { tags } = this.records[0] ?? {};
    const said = [tags?.Event, tags?.Stage, tags?.Date].map((each) => each?.replace(/^[? .]*$/, ""));
    return said.filter(Boolean).join(", ");
  }

  // Reviews

  /** What has come of the reviews by the systems and the scoring of now. @returns {Map<number, Outcome>} */
  get #outcomes() {
    const judges = this.#judges;
    return memo("outcomes", [this, judges], () => this.#judgedBy(judges));
  }

  get #judges() {
    const { us, them, card, score } = this.app.state;
    return JSON.stringify(this.isAsBid ? [score] : [us, them, card, score]);
  }

  /** Whether nobody has said what the pairs play. */
  get strangers() {
    const { us, them } = this.app.state;
    return this.isAsBid || (this.boards.length < 2 && us === SHIPPED && them === SHIPPED);
  }

  /** Judge everybody by the cards of the page, or each pair by the one that it bids like. @param {boolean} isAsBid */
  judge(isAsBid) {
    this.isAsBid = isAsBid;
    storePlayed(isAsBid ? this.#played : []);
    this.begin();
    this.app.redraw();
  }

  /** The cards of both sides on a board, where each pair is judged by its own. @param {number} index */
  #cardsAt(index) {
    const { NS: us, EW: them } = (this.isAsBid && this.#played?.[index]) || {};
    return us && them ? { us, them } : {};
  }

  /** The cards that the pairs bid like, by name, the first board's first. */
  get cards() {
    return [...new Set((this.isAsBid && this.#played?.flatMap(({ NS, EW }) => [NS, EW])) || [])];
  }

  /** Find out which card each pair bids like. Where the server cannot say, the cards of the page judge. */
  async #learn() {
    const text = this.records.map((record) => JSON.stringify(record)).join("\n");
    while (this.isAsBid && !this.#played && this.#isWanted && this.#next() >= 0) {
      try {
        this.#played = (await ask("systems/played", { text })).boards;
        storePlayed(this.#played);
        this.app.do({ type: "set", values: this.#cardsAt(this.at) });
      } catch (error) {
        const wait = error instanceof Refusal ? error.wait : null;
        if (wait === null) this.isAsBid = false;
        else await pause(1000 * wait);
      }
    }
  }

  /** Take over what was known before. @param {Record<Side, string>[] | null} played @param {import("./stored-boards.js").StoredReview[]} reviews */
  recall(played, reviews) {
    if (played) this.isAsBid = played.length > 0;
    if (played?.length) this.#played = played;
    for (const { judges, index, data } of reviews) this.#judgedBy(judges).set(index, { data });
  }

  /** The same by others; the oldest give way. @param {string} judges @returns {Map<number, Outcome>} */
  #judgedBy(judges) {
    const found = this.#reviews.get(judges) ?? new Map();
    this.#reviews.delete(judges);
    this.#reviews.set(judges, found);
    const [oldest] = this.#reviews.keys();
    if (this.#reviews.size > MOST_JUDGES) this.#reviews.delete(oldest);
    return found;
  }

  /** What came of the review of a board; null while it has not come. @param {number} index @returns {Outcome | null} */
  outcome(index) {
    return this.#outcomes.get(index) ?? null;
  }

  /** How many boards can be reviewed, and how many have been. */
  get progress() {
    return { all: this.boards.filter(({ isWhole }) => isWhole).length, done: this.#outcomes.size };
  }

  /** The next board without a review, that at the table first; -1 when all have theirs. */
  #next() {
    const isMissing = (/** @type {number} */ index) => this.boards[index]?.isWhole && !this.#outcomes.has(index);
    return [this.at, ...this.boards.keys()].find(isMissing) ?? -1;
  }

  /** Review what has no review yet, one board after the other. */
  async begin() {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (;;) {
      await this.#learn();
      const index = this.#next();
      if (index < 0 || !this.#isWanted) break;
      await this.#review(index);
    }
    this.#isRunning = false;
  }

  get #isWanted() {
    return !this.isPaused && this.app.session === this;
  }

  /** @param {number} index */
  async #review(index) {
    const { answers, state } = this.app;
    const outcomes = this.#outcomes;
    const judges = this.#judges;
    const { strangers } = this;
    const judged = { ...state, ...this.#cardsAt(index) };
    while (answers.slow) await pause(QUIET);
    answers.elsewhere += 1;
    try {
      const text = JSON.stringify(this.boards[index].record);
      const data = await ask("review", { text, ...systems(judged, "N"), ...scoring(state), strangers });
      outcomes.set(index, { data });
      if (state.card === null && this.app.session === this) storeReview({ judges, index, data });
    } catch (error) {
      const wait = this.#waitFor(error, index);
      if (wait === null) outcomes.set(index, { error: messageOf(error) });
      else await pause(1000 * wait);
    } finally {
      answers.elsewhere -= 1;
    }
    this.app.redraw();
  }

  /** Seconds until a board is tried again, null for never; once when it took too long. @param {unknown} error @param {number} index */
  #waitFor(error, index) {
    if (!(error instanceof Refusal)) return null;
    if (error.status !== TOO_LATE || this.#late.has(index)) return error.wait;
    this.#late.add(index);
    return 1;
  }

  /** Stop reviewing, or go on. */
  pause() {
    this.isPaused = !this.isPaused;
    this.begin();
    this.app.redraw();
  }

  /** The calls of a board that have a mark, and the lead if it has one. @param {number} index @returns {Deed[]} */
  marks(index) {
    const { calls = [], lead = null } = this.outcome(index)?.data ?? {};
    /** @type {Deed[]} */
    const led = lead ? [{ ...lead, place: this.boards[index].line.length, about: "lead" }] : [];
    return [...calls, ...led].filter(({ mark }) => mark);
  }

  /** North-South's score; until the review has come only where the file says it. @param {number} index */
  score(index) {
    return this.boards[index]?.score ?? this.outcome(index)?.data?.score ?? null;
  }

  /** All marked calls of the file, the dearest first. @returns {Marked[]} */
  get marked() {
    const all = [...this.boards.keys()].flatMap((index) =>
      this.marks(index).map((call) => ({ index, call, name: this.player(index, call.by) })),
    );
    return all.sort((one, other) => other.call.cost - one.call.cost);
  }

  /** The other table of a deal that was played at two; -1 where there is none, or a field. @param {number} index */
  #otherTable(index) {
    const tables = this.#tables.get(this.boards[index]?.deal) ?? [];
    return tables.length === 2 ? tables[0] + tables[1] - index : -1;
  }

  /** IMPs that North-South won against those of the other table; null where one of the scores is missing. @param {number} index */
  swing(index) {
    const [here, there] = [index, this.#otherTable(index)].map((place) => this.score(place));
    return here === null || there === null ? null : imps(here - there);
  }

  /** IMPs won by North-South of the first table of each deal, and of the second; null without a second. */
  get swings() {
    const firsts = [...this.boards.keys()].filter((index) => this.#otherTable(index) > index);
    const won = firsts.map((index) => this.swing(index) ?? 0);
    const sum = (/** @type {number} */ sign) => won.reduce((all, each) => all + Math.max(0, sign * each), 0);
    if (!firsts.length) return null;
    const seconds = firsts.map((index) => this.#otherTable(index));
    return [
      { pair: this.#pair(firsts) || "N-S of the first table", won: sum(1) },
      { pair: this.#pair(seconds) || "N-S of the second", won: sum(-1) },
    ];
  }

  /** Who sat North-South on all these boards, by name or by room; "" where that is not always the same. @param {number[]} places */
  #pair(places) {
    const names = new Set(places.map((index) => this.pair(index, ["N", "S"])));
    const rooms = new Set(places.map((index) => this.boards[index].record.tags?.Room?.toLowerCase() ?? ""));
    const [[name], [room]] = [[...names], [...rooms]];
    if (names.size === 1 && name) return name;
    return rooms.size === 1 && room ? `N-S ${room}` : "";
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
    this.#opened = index;
    this.app.do({ type: "board", board, line, at, view: "table", values: this.#cardsAt(index) });
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
