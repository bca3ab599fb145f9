// Files of boards: opened, dropped or pasted; read by the server, held by this tab.

import { SEATS, turnOf } from "../game/rules.js";
import { ask, messageOf } from "../server/api.js";
import { madeOf } from "../state/state.js";
import { Session, fileBoard } from "./session.js";
import { forgetBoards, storeBoards, storedBoards } from "./stored-boards.js";

/** Letters the server takes in one text. */
const MOST_LETTERS = 1_000_000;

/** Hold these boards: a list of several, a single one at the table. @param {App} app @param {string} name @param {BoardLine[]} records */
function hold(app, name, records) {
  app.session = new Session(app, name, records);
  storeBoards(name, app.session.records);
  if (records.length > 1) app.do({ type: "view", view: "boards" });
  else app.session.open(0);
  app.session.begin();
  app.redraw();
}

/** Hold again what this tab held before the page was loaded anew. @param {App} app */
export function restore(app) {
  const stored = storedBoards();
  if (!stored || app.session) return;
  app.session = new Session(app, stored.name, stored.records);
  app.session.recall(stored.played, stored.reviews);
  app.session.begin();
  app.redraw();
}

/** Let go of the boards. @param {App} app */
export function close(app) {
  forgetBoards();
  app.session = null;
  app.redraw();
}

/** Take over what was read from a text. @param {App} app @param {string} name @param {Replies["parse"]} parsed */
export function take(app, name, { boards, errors, unended }) {
  const [first] = boards;
  if (boards.length > 1 || fileBoard(first).isWhole) hold(app, name, boards);
  else place(app, first);
  if (errors.length) app.say(`${boards.length} boards read, ${errors.length} not: ${errors[0].message}`, true);
  else if (unended) app.say(`${unended} auctions without the last passes read as finished.`, true);
}

/**
 * A board that is not whole goes to the table. One hand alone is the hand to call: with the calls that stand there if no
 * hand has been seen, else as the dealer's.
 * @param {App} app @param {BoardLine} record
 */
function place(app, record) {
  const { board, line } = fileBoard(record);
  const { state } = app;
  const [seat, ...others] = SEATS.filter((each) => board.hands[each]);
  const isEmpty = SEATS.every((each) => !state.board.hands[each]);
  const view = state.view === "boards" ? "table" : state.view;
  const turn = turnOf(state.board.dealer, madeOf(state));
  if (!seat || others.length || line.length || !isEmpty) app.do({ type: "board", board, line, view });
  else app.do({ type: "hands", hands: { ...state.board.hands, [turn]: board.hands[seat] } });
  app.show({ editing: false });
}

/** Read files and hold their boards. @param {App} app @param {...File} files */
export async function openFiles(app, ...files) {
  /** @type {Replies["parse"]} */
  const all = { boards: [], errors: [], unended: 0 };
  for (const file of files) {
    try {
      const { boards, errors, unended } = await ask("parse", { text: await textOf(file) });
      all.unended += unended;
      all.boards.push(...boards);
      all.errors.push(...errors);
    } catch (error) {
      all.errors.push({ message: `${file.name}: ${messageOf(error)}` });
    }
  }
  if (all.boards.length) take(app, files.map(({ name }) => name).join(", "), all);
  else if (files.length) app.say(all.errors[0].message, true);
}

/** A file's text: UTF-8, or the Latin letters of older programs. @param {File} file */
async function textOf(file) {
  if (file.size > MOST_LETTERS)
    throw new Error(`expected at most ${MOST_LETTERS / 1e6} MB, got ${(file.size / 1e6).toFixed(1)}`);
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
