// Systems: browse, search, edit a copy, compare two.

import { h, kept } from "../drawing/dom.js";
import { SYSTEM_NAMES, marked } from "../drawing/words.js";
import { tree } from "./call-tree.js";
import { card, empty } from "../drawing/frame.js";
import { check, editor } from "./system-editor.js";
import { comparison } from "./comparison.js";

const MOST_RULES = 60;

/** The view: the list beside one card, or two compared. */
export default function systemsView(app) {
  const [id = "sayc", node = "", other = ""] = app.state.path;
  const isCompared = id === "compare";
  return h(
    "main",
    { class: "systems", id: "main", tabindex: "-1" },
    h("div", { class: "column" }, list(app, id), isCompared ? null : id === "mine" && app.state.card !== null ? editor(app) : rules(app, id, node)),
    h("div", { class: "column" }, isCompared ? comparison(app, node || "sayc", other || "acol") : tree(app, id)),
  );
}

function list(app, id) {
  const ids = ["sayc", "two_over_one", "acol", ...(app.state.card === null ? [] : ["mine"])];
  const open = (path) => app.do({ type: "view", view: "systems", path });
  return card("list", "Systems", {},
    h("h1", { class: "aloud" }, "Systems"),
    h("div", { class: "chips" }, ids.map((each) => h("button", { class: "chip", "aria-pressed": String(each === id), on: { click: () => open([each]) } }, h("b", null, SYSTEM_NAMES[each]))),
      h("button", { class: "chip", "aria-pressed": String(id === "compare"), on: { click: () => open(["compare", "sayc", "acol"]) } }, "Compare")),
    id === "mine" || id === "compare" ? null : h("p", { class: "hint" }, "Shipped cards are read only. ", h("button", { class: "button small", on: { click: () => editCopy(app, id) } }, "Edit a copy")));
}

/** The rules by how far into an auction they come, openings first. */
function rulesOf(situations) {
  const calls = ({ when }) => (when === "opening" ? 0 : when.split(" ").length);
  return [...situations].sort((a, b) => calls(a) - calls(b)).flatMap(({ when, rules: some }) => some.map((rule) => ({ when, ...rule })));
}

const cardOf = (app, id) => app.answers.get(`GET systems/${id}`, {}, `card ${id}`);

function editCopy(app, id) {
  const { data } = cardOf(app, id);
  if (!data) return app.say("The card is not here yet.", true);
  app.do({ type: "systems", values: { card: data.text, us: "mine" } });
  app.do({ type: "view", view: "systems", path: ["mine"] });
  return check(app, data.text);
}

function rules(app, id, node) {
  const answer = cardOf(app, id);
  const search = app.ui.search ?? node;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const all = kept("rules", [answer.data], () => rulesOf(answer.data?.situations ?? []));
  const found = all.filter((rule) => words.every((word) => `${rule.when} ${rule.id} ${rule.call} ${rule.hand} ${rule.text}`.toLowerCase().includes(word)));
  return card("rules", "Rules", { answer },
    h("input", { class: "wide-field", type: "search", value: search, placeholder: "Search: stayman, 1N, 5+ H …", "aria-label": "Search the rules", on: { input: (event) => app.show({ search: event.target.value }) } }),
    answer.data ? h("p", { class: "label" }, `${found.length} of ${all.length} rules`) : null,
    h("ul", { class: "rule-list" }, found.slice(0, MOST_RULES).map((rule) => h("li", null, h("b", null, marked(rule.call)), " ", rule.text ? [marked(rule.text), " ", h("span", { class: "label" }, rule.id)] : rule.id, h("br"), h("span", { class: "muted" }, rule.when === "opening" ? "opening" : ["after ", marked(rule.when || "nothing")], ": ", marked(rule.hand))))),
    found.length ? null : answer.data ? empty("No rule has these words. The card's natural bidding fills in the rest.") : null);
}
