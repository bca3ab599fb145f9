// A system as a tree of calls: each with its meaning, how often it comes, and a hand for it; opened, with what follows.

import { h } from "../drawing/dom.js";
import { empty, failure, frame } from "../drawing/frame.js";
import { meaningLine } from "../drawing/meanings.js";
import { SYSTEM_NAMES, callMark, percent, suitMark } from "../drawing/words.js";
import { suitsOf } from "../game/hands.js";
import { SUITS } from "../game/rules.js";
import { ownSystem } from "../state/questions.js";

/** Deals for the frequency of a call. */
const DEALS = 500;

/**
 * A place in the tree is an auction in which they pass: 1N P 2C P. The one at `at` has the tab stop.
 * @typedef {{ app: App, id: string, open: Set<string>, at: string | null }} Tree
 */

/**
 * The calls after an auction, with what they mean and how often they come.
 * @param {App} app @param {string} id @param {string} [after]
 */
export function callsAfter(app, id, after = "") {
  return app.answers.get("systems/tree", { ...ownSystem(app.state, id), after, deals: DEALS }, `tree ${id} ${after}`);
}

/**
 * The panel with the calls, by the pattern of WAI-ARIA for trees: one tab stop, the arrows walk, open and close.
 * @param {App} app @param {string} id
 */
export function callTree(app, id) {
  const answer = callsAfter(app, id);
  const top = answer.data?.sections[0];
  if (!top) return frame("tree", "Calls", { answer });
  const { open, at } = app.ui.tree;
  const tree = { app, id, open: new Set(open), at: isShown(at, open) ? at : `${top.calls[0].call} P` };
  const props = {
    role: "tree",
    "aria-label": `${SYSTEM_NAMES[id] ?? id}: ${top.title}`,
    on: { keydown: (/** @type {Heard<KeyboardEvent>} */ event) => walk(app, event) },
  };
  const branches = top.calls.map((entry) => branch(tree, "", entry, 1));
  return frame("tree", top.title, { answer }, h("ul", { class: "tree-list", ...props }, branches));
}

/** Whether the calls that lead to a place are open. @param {string | null} at @param {readonly string[]} open */
function isShown(at, open) {
  if (at === null) return false;
  const calls = at.split(" ");
  return calls.every((_, index) => index % 2 || !index || open.includes(calls.slice(0, index).join(" ")));
}

/** @param {Tree} tree @param {string} after @param {TreeCall} entry @param {number} level @returns {Drawn} */
function branch(tree, after, entry, level) {
  const { app, id } = tree;
  const place = `${after}${entry.call} P`;
  const isEnd = entry.call === "P" && after !== "";
  const isOpen = tree.open.has(place);
  const follows = isOpen ? callsAfter(app, id, place) : null;
  const label = `tree ${place}`.replaceAll(" ", "-");
  return h(
    "li",
    {
      key: place,
      role: "treeitem",
      "aria-level": level,
      "aria-expanded": isEnd ? null : String(isOpen),
      "aria-labelledby": label,
      "aria-busy": follows?.isOld ? "true" : null,
      "data-place": place,
      tabindex: place === tree.at ? "0" : "-1",
      on: { focus: () => tree.at === place || app.show({ tree: { ...app.ui.tree, at: place } }) },
    },
    h(
      "div",
      { id: label, class: "branch", on: { click: () => toggle(app, place, isEnd) } },
      h("span", { class: "turn", "aria-hidden": "true" }, isEnd ? "" : isOpen ? "▾" : "▸"),
      h("b", null, callMark(entry.call)),
      h("span", { class: "gauge" }, h("i", { style: { width: percent(entry.share) } })),
      h("span", { class: "label share" }, shareText(entry.share)),
      h("p", null, meaningLine(entry), " ", entry.hand ? sampleHand(entry.hand) : null),
    ),
    follows ? below(tree, place, follows, level + 1) : null,
  );
}

/**
 * What follows a call when they pass.
 * @param {Tree} tree @param {string} place @param {Answer<Replies["systems/tree"]>} answer @param {number} level
 */
function below(tree, place, answer, level) {
  if (answer.status === "error") return failure(answer);
  if (!answer.data || answer.isOld) return empty("…");
  const calls = answer.data.sections[0]?.calls ?? [];
  if (!calls.length) return empty("Nothing more on the card.");
  const branches = calls.map((entry) => branch(tree, `${place} `, entry, level));
  return h("ul", { role: "group" }, branches);
}

/** @param {Hand} hand */
function sampleHand(hand) {
  const suits = suitsOf(hand);
  const text = SUITS.map((suit) => [suitMark(suit, ""), suits[suit] || "—", " "]);
  return h("span", { class: "muted sample" }, text);
}

/** @param {number | null | undefined} share */
export const shareText = (share) => (share === null || share === undefined ? "" : `${(100 * share).toFixed(1)}%`);

/** @param {App} app @param {string} place @param {boolean} isEnd */
function toggle(app, place, isEnd) {
  const { open } = app.ui.tree;
  const turned = open.includes(place) ? open.filter((other) => other !== place) : [...open, place];
  app.show({ tree: { at: place, open: isEnd ? open : turned } });
}

const ITEM = "[role=treeitem]";

/** @param {App} app @param {Heard<KeyboardEvent>} event */
function walk(app, event) {
  /** @type {HTMLElement | null} */
  const item = event.target.closest(ITEM);
  if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
  /** @type {HTMLElement[]} */
  const items = [...event.currentTarget.querySelectorAll(/** @type {"li"} */ (ITEM))];
  const act = keysAt(app, items, item)[event.key] ?? nextNamed(items, item, event.key);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/**
 * What the keys do at an item.
 * @param {App} app @param {HTMLElement[]} items @param {HTMLElement} item @returns {Record<string, () => void>}
 */
function keysAt(app, items, item) {
  const here = items.indexOf(item);
  const isOpen = item.ariaExpanded === "true";
  const turn = () => toggle(app, item.dataset.place ?? "", item.ariaExpanded === null);
  const inside = () => item.querySelector(/** @type {"li"} */ (ITEM))?.focus();
  const outside = () => item.parentElement?.closest(/** @type {"li"} */ (ITEM))?.focus();
  return {
    ArrowDown: () => items[here + 1]?.focus(),
    ArrowUp: () => items[here - 1]?.focus(),
    Home: () => items[0].focus(),
    End: () => items.at(-1)?.focus(),
    ArrowRight: () => (isOpen ? inside() : turn()),
    ArrowLeft: () => (isOpen ? turn() : outside()),
    Enter: turn,
    " ": turn,
  };
}

/**
 * A level, or the first letter of Pass or X, goes to the next call that begins with it.
 * @param {HTMLElement[]} items @param {HTMLElement} item @param {string} key
 */
function nextNamed(items, item, key) {
  const here = items.indexOf(item) + 1;
  const call = (/** @type {HTMLElement} */ { dataset }) => dataset.place?.split(" ").at(-2) ?? "";
  const next = [...items.slice(here), ...items.slice(0, here)].find((other) => call(other)[0] === key.toUpperCase());
  return next && (() => next.focus());
}
