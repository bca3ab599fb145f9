// The page: one state, drawn by functions, changed by actions.

import { Answers } from "./answers.js";
import { draw, h } from "./h.js";
import { listenToKeys } from "./keys.js";
import { conditions, tabs, topBar } from "./panels/bar.js";
import { tableView } from "./panels/table.js";
import { applyPrefs, loadPrefs, savePrefs } from "./prefs.js";
import { LAYOUTS, adviseQuestion, chanceQuestion, exactQuestion, explainQuestion } from "./questions.js";
import { FIRST, beginning, turned } from "./state.js";
import { hashOf, pack, stateOf, unpack } from "./url.js";
import { does } from "./words.js";

/** What is fetched when it is first looked at. */
const LATER = {
  hand: () => styled(import("./panels/hand.js")),
  systems: () => styled(import("./panels/systems.js")),
  practice: () => styled(import("./panels/practice.js")),
  dialogs: () => import("./panels/dialogs.js"),
  editing: () => import("./panels/editing.js"),
  twins: () => import("./panels/twins.js"),
};
const URL_PAUSE = 150;

/** The module once the style sheet of the further views is there, too. */
async function styled(module) {
  const link = document.getElementById("views") ?? Object.assign(document.createElement("link"), { id: "views", rel: "stylesheet", href: "css/views.css" });
  if (!link.sheet) await new Promise((resolve) => { link.onload = link.onerror = resolve; document.head.append(link); });
  return module;
}

class App {
  prefs = loadPrefs();
  answers = new Answers(() => this.redraw());
  practice = null;
  #fetched = { table: tableView };
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
    const view = this.part(this.state.view) ?? h("main", { id: "main" });
    draw(
      document.getElementById("page"),
      h("a", { class: "skip", href: "#verdict", on: { click: (event) => { event.preventDefault(); document.querySelector("main").focus(); } } }, "Skip to the table"),
      topBar(this), this.state.view === "table" || this.state.view === "hand" ? conditions(this) : h("div", { class: "conditions" }), view,
      this.state.view === "table" ? tabs(this) : h("span", { hidden: true }),
      this.ui.toast ? h("div", { class: "toast" }, this.ui.toast) : h("span", { hidden: true }), this.ui.dialog ? this.part("dialogs") : null,
    );
    this.answers.end();
    const dialog = document.getElementById("dialog");
    if (dialog && !dialog.open) dialog.showModal();
    this.#announce();
  }

  /** A view, or another part that is fetched when needed; nothing while its file is on its way. */
  part(name, ...about) {
    if (this.#fetched[name]) return this.#fetched[name](this, ...about);
    LATER[name]().then((module) => {
      this.#fetched[name] = module.default;
      this.redraw();
    });
    return null;
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

  /** What the tools do is fetched with the first of them. */
  async tool(name, ...words) {
    const tools = await import("./tools.js");
    return tools[name](this, ...words);
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
    app.tool("paste", event.clipboardData.getData("text"));
  });
  window.overtrick = app;
}

begin();
