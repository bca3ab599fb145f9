// What was tried beside the board as it is, as chips: other lines of the auction, and cards that were given.

import { h } from "../drawing/dom.js";
import { term } from "../drawing/frame.js";
import { SEAT_NAMES, callMark, suitMark } from "../drawing/words.js";
import { suitOf } from "../game/hands.js";

/** The main line and the branches. @param {App} app */
export function lines(app) {
  const { branch: chosen, branches } = app.state;
  const chip = (/** @type {number | null} */ branch, /** @type {Child} */ label) => {
    const on = { click: () => app.do({ type: "branch", branch }) };
    return h("button", { class: "chip", "aria-pressed": String(chosen === branch), on }, label);
  };
  const named = branches.map(({ from, calls }, index) => {
    const marks = calls.slice(0, 4).map((call) => [callMark(call), " "]);
    return chip(index, [`What if ${from + 1}: `, marks]);
  });
  return h("div", { class: "branches", role: "group", "aria-label": "Lines" }, chip(null, "Main line"), named);
}

/** The cards that were given. @param {App} app */
export function given(app) {
  const chips = app.state.give.map(([card, seat]) => {
    const props = { class: "chip", title: "Take it back", on: { click: () => app.do({ type: "give", card, seat }) } };
    return h("button", props, suitMark(suitOf(card)), card[1], ` with ${SEAT_NAMES[seat]} ×`);
  });
  return h("p", { class: "given-list" }, term("given", "Given"), ": ", chips);
}
