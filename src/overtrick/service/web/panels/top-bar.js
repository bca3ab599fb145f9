// The top of the page: views, the field for pasting, and the conditions of the board.

import { h } from "../drawing/dom.js";
import { term } from "../drawing/frame.js";
import { SCORES, SEAT_NAMES, SYSTEM_NAMES, VULS } from "../drawing/words.js";
import { isFirstBoard } from "../state/state.js";

/** @type {Record<View, string>} */
export const VIEW_NAMES = {
  table: "Table",
  boards: "Boards",
  hand: "Hand",
  systems: "Systems",
  practice: "Practice",
  play: "Play",
};
const VIEWS = /** @type {[View, string][]} */ (Object.entries(VIEW_NAMES));
const PASTE = "Paste a hand, PBN, LIN or BBO link";
const NUMBERS = [...Array(16).keys()].map((no) => no + 1);

/** The header of every view. @param {App} app */
export function topBar(app) {
  const button = (
    /** @type {() => unknown} */ click,
    /** @type {Props | null} */ props,
    /** @type {Child[]} */ ...words
  ) => h("button", { class: "button wide", ...props, on: { click } }, words);
  return h(
    "header",
    { class: "top" },
    h("a", { class: "brand", href: "#/table", "aria-label": "Overtrick" }, "overtrick", h("sup", null, "+1")),
    h(
      "nav",
      { class: "views", "aria-label": "Views" },
      VIEWS.map(([view, name]) => viewLink(app, view, name)),
    ),
    pasteField(app),
    h(
      "div",
      { class: "tools" },
      button(() => app.command("newDeal"), null, "New deal", h("kbd", null, "g")),
      button(() => app.command("copyLink"), null, "Copy link"),
      button(() => app.show({ dialog: "menu" }), { class: "button", "aria-label": "Menu" }, "···"),
      button(() => app.show({ dialog: "help" }), { "aria-label": "Help" }, "?"),
    ),
  );
}

/** A view keeps the table as it is. @param {App} app @param {View} view @param {string} name */
function viewLink(app, view, name) {
  const click = (/** @type {Event} */ event) => {
    event.preventDefault();
    app.do({ type: "view", view });
  };
  return h("a", { href: `#/${view}`, "aria-current": app.state.view === view ? "page" : null, on: { click } }, name);
}

/** @param {App} app */
function pasteField(app) {
  const { wrong } = app.ui;
  const submit = (/** @type {Heard<Event>} */ event) => {
    event.preventDefault();
    app.command("paste", event.currentTarget.querySelector("textarea")?.value ?? "");
  };
  const keydown = (/** @type {Heard<KeyboardEvent>} */ event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    event.currentTarget.closest("form")?.requestSubmit();
  };
  return h(
    "form",
    { class: "paste", role: "search", on: { submit } },
    h("textarea", {
      id: "paste",
      rows: "1",
      placeholder: PASTE,
      "aria-label": PASTE,
      autocomplete: "off",
      spellcheck: "false",
      "aria-invalid": wrong ? "true" : null,
      on: { input: () => wrong && app.show({ wrong: null }), keydown },
    }),
    h("kbd", { "aria-hidden": "true" }, "/"),
    wrong && app.part("panels/dialogs")?.pasteError(wrong),
  );
}

/** The chips under the header. @param {App} app */
export function conditions(app) {
  const { board, seed, view, at, line } = app.state;
  const numbers = [...new Set([...NUMBERS, board.no])].map((no) => [no, no]);
  const isHinted = isFirstBoard(app.state) && view === "table" && at < line.length;
  return h(
    "div",
    { class: "conditions", role: "group", "aria-label": "Board" },
    chip("Board", Object.fromEntries(numbers), String(board.no), (no) =>
      app.do({ type: "conditions", no: Number(no) }),
    ),
    chip("Dealer", SEAT_NAMES, board.dealer, (dealer) => app.do({ type: "conditions", dealer })),
    chip("Vul", VULS, board.vul, (vul) => app.do({ type: "conditions", vul })),
    scoreChip(app),
    systemChips(app),
    app.session && app.part("panels/board-review")?.steps(app, app.session),
    h(
      "span",
      { class: "note" },
      isHinted && h("span", { class: "hint" }, "Press → to see what happened, or bid your own."),
      h("span", null, term("seed"), ` ${seed}`),
    ),
  );
}

/** What decides. @param {App} app */
export const scoreChip = (app) =>
  chip("Score", SCORES, app.state.score, (score) => app.do({ type: "set", values: { score } }));

/** The systems there are, by their names. @param {App} app */
export function systemNames(app) {
  const { mine, ...shipped } = SYSTEM_NAMES;
  return app.state.card === null ? shipped : SYSTEM_NAMES;
}

/** Who plays what. @param {App} app */
export function systemChips(app) {
  const names = systemNames(app);
  return [
    chip("N-S play", names, app.state.us, (us) => app.do({ type: "systems", values: { us } })),
    chip("E-W play", names, app.state.them, (them) => app.do({ type: "systems", values: { them } })),
  ];
}

/**
 * @template {string} T @param {string} label @param {Record<T, Child>} options @param {T} value
 * @param {(value: T) => unknown} choose
 */
export function chip(label, options, value, choose) {
  const values = /** @type {T[]} */ (Object.keys(options));
  const change = (/** @type {Heard<Event>} */ event) => choose(/** @type {T} */ (event.target.value));
  const option = (/** @type {T} */ each) =>
    h("option", { value: each, selected: each === value || null }, options[each]);
  return h(
    "label",
    { class: "chip" },
    `${label} `,
    h("b", null, options[value] ?? value),
    h("select", { "aria-label": label, value, on: { change } }, values.map(option)),
  );
}
