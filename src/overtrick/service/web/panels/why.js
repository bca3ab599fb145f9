// Why this call: what its rule asks and what the hand has, what it shows, and why not another.

import { h } from "../drawing/dom.js";
import { callerOf, madeOf } from "../state/state.js";
import { SYSTEM_NAMES, callMark, marked, percent, shows } from "../drawing/words.js";
import { candidatesOf } from "./candidates.js";
import { card, empty } from "../drawing/frame.js";
import { isHidden } from "./decision.js";

/** The panel with the reasons. */
export function whyPanel(app, advice) {
  const { data } = advice;
  if (app.state.view === "table" && madeOf(app.state).length && (app.ui.twin.auction || !callerOf(app.state))) return app.part("told");
  if (isHidden(app)) return null;
  if (!data) return card("why", "Why", { extra: "on-call" }, empty(advice.question ? "…" : "Reasons come with a hand to call."));
  const call = app.ui.candidate && candidatesOf(data).some((each) => each.call === app.ui.candidate) ? app.ui.candidate : data.call;
  const said = candidatesOf(data).find((each) => each.call === call) ?? data;
  return card(
    "why", ["Why ", callMark(call)], { tools: path(app, data, said), extra: `on-call${advice.isOld ? " is-old" : ""}`, label: "Why" },
    h("div", { class: "scroll" }, columns(app, data, said), h("div", { class: "against" }, endings(said), chips(app, data, call))),
  );
}

function path(app, data, said) {
  const id = "NS".includes(data.by) ? app.state.us : app.state.them;
  const name = SYSTEM_NAMES[id] ?? id;
  if (!said.rule) return h("span", { class: "end" }, `${name} has no rule for it`);
  return h("a", { class: "end link", href: `#/systems/${encodeURIComponent(id)}/${encodeURIComponent(said.rule)}` }, `${name} › ${said.rule.replaceAll(": ", " › ")}`);
}

function columns(app, data, said) {
  if (said.meaning?.kind === "unknown" && !said.requires?.length) {
    return h("p", { class: "empty" }, `${SYSTEM_NAMES[app.state.us] ?? "The card"} says nothing here. Network only.`);
  }
  return h(
    "div",
    { class: "columns" },
    h("div", null, h("h3", { class: "label" }, "Needs"), h("ul", null, (said.requires ?? []).map(need), (said.requires ?? []).length ? null : h("li", { class: "muted" }, "nothing in particular"))),
    h("div", null, h("h3", { class: "label" }, "Shows"), h("ul", null, shows(said.meaning).map((line, place, all) => h("li", null, line, place === all.length - 1 && said.meaning.text ? [", ", marked(said.meaning.text)] : null)))),
  );
}

function need({ text, ok, yours }) {
  return h(
    "li",
    { class: "need" },
    h("span", { class: ok ? "tick" : "cross" }, ok ? "✓" : "✗", h("span", { class: "aloud" }, ok ? " met:" : " not met:")),
    h("span", null, marked(text), yours && yours !== text ? h("span", { class: "muted" }, "  you: ", marked(yours)) : null),
  );
}

/** Where the auction ends after the call, by simulation. */
function endings({ contracts }) {
  if (!contracts?.length) return null;
  const most = contracts.slice(0, 3).map(({ contract, p }, place) => [place ? ", " : "", ...contractMark(contract), " ", h("b", null, percent(p))]);
  return h("p", null, "The auction then ends in ", most, contracts.length > 3 ? " …" : ".");
}

function contractMark(contract) {
  const found = /^([1-7][CDHSN]X{0,2})([NESW])$/.exec(contract);
  return found ? [callMark(found[1]), ` by ${found[2]}`] : [contract === "Pass" ? "a pass-out" : contract];
}

function chips(app, data, call) {
  const why = Object.entries(data.why_not ?? passedOver(data)).filter(([each]) => each !== call);
  if (!why.length) return null;
  const open = why.some(([each]) => each === app.ui.whyNot) ? app.ui.whyNot : why[0][0];
  const text = why.find(([each]) => each === open)[1];
  return [
    h("div", { class: "chips", role: "group", "aria-label": "Why not another call" }, why.map(([each]) =>
      h("button", { class: "chip", "aria-pressed": String(each === open), on: { click: () => app.show({ whyNot: each }) } }, h("b", null, "Why not ", callMark(each), "?")))),
    h("p", { class: "answer" }, marked(`${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`)),
  ];
}

/** The rule's answer tells what it passed over in another shape. */
function passedOver({ passed_over: lines = [] }) {
  return Object.fromEntries(lines.map(({ call, fails }) => [call, `needs ${fails.map(({ text, yours }) => `${text} (yours: ${yours || "no"})`).join("; ")}`]));
}
