// The lines beside the main one, as chips under the auction.

import { h } from "../drawing/dom.js";
import { callMark } from "../drawing/words.js";

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
