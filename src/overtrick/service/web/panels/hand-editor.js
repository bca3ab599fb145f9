// Typing and clicking the four hands.

import { h } from "../drawing/dom.js";
import { empty } from "../drawing/frame.js";
import { SEAT_NAMES, spokenCard, suitMark } from "../drawing/words.js";
import { holderOf, moved, problems, readHand } from "../game/hand-input.js";
import { DECK, cardsOf, hcp, suitOf } from "../game/hands.js";
import { SEATS } from "../game/rules.js";
import { EMPTY_HANDS } from "../state/state.js";

/** The fields and the cards, in place of the diagram. @param {App} app */
export function handEditor(app) {
  const { hands } = app.state.board;
  const wrong = problems(hands);
  const clear = () => app.do({ type: "hands", hands: EMPTY_HANDS });
  return h(
    "div",
    { class: "editor" },
    SEATS.every((seat) => !hands[seat]) ? empty("Type, paste or press ", h("kbd", null, "g"), ".") : null,
    SEATS.map((seat) => field(app, seat, wrong[seat])),
    palette(app),
    h("button", { class: "link", on: { click: clear } }, "Clear all"),
  );
}

/** @param {App} app @param {Seat} seat @param {string} [wrong] */
function field(app, seat, wrong) {
  const hand = app.state.board.hands[seat];
  const typed = app.ui.typed[seat];
  const error = typed ? readHand(typed).error : undefined;
  const note = h(
    "span",
    { id: `said-${seat}`, class: error || (wrong && typed === undefined) ? "wrong" : "label" },
    error ?? wrong ?? (hand ? `${hcp(hand)} HCP` : ""),
  );
  const input = h("input", {
    id: `hand-${seat}`,
    value: typed ?? hand ?? "",
    placeholder: "akj94.q3.kt5.a72",
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": `${SEAT_NAMES[seat]}'s hand`,
    "aria-invalid": error || wrong ? "true" : null,
    "aria-describedby": `said-${seat}`,
    on: { input: (event) => type(app, seat, event.target.value), blur: () => forget(app, seat) },
  });
  return h("div", { class: "field" }, giveButton(app, seat), input, note);
}

/** @param {App} app @param {Seat} seat */
function giveButton(app, seat) {
  const { picked } = app.ui;
  const click = () => {
    if (picked) app.do({ type: "hands", hands: moved(app.state.board.hands, picked, seat) });
    app.show({ editing: true, picked: null });
  };
  return h("button", { class: "button small", disabled: !picked, title: "Give the chosen card", on: { click } }, seat);
}

/** @param {App} app @param {Seat} seat @param {string} text */
function type(app, seat, text) {
  app.show({ editing: true, typed: { ...app.ui.typed, [seat]: text } });
  const { hand } = readHand(text);
  if (hand === undefined) return;
  app.do({ type: "hands", hands: { ...app.state.board.hands, [seat]: cardsOf(hand).length ? hand : null } });
}

/** A text that was read gives way to the hand as it is written. @param {App} app @param {Seat} seat */
function forget(app, seat) {
  const { [seat]: typed, ...others } = app.ui.typed;
  if (typed !== undefined && !readHand(typed).error) app.show({ typed: others });
}

/** @param {App} app */
function palette(app) {
  const { hands } = app.state.board;
  const button = (/** @type {Card} */ card) => {
    const holder = holderOf(hands, card);
    const isPicked = app.ui.picked === card;
    const props = {
      class: `${isPicked ? "picked " : ""}${holder ? "held" : ""}`,
      "aria-pressed": String(isPicked),
      "aria-label": `${spokenCard(card)}, ${holder ? SEAT_NAMES[holder] : "not dealt"}`,
      on: { click: () => app.show({ picked: isPicked ? null : card }) },
    };
    return h("button", props, card[1] === "A" ? suitMark(suitOf(card), "") : null, card[1]);
  };
  return h(
    "div",
    { class: "palette", role: "group", "aria-label": "Cards: choose one, then a seat" },
    DECK.map(button),
  );
}
