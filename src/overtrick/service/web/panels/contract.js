// Which contract: the chance of each, the exact tricks of the deal beside it, the best, and par.

import { h, memo } from "../drawing/dom.js";
import { empty, failure, frame, tableButton, term } from "../drawing/frame.js";
import { shade } from "../drawing/heat-map.js";
import { SEAT_NAMES, callMark, percent, signed, spoken, suitMark } from "../drawing/words.js";
import { LEVELS, SEATS, sideOf, strainOf } from "../game/rules.js";
import { chanceQuestion, exactQuestion } from "../state/questions.js";
import { viewerOf } from "../state/state.js";

/** @type {Strain[]} */
const ROWS = ["N", "S", "H", "D", "C"];
/** @type {Seat[]} */
const COLUMNS = ["N", "S", "E", "W"];

/**
 * One declarer's contracts.
 * @typedef {{ declarer: Seat, chances: ByStrain<number[]>, scores?: ByStrain<(number | null)[]> }} Chosen
 */

/**
 * The contracts of the declarer that is looked at, and the exact tricks. Until an answer has come, the last contracts
 * with their declarer.
 * @param {App} app
 */
export function contractsOf(app) {
  const declarer = app.ui.declarer ?? viewerOf(app.state);
  const question = chanceQuestion(app.state, declarer);
  const answer = app.answers.get("chance", question, "chance", declarer);
  const exact = tricksOf(app);
  const chosen = answer.data && chosenOf(answer.data, answer.about ?? declarer);
  return { declarer, answer: question && answer, chosen, exact, known: exact.isOld ? null : exact.data };
}

/**
 * The tricks of a deal that is wholly seen: the solver's, or where it has none, an estimate and the reason.
 * @param {App} app @returns {Answer<DealTricks> & { instead?: string }}
 */
function tricksOf(app) {
  const question = exactQuestion(app.state);
  const exact = app.answers.get("dd", question);
  if (!question || exact.status !== "error" || exact.isTriedAgain) return exact;
  return { ...app.answers.get("tricks", { deal: question.deal }), instead: exact.error };
}

/** The server calls a pair North and South. @param {ContractChances} data @param {Seat} declarer @returns {Chosen} */
function chosenOf({ chances, expected_scores: scores }, declarer) {
  const seat = "NE".includes(declarer) ? "N" : "S";
  return { declarer, chances: chances[seat], scores: scores?.[seat] };
}

/** The panel with the contracts. @param {App} app */
export function contractPanel(app) {
  const { declarer, answer, chosen, exact, known } = contractsOf(app);
  const seat = (/** @type {Seat} */ seat) => {
    const props = { "aria-pressed": String(seat === declarer), "aria-label": `${SEAT_NAMES[seat]} plays` };
    return h("button", { ...props, on: { click: () => app.show({ declarer: seat, cell: null }) } }, seat);
  };
  const likely = [term("likely the best", "Likely the best"), ", says the network"];
  const tools = [
    h("span", { class: "label" }, answer ? term("chance to make", "Chance to make") : likely),
    answer && h("span", { class: "switch", role: "group", "aria-label": "Declarer" }, SEATS.map(seat)),
    h("span", { class: "end" }, exact.status === "empty" ? "Exact needs all four hands" : kindOfTricks(exact)),
  ];
  return frame(
    "contract",
    "Contract",
    { tools, answer, extra: "on-contract" },
    answer ? grids(app, chosen, known?.tricks ?? null) : app.part("panels/contract-details")?.likelyContracts(app),
    exact.status === "error" ? failure(exact) : null,
    foot(app, chosen, known?.par),
  );
}

/** @param {{ instead?: string }} tricks */
const kindOfTricks = ({ instead }) =>
  instead ? term("estimated", "Estimated, not solved", instead) : term("exact", "Exact, all hands seen");

/** @param {App} app @param {Chosen | null} chosen @param {Tricks | null} tricks */
function grids(app, chosen, tricks) {
  if (!chosen) return empty("…");
  const { chances, declarer } = chosen;
  if (app.ui.asTable.contract) return app.part("drawing/chart-tables")?.contractTables(declarer, chances, tricks);
  return h(
    "div",
    { class: "grids" },
    memo("chances", [chances, declarer, app.ui.cell], () => chanceGrid(app, chosen)),
    memo("exact", [tricks], () => trickGrid(tricks)),
  );
}

/** @param {Strain} strain @param {Props} [props] */
const rowHead = (strain, props) => h("th", { scope: "row", ...props }, strain === "N" ? "NT" : suitMark(strain));

/** @param {string} name @param {Child[]} heads @param {(strain: Strain) => Child} row */
function grid(name, heads, row) {
  const body = ROWS.map((strain) => h("tr", null, row(strain)));
  return h("table", { class: name }, h("thead", null, h("tr", null, heads)), h("tbody", null, body));
}

/** @param {Child} text */
const columnHead = (text) => h("th", { scope: "col" }, text);

/** @param {App} app @param {Chosen} chosen */
function chanceGrid(app, chosen) {
  const best = bestOf(chosen)?.bid;
  return grid("chances", [h("td"), LEVELS.map(columnHead)], (strain) => {
    const cells = LEVELS.map((level) => h("td", null, chance(app, chosen, `${level}${strain}`, best)));
    return [rowHead(strain), cells];
  });
}

/** @param {Tricks | null} tricks */
function trickGrid(tricks) {
  return grid("exact", [h("td", { class: "phone-only" }), COLUMNS.map(columnHead)], (strain) => {
    const cells = COLUMNS.map((seat) => {
      const taken = tricks?.[seat][strain];
      return h("td", { class: taken !== undefined && taken >= 7 ? "makes" : "" }, taken ?? "·");
    });
    return [rowHead(strain, { class: "phone-only" }), cells];
  });
}

/** @param {App} app @param {Chosen} chosen @param {Call} bid @param {Call} [best] */
function chance(app, { declarer, chances }, bid, best) {
  const p = chances[strainOf(bid)][Number(bid[0]) - 1];
  const isOpen = app.ui.cell === bid;
  return h(
    "button",
    {
      class: `${shade(p)}${best === bid ? " best" : ""}${isOpen ? " open" : ""}`,
      "aria-pressed": String(isOpen),
      "aria-label": `${spoken(bid)} by ${SEAT_NAMES[declarer]}: ${percent(p)}`,
      on: { click: () => app.show({ cell: isOpen ? null : bid }) },
    },
    p >= 0.005 ? Math.round(p * 100) : "",
  );
}

/** The contract with the best average score. @param {Chosen | null} chosen */
function bestOf(chosen) {
  /** @type {{ bid: Call, score: number } | null} */
  let best = null;
  for (const strain of ROWS) {
    for (const [index, score] of (chosen?.scores?.[strain] ?? []).entries()) {
      if (score !== null && (best === null || score > best.score)) best = { bid: `${index + 1}${strain}`, score };
    }
  }
  return best;
}

/** @param {App} app @param {Chosen | null} chosen @param {Par} [par] */
function foot(app, chosen, par) {
  const { cell } = app.ui;
  return h(
    "footer",
    { class: "foot" },
    cell && chosen ? app.part("panels/contract-details")?.contractDetail(cell, chosen) : bestText(chosen),
    par
      ? h(
          "span",
          { class: "end" },
          h("b", null, term("par", "Par"), ` ${signed(par.score)}`),
          " ",
          parText(par.contracts),
        )
      : null,
    chosen ? h("span", { class: par ? "" : "end" }, tableButton(app, "contract", "As a table")) : null,
  );
}

/** @param {Chosen | null} chosen */
function bestText(chosen) {
  const best = bestOf(chosen);
  if (!best || !chosen) return h("span");
  const by = ` by ${SEAT_NAMES[chosen.declarer]}`;
  const average = h("span", { class: "muted" }, ` average ${signed(best.score)}`);
  return h("span", null, h("b", null, "Best: ", callMark(best.bid), by), average);
}

/** The contracts of par; both hands of a pair count as one. @param {string[]} contracts @returns {Child} */
function parText(contracts) {
  if (!contracts.length) return "passed out";
  const bids = [...new Set(contracts.map((contract) => contract.slice(0, -1)))];
  const side = sideOf(/** @type {Seat} */ (contracts[0].at(-1))) === "NS" ? "N-S" : "E-W";
  return [bids.slice(0, 2).map((bid, index) => [index ? " or " : "", callMark(bid)]), `, ${side}`];
}
