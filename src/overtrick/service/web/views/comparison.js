// Two systems side by side: what their calls mean, and a short match between them.

import { h } from "../drawing/dom.js";
import { choice, empty, frame } from "../drawing/frame.js";
import { meaningLine } from "../drawing/meanings.js";
import { SYSTEM_NAMES, VULS, callMark, number, signed } from "../drawing/words.js";
import { handsOf } from "../game/hands.js";
import { systemNames } from "../panels/top-bar.js";
import { callsAfter, shareText } from "./call-tree.js";

const BOARDS = 100;
const MOST_SWINGS = 10;

/** @typedef {[string, string]} Pair Two systems. */
/** @typedef {Record<Call, TreeCall> | null} Openings The openings of a system; null until they are there. */

/** The panels of the comparison. @param {App} app @param {string} first @param {string} second */
export const comparison = (app, first, second) => [openings(app, [first, second]), match(app, [first, second])];

/** @param {App} app @param {Pair} pair */
function openings(app, pair) {
  const names = systemNames(app);
  const answers = pair.map((id) => callsAfter(app, id));
  const systems = answers.map(openingsOf);
  const calls = [...new Set(systems.flatMap((system) => Object.keys(system ?? {})))];
  const pick = (/** @type {number} */ index, /** @type {string} */ id) =>
    app.do({ type: "view", view: "systems", path: ["compare", ...pair.with(index, id)] });
  const choices = pair.map((id, index) => choice(`System ${index + 1}`, names, id, (other) => pick(index, other)));
  const heads = ["Call", ...pair.map((id) => names[id] ?? id)].map((head) => h("th", { scope: "col" }, head));
  const failed = answers.find(({ status }) => status === "error");
  return frame(
    "compare",
    "Openings compared",
    { answer: failed ?? (calls.length ? null : answers[0]), tools: h("div", { class: "end" }, choices) },
    h(
      "table",
      { class: "figures compare-table" },
      h("thead", null, h("tr", null, heads)),
      h(
        "tbody",
        null,
        calls.map((call) => row(call, systems)),
      ),
    ),
  );
}

/** @param {Answer<Replies["systems/tree"]>} answer @returns {Openings} */
function openingsOf({ data, isOld }) {
  if (!data || isOld) return null;
  return Object.fromEntries((data.sections[0]?.calls ?? []).map((entry) => [entry.call, entry]));
}

/** @param {Call} call @param {Openings[]} systems */
function row(call, systems) {
  const meaning = (/** @type {Openings} */ system) => {
    if (!system) return "…";
    const entry = system[call];
    if (!entry) return h("span", { class: "muted" }, "not used");
    return [meaningLine(entry), " ", h("span", { class: "muted" }, shareText(entry.share))];
  };
  const cells = systems.map((system) => h("td", null, meaning(system)));
  return h("tr", { class: differs(systems, call) ? "differs" : "" }, h("th", { scope: "row" }, callMark(call)), cells);
}

/** Whether two systems mean different things by a call. @param {Openings[]} systems @param {Call} call */
function differs([one, other], call) {
  const promise = (/** @type {TreeCall | undefined} */ entry) =>
    entry && JSON.stringify([entry.hcp, entry.lengths, entry.forcing]);
  return one && other && promise(one[call]) !== promise(other[call]);
}

/** The same boards played at two tables, each system once North-South. @param {App} app @param {Pair} pair */
function match(app, [first, second]) {
  if (first === second || first === "mine" || second === "mine") return null;
  const name = `${first} ${second}`;
  if (app.ui.match !== name) {
    const button = h(
      "button",
      { class: "button", on: { click: () => app.show({ match: name }) } },
      `Play ${BOARDS} boards`,
    );
    return frame("match", "A match", {}, button);
  }
  const answer = app.answers.get("match", { first, second, count: BOARDS, seed: app.state.seed });
  const { data, isOld } = answer;
  const body = data && !isOld ? result(app, [first, second], data) : empty(`${BOARDS} boards at two tables …`);
  return frame("match", "A match", { answer }, body);
}

/** @param {App} app @param {Pair} pair @param {Match} match */
function result(app, pair, { imps_per_board: imps, standard_error: error, won, tied, lost, boards, swings }) {
  const [one, other] = pair.map((id) => SYSTEM_NAMES[id]);
  const isClose = Math.abs(imps) < 2 * error || !imps;
  const score = `${one} against ${other}: ${signed(imps, 2)} ± ${number(error, 2)} IMPs a board`;
  const close = isClose ? "Too close to call." : "";
  const counts = ` over ${boards} boards; ${won} won, ${tied} tied, ${lost} lost. ${close}`;
  const items = swings.slice(0, MOST_SWINGS).map((swing) => {
    const link = h("button", { class: "link", on: { click: () => open(app, swing, pair) } }, `Board ${swing.board}`);
    return h(
      "li",
      null,
      link,
      ` ${signed(swing.imps)} IMPs: ${swing.results.join(" against ")}, vul ${VULS[swing.vul]}`,
    );
  });
  return [h("p", null, h("b", null, score), counts), h("ul", { class: "plain swings" }, items)];
}

/** A board where they differed, at the table. @param {App} app @param {Swing} swing @param {Pair} pair */
function open(app, { board: no, dealer, vul, deal, auctions }, [us, them]) {
  app.do({ type: "systems", values: { us, them } });
  app.do({ type: "board", board: { no, dealer, vul, hands: handsOf(deal) }, line: auctions[0].split(" ") });
  app.do({ type: "view", view: "table" });
}
