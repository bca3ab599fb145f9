// The page: one state, drawn by functions, changed by actions.

import { Answers } from "./server/answers.js";
import { GONE } from "./server/api.js";
import { draw, h } from "./drawing/dom.js";
import { listenToKeys } from "./actions/keys.js";
import { later, sheet } from "./lazy.js";
import { conditions, topBar } from "./panels/top-bar.js";
import { tableView } from "./views/table.js";
import { applyPrefs, loadPrefs, savePrefs } from "./state/settings.js";
import { LAYOUTS, adviseQuestion, chanceQuestion, exactQuestion, explainQuestion } from "./state/questions.js";
import { FIRST, beginning, isFirstBoard, turned } from "./state/state.js";
import { does } from "./drawing/words.js";

const URL_PAUSE = 150;
const FETCH_PAUSE = 3000;
const address = () => later("./address.js");

/** What the address says; only the first run can do without reading it. */
async function addressed() {
  if (/^#?\/?(table)?$/.test(location.hash)) return { state: FIRST, packed: "" };
  return (await later("./url.js")).stateOf(location.hash);
}

class App {
  prefs = loadPrefs();
  answers = new Answers(() => this.redraw());
  practice = null;
  #fetched = { table: tableView };
  #fetching = {};
  ui = {
    tab: "call", editing: false, typed: {}, picked: null, call: null, asked: null, tapped: null, level: null, candidate: null, whyNot: null,
    twin: {}, read: null, heatAt: null, suitOpen: null, declarer: null, cell: null, dialog: null, wrong: null, toast: null,
    hideAdvice: false, revealed: false, system: {}, sort: null,
  };
  layouts = LAYOUTS;
  packed = "";
  #drawing = false;
  #urlTimer = null;
  #isPage = false;
  #phone = matchMedia("(max-width: 720px)");
  #narrow = matchMedia("(max-width: 1199px)");

  constructor(state) {
    this.history = beginning(state);
    for (const width of [this.#phone, this.#narrow]) width.addEventListener("change", () => this.fit().then(() => this.redraw()));
  }

  get state() {
    return this.history.now;
  }

  get isPhone() {
    return this.#phone.matches;
  }

  /** Fetch what this width needs. */
  async fit() {
    if (this.#narrow.matches) await Promise.all([sheet("narrow"), this.isPhone && this.fetch("phone")]);
  }

  get isFirst() {
    return isFirstBoard(this.state);
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
    if (["undo", "redo"].includes(action.type)) this.ui.system = {};
    if (before.path !== this.state.path) Object.assign(this.ui, { search: null, tree: null });
    const isElsewhere = before.view !== this.state.view || before.path !== this.state.path;
    this.#isPage ||= isElsewhere && action.type !== "link";
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
  afterwards(act) {
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
      topBar(this), ["table", "hand"].includes(this.state.view) ? conditions(this) : h("div", { class: "gap" }), view,
      this.isPhone && this.state.view === "table" ? this.part("phone", "tabs") : null,
      this.ui.toast ? h("div", { class: "toast" }, this.ui.toast) : null, this.ui.dialog ? this.part("dialogs") : null,
    );
    this.answers.end();
    const dialog = document.getElementById("dialog");
    if (dialog && !dialog.open) dialog.showModal();
    this.#announce();
  }

  /** A view, or another part of panels/ that is fetched when it is first looked at; nothing while it is on its way. */
  part(name, ...about) {
    if (this.#fetched[name]) return this.#fetched[name](this, ...about);
    this.fetch(name);
    return null;
  }

  /** Fetch such a part; where the server is gone, say so and try again a little later. */
  fetch(name) {
    this.#fetching[name] ??= Promise.all([later(`./panels/${name}.js`), sheet(name === "phone" ? "narrow" : "views")]).then(
      ([module]) => {
        this.#fetched[name] = module.default;
        this.redraw();
      },
      () => {
        this.say(GONE, true);
        setTimeout(() => { delete this.#fetching[name]; this.redraw(); }, FETCH_PAUSE);
      },
    );
    return this.#fetching[name];
  }

  /** The final verdict is spoken once a position, the stream never. */
  #announce() {
    const said = this.verdict;
    if (said && said !== this.spokenVerdict) document.getElementById("live").textContent = does(said.by, said.call);
    this.spokenVerdict = said ?? this.spokenVerdict;
  }

  /** Write the state into the address: a new view as a new page of the history at once, an edit in place when it rests. */
  #keepUrl() {
    clearTimeout(this.#urlTimer);
    this.#urlTimer = setTimeout(async () => {
      const written = await address().catch(() => null);
      if (!written) return;
      this.packed = this.state.card ? await written.pack(this.state.card) : "";
      history[this.#isPage ? "pushState" : "replaceState"](null, "", written.hashOf(this.state, this.packed));
      this.#isPage = false;
    }, this.#isPage ? 0 : URL_PAUSE);
  }

  /** Take over what stands in the address. */
  async open() {
    const { state, packed } = await addressed();
    const card = packed ? await (await address()).unpack(packed) : this.state.card;
    this.packed = packed;
    this.do({ type: "link", state: Object.freeze({ ...state, card }) });
    this.redraw();
  }

  /** What the tools do is fetched with the first of them. */
  async tool(name, ...words) {
    try {
      return (await later("./tools.js"))[name](this, ...words);
    } catch {
      return this.say(GONE, true);
    }
  }

  /** Stop the simulation, or let it go on with more layouts. */
  stopOrMore() {
    const question = adviseQuestion(this.state, this.layouts);
    if (!question) return null;
    if (this.answers.get("advise", question).status !== "ready") return this.answers.stop("advise", question);
    this.layouts += LAYOUTS;
    return this.redraw();
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
  const { state, packed } = await addressed();
  const app = new App(Object.freeze({ ...state, card: packed ? await (await address()).unpack(packed) : null }));
  app.packed = packed;
  applyPrefs(app.prefs);
  await Promise.all([app.isFirst && firstAnswers(app), app.fit()]);
  app.draw();
  listenToKeys(app);
  addEventListener("popstate", () => app.open().catch(() => app.say(GONE, true)));
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea")) return;
    app.tool("paste", event.clipboardData.getData("text"));
  });
  window.overtrick = app;
}

begin();
