// The page begins: what the link says, the shipped answers of the first run, the first drawing, the listeners.

import { listenToKeys } from "./actions/keys.js";
import { App, stateInLink } from "./app.js";
import { applySettings } from "./state/settings.js";
import { GONE } from "./server/api.js";
import { adviseQuestion, chanceQuestion, exactQuestion, explainQuestion } from "./state/questions.js";
import { FIRST, isFirstBoard } from "./state/state.js";

/** The answers of the first run, written by the engine, so that the charts are there at once. @param {App} app */
async function loadFirstAnswers(app) {
  const questions = {
    explain: explainQuestion({ state: FIRST, settings: { regulation: "acbl" } }),
    advise: adviseQuestion(FIRST),
    chance: chanceQuestion(FIRST, "S"),
    dd: exactQuestion(FIRST),
  };
  try {
    const answers = await (await fetch("first.json")).json();
    for (const [kind, question] of Object.entries(questions)) {
      if (question && answers[kind]) app.answers.put(kind, question, answers[kind]);
    }
  } catch {
    /* without it the server is asked */
  }
}

/** Boards are taken wherever they are pasted, lines and all; the field of the top bar keeps a text of one line. @param {ClipboardEvent} event */
function pasted({ target, clipboardData }) {
  const text = clipboardData?.getData("text") ?? "";
  const field = target instanceof Element && target.closest("input, textarea");
  return !field || (field.id === "paste" && text.trim().includes("\n")) ? text : "";
}

/** The word under the pointer, or with the focus, that is to be explained. @param {App} app @param {Event} event */
function explain(app, { target }) {
  if (!(target instanceof Element) || target.closest(".tip")) return;
  /** @type {HTMLElement | null} */
  const term = target.closest("[data-term]") ?? document.querySelector("[data-term]:focus-visible");
  if (term !== app.ui.term) app.show({ term });
}

async function begin() {
  const app = new App(await stateInLink(null));
  applySettings(app.settings);
  await Promise.all([isFirstBoard(app.state) && loadFirstAnswers(app), app.fit()]);
  app.draw();
  listenToKeys(app);
  addEventListener("popstate", () => app.open().catch(() => app.say(GONE, true)));
  document.addEventListener("paste", (event) => {
    const text = pasted(event);
    if (!text) return;
    event.preventDefault();
    app.command("paste", text);
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    app.command("openFiles", ...files);
  });
  for (const type of ["mouseover", "focusin"]) document.addEventListener(type, (event) => explain(app, event));
  Object.assign(window, { overtrick: app });
  if (sessionStorage.boards) app.command("restore");
}

begin();
