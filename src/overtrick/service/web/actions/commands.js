// What the buttons and keys of the page do beyond changing its state.

import { SEAT_NAMES } from "../drawing/words.js";
import { conditionsOf, handsOf } from "../game/hands.js";
import { explore } from "../panels/explorer.js";
import { Refusal, ask, messageOf } from "../server/api.js";
import { linkOf } from "../state/link-writer.js";
import { LAYOUTS, adviseQuestion } from "../state/questions.js";
import { EMPTY_HANDS } from "../state/state.js";
import { bboLink, exportAs } from "./exports.js";
import { openFiles, restore, take } from "./files.js";

/** A new deal, by a condition if there is one. @param {App} app @param {string} [condition] */
export async function newDeal(app, condition = "") {
  const seed = Math.floor(Math.random() * 1e9);
  try {
    const { boards } = await ask("deal", { count: 1, seed, ...(condition && { condition }) });
    const no = (app.state.board.no % 16) + 1;
    app.do({ type: "board", board: { no, ...conditionsOf(no), hands: handsOf(boards[0].deal) } });
    app.show({ editing: false });
    app.say(`Board ${no}. ${SEAT_NAMES[app.state.board.dealer]} to call.`);
  } catch (error) {
    app.say(messageOf(error), true);
  }
}

/** No hands, and the fields to type them in. @param {App} app */
export function emptyTable(app) {
  app.do({ type: "board", board: { hands: EMPTY_HANDS } });
  app.show({ editing: true });
  app.afterwards(() => document.getElementById("hand-N")?.focus());
}

/**
 * Take over what was pasted, or say where it is wrong.
 * @param {App} app @param {string} text @param {string} [place] The field it was pasted into.
 */
export async function paste(app, text, place = "paste") {
  if (!text.trim()) return;
  const field = /** @type {HTMLTextAreaElement} */ (document.getElementById(place));
  try {
    const parsed = await ask("parse", { text });
    app.show({ wrong: null });
    take(app, "Pasted boards", parsed);
    field.value = "";
    field.blur();
  } catch (error) {
    const { line, column } = error instanceof Refusal ? error : { line: null, column: null };
    app.show({ wrong: { message: messageOf(error), text, line, column } });
    field.value = text;
    const at = [...text.split("\n").slice(0, (line ?? 1) - 1), ""].join("\n").length + (column ?? 1) - 1;
    if (column) field.setSelectionRange(at, at);
    field.focus();
  }
}

/** Copy the link that brings back this very state. @param {App} app */
export async function copyLink(app) {
  const { hash, isShort } = await linkOf(app.state);
  const message = isShort ? "Link copied." : "Link leaves out your system. Download it.";
  await copy(app, new URL(hash, location.href).href, message);
}

/** Copy a link to the board at Bridge Base Online. @param {App} app */
export async function copyBbo(app) {
  try {
    await copy(app, await bboLink(app.state), "BBO link copied.");
  } catch (error) {
    app.say(messageOf(error), true);
  }
}

/** @param {App} app @param {string} text @param {string} message */
async function copy(app, text, message) {
  try {
    await navigator.clipboard.writeText(text);
    app.say(message, true);
  } catch {
    app.say(`Copy it from here: ${text}`, true);
  }
}

/** Stop the simulation, or let it go on with more layouts. @param {App} app */
export function stopOrMore(app) {
  const question = adviseQuestion(app.state, app.layouts);
  if (!question) return;
  if (app.answers.get("advise", question).status !== "ready") {
    app.answers.stop("advise", question);
    return;
  }
  app.layouts += LAYOUTS;
  app.redraw();
}

export { explore, exportAs, openFiles, restore };
