// Two cards side by side: what their calls mean, and a short match between them.

import { handsOf } from "../game/hands.js";
import { h } from "../drawing/dom.js";
import { SYSTEM_NAMES, VULS, callMark, meaningLine, number, signed } from "../drawing/words.js";
import { share, treeOf } from "./call-tree.js";
import { card, choice, empty } from "../drawing/frame.js";

const BOARDS = 100;

/** The panels of the comparison. */
export const comparison = (app, first, second) => [meanings(app, first, second), match(app, first, second)];

function meanings(app, first, second) {
  const answers = [first, second].map((id) => treeOf(app, id));
  const names = { ...SYSTEM_NAMES };
  if (app.state.card === null) delete names.mine;
  const pick = (place, id) => app.do({ type: "view", view: "systems", path: ["compare", ...(place ? [first, id] : [id, second])] });
  const sides = answers.map(({ data, isOld }) => (data && !isOld ? Object.fromEntries((data.sections[0]?.calls ?? []).map((entry) => [entry.call, entry])) : null));
  const calls = [...new Set(sides.flatMap((side) => Object.keys(side ?? {})))];
  const told = (side, call) => (!side ? "…" : side[call] ? [meaningLine(side[call]), " ", h("span", { class: "muted" }, share(side[call].share))] : h("span", { class: "muted" }, "not used"));
  return card("compare", "Openings compared", { answer: answers.find(({ status }) => status === "error") ?? (calls.length ? null : answers[0]), tools: h("div", { class: "end" }, [first, second].map((id, place) => choice(`System ${place + 1}`, names, id, (each) => pick(place, each)))) },
    h("table", { class: "twin compare-table" }, h("thead", null, h("tr", null, h("th", { scope: "col" }, "Call"), [first, second].map((id) => h("th", { scope: "col" }, names[id] ?? id)))),
      h("tbody", null, calls.map((call) => h("tr", { class: differs(sides, call) ? "differs" : "" }, h("th", { scope: "row" }, callMark(call)), sides.map((side) => h("td", null, told(side, call))))))));
}

/** Whether two cards mean different things by a call. */
function differs([one, other], call) {
  const told = (entry) => entry && JSON.stringify([entry.hcp, entry.lengths, entry.forcing]);
  return Boolean(one && other) && told(one[call]) !== told(other[call]);
}

/** The same boards played at two tables, each card once North-South. */
function match(app, first, second) {
  if (first === second || [first, second].includes("mine")) return null;
  const asked = { first, second, count: BOARDS, seed: app.state.seed };
  const isAsked = app.ui.match === `${first} ${second}`;
  const answer = isAsked ? app.answers.get("match", asked) : { status: "empty", data: null };
  return card("match", "A match", { answer: isAsked ? answer : null },
    answer.data && !answer.isOld ? result(app, first, second, answer.data)
      : isAsked ? empty(`${BOARDS} boards at two tables …`) : h("button", { class: "button", on: { click: () => app.show({ match: `${first} ${second}` }) } }, `Play ${BOARDS} boards`));
}

function result(app, first, second, { imps_per_board: imps, standard_error: error, won, tied, lost, boards, swings }) {
  const [one, other] = [SYSTEM_NAMES[first], SYSTEM_NAMES[second]];
  const isClose = Math.abs(imps) < 2 * error || !imps;
  return [
    h("p", null, h("b", null, `${one} against ${other}: ${signed(imps, 2)} ± ${number(error, 2)} IMPs a board`), ` over ${boards} boards; ${won} won, ${tied} tied, ${lost} lost. ${isClose ? "Too close to call." : ""}`),
    h("ul", { class: "plain swings" }, swings.slice(0, 10).map((swing) => h("li", null, h("button", { class: "link", on: { click: () => open(app, swing, first, second) } }, `Board ${swing.board}`), ` ${signed(swing.imps)} IMPs: ${swing.results.join(" against ")}, vul ${VULS[swing.vul]}`))),
  ];
}

/** A board where they differed, at the table. */
function open(app, { board: no, dealer, vul, deal, auctions }, first, second) {
  app.do({ type: "systems", values: { us: first, them: second } });
  app.do({ type: "board", board: { no, dealer, vul, hands: handsOf(deal) }, line: auctions[0].split(" ") });
  app.do({ type: "view", view: "table" });
}
