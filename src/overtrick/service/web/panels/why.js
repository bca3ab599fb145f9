// Why this call: what its rule asks and what the hand has, what it shows, and why not another.

import { h } from "../drawing/dom.js";
import { empty, frame, term } from "../drawing/frame.js";
import { drawPieces, drawTerms, marked, piecesOf, sentence } from "../drawing/marked.js";
import { shows } from "../drawing/meanings.js";
import { SYSTEM_NAMES, callMark, percent } from "../drawing/words.js";
import { callerOf, madeOf } from "../state/state.js";
import { chosenCandidate } from "./candidates.js";
import { systemOf } from "./decision.js";

/** The panel with the reasons, or with what all calls have shown. @param {App} app @param {AdviceAnswer} advice */
export function whyPanel(app, advice) {
  const { state, ui } = app;
  const isList = state.view === "table" && madeOf(state).length && (ui.asTable.auction || !callerOf(state));
  if (isList) return app.part("panels/call-meanings")?.callMeaningsPanel(app);
  if (ui.hideAdvice) return null;
  const { data } = advice;
  const missing = advice.question ? "…" : "Reasons come with a hand to call.";
  if (!data) return frame("why", "Why", { extra: "on-call" }, empty(missing));
  const call = chosenCandidate(app, data);
  const chosen = data.candidates?.find((candidate) => candidate.call === call) ?? data;
  return frame(
    "why",
    ["Why ", callMark(call), chosen.meaning?.name ? `, ${chosen.meaning.name}` : ""],
    { tools: ruleLink(app, data, chosen), extra: `on-call${advice.isOld ? " is-old" : ""}`, label: "Why" },
    h(
      "div",
      { class: "scroll" },
      columns(state, chosen),
      h("div", { class: "against" }, endings(chosen), alternatives(app, data, call)),
    ),
  );
}

/**
 * The rule that makes the call, in its system.
 * @param {App} app @param {Advice} data @param {Candidate | Advice} chosen
 */
function ruleLink(app, data, { rule, source }) {
  const { id, name } = systemOf(app.state, data.by);
  if (!rule) return h("span", { class: "end" }, `${name} has no rule for it`);
  if (!source) return h("span", { class: "end" }, name, " › ", term("natural bidding"), ` › ${rule.split(": ")[1]}`);
  const click = (/** @type {Event} */ event) => {
    event.preventDefault();
    app.do({ type: "view", view: "systems", path: [id, source] });
  };
  const href = `#/systems/${encodeURIComponent(id)}/${encodeURIComponent(source)}`;
  return h("a", { class: "end link", href, on: { click } }, `${name} › ${rule}`);
}

/** @param {State} state @param {Candidate | Advice} chosen */
function columns(state, { meaning, requires = [] }) {
  if (meaning?.kind === "unknown" && !requires.length) {
    return empty(`${SYSTEM_NAMES[state.us] ?? "The card"} says nothing here. Network only.`);
  }
  const lines = shows(meaning);
  if (meaning.text) lines.push([marked(meaning, "text")]);
  const needs = requires.length ? requires.map(need) : h("li", { class: "muted" }, "nothing special");
  const column = (/** @type {string} */ head, /** @type {Child} */ items) =>
    h("div", null, h("h3", { class: "label" }, head), h("ul", null, items));
  const items = lines.map((line) => h("li", null, line));
  return h("div", { class: "columns" }, column("Needs", needs), column("Shows", items));
}

/** @param {Requirement} requirement */
function need(requirement) {
  const { text, ok, yours } = requirement;
  const aloud = h("span", { class: "aloud" }, ok ? " met:" : " not met:");
  const own = yours && yours !== text ? h("span", { class: "muted" }, "  you: ", marked(requirement, "yours")) : null;
  return h(
    "li",
    { class: "need" },
    h("span", { class: ok ? "tick" : "cross" }, ok ? "✓" : "✗", aloud),
    h("span", null, drawTerms(piecesOf(requirement, "text")), own),
  );
}

/** Where the auction ends after the call, by simulation. @param {Candidate | Advice} chosen */
function endings({ contracts = [] }) {
  if (!contracts.length) return null;
  const most = contracts
    .slice(0, 3)
    .map(({ contract, p }, index) => [index ? ", " : "", contractMark(contract), " ", h("b", null, percent(p))]);
  return h("p", null, "The auction then ends in ", most, contracts.length > 3 ? " …" : ".");
}

/** A contract with its declarer: 4SS. @param {string} contract */
function contractMark(contract) {
  const [, bid, declarer] = /^([1-7][CDHSN]X{0,2})([NESW])$/.exec(contract) ?? [];
  if (bid) return [callMark(bid), ` by ${declarer}`];
  return contract === "Pass" ? "a pass-out" : contract;
}

/** @param {App} app @param {Advice} data @param {Call} call */
function alternatives(app, data, call) {
  const reasons = reasonsOf(app, data).filter((reason) => reason.call !== call);
  const open = reasons.find((reason) => reason.call === app.ui.whyNot) ?? reasons[0];
  if (!open) return null;
  const chips = reasons.map((reason) => {
    const props = { "aria-pressed": String(reason === open), on: { click: () => app.show({ whyNot: reason.call }) } };
    return h("button", { class: "chip", ...props }, h("b", null, "Why not ", callMark(reason.call), "?"));
  });
  return [
    h("div", { class: "chips", role: "group", "aria-label": "Why not another call" }, chips),
    h("p", { class: "answer" }, drawPieces(sentence(open.pieces))),
  ];
}

/** Why not each other call; the rule's answer has it in another shape. @param {App} app @param {Advice} data */
function reasonsOf(app, { why_not: texts, why_not_marked: pieces = {}, passed_over: rules = [] }) {
  if (!texts) return app.part("panels/advice-details")?.failures(rules) ?? [];
  return Object.entries(texts).map(([call, text]) => ({
    call,
    pieces: piecesOf({ text, text_marked: pieces[call] }, "text"),
  }));
}
