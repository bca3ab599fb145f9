// The frame of a panel: heading, tools, and what stands in it while an answer is missing, old or refused.

import { h } from "./dom.js";

/**
 * A panel. `answer` is its state, and has the way to try again.
 * @param {string} name @param {Child} title
 * @param {{ tools?: Child, answer?: Answer<unknown> | null, extra?: string, label?: string }} about
 * @param {Child[]} body
 */
export function frame(name, title, { tools, answer, extra = "", label }, ...body) {
  const old = answer?.status === "loading" && !answer.note;
  const labelled = { "aria-label": label ?? title, "aria-busy": old ? "true" : null };
  return h(
    "section",
    { class: `card ${name}${old ? " is-old" : ""} ${extra}`, ...labelled },
    title === null ? null : h("header", null, h("h2", null, title), tools),
    answer?.note ? h("p", { class: "empty" }, answer.note) : null,
    answer?.status === "error" ? failure(answer) : null,
    body,
  );
}

/** A refusal in the server's words, and the way to try again. @param {{ error?: string, retry?: () => void }} answer */
export function failure({ error, retry }) {
  const again = retry && h("button", { class: "button small", on: { click: retry } }, "Try again");
  return h("div", { class: "error", role: "alert" }, h("span", null, error), again);
}

/**
 * A word that help.js explains.
 * @param {string} name Its entry in glossary.js. @param {Child} [words] @param {string} [note] What is said of it here.
 */
export const term = (name, words = name, note) =>
  h("dfn", { tabindex: "0", "data-term": name, "data-note": note }, words);

/** @param {Child[]} words */
export const empty = (...words) => h("p", { class: "empty" }, words);

/**
 * A choice of few: buttons of which one is pressed.
 * @template {string} T @param {string} label @param {Record<T, Child>} options @param {string} chosen
 * @param {(value: T) => unknown} choose
 */
export function choice(label, options, chosen, choose) {
  const values = /** @type {T[]} */ (Object.keys(options));
  const buttons = values.map((value) =>
    h(
      "button",
      { "aria-pressed": String(value === chosen), "data-term": value, on: { click: () => choose(value) } },
      options[value],
    ),
  );
  return h("div", { class: "switch", role: "group", "aria-label": label }, buttons);
}

/**
 * The button that shows a chart's numbers as a table instead.
 * @param {App} app @param {Chart} chart @param {string} [words]
 */
export function tableButton(app, chart, words = "Read as a table") {
  const open = Boolean(app.ui.asTable[chart]);
  const toggle = () => app.show({ asTable: { ...app.ui.asTable, [chart]: !open } });
  return h("button", { class: "link", "aria-expanded": String(open), on: { click: toggle } }, open ? "Back" : words);
}
