// A card as a tree of calls: each with its meaning, how often it comes, and a hand for it; opened, with what follows.

import { suitsOf } from "../game/hands.js";
import { h } from "../drawing/dom.js";
import { systems } from "../state/questions.js";
import { SUITS } from "../game/rules.js";
import { SYSTEM_NAMES, callMark, meaningLine, percent, suitMark } from "../drawing/words.js";
import { card, failure } from "../drawing/frame.js";

/** The calls of a card after an auction, with what they mean and how often they come. */
export function treeOf(app, id, after = "") {
  const { their_system: _, ...ours } = systems({ ...app.state, us: id, them: "sayc" }, "N");
  return app.answers.get("systems/tree", { ...ours, after, deals: 500 }, `tree ${id} ${after}`);
}

/** The panel with the calls, by the pattern of WAI-ARIA for trees: one tab stop, the arrows walk, open and close. */
export function tree(app, id) {
  const answer = treeOf(app, id);
  const { open = [], at = null } = app.ui.tree ?? {};
  const top = answer.data?.sections[0];
  if (!top) return card("tree", "Calls", { answer });
  const places = { open: new Set(open), at: isShown(at, open) ? at : `${top.calls[0].call} P` };
  return card("tree", top.title, { answer },
    h("ul", { class: "tree-list", role: "tree", "aria-label": `${SYSTEM_NAMES[id] ?? id}: ${top.title}`, on: { keydown: (event) => walk(app, event) } },
      top.calls.map((entry) => branch(app, id, "", entry, 1, places))));
}

/** Whether the calls that lead to a place are open. A place is an auction in which they pass: 1N P 2C P. */
function isShown(at, open) {
  if (at === null) return false;
  const calls = at.split(" ");
  return calls.every((_, place) => place % 2 || !place || open.includes(calls.slice(0, place).join(" ")));
}

function branch(app, id, after, entry, level, places) {
  const place = `${after}${entry.call} P`;
  const isEnd = entry.call === "P" && after !== "";
  const isOpen = places.open.has(place);
  const follows = isOpen ? treeOf(app, id, place) : null;
  return h(
    "li",
    {
      key: place, role: "treeitem", "aria-level": level, "aria-expanded": isEnd ? null : String(isOpen), "aria-labelledby": `tree ${place}`.replaceAll(" ", "-"),
      "aria-busy": follows?.isOld ? "true" : null, "data-place": place, tabindex: place === places.at ? "0" : "-1",
      on: { focus: () => places.at === place || put(app, { at: place }) },
    },
    h("div", { id: `tree ${place}`.replaceAll(" ", "-"), class: "branch", on: { click: () => toggle(app, place, isEnd) } },
      h("span", { class: "turn", "aria-hidden": "true" }, isEnd ? "" : isOpen ? "▾" : "▸"), h("b", null, callMark(entry.call)),
      h("span", { class: "gauge" }, h("i", { style: { width: percent(entry.share) } })), h("span", { class: "label share" }, share(entry.share)),
      h("p", null, meaningLine(entry), " ", entry.hand ? sample(entry.hand) : null)),
    follows ? below(app, id, place, follows, level + 1, places) : null,
  );
}

/** What follows a call when they pass. */
function below(app, id, place, { data, isOld, status, error, retry }, level, places) {
  if (status === "error") return failure(error, retry);
  if (!data || isOld) return h("p", { class: "empty" }, "…");
  const calls = data.sections[0]?.calls ?? [];
  return calls.length ? h("ul", { role: "group" }, calls.map((entry) => branch(app, id, `${place} `, entry, level, places))) : h("p", { class: "empty" }, "Nothing more on the card.");
}

const sample = (hand) => h("span", { class: "muted sample" }, SUITS.map((suit) => [suitMark(suit, false), suitsOf(hand)[suit] || "—", " "]));

export const share = (p) => (p === null || p === undefined ? "" : `${(100 * p).toFixed(1)}%`);

const put = (app, values) => app.show({ tree: { ...app.ui.tree, ...values } });

function toggle(app, place, isEnd) {
  const { open = [] } = app.ui.tree ?? {};
  put(app, { at: place, open: isEnd ? open : open.includes(place) ? open.filter((each) => each !== place) : [...open, place] });
}

function walk(app, event) {
  const item = event.target.closest("[role=treeitem]");
  if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
  const items = [...event.currentTarget.querySelectorAll("[role=treeitem]")];
  const here = items.indexOf(item);
  const isOpen = item.ariaExpanded === "true";
  const turn = () => toggle(app, item.dataset.place, item.ariaExpanded === null);
  const keys = {
    ArrowDown: () => items[here + 1]?.focus(),
    ArrowUp: () => items[here - 1]?.focus(),
    Home: () => items[0].focus(),
    End: () => items.at(-1).focus(),
    ArrowRight: () => (isOpen ? item.querySelector("[role=treeitem]")?.focus() : turn()),
    ArrowLeft: () => (isOpen ? turn() : item.parentElement.closest("[role=treeitem]")?.focus()),
    Enter: turn,
    " ": turn,
  };
  const act = keys[event.key] ?? named(items, here, event.key);
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** A level, or the first letter of Pass or X, goes to the next call that begins with it. */
function named(items, here, key) {
  const found = [...items.slice(here + 1), ...items.slice(0, here + 1)].find((item) => item.dataset.place.split(" ").at(-2)[0] === key.toUpperCase());
  return found ? () => found.focus() : null;
}
