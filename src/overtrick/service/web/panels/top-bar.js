// The top of the page: views, the field for pasting, and the conditions of the board.

import { h } from "../drawing/dom.js";
import { SEATS } from "../game/rules.js";
import { SEAT_NAMES, SYSTEM_NAMES, VULS } from "../drawing/words.js";

const VIEWS = { table: "Table", hand: "Hand", systems: "Systems", practice: "Practice" };

/** The header of every view. */
export function topBar(app) {
  return h(
    "header",
    { class: "top" },
    h("a", { class: "brand", href: "#/table", "aria-label": "Overtrick" }, "overtrick", h("sup", null, "+1")),
    h("nav", { class: "views", "aria-label": "Views" }, Object.entries(VIEWS).map(([view, name]) =>
      h("a", { href: `#/${view}`, "aria-current": app.state.view === view ? "page" : null, on: { click: (event) => go(app, event, view) } }, name))),
    paste(app),
    h("div", { class: "tools" },
      h("button", { class: "button wide", on: { click: () => app.tool("newDeal") } }, "New deal", h("kbd", null, "g")),
      h("button", { class: "button wide", on: { click: () => app.tool("copyLink") } }, "Copy link"),
      h("button", { class: "button", "aria-label": "Menu", on: { click: () => app.show({ dialog: "menu" }) } }, "···"),
      h("button", { class: "button wide", "aria-label": "Keys", on: { click: () => app.show({ dialog: "keys" }) } }, "?")),
  );
}

/** A view keeps the table as it is. */
function go(app, event, view) {
  event.preventDefault();
  app.do({ type: "view", view });
}

function paste(app) {
  const { wrong } = app.ui;
  const send = (event) => {
    event.preventDefault();
    app.tool("paste", document.getElementById("paste").value);
  };
  return h(
    "form",
    { class: "paste", role: "search", on: { submit: send } },
    h("input", { id: "paste", placeholder: "Paste a hand, PBN, LIN or BBO link", "aria-label": "Paste a hand, PBN, LIN or BBO link", autocomplete: "off", spellcheck: "false", "aria-invalid": wrong ? "true" : null, on: { input: () => wrong && app.show({ wrong: null }) } }),
    h("kbd", { "aria-hidden": "true" }, "/"),
    wrong ? app.part("complaint", wrong) : null,
  );
}

/** The chips under the header. */
export function conditions(app) {
  const { board, score, seed } = app.state;
  return h(
    "div",
    { class: "conditions", role: "group", "aria-label": "Board" },
    chip("Board", board.no, numbers(board.no), String(board.no), (no) => app.do({ type: "conditions", no: Number(no) })),
    chip("Dealer", SEAT_NAMES[board.dealer], Object.fromEntries(SEATS.map((seat) => [seat, SEAT_NAMES[seat]])), board.dealer, (dealer) => app.do({ type: "conditions", dealer })),
    chip("Vul", VULS[board.vul], VULS, board.vul, (vul) => app.do({ type: "conditions", vul })),
    chip("Score", score === "MP" ? "Matchpoints" : "IMPs", { IMPs: "IMPs", MP: "Matchpoints" }, score, (value) => app.do({ type: "set", values: { score: value } })),
    systemChips(app),
    h("span", { class: "note" }, app.isFirst && app.state.view === "table" && app.state.at < app.state.line.length ? h("span", { class: "hint" }, "Press → to see what happened, or bid your own.") : null, h("span", null, `seed ${seed}`)),
  );
}

/** Who plays what. */
export function systemChips(app) {
  const names = { ...SYSTEM_NAMES };
  if (!app.state.card) delete names.mine;
  return Object.entries({ us: "N-S play", them: "E-W play" }).map(([side, label]) =>
    chip(label, names[app.state[side]] ?? app.state[side], names, app.state[side], (name) => app.do({ type: "systems", values: { [side]: name } })));
}

const numbers = (now) => Object.fromEntries([...new Set([...Array(16).keys()].map((place) => place + 1).concat(now))].map((each) => [String(each), String(each)]));

function chip(label, text, options, value, choose) {
  return h("label", { class: "chip" }, `${label} `, h("b", null, text),
    h("select", { "aria-label": label, value, on: { change: (event) => choose(event.target.value) } }, Object.entries(options).map(([each, name]) => h("option", { value: each, selected: each === value ? true : null }, name))));
}
