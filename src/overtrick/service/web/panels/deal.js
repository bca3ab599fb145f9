// The deal: four hands round the board, or the fields to type and click them in.

import { hcp, suitsOf } from "../game/hands.js";
import { h } from "../drawing/dom.js";
import { SEATS, SUITS, isVulnerable } from "../game/rules.js";
import { viewerOf } from "../state/state.js";
import { SEAT_NAMES, spokenHand, suitMark } from "../drawing/words.js";
import { card, choice } from "../drawing/frame.js";

/** The panel with the hands. */
export function dealPanel(app) {
  const { state } = app;
  const isEditing = app.ui.editing || SEATS.every((seat) => !state.board.hands[seat]);
  const tools = h(
    "div",
    { class: "end" },
    h("button", { class: "button small edit", "aria-pressed": String(isEditing), on: { click: () => toggle(app, isEditing) } }, isEditing ? "Done" : "Edit"),
    choice("Hands shown", { mine: "My hand", all: "All four" }, state.show, (show) => app.do({ type: "set", values: { show } })),
  );
  return card("deal", "Deal", { tools, extra: "on-deal" }, isEditing ? app.part("editing") : diagram(app));
}

function toggle(app, isEditing) {
  app.show({ editing: !isEditing, typed: {}, picked: null });
  if (!isEditing) app.afterwards(() => document.getElementById("hand-N")?.focus());
}

/** A hand as four lines, for the diagram. */
export function handLines(hand, ten) {
  const suits = suitsOf(hand);
  return SUITS.map((suit) =>
    h("div", { class: "holding", "aria-hidden": "true" }, suitMark(suit, false), h("span", { class: "ranks" }, shown(suits[suit], ten) || "—")),
  );
}

export const shown = (ranks, ten) => (ten === "10" ? ranks.replace("T", "10") : ranks);

function diagram(app) {
  const { state } = app;
  return h("div", { class: "diagram" }, SEATS.map((seat) => place(app, seat)), centre(state.board));
}

function place(app, seat) {
  const { state } = app;
  const hand = state.board.hands[seat];
  const isSeen = state.show === "all" || viewerOf(state) === seat;
  const isMe = viewerOf(state) === seat;
  const choose = () => app.do({ type: "set", values: { viewer: state.viewer === seat ? "turn" : seat } });
  const title = state.viewer === seat ? "See with the eyes of whoever is to call" : `See with ${SEAT_NAMES[seat]}'s eyes`;
  return h(
    "div",
    { class: `place ${seat}`, role: "group", "aria-label": hand && isSeen ? `${SEAT_NAMES[seat]}: ${spokenHand(suitsOf(hand))}` : `${SEAT_NAMES[seat]}: not shown` },
    h("button", { class: `seat${isMe ? " me" : ""}`, title, "aria-pressed": String(state.viewer === seat), on: { click: choose } },
      h("b", null, SEAT_NAMES[seat]), hand && isSeen ? h("span", null, hcp(hand)) : null),
    hand && isSeen ? handLines(hand, app.prefs.ten) : h("div", { class: "unseen" }, hand ? "hidden" : "?"),
  );
}

export function centre(board) {
  const mark = (seat) =>
    h("span", { class: `mark ${seat}${isVulnerable(board.vul, seat) ? " vul" : ""}` }, seat, board.dealer === seat ? h("i", null, "D") : null);
  const label = `Board ${board.no ?? ""}, dealer ${SEAT_NAMES[board.dealer]}, vulnerable ${board.vul}`;
  return h("div", { class: "centre", role: "img", "aria-label": label }, SEATS.map(mark), h("b", null, board.no));
}
