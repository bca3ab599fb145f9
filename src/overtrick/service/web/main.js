// The page: one state, drawn by functions, changed by actions.

import { Answers } from "./answers.js";
import { ask } from "./api.js";
import { handsOf } from "./cards.js";
import { bboLink } from "./exports.js";
import { draw, h } from "./h.js";
import { listenToKeys } from "./keys.js";
import { conditions, tabs, topBar } from "./panels/bar.js";
import { dialogs } from "./panels/dialogs.js";
import { handView } from "./panels/hand.js";
import { Practice, practiceView } from "./panels/practice.js";
import { systemsView } from "./panels/systems.js";
import { tableView } from "./panels/table.js";
import { applyPrefs, loadPrefs, savePrefs } from "./prefs.js";
import { LAYOUTS, adviseQuestion, chanceQuestion, exactQuestion, explainQuestion } from "./questions.js";
import { legalPart } from "./rules.js";
import { EMPTY_HANDS, FIRST, beginning, callerOf, turned } from "./state.js";
import { MOST_CARD, hashOf, pack, stateOf, unpack } from "./url.js";
import { does } from "./words.js";

const VIEWS = { table: tableView, hand: handView, systems: systemsView, practice: practiceView };
const URL_PAUSE = 150;

class App {
  prefs = loadPrefs();
  answers = new Answers(() => this.redraw());
  practice = new Practice(this);
  ui = {
    tab: "call", editing: false, typed: {}, picked: null, call: null, asked: null, tapped: null, level: null, candidate: null, whyNot: null,
    twin: {}, read: null, heatAt: null, suitOpen: null, declarer: null, cell: null, dialog: null, wrong: null, toast: null,
    hideAdvice: false, revealed: false, system: {}, sort: null,
  };
  layouts = LAYOUTS;
  packed = "";
  #drawing = false;
  #urlTimer = null;
  #phone = matchMedia("(max-width: 720px)");

  constructor(state) {
    this.history = beginning(state);
    this.#phone.addEventListener("change", () => this.redraw());
  }

  get state() {
    return this.history.now;
  }

  get isPhone() {
    return this.#phone.matches;
  }

  get isFirst() {
    return this.state.board === FIRST.board || JSON.stringify(this.state.board) === JSON.stringify(FIRST.board);
  }

  /** Change the state by an action. */
  do(action) {
    const before = this.state;
    this.history = turned(this.history, action);
    if (this.state === before) return false;
    if (before.at !== this.state.at || before.board !== this.state.board) {
      this.layouts = LAYOUTS;
      Object.assign(this.ui, { candidate: null, whyNot: null, call: null, level: null, tapped: null, revealed: false, declarer: null, cell: null });
    }
    if (before.view !== this.state.view || before.path !== this.state.path) history.pushState(null, "", hashOf(this.state, this.packed));
    this.#keepUrl();
    this.redraw();
    return true;
  }

  /** Change what is only looked at. */
  show(values) {
    Object.assign(this.ui, values);
    this.redraw();
    return true;
  }

  prefer(values) {
    this.prefs = { ...this.prefs, ...values };
    savePrefs(this.prefs);
    applyPrefs(this.prefs);
    this.redraw();
  }

  /** Tell a screen reader; with `seen`, everybody. */
  say(text, seen = false) {
    document.getElementById("live").textContent = text;
    if (!seen) return;
    this.show({ toast: text });
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => this.show({ toast: null }), 4000);
  }

  /** Do it when what is new has been drawn. */
  later(act) {
    requestAnimationFrame(() => requestAnimationFrame(act));
  }

  redraw() {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.draw();
    });
  }

  draw() {
    this.answers.begin();
    const view = VIEWS[this.state.view](this);
    draw(
      document.getElementById("page"),
      h("a", { class: "skip", href: "#verdict", on: { click: (event) => { event.preventDefault(); document.querySelector("main").focus(); } } }, "Skip to the table"),
      topBar(this), this.state.view === "table" || this.state.view === "hand" ? conditions(this) : h("div", { class: "conditions" }), view,
      this.state.view === "table" ? tabs(this) : h("span", { hidden: true }),
      this.ui.toast ? h("div", { class: "toast" }, this.ui.toast) : h("span", { hidden: true }), dialogs(this),
    );
    this.answers.end();
    const dialog = document.getElementById("dialog");
    if (dialog && !dialog.open) dialog.showModal();
    this.#announce();
  }

  /** The final verdict is spoken once a position, the stream never. */
  #announce() {
    const said = this.verdict;
    if (said && said !== this.spokenVerdict) document.getElementById("live").textContent = does(said.by, said.call);
    this.spokenVerdict = said ?? this.spokenVerdict;
  }

  #keepUrl() {
    clearTimeout(this.#urlTimer);
    this.#urlTimer = setTimeout(async () => {
      this.packed = this.state.card ? await pack(this.state.card) : "";
      history.replaceState(null, "", hashOf(this.state, this.packed));
    }, URL_PAUSE);
  }

  /** Take over what stands in the address. */
  async open() {
    const { state, packed } = stateOf(location.hash);
    const card = packed ? await unpack(packed) : this.state.card;
    this.packed = packed;
    this.do({ type: "link", state: Object.freeze({ ...state, card }) });
    this.redraw();
  }

  // What the tools do

  async newDeal(condition = "") {
    const seed = Math.floor(Math.random() * 1e9);
    try {
      const { boards } = await ask("deal", { count: 1, seed, ...(condition && { condition }) });
      const { conditionsOf } = await import("./cards.js");
      const no = (this.state.board.no % 16) + 1;
      this.do({ type: "board", board: { no, ...conditionsOf(no), hands: handsOf(boards[0].deal) } });
      this.show({ editing: false });
      this.say(`Board ${no}. ${does(callerOf(this.state), "P").split(" ")[0]} to call.`);
    } catch (error) {
      this.say(error.message, true);
    }
  }

  emptyTable() {
    this.do({ type: "board", board: { hands: EMPTY_HANDS } });
    this.show({ editing: true });
    this.later(() => document.getElementById("hand-N")?.focus());
  }

  async paste(text) {
    if (!text.trim()) return;
    try {
      const { boards } = await ask("parse", { text });
      const [{ deal, dealer, vul, board: no, auction }] = boards;
      const line = legalPart((auction ?? "").split(" ").filter(Boolean));
      this.do({ type: "board", board: { no: no ?? 1, dealer: dealer ?? "N", vul: vul ?? "None", hands: handsOf(deal) }, line });
      document.getElementById("paste").value = "";
      document.getElementById("paste").blur();
      this.show({ wrong: null, editing: false });
    } catch (error) {
      this.show({ wrong: { message: error.message, text, line: error.line, column: error.column } });
      const input = document.getElementById("paste");
      if (error.column) input.setSelectionRange(error.column - 1, error.column - 1);
      input.focus();
    }
  }

  async copyLink() {
    this.packed = this.state.card ? await pack(this.state.card) : "";
    const link = new URL(hashOf(this.state, this.packed), location.href).href;
    await this.#copy(link, this.packed.length > MOST_CARD ? "Link leaves out your system. Download it." : "Link copied.");
  }

  async copyBbo() {
    try {
      await this.#copy(await bboLink(this.state), "BBO link copied.");
    } catch (error) {
      this.say(error.message, true);
    }
  }

  async #copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(said, true);
    } catch {
      this.say(`Copy it from here: ${text}`, true);
    }
  }

  more(layouts) {
    this.layouts += layouts;
    this.redraw();
  }

  stopOrMore() {
    const question = adviseQuestion(this.state, this.layouts);
    if (!question) return;
    if (this.answers.get("advise", question).status === "ready") this.more(LAYOUTS);
    else this.answers.stop("advise", question);
  }
}

/** The answers for the first run, written by the engine, so that the charts are there at once. */
async function firstAnswers(app) {
  try {
    const first = await (await fetch("first.json")).json();
    const asked = { explain: explainQuestion(FIRST), advise: adviseQuestion(FIRST), chance: chanceQuestion(FIRST, "S"), dd: exactQuestion(FIRST) };
    for (const [kind, question] of Object.entries(asked)) if (first[kind]) app.answers.put(kind, question, first[kind]);
  } catch {
    /* without it the server is asked */
  }
}

async function begin() {
  const { state, packed } = stateOf(location.hash);
  const app = new App(Object.freeze({ ...state, card: packed ? await unpack(packed) : null }));
  app.packed = packed;
  applyPrefs(app.prefs);
  if (JSON.stringify(state.board) === JSON.stringify(FIRST.board)) await firstAnswers(app);
  app.draw();
  listenToKeys(app);
  addEventListener("popstate", () => app.open());
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea")) return;
    app.paste(event.clipboardData.getData("text"));
  });
  window.overtrick = app;
}

begin();
