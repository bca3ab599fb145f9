// The keyboard: a level then a strain, and one key for everything else.

import { SEATS, around } from "../game/rules.js";
import { makeCall } from "../panels/bidding-box.js";
import { callsOf, viewerOf } from "../state/state.js";

const STRAINS = ["c", "d", "h", "s", "n"];
/** @type {Record<string, Call>} */
const CALLS = { p: "P", x: "X", r: "XX" };
/** @type {Vulnerability[]} */
const VULS = ["None", "NS", "EW", "All"];

/** Listen to the page. Text fields keep their keys; a setting turns single keys off. @param {App} app */
export function listenToKeys(app) {
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const isField = target.closest("input, textarea, select");
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === "Escape") return escape(app, target);
    if (isCommand && event.key.toLowerCase() === "z" && !isField) return undo(app, event);
    if (isField || isCommand || event.altKey || app.ui.dialog || !app.settings.keys) return;
    if (pressed(app, event.key, target)) event.preventDefault();
  });
}

/** @param {App} app @param {HTMLElement} target */
function escape(app, target) {
  app.show({ term: null });
  if (!app.ui.wrong && !app.ui.level && target.id !== "paste") return;
  app.show({ wrong: null, level: null });
  target.blur();
}

/** @param {App} app @param {KeyboardEvent} event */
function undo(app, event) {
  event.preventDefault();
  app.do({ type: event.shiftKey ? "redo" : "undo" });
}

/**
 * Do what a key does in the view; true when it does something.
 * @param {App} app @param {string} key @param {HTMLElement} target
 */
function pressed(app, key, target) {
  const { view } = app.state;
  const game = { practice: app.practice, play: app.match }[/** @type {string} */ (view)];
  if (game && key !== "?") return game.key(key, target);
  if (app.ui.play && app.part("panels/explorer")?.key(app, key)) return true;
  if (app.session?.key(key)) return true;
  if (view === "table" && callByKey(app, key, (call) => makeCall(app, call))) return true;
  if (view !== "table" && !["/", "?", "l"].includes(key)) return false;
  const action = ACTIONS[key] ?? ACTIONS[key.toLowerCase()];
  action?.(app);
  return Boolean(action);
}

/**
 * The keys that call; true when the key was one.
 * @param {App} app @param {string} key @param {(call: Call) => unknown} call
 */
export function callByKey(app, key, call) {
  const { level } = app.ui;
  const letter = key.toLowerCase();
  if (/^[1-7]$/.test(key)) app.show({ level: Number(key) });
  else if (level && STRAINS.includes(letter)) call(`${level}${letter.toUpperCase()}`);
  else if (CALLS[letter]) call(CALLS[letter]);
  else return false;
  return true;
}

/** See with the eyes of another player. @param {App} app @param {number} places */
function look(app, places) {
  app.do({ type: "set", values: { viewer: around(viewerOf(app.state), places) } });
}

/** @type {Record<string, (app: App) => unknown>} */
const ACTIONS = {
  ArrowLeft: (app) => app.do({ type: "at", at: app.state.at - 1 }),
  ArrowRight: (app) => app.do({ type: "at", at: app.state.at + 1 }),
  Home: (app) => app.do({ type: "at", at: 0 }),
  End: (app) => app.do({ type: "at", at: callsOf(app.state).length }),
  w: (app) => app.do({ type: "whatif" }),
  g: (app) => app.command("newDeal"),
  v: (app) => app.do({ type: "conditions", vul: VULS[(VULS.indexOf(app.state.board.vul) + 1) % 4] }),
  o: (app) => app.do({ type: "set", values: { show: app.state.show === "all" ? "mine" : "all" } }),
  t: (app) => app.do({ type: "set", values: { heat: app.state.heat === "chance" ? "shift" : "chance" } }),
  "[": (app) => look(app, SEATS.length - 1),
  "]": (app) => look(app, 1),
  ".": (app) => app.command("stopOrMore"),
  e: (app) => app.show({ hideAdvice: !app.ui.hideAdvice }),
  l: (app) => app.command("copyLink"),
  "/": () => document.getElementById("paste")?.focus(),
  "?": (app) => app.show({ dialog: "help" }),
};
