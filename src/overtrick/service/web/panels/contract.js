// Which contract: the chance of each, the exact tricks of the deal beside it, the best, and par.

import { h, kept } from "../drawing/dom.js";
import { chancePlace, chanceQuestion, exactQuestion } from "../state/questions.js";
import { LEVELS, SEATS, sideOf } from "../game/rules.js";
import { viewerOf } from "../state/state.js";
import { SEAT_NAMES, callMark, percent, signed, spoken, suitMark } from "../drawing/words.js";
import { card, empty, failure, twinButton } from "../drawing/frame.js";
import { shade } from "../drawing/heat-map.js";

const ROWS = ["N", "S", "H", "D", "C"];

/** The panel with the contracts. Until an answer has come it keeps the last picture, with its declarer. */
export function contractPanel(app) {
  const { state } = app;
  const chosen = app.ui.declarer ?? viewerOf(state);
  const question = chanceQuestion(state, chosen);
  const answer = app.answers.get("chance", question);
  const declarer = answer.isOld ? app.declarer ?? chosen : chosen;
  const exactAsked = exactQuestion(state);
  const exact = app.answers.get("dd", exactAsked);
  const tools = [
    h("span", { class: "label" }, question ? "Chance to make" : "Likely the best, says the network"),
    question && h("span", { class: "switch", role: "group", "aria-label": "Declarer" }, SEATS.map((seat) =>
      h("button", { "aria-pressed": String(seat === chosen), "aria-label": `${SEAT_NAMES[seat]} plays`, on: { click: () => app.show({ declarer: seat, cell: null }) } }, seat))),
    h("span", { class: "end" }, exactAsked ? "Exact, all hands seen" : "Exact needs all four hands"),
  ];
  const found = question && answer.data ? { chances: answer.data.chances[chancePlace(declarer)], scores: answer.data.expected_scores?.[chancePlace(declarer)] } : null;
  if (found) app.declarer = declarer;
  app.contracts = { declarer, chances: found?.chances, tricks: exact.isOld ? null : exact.data?.tricks };
  return card(
    "contract", "Contract", { tools, answer: question ? answer : null, extra: "on-contract" },
    question ? body(app, declarer, found, exact) : app.part("outcome", "heading"),
    exact.status === "error" ? failure(exact.error, exact.retry) : null,
    foot(app, declarer, found, exact),
  );
}

function body(app, declarer, found, exact) {
  if (!found) return empty("…");
  const tricks = exact.isOld ? null : exact.data?.tricks;
  if (app.ui.twin.contract) return app.part("twins", "contract", declarer, found, tricks);
  return h(
    "div",
    { class: "grids" },
    kept("chances", [found.chances, declarer, app.ui.cell], () => chances(app, declarer, found)),
    kept("exact", [tricks], () => exactTricks(tricks)),
  );
}

const head = (strain, props) => h("th", { scope: "row", ...props }, strain === "N" ? "NT" : suitMark(strain));

function chances(app, declarer, found) {
  const top = best(found)?.bid;
  return h("table", { class: "chances" },
    h("thead", null, h("tr", null, h("td"), LEVELS.map((level) => h("th", { scope: "col" }, level)))),
    h("tbody", null, ROWS.map((strain) => h("tr", null, head(strain), LEVELS.map((level) => h("td", null, chance(app, declarer, found, `${level}${strain}`, top)))))));
}

function exactTricks(tricks) {
  const seats = ["N", "S", "E", "W"];
  return h("table", { class: "exact" },
    h("thead", null, h("tr", null, h("td", { class: "phone-only" }), seats.map((seat) => h("th", { scope: "col" }, seat)))),
    h("tbody", null, ROWS.map((strain) => h("tr", null, head(strain, { class: "phone-only" }), seats.map((seat) => h("td", { class: tricks?.[seat][strain] >= 7 ? "makes" : "" }, tricks ? tricks[seat][strain] : "·"))))));
}

function chance(app, declarer, found, bid, top) {
  const p = found.chances[bid[1]][bid[0] - 1];
  const isBest = top === bid;
  const isOpen = app.ui.cell === bid;
  return h("button", {
    class: `${shade(p)}${isBest ? " best" : ""}${isOpen ? " open" : ""}`, "aria-pressed": String(isOpen),
    "aria-label": `${spoken(bid)} by ${SEAT_NAMES[declarer]}: ${percent(p)}`, on: { click: () => app.show({ cell: isOpen ? null : bid }) },
  }, p >= 0.005 ? Math.round(p * 100) : "");
}

/** The contract with the best average score. */
function best(found) {
  if (!found?.scores) return null;
  const all = ROWS.flatMap((strain) => found.scores[strain].map((score, place) => ({ bid: `${place + 1}${strain}`, score })));
  return all.filter(({ score }) => score !== null).reduce((most, each) => (each.score > most.score ? each : most));
}

function foot(app, declarer, found, exact) {
  const top = best(found);
  const par = exact.isOld ? null : exact.data?.par;
  return h("footer", { class: "foot" }, app.ui.cell && found ? app.part("outcome", "detail", found) : top ? h("span", null, h("b", null, "Best: ", callMark(top.bid), ` by ${SEAT_NAMES[declarer]}`), h("span", { class: "muted" }, ` average ${signed(top.score)}`)) : h("span"),
    par ? h("span", { class: "end" }, h("b", null, `Par ${signed(par.score)}`), " ", parText(par)) : null,
    found ? h("span", { class: par ? "" : "end" }, twinButton(app, "contract", "As a table")) : null);
}

/** The contracts of par, from North-South's side; both hands of a pair are told as one. */
function parText({ contracts }) {
  if (!contracts.length) return "passed out";
  const bids = [...new Set(contracts.map((each) => each.slice(0, -1)))];
  const side = sideOf(contracts[0].at(-1)) === "NS" ? "N-S" : "E-W";
  return [bids.slice(0, 2).map((bid, place) => [place ? " or " : "", callMark(bid)]), `, ${side}`];
}
