// A card as a tree of calls: each with its meaning, how often it comes, and a hand for it.

import { h } from "../h.js";
import { systems } from "../questions.js";
import { callMark, meaningLine, percent } from "../words.js";
import { card } from "./card.js";

/** The calls of a card after an auction, with what they mean and how often they come. */
export function treeOf(app, id, after = "") {
  const { their_system: _, ...ours } = systems({ ...app.state, us: id, them: "sayc" }, "N");
  return app.answers.get("systems/tree", { ...ours, after, deals: 500 }, `tree ${id}`);
}

/** The panel with the calls after an auction. */
export function tree(app, id) {
  const after = app.ui.after ?? "";
  const answer = treeOf(app, id, after);
  const up = after ? h("button", { class: "button small", on: { click: () => app.show({ after: after.split(" ").slice(0, -2).join(" ") }) } }, "Back") : null;
  const section = answer.data?.sections[0];
  return card("tree", section ? section.title : "Calls", { answer, tools: h("div", { class: "end" }, up) },
    section ? h("ul", { class: "tree-list" }, section.calls.map((entry) => branch(app, after, entry))) : null);
}

function branch(app, after, entry) {
  const deeper = `${after ? `${after} ` : ""}${entry.call} P`;
  const canGo = entry.call !== "P" || after === "";
  return h("li", null,
    h("button", { class: "made", disabled: !canGo, title: "What follows, when they pass", on: { click: () => app.show({ after: deeper }) } }, callMark(entry.call)),
    h("span", { class: "gauge" }, h("i", { style: { width: percent(entry.share) } })), h("span", { class: "label share" }, share(entry.share)),
    h("p", null, meaningLine(entry), entry.hand ? h("span", { class: "muted sample" }, `  ${entry.hand}`) : null));
}

export const share = (p) => (p === null || p === undefined ? "" : `${(100 * p).toFixed(1)}%`);
