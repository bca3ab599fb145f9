// The deal: four hands round the board, or the fields to type and click them in.

import { h } from "../drawing/dom.js";
import { choice, frame } from "../drawing/frame.js";
import { SEAT_NAMES, spokenHand, suitMark } from "../drawing/words.js";
import { hcp, suitsOf } from "../game/hands.js";
import { SEATS, SUITS, isVulnerable } from "../game/rules.js";
import { viewerOf } from "../state/state.js";

/** The panel with the hands. @param {App} app */
export function dealPanel(app) {
  const { board, show } = app.state;
  const isEditing = app.ui.editing || SEATS.every((seat) => !board.hands[seat]);
  const edit = { "aria-pressed": String(isEditing), on: { click: () => toggle(app, isEditing) } };
  const tools = h(
    "div",
    { class: "end" },
    h("button", { class: "button small edit", ...edit }, isEditing ? "Done" : "Edit"),
    choice("Hands shown", { mine: "My hand", all: "All four" }, show, (show) =>
      app.do({ type: "set", values: { show } }),
    ),
  );
  const body = isEditing ? app.part("panels/hand-editor")?.handEditor(app) : diagram(app);
  return frame("deal", "Deal", { tools, extra: "on-deal" }, body);
}

/** @param {App} app @param {boolean} isEditing */
function toggle(app, isEditing) {
  app.show({ editing: !isEditing, typed: {}, picked: null });
  if (!isEditing) app.afterwards(() => document.getElementById("hand-N")?.focus());
}

/** A hand as four lines, for the diagram. @param {Hand} hand @param {string} ten */
export function handLines(hand, ten) {
  const suits = suitsOf(hand);
  return SUITS.map((suit) => {
    const ranks = h("span", { class: "ranks" }, ranksText(suits[suit], ten));
    return h("div", { class: "holding", "aria-hidden": "true" }, suitMark(suit, ""), ranks);
  });
}

/** @param {string} ranks @param {string} ten */
export const ranksText = (ranks, ten) => ranks.replace("T", ten) || "—";

/** @param {App} app */
const diagram = (app) =>
  h(
    "div",
    { class: "diagram" },
    SEATS.map((seat) => handAt(app, seat)),
    centre(app.state.board),
  );

/** @param {App} app @param {Seat} seat */
function handAt(app, seat) {
  const { session, state } = app;
  const hand = state.board.hands[seat];
  const name = SEAT_NAMES[seat];
  const isMe = viewerOf(state) === seat;
  const isChosen = state.viewer === seat;
  const seen = state.show === "all" || isMe ? hand : null;
  const choose = () => app.do({ type: "set", values: { viewer: isChosen ? "turn" : seat } });
  return h(
    "div",
    {
      class: `place ${seat}`,
      role: "group",
      "aria-label": `${name}: ${seen ? spokenHand(suitsOf(seen)) : "not shown"}`,
    },
    h(
      "button",
      {
        class: `seat${isMe ? " me" : ""}`,
        title: isChosen ? "See with the eyes of whoever is to call" : `See with ${name}'s eyes`,
        "aria-pressed": String(isChosen),
        on: { click: choose },
      },
      h("b", null, name),
      seen ? h("span", null, hcp(seen)) : null,
    ),
    session ? h("div", { class: "sits" }, session.player(session.at, seat)) : null,
    seen ? handLines(seen, app.settings.ten) : h("div", { class: "unseen" }, hand ? "hidden" : "?"),
  );
}

/** The board: its number, dealer and vulnerability. @param {{ no?: number, dealer: Seat, vul: Vulnerability }} board */
export function centre({ no, dealer, vul }) {
  const mark = (/** @type {Seat} */ seat) => {
    const isDealer = dealer === seat ? h("i", null, "D") : null;
    return h("span", { class: `mark ${seat}${isVulnerable(vul, seat) ? " vul" : ""}` }, seat, isDealer);
  };
  const label = `Board ${no ?? ""}, dealer ${SEAT_NAMES[dealer]}, vulnerable ${vul}`;
  return h("div", { class: "centre", role: "img", "aria-label": label }, SEATS.map(mark), h("b", null, no));
}
