// The keyboard: a level then a strain, and one key for everything else.

import { makeCall } from "../panels/bidding-box.js";
import { SEATS, around } from "../game/rules.js";
import { callsOf, viewerOf } from "../state/state.js";

const STRAINS = "cdhsn";
const VULS = ["None", "NS", "EW", "All"];

/** Listen to the page. Text fields keep their keys; a setting turns single keys off. */
export function listenToKeys(app) {
  document.addEventListener("keydown", (event) => {
    const inField = event.target.closest?.("input, textarea, select");
    if (event.key === "Escape") return escape(app, event);
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !inField) return undo(app, event);
    if (inField || event.ctrlKey || event.metaKey || event.altKey || app.ui.dialog || !app.prefs.keys) return undefined;
    const isHandled = app.state.view === "practice" ? practised(app, event) : (app.state.view === "table" && calling(app, event.key)) || acting(app, event.key);
    if (isHandled) event.preventDefault();
    return undefined;
  });
}

function escape(app, event) {
  if (app.ui.wrong || app.ui.level || event.target.id === "paste") {
    app.show({ wrong: null, level: null });
    event.target.blur?.();
  }
}

function undo(app, event) {
  event.preventDefault();
  app.do({ type: event.shiftKey ? "redo" : "undo" });
}

/** The keys that call; true when the key was one. */
export function calling(app, key, call = makeCall) {
  const { level } = app.ui;
  const strain = STRAINS.indexOf(key.toLowerCase());
  if (/^[1-7]$/.test(key)) app.show({ level: Number(key) });
  else if (level && strain >= 0) call(app, `${level}${STRAINS[strain].toUpperCase()}`);
  else if ("pxr".includes(key.toLowerCase()) && key.length === 1) call(app, { p: "P", x: "X", r: "XX" }[key.toLowerCase()]);
  else return false;
  return true;
}

function practised(app, event) {
  if (event.key === "?") app.show({ dialog: "keys" });
  else return app.practice?.key(event) ?? false;
  return true;
}

const ACTIONS = {
  ArrowLeft: (app) => app.do({ type: "at", at: app.state.at - 1 }),
  ArrowRight: (app) => app.do({ type: "at", at: app.state.at + 1 }),
  Home: (app) => app.do({ type: "at", at: 0 }),
  End: (app) => app.do({ type: "at", at: callsOf(app.state).length }),
  w: (app) => app.do({ type: "whatif" }),
  g: (app) => app.tool("newDeal"),
  v: (app) => app.do({ type: "conditions", vul: VULS[(VULS.indexOf(app.state.board.vul) + 1) % 4] }),
  o: (app) => app.do({ type: "set", values: { show: app.state.show === "all" ? "mine" : "all" } }),
  t: (app) => app.do({ type: "set", values: { heat: app.state.heat === "chance" ? "shift" : "chance" } }),
  "[": (app) => app.do({ type: "set", values: { viewer: around(viewerOf(app.state), SEATS.length - 1) } }),
  "]": (app) => app.do({ type: "set", values: { viewer: around(viewerOf(app.state), 1) } }),
  ".": (app) => app.stopOrMore(),
  e: (app) => app.show({ hideAdvice: !app.ui.hideAdvice, revealed: false }),
  l: (app) => app.tool("copyLink"),
  "/": () => document.getElementById("paste").focus(),
  "?": (app) => app.show({ dialog: "keys" }),
};

function acting(app, key) {
  if (app.state.view !== "table" && !["/", "?", "l"].includes(key)) return false;
  const action = ACTIONS[key] ?? ACTIONS[key.toLowerCase()];
  action?.(app);
  return Boolean(action);
}
