// Help: a short tour, the words of the page, the keys; and the tip beside a word that is pointed at or has the focus.

import { h } from "../drawing/dom.js";
import { GLOSSARY } from "../drawing/glossary.js";

/** The widest tip, and how far it is from its word, in pixels of normal text. */
const WIDTH = 300;
const GAP = 6;

const TOUR = [
  ["The question", "Whose turn it is stands under Auction as a ?. The largest words say which call, and who agrees."],
  ["Your board", "New deal, Edit, or paste a hand, PBN, LIN or a BBO link into the field at the top."],
  ["Last night's boards", "Drop a file anywhere, or open it under Boards: every call gets its mark."],
  ["Bid", "Click a call in the box, or type it: 4 s. Point at a call to read what it would show."],
  ["Go back", "Click a call of the auction, or press ← →. Another call than the one made opens a branch."],
  ["Why", "What the rule needs, ✓ or ✗ for this hand, and why not the other calls. Its link opens the rule."],
  ["Hidden hands", "Points, lengths and cards that fit the auction. Click a card to assume that the player has it."],
  ["Try yourself", "Press e to hide the advice until you have bid, or go to Practice or Play."],
];

const KEYS = [
  ["1–7 then c d h s n", "bid"],
  ["p x r", "pass, double, redouble"],
  ["← →", "one call back or on"],
  ["Home End", "to the start, to the end"],
  ["Ctrl-Z Ctrl-Shift-Z", "undo, redo"],
  ["w", "what if"],
  ["g", "new deal"],
  ["v", "vulnerability"],
  ["o", "my hand or all four"],
  ["t", "chance or shift"],
  ["[ ]", "the player to see with"],
  [".", "stop, or more layouts"],
  ["e", "hide advice until I bid"],
  ["j k", "next and previous board of the file"],
  ["b", "all boards of the file"],
  ["l", "copy the link"],
  ["/", "paste"],
  ["?", "this help"],
  ["Esc", "close"],
];

/** The dialog's words. */
export function help() {
  const keys = KEYS.map(([names, does]) => {
    const marks = names.split(" ").map((key) => (key === "then" ? " then " : [h("kbd", null, key), " "]));
    return [h("dt", null, marks), h("dd", null, does)];
  });
  const tour = TOUR.map(([head, text]) => h("li", null, h("b", null, `${head}. `), text));
  const words = Object.entries(GLOSSARY).map(([word, text]) =>
    h("div", null, h("dt", null, word), h("dd", null, text)),
  );
  return h(
    "div",
    { class: "help-columns" },
    h(
      "section",
      null,
      h("h2", null, "A short tour"),
      h("ol", null, tour),
      h("h2", null, "Keys"),
      h("dl", { class: "keys-list" }, keys),
    ),
    h("section", { class: "words-list" }, h("h2", null, "Words"), h("dl", null, words)),
  );
}

/** What explains a word: its entry, and what is to be said of it here. @param {HTMLElement} word */
function textOf({ dataset: { term = "", note = "" } }) {
  return [GLOSSARY[term], note].filter(Boolean).join(" ");
}

/** The tip under a word, or above it at the bottom of the screen. @param {HTMLElement} word */
export function tip(word) {
  const text = textOf(word);
  if (!text) return null;
  const scale = Number(getComputedStyle(document.documentElement).getPropertyValue("--text"));
  const { left, top, bottom } = word.getBoundingClientRect();
  const isLow = bottom > innerHeight * 0.75;
  const style = {
    left: `${Math.max(8, Math.min(left, innerWidth - WIDTH * scale - 8)) / scale}px`,
    ...(isLow ? { bottom: `${(innerHeight - top + GAP) / scale}px` } : { top: `${(bottom + GAP) / scale}px` }),
  };
  return h("div", { class: "tip", role: "tooltip", key: `${isLow}`, style }, text);
}

/** Screen readers hear what explains the word with the focus. @param {App} app */
export function start(app) {
  const speak = (/** @type {EventTarget | null} */ target) => {
    const word = target instanceof Element ? target.closest("[data-term]") : null;
    if (word instanceof HTMLElement) app.say(textOf(word));
  };
  document.addEventListener("focusin", (event) => speak(event.target));
  speak(document.activeElement);
}
