// A paste that cannot be read: the words of the parser, and the place.

import { h } from "../drawing/dom.js";

/** What is wrong with a paste, and where. */
export default function complaint(app, { message, text, line, column }) {
  const lines = text.split("\n");
  const row = lines[(line ?? 1) - 1] ?? "";
  const at = Math.max(0, (column ?? 1) - 1);
  const from = Math.max(0, at - 24);
  return h("div", { class: "wrong", role: "alert" }, h("b", null, message), column ? h("span", { class: "label" }, ` ${line > 1 ? `line ${line}, ` : ""}column ${column}`) : null,
    column ? h("code", null, row.slice(from, at), h("mark", null, row[at] ?? "␣"), row.slice(at + 1, at + 40)) : null);
}
