// Systems: browse, search, edit a copy with its mistakes shown as one types, compare two.

import { h } from "../h.js";
import { systems as systemsOf } from "../questions.js";
import { SYSTEM_NAMES, callMark, marked, meaningLine, percent } from "../words.js";
import { card, choice, empty } from "./card.js";

const CHECK_PAUSE = 300;
const MOST_RULES = 60;

/** The view: the list beside one card, or two compared. */
export default function systemsView(app) {
  const [id = "sayc", node = "", other = ""] = app.state.path;
  const isCompared = id === "compare";
  return h(
    "main",
    { class: "systems", id: "main", tabindex: "-1" },
    h("div", { class: "column" }, list(app, id), isCompared ? null : id === "mine" && app.state.card !== null ? editor(app) : rules(app, id, node)),
    h("div", { class: "column" }, isCompared ? compared(app, node || "sayc", other || "acol") : tree(app, id)),
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

const cardOf = (app, id) => app.answers.get(`GET systems/${id}`, {}, `card ${id}`);

function editCopy(app, id) {
  const { data } = cardOf(app, id);
  if (!data) return app.say("The card is not here yet.", true);
  app.do({ type: "systems", values: { card: data.text, us: "mine" } });
  app.do({ type: "view", view: "systems", path: ["mine"] });
  return check(app, data.text);
}

// Rules of a card

function rules(app, id, node) {
  const answer = cardOf(app, id);
  const search = app.ui.search ?? node;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const all = (answer.data?.situations ?? []).flatMap(({ when, rules: some }) => some.map((rule) => ({ when, ...rule })));
  const found = all.filter((rule) => words.every((word) => `${rule.when} ${rule.id} ${rule.call} ${rule.hand} ${rule.text}`.toLowerCase().includes(word)));
  return card("rules", "Rules", { answer },
    h("input", { class: "wide-field", type: "search", value: search, placeholder: "Search: stayman, 1N, 5+ H …", "aria-label": "Search the rules", on: { input: (event) => app.show({ search: event.target.value }) } }),
    answer.data ? h("p", { class: "label" }, `${found.length} of ${all.length} rules`) : null,
    h("ul", { class: "rule-list" }, found.slice(0, MOST_RULES).map((rule) => h("li", null, h("b", null, rule.call), " ", rule.text ? marked(rule.text) : rule.id, h("br"), h("span", { class: "muted" }, `after ${rule.when || "nothing"}: ${rule.hand}`)))),
    found.length ? null : answer.data ? empty("No rule has these words. The card's natural bidding fills in the rest.") : null);
}

// A card as a tree of calls

function tree(app, id) {
  const after = app.ui.after ?? "";
  const question = { ...systemsOf({ ...app.state, us: id, them: "sayc" }, "N"), after, deals: 500 };
  delete question.their_system;
  const answer = app.answers.get("systems/tree", question, `tree ${id}`);
  const up = after ? h("button", { class: "button small", on: { click: () => app.show({ after: after.split(" ").slice(0, -2).join(" ") }) } }, "Back") : null;
  const section = answer.data?.sections[0];
  return card("tree", section ? section.title : "Calls", { answer, tools: h("div", { class: "end" }, up) },
    section ? h("ul", { class: "tree-list", role: "tree" }, section.calls.map((entry) => branch(app, after, entry))) : null);
}

function branch(app, after, entry) {
  const deeper = `${after ? `${after} ` : ""}${entry.call} P`;
  const canGo = entry.call !== "P" || after === "";
  return h("li", { role: "treeitem" },
    h("button", { class: "made", disabled: !canGo, title: "What follows, when they pass", on: { click: () => app.show({ after: deeper }) } }, callMark(entry.call)),
    h("span", { class: "gauge" }, h("i", { style: { width: percent(entry.share) } })), h("span", { class: "label share" }, share(entry.share)),
    h("p", null, meaningLine(entry), entry.hand ? h("span", { class: "muted sample" }, `  ${entry.hand}`) : null));
}

const share = (p) => (p === null || p === undefined ? "" : `${(100 * p).toFixed(1)}%`);

// Editing

let waiting = null;

/** Check the text once the typing pauses. */
function check(app, text) {
  clearTimeout(waiting);
  app.show({ system: { ...app.ui.system, checking: text } });
  waiting = setTimeout(() => {
    app.show({ system: { ...app.ui.system, checked: text } });
  }, CHECK_PAUSE);
}

function editor(app) {
  const text = app.ui.system.checking ?? app.state.card;
  const asked = { text: app.ui.system.checked ?? app.state.card, deals: 0 };
  const answer = app.answers.get("systems/check", asked, "check");
  const isCurrent = !answer.isOld && asked.text === text;
  const errors = answer.data?.errors ?? [];
  if (isCurrent && answer.data?.ok && text !== app.state.card) queueMicrotask(() => app.do({ type: "systems", values: { card: text, us: "mine" } }));
  const wrong = new Set(errors.map(({ line }) => line));
  const lines = text.split("\n").length;
  return card("editor-card", "My card", { answer: answer.status === "error" ? answer : null, tools: h("div", { class: "end" }, h("button", { class: "button small", on: { click: () => download(text) } }, "Download")) },
    h("div", { class: "card-edit" },
      h("pre", { class: "gutter", "aria-hidden": "true" }, [...Array(lines).keys()].map((place) => h("span", { class: wrong.has(place + 1) ? "wrong" : "" }, `${place + 1}\n`))),
      h("textarea", { id: "card-text", value: text, rows: Math.max(20, lines), spellcheck: "false", "aria-label": "The card's text", "aria-invalid": errors.length ? "true" : null, on: { input: (event) => check(app, event.target.value) } })),
    h("div", { class: "findings", role: "status" }, isCurrent ? (errors.length ? errors.map((error) => h("p", null, h("button", { class: "link", on: { click: () => goTo(text, error) } }, `${error.line ?? 1}:${error.column ?? 1}`), " ", error.message)) : h("p", { class: "tick" }, "✓ The card can be read. North-South play it.")) : h("p", { class: "muted" }, "Checking…")));
}

/** Put the caret where the mistake is. */
function goTo(text, { line = 1, column = 1 }) {
  const area = document.getElementById("card-text");
  const at = text.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
  area.focus();
  area.setSelectionRange(at, at + 1);
}

function download(text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/yaml" }));
  link.download = "my-card.yaml";
  link.click();
}

// Comparing

function compared(app, first, second) {
  const after = app.ui.after ?? "";
  const answers = [first, second].map((id) => {
    const question = { ...systemsOf({ ...app.state, us: id, them: "sayc" }, "N"), after, deals: 500 };
    delete question.their_system;
    return app.answers.get("systems/tree", question, `tree ${id}`);
  });
  const names = { sayc: "SAYC", two_over_one: "2/1", acol: "Acol", ...(app.state.card === null ? {} : { mine: "My card" }) };
  const pick = (place, id) => app.do({ type: "view", view: "systems", path: ["compare", ...(place ? [first, id] : [id, second])] });
  const sides = answers.map(({ data }) => Object.fromEntries((data?.sections[0]?.calls ?? []).map((entry) => [entry.call, entry])));
  const calls = [...new Set(sides.flatMap((side) => Object.keys(side)))];
  return card("compare", "Compare", { answer: answers.find(({ status }) => status !== "ready") ?? null, tools: h("div", { class: "end" }, [first, second].map((id, place) => choice(`System ${place + 1}`, names, id, (each) => pick(place, each)))) },
    h("table", { class: "twin compare-table" }, h("thead", null, h("tr", null, h("th", { scope: "col" }, "Call"), [first, second].map((id) => h("th", { scope: "col" }, names[id] ?? id)))),
      h("tbody", null, calls.map((call) => h("tr", { class: differs(sides, call) ? "differs" : "" }, h("th", { scope: "row" }, callMark(call)), sides.map((side) => h("td", null, side[call] ? [meaningLine(side[call]), " ", h("span", { class: "muted" }, share(side[call].share))] : h("span", { class: "muted" }, "not used"))))))));
}

/** Whether two cards mean different things by a call. */
function differs([one, other], call) {
  const told = (entry) => entry && JSON.stringify([entry.hcp, entry.lengths, entry.forcing]);
  return told(one[call]) !== told(other[call]);
}
