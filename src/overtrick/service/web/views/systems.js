// Systems: browse, search, edit a copy, compare two.

import { h, memo } from "../drawing/dom.js";
import { empty, frame } from "../drawing/frame.js";
import { marked } from "../drawing/marked.js";
import { systemNames } from "../panels/top-bar.js";
import { callTree } from "./call-tree.js";
import { comparison } from "./comparison.js";
import { edit, systemEditor } from "./system-editor.js";

const MOST_RULES = 60;

/** @typedef {Rule & Omit<Situation, "rules">} PlacedRule A rule with the auction it is for. */

/** The list beside one system, or two compared. @param {App} app */
export function view(app) {
  const [id = "sayc", node = "", other = ""] = app.state.path;
  const isCompared = id === "compare";
  const isOwn = id === "mine" && app.state.card !== null;
  const text = () => (isOwn ? systemEditor(app) : rules(app, id, node));
  return h(
    "main",
    { class: "systems", id: "main", tabindex: "-1" },
    h("div", { class: "column" }, list(app, id), isCompared ? null : text()),
    h("div", { class: "column" }, isCompared ? comparison(app, node || "sayc", other || "acol") : callTree(app, id)),
  );
}

/** @param {App} app @param {string} id */
function list(app, id) {
  const chip = (/** @type {string[]} */ path, /** @type {Child} */ name) => {
    const on = { click: () => app.do({ type: "view", view: "systems", path }) };
    return h("button", { class: "chip", "aria-pressed": String(path[0] === id), on }, name);
  };
  const names = Object.entries(systemNames(app));
  const copy = h("button", { class: "button small", on: { click: () => editCopy(app, id) } }, "Edit a copy");
  return frame(
    "list",
    "Systems",
    {},
    h("h1", { class: "aloud" }, "Systems"),
    h(
      "div",
      { class: "chips" },
      names.map(([name, text]) => chip([name], h("b", null, text))),
      chip(["compare", "sayc", "acol"], "Compare"),
    ),
    ["mine", "compare"].includes(id) ? null : h("p", { class: "hint" }, "Shipped cards are read only. ", copy),
  );
}

/** @param {App} app @param {string} id */
const systemAnswer = (app, id) => app.answers.get(`GET systems/${id}`, {}, `card ${id}`);

/** @param {App} app @param {string} id */
function editCopy(app, id) {
  const { data } = systemAnswer(app, id);
  if (!data) return app.say("The card is not here yet.", true);
  app.do({ type: "systems", values: { card: data.text, us: "mine" } });
  app.do({ type: "view", view: "systems", path: ["mine"] });
  edit(app, data.text);
}

/**
 * The rules by how far into an auction they come, openings first.
 * @param {Situation[]} situations @returns {PlacedRule[]}
 */
function rulesOf(situations) {
  const calls = (/** @type {Situation} */ { when }) => (when === "opening" ? 0 : when.split(" ").length);
  const ordered = [...situations].sort((a, b) => calls(a) - calls(b));
  return ordered.flatMap(({ rules, ...place }) => rules.map((rule) => ({ ...place, ...rule })));
}

/** @param {App} app @param {string} id @param {string} node */
function rules(app, id, node) {
  const answer = systemAnswer(app, id);
  const search = app.ui.search ?? node;
  const isSource = /\.yaml:\d+$/.test(search);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const all = memo("rules", [answer.data], () => rulesOf(answer.data?.situations ?? []));
  const matching = all.filter((rule) => {
    if (isSource) return rule.source === search;
    const text = `${rule.when} ${rule.id} ${rule.call} ${rule.hand} ${rule.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const count = answer.data && h("p", { class: "label" }, `${matching.length} of ${all.length} rules`);
  const isNone = answer.data && !matching.length;
  return frame(
    "rules",
    "Rules",
    { answer },
    h("input", {
      class: "wide-field",
      type: "search",
      value: search,
      placeholder: "Search: stayman, 1N, 5+ H …",
      "aria-label": "Search the rules",
      on: { input: (event) => app.show({ search: event.target.value }) },
    }),
    count,
    h(
      "ul",
      { class: "rule-list", tabindex: "0", "aria-label": "Rules found" },
      matching.slice(0, MOST_RULES).map(ruleItem),
    ),
    isNone ? empty("No rule has these words. The card's natural bidding fills in the rest.") : null,
  );
}

/** @param {PlacedRule} rule */
function ruleItem(rule) {
  const name = rule.text ? [marked(rule, "text"), " ", h("span", { class: "label" }, rule.id)] : rule.id;
  const when = rule.when === "opening" ? "opening" : ["after ", rule.when ? marked(rule, "when") : "nothing"];
  const condition = h("span", { class: "muted" }, when, ": ", marked(rule, "hand"));
  return h("li", null, h("b", null, marked(rule, "call")), " ", name, h("br"), condition);
}
