// The page while it is open: one state, drawn by functions, changed by actions.

import { draw, h } from "./drawing/dom.js";
import { fitScreen } from "./drawing/screen.js";
import { does } from "./drawing/words.js";
import { load, loadStyles } from "./lazy.js";
import { verdictOf } from "./panels/decision.js";
import { conditions, topBar } from "./panels/top-bar.js";
import { Answers } from "./server/answers.js";
import { GONE } from "./server/api.js";
import { LAYOUTS } from "./state/questions.js";
import { applySettings, loadSettings, saveSettings } from "./state/settings.js";
import { FIRST, beginning, turned } from "./state/state.js";
import * as table from "./views/table.js";

/** Milliseconds: until an edit is written into the link; until a fetch is tried again; that a message stays. */
const LINK_PAUSE = 150;
const FETCH_PAUSE = 3000;
const TOAST = 4000;

/** What a new position, and a new page of the systems, begin with. */
const NEW_POSITION = { asked: null, candidate: null, whyNot: null, call: null, level: null, tapped: null, play: null };
const NEW_SYSTEM = { search: null, tree: { open: [], at: null } };

/** What the browser's Back takes back, one by one. */
const NEW_PAGES = new Set(["view", "call", "board", "whatif", "branch"]);

/** @type {Looks} */
const LOOKS = {
  ...NEW_POSITION,
  ...NEW_SYSTEM,
  tab: "call",
  editing: false,
  typed: {},
  picked: null,
  asTable: {},
  read: null,
  heatAt: null,
  suitOpen: null,
  declarer: null,
  cell: null,
  dialog: null,
  term: null,
  wrong: null,
  toast: null,
  hideAdvice: false,
  draft: null,
  sort: null,
  match: null,
  trump: "",
  count: null,
};

/** What the link says; only the first run can do without reading it. @param {string | null} card */
export async function stateInLink(card) {
  if (/^#?\/?(table)?$/.test(location.hash)) return { ...FIRST, card };
  return (await load("state/link-reader")).readLink(location.hash, card);
}

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class App {
  settings = loadSettings();
  answers = new Answers(() => this.redraw());
  ui = LOOKS;
  layouts = LAYOUTS;
  /** @type {import("./actions/quiz.js").Quiz | null} */
  practice = null;
  /** @type {import("./actions/play.js").HomeMatch | null} */
  match = null;
  /** @type {import("./actions/session.js").Session | null} The boards of a file. */
  session = null;
  /** @type {Partial<Modules>} */
  #parts = { "views/table": table };
  /** @type {Record<string, Promise<void>>} */
  #fetching = {};
  #isDrawing = false;
  #linkTimer = 0;
  #written = Promise.resolve();
  #toastTimer = 0;
  /** @type {Advice | null} */
  #announced = null;
  #layout = "";

  /** @param {State} state */
  constructor(state) {
    this.history = beginning(state);
    addEventListener("resize", () => this.fit());
  }

  get state() {
    return this.history.now;
  }

  get isPhone() {
    return this.#layout === "phone";
  }

  /** Take the layout that this screen has room for, and fetch what it needs. */
  async fit() {
    const before = this.#layout;
    this.#layout = fitScreen(this.settings);
    if (before === this.#layout) return;
    if (this.#layout !== "desk") await Promise.all([loadStyles("narrow"), this.isPhone && this.#fetch("panels/phone")]);
    if (before) this.redraw();
  }

  /** Change the state by an action; false when it changes nothing. @param {Parameters<typeof turned>[1]} action */
  do(action) {
    const before = this.state;
    this.history = turned(this.history, action);
    const { state } = this;
    if (state === before) return false;
    if (before.at !== state.at || before.board !== state.board) {
      this.layouts = LAYOUTS;
      this.show({ ...NEW_POSITION, declarer: null, cell: null });
    }
    if (action.type === "undo" || action.type === "redo") this.show({ draft: null });
    if (before.path !== state.path) this.show(NEW_SYSTEM);
    this.session?.begin();
    if (action.type !== "link") this.#writeLink(before, NEW_PAGES.has(action.type));
    this.redraw();
    return true;
  }

  /** Change what is only looked at. @param {Partial<Looks>} looks */
  show(looks) {
    this.ui = { ...this.ui, ...looks };
    this.redraw();
    return true;
  }

  /** @param {Partial<Settings>} settings */
  set(settings) {
    this.settings = { ...this.settings, ...settings };
    saveSettings(this.settings);
    applySettings(this.settings);
    this.fit();
    this.redraw();
  }

  /** Tell a screen reader; with `isSeen`, the eye too. @param {string} text @param {boolean} [isSeen] */
  say(text, isSeen = false) {
    element("live").textContent = text;
    if (!isSeen) return;
    this.show({ toast: text });
    clearTimeout(this.#toastTimer);
    this.#toastTimer = setTimeout(() => this.show({ toast: null }), TOAST);
  }

  /** Do it when what is new has been drawn. @param {() => void} act */
  afterwards(act) {
    requestAnimationFrame(() => requestAnimationFrame(act));
  }

  redraw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.draw();
    });
  }

  draw() {
    this.answers.begin();
    draw(element("page"), this.#page());
    this.answers.end();
    const dialog = document.querySelector("dialog");
    if (dialog && !dialog.open) dialog.showModal();
    this.#announce();
  }

  /** @returns {Child} */
  #page() {
    const { view } = this.state;
    const skip = (/** @type {Event} */ event) => {
      event.preventDefault();
      element("main").focus();
    };
    return [
      h("a", { class: "skip", href: "#verdict", on: { click: skip } }, "Skip to the table"),
      topBar(this),
      view === "table" || view === "hand" ? conditions(this) : h("div", { class: "gap" }),
      this.part(`views/${view}`)?.view(this) ?? h("main", { id: "main" }),
      this.isPhone && view === "table" ? this.part("panels/phone")?.tabs(this) : null,
      this.ui.term?.isConnected ? this.part("panels/help")?.tip(this.ui.term) : null,
      this.ui.toast ? h("div", { class: "toast" }, this.ui.toast) : null,
      this.ui.dialog ? this.part("panels/dialogs")?.dialog(this, this.ui.dialog) : null,
    ];
  }

  /**
   * A module that is fetched when it is first looked at; null while it is on its way.
   * @template {keyof Modules} Name @param {Name} name @returns {Modules[Name] | null}
   */
  part(name) {
    if (!this.#parts[name]) this.#fetch(name);
    return this.#parts[name] ?? null;
  }

  /** Fetch such a module; where the server is gone, say so and try again a little later. @param {keyof Modules} name */
  #fetch(name) {
    const failed = () => {
      this.say(GONE, true);
      setTimeout(() => {
        delete this.#fetching[name];
        this.redraw();
      }, FETCH_PAUSE);
    };
    this.#fetching[name] ??= Promise.all([load(name), loadStyles(name === "panels/phone" ? "narrow" : "views")])
      .then(([module]) => {
        if ("start" in module) module.start(this);
        Object.assign(this.#parts, { [name]: module });
        this.redraw();
      })
      .catch(failed);
    return this.#fetching[name];
  }

  /** The final verdict is spoken once a position, the stream never. */
  #announce() {
    const verdict = verdictOf(this);
    if (!verdict || verdict === this.#announced) return;
    this.#announced = verdict;
    element("live").textContent = does(verdict.by, verdict.call);
  }

  /**
   * Write the state into the link: a new page of the browser's history at once, an edit in place when it rests.
   * @param {State} before @param {boolean} isNewPage
   */
  #writeLink(before, isNewPage) {
    clearTimeout(this.#linkTimer);
    if (!isNewPage) {
      this.#linkTimer = setTimeout(() => this.#write(this.state, "replaceState"), LINK_PAUSE);
      return;
    }
    this.#write(before, "replaceState");
    this.#write(this.state, "pushState");
  }

  /** One link after the other. @param {State} state @param {"pushState" | "replaceState"} how */
  #write(state, how) {
    this.#written = this.#written.then(async () => {
      const writer = await load("state/link-writer").catch(() => null);
      if (writer) history[how](null, "", (await writer.linkOf(state)).hash);
    });
  }

  /** Take over what stands in the link. */
  async open() {
    clearTimeout(this.#linkTimer);
    this.do({ type: "link", state: await stateInLink(this.state.card) });
    this.redraw();
  }

  /**
   * Run a command; they are fetched with the first of them.
   * @template {keyof Modules["actions/commands"]} Name @param {Name} name @param {...any} words
   */
  async command(name, ...words) {
    const commands = await load("actions/commands").catch(() => null);
    if (!commands) return this.say(GONE, true);
    /** @type {(app: App, ...words: any[]) => unknown} */
    const run = commands[name];
    return run(this, ...words);
  }
}
