// More about contracts: one looked at closely, those to head for while partner's hand is hidden, and how the last one ends.

import { h } from "../drawing/dom.js";
import { contractQuestion } from "../state/questions.js";
import { contractOf, isVulnerable, sideOf } from "../game/rules.js";
import { scoreOf } from "../game/score.js";
import { SEAT_NAMES, callMark, percent, signed } from "../drawing/words.js";
import { empty, failure } from "../drawing/frame.js";

/** One of these parts, by name. */
export default (app, name, ...about) => ({ detail, heading, result })[name](app, ...about);

/** One contract: how many tricks it takes how often. */
function detail(app, { chances, scores }) {
  const bid = app.ui.cell;
  const made = chances[bid[1]];
  const exactly = [1 - made[0], ...made.map((p, place) => p - (made[place + 1] ?? 0))];
  const most = Math.max(...exactly);
  const score = scores?.[bid[1]][bid[0] - 1];
  return h("span", { class: "detail" }, h("b", null, callMark(bid)), ` makes ${percent(made[bid[0] - 1])}`, score === undefined ? null : `, average ${signed(score)}`,
    h("span", { class: "mini", role: "img", "aria-label": exactly.map((p, place) => `${place ? place + 6 : "under 7"} tricks ${percent(p)}`).join(", ") }, exactly.map((p, place) =>
      h("span", { title: `${place ? place + 6 : "under 7"} tricks: ${percent(p)}` }, h("i", { style: { height: `${Math.round((22 * p) / most)}px` } }), place ? place + 6 : "<7"))));
}

/** Without partner's hand: the contracts to head for, as the network guesses them. */
function heading(app) {
  const question = contractQuestion(app.state);
  if (!question) return empty("Needs both hands of a side.");
  const answer = app.answers.get("contract", question);
  if (answer.status === "error") return failure(answer.error, answer.retry);
  if (!answer.data) return empty("…");
  return h("ol", { class: "ranked" }, answer.data.ranked.slice(0, 5).map(({ contract, p }) =>
    h("li", null, h("span", { class: "name" }, /^[1-7]/.test(contract) ? callMark(contract) : contract === "X" ? "double them" : "pass"), h("span", { class: "gauge" }, h("i", { style: { width: percent(p) } })), h("b", null, percent(p)))));
}

/** What the last contract comes to for North-South when all four play as if they saw every card, by the answer to `asked`. */
function result(app, asked, calls) {
  const { data, isOld, status } = app.answers.get("dd", asked);
  if (!asked || status === "error") return "The auction is over.";
  if (!data || isOld) return "…";
  const contract = contractOf(asked.dealer, calls);
  return [contract ? taken(contract, data.tricks, asked.vul) : "Nobody scores", `; par ${signed(data.par.score)}.`];
}

function taken(contract, exact, vul) {
  const { declarer, bid } = contract;
  const tricks = exact[declarer][bid[1]];
  const over = tricks - 6 - bid[0];
  const score = scoreOf(contract, tricks, isVulnerable(vul, declarer)) * (sideOf(declarer) === "NS" ? 1 : -1);
  return [`${SEAT_NAMES[declarer]} takes ${tricks} tricks, all hands seen: `, h("b", null, over < 0 ? `${-over} down` : over ? `${over} over` : "just made"), `, ${signed(score)} for N-S`];
}
