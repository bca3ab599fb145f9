// What the buttons and keys of the page do beyond changing its state.

import { MOST_CARD, hashOf, pack } from "../state/link-writer.js";
import { ask } from "../server/api.js";
import { conditionsOf, handsOf } from "../game/hands.js";
import { bboLink, exportAs } from "./exports.js";
import { legalPart } from "../game/rules.js";
import { EMPTY_HANDS, callerOf } from "../state/state.js";
import { SEAT_NAMES } from "../drawing/words.js";

/** A new deal, by a condition if there is one. */
export async function newDeal(app, condition = "") {
  const seed = Math.floor(Math.random() * 1e9);
  try {
    const { boards } = await ask("deal", { count: 1, seed, ...(condition && { condition }) });
    const no = (app.state.board.no % 16) + 1;
    app.do({ type: "board", board: { no, ...conditionsOf(no), hands: handsOf(boards[0].deal) } });
    app.show({ editing: false });
    app.say(`Board ${no}. ${SEAT_NAMES[callerOf(app.state)]} to call.`);
  } catch (error) {
    app.say(error.message, true);
  }
}

/** No hands, and the fields to type them in. */
export function emptyTable(app) {
  app.do({ type: "board", board: { hands: EMPTY_HANDS } });
  app.show({ editing: true });
  app.afterwards(() => document.getElementById("hand-N")?.focus());
}

/** Take over what somebody pasted, or say where it is wrong. */
export async function paste(app, text) {
  if (!text.trim()) return;
  try {
    const { boards } = await ask("parse", { text });
    const [{ deal, dealer, vul, board: no, auction }] = boards;
    const line = legalPart((auction ?? "").split(" ").filter(Boolean));
    app.do({ type: "board", board: { no: no ?? 1, dealer: dealer ?? "N", vul: vul ?? "None", hands: handsOf(deal) }, line });
    document.getElementById("paste").value = "";
    document.getElementById("paste").blur();
    app.show({ wrong: null, editing: false });
  } catch (error) {
    app.show({ wrong: { message: error.message, text, line: error.line, column: error.column } });
    const input = document.getElementById("paste");
    if (error.column) input.setSelectionRange(error.column - 1, error.column - 1);
    input.focus();
  }
}

/** The address of this very state. */
export async function copyLink(app) {
  app.packed = app.state.card ? await pack(app.state.card) : "";
  const link = new URL(hashOf(app.state, app.packed), location.href).href;
  await copy(app, link, app.packed.length > MOST_CARD ? "Link leaves out your system. Download it." : "Link copied.");
}

/** The board for Bridge Base Online. */
export async function copyBbo(app) {
  try {
    await copy(app, await bboLink(app.state), "BBO link copied.");
  } catch (error) {
    app.say(error.message, true);
  }
}

async function copy(app, text, said) {
  try {
    await navigator.clipboard.writeText(text);
    app.say(said, true);
  } catch {
    app.say(`Copy it from here: ${text}`, true);
  }
}

export { exportAs };
