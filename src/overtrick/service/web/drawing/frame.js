// A panel's frame: heading, tools, and what stands in it while an answer is missing, old or refused.

import { h } from "./dom.js";

/** A panel. `answer` is its state, and has the way to try again. */
export function card(name, title, { tools = null, answer = null, extra = "", label = null }, ...body) {
  const old = answer?.status === "loading" && !answer.note;
  return h(
    "section",
    { class: `card ${name}${old ? " is-old" : ""} ${extra}`, "aria-label": label ?? title, "aria-busy": old ? "true" : null },
    title === null ? null : h("header", null, h("h2", null, title), tools),
    answer?.note ? h("p", { class: "empty" }, answer.note) : null,
    answer?.status === "error" ? failure(answer.error, answer.retry) : null,
    body,
  );
}

/** A refusal in the server's words. */
export function failure(message, retry) {
  return h(
    "div",
    { class: "error", role: "alert" },
    h("span", null, message),
    retry ? h("button", { class: "button small", on: { click: retry } }, "Try again") : null,
  );
}

export const empty = (...words) => h("p", { class: "empty" }, words);

/** A choice of few: buttons of which one is pressed. */
export function choice(label, options, chosen, choose) {
  return h(
    "div",
    { class: "switch", role: "group", "aria-label": label },
    Object.entries(options).map(([value, text]) =>
      h("button", { "aria-pressed": String(value === chosen), on: { click: () => choose(value) } }, text),
    ),
  );
}

/** The button that shows a chart's numbers as a table instead. */
export function twinButton(app, name, words = "Read as a table") {
  const open = Boolean(app.ui.twin[name]);
  const toggle = () => app.show({ twin: { ...app.ui.twin, [name]: !open } });
  return h("button", { class: "link", "aria-expanded": String(open), on: { click: toggle } }, open ? "Back" : words);
}
