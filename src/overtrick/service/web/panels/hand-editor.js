// Typing and clicking the four hands.

import { DECK, cardsOf, hcp } from "../game/hands.js";
import { h } from "../drawing/dom.js";
import { SEATS } from "../game/rules.js";
import { EMPTY_HANDS } from "../state/state.js";
import { holderOf, moved, problems, readHand } from "../game/hand-input.js";
import { SEAT_NAMES, spokenCard, suitMark } from "../drawing/words.js";

/** The fields and the cards, in place of the diagram. */
export default function editor(app) {
  const hands = app.state.board.hands;
  const wrong = problems(hands);
  return h(
    "div",
    { class: "editor" },
    SEATS.every((seat) => !hands[seat]) ? h("p", { class: "empty" }, "Type, paste or press ", h("kbd", null, "g"), ".") : null,
    SEATS.map((seat) => field(app, seat, wrong[seat])),
    palette(app),
    h("button", { class: "link", on: { click: () => app.do({ type: "hands", hands: EMPTY_HANDS }) } }, "Clear all"),
  );
}

function field(app, seat, wrong) {
  const hand = app.state.board.hands[seat];
  const typed = app.ui.typed[seat];
  const error = typed ? readHand(typed).error : null;
  const said = error ?? wrong ?? (hand ? `${hcp(hand)} HCP` : "");
  const give = () => {
    app.do({ type: "hands", hands: moved(app.state.board.hands, app.ui.picked, seat) });
    app.show({ editing: true, picked: null });
  };
  return h(
    "div",
    { class: "field" },
    h("button", { class: "button small", disabled: !app.ui.picked, title: "Give the chosen card", on: { click: give } }, seat),
    h("input", {
      id: `hand-${seat}`, value: typed ?? hand ?? "", placeholder: "akj94.q3.kt5.a72", spellcheck: "false", autocomplete: "off",
      "aria-label": `${SEAT_NAMES[seat]}'s hand`, "aria-invalid": error || wrong ? "true" : null, "aria-describedby": `said-${seat}`,
      on: { input: (event) => type(app, seat, event.target.value), blur: () => forget(app, seat) },
    }),
    h("span", { id: `said-${seat}`, class: error || (wrong && typed === undefined) ? "wrong" : "label" }, said),
  );
}

function type(app, seat, text) {
  app.show({ editing: true, typed: { ...app.ui.typed, [seat]: text } });
  const { hand } = readHand(text);
  if (hand !== undefined) app.do({ type: "hands", hands: { ...app.state.board.hands, [seat]: cardsOf(hand).length ? hand : null } });
}

/** A text that was read gives way to the hand as it is written. */
function forget(app, seat) {
  const { [seat]: typed, ...others } = app.ui.typed;
  if (typed !== undefined && !readHand(typed).error) app.show({ typed: others });
}

function palette(app) {
  const { hands } = app.state.board;
  const pick = (each) => app.show({ picked: app.ui.picked === each ? null : each });
  return h(
    "div",
    { class: "palette", role: "group", "aria-label": "Cards: choose one, then a seat" },
    DECK.map((each) => {
      const holder = holderOf(hands, each);
      return h("button", {
        class: `${app.ui.picked === each ? "picked " : ""}${holder ? "held" : ""}`, "aria-pressed": String(app.ui.picked === each),
        "aria-label": `${spokenCard(each)}, ${holder ? SEAT_NAMES[holder] : "not dealt"}`, on: { click: () => pick(each) },
      }, each[1] === "A" ? suitMark(each[0], false) : null, each[1]);
    }),
  );
}
