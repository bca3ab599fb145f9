// More about contracts: one looked at closely, likely ones while partner's hand is hidden, and how the last one ends.

import { h } from "../drawing/dom.js";
import { empty, failure, frame } from "../drawing/frame.js";
import { SEAT_NAMES, callMark, percent, signed } from "../drawing/words.js";
import { contractOf, isBid, strainOf } from "../game/rules.js";
import { northSouthScore } from "../game/score.js";
import { contractQuestion, exactQuestion } from "../state/questions.js";
import { madeOf } from "../state/state.js";
import { ending } from "./auction.js";

/**
 * One contract: how many tricks it takes how often.
 * @param {Call} bid @param {import("./contract.js").Chosen} chosen
 */
export function contractDetail(bid, { chances, scores }) {
  const level = Number(bid[0]);
  const made = chances[strainOf(bid)];
  const score = scores?.[strainOf(bid)][level - 1];
  const average = score === undefined || score === null ? null : `, average ${signed(score)}`;
  return h(
    "span",
    { class: "detail" },
    h("b", null, callMark(bid)),
    ` makes ${percent(made[level - 1])}`,
    average,
    trickBars(made),
  );
}

/** @param {number[]} made */
function trickBars(made) {
  const exactly = [1 - made[0], ...made.map((p, index) => p - (made[index + 1] ?? 0))];
  const most = Math.max(...exactly);
  const words = exactly.map((p, index) => `${index ? index + 6 : "under 7"} tricks`);
  const label = exactly.map((p, index) => `${words[index]} ${percent(p)}`).join(", ");
  const bars = exactly.map((p, index) => {
    const bar = h("i", { style: { height: `${Math.round((22 * p) / most)}px` } });
    return h("span", { title: `${words[index]}: ${percent(p)}` }, bar, index ? index + 6 : "<7");
  });
  return h("span", { class: "mini", role: "img", "aria-label": label }, bars);
}

/** Without partner's hand: the contracts to head for, as the network guesses them. @param {App} app */
export function likelyContracts(app) {
  const question = contractQuestion(app.state);
  if (!question) return empty("Needs both hands of a side.");
  const answer = app.answers.get("contract", question);
  if (answer.status === "error") return failure(answer);
  if (!answer.data) return empty("…");
  const items = answer.data.ranked.slice(0, 5).map(({ contract, p }) => {
    const name = isBid(contract) ? callMark(contract) : contract === "X" ? "double them" : "pass";
    const gauge = h("span", { class: "gauge" }, h("i", { style: { width: percent(p) } }));
    return h("li", null, h("span", { class: "name" }, name), gauge, h("b", null, percent(p)));
  });
  return h("ol", { class: "ranked" }, items);
}

/**
 * What the last contract comes to for North-South when all four play as if they saw every card.
 * @param {App} app @param {{ deal: string, dealer: Seat, vul: Vulnerability } | null} question
 * @param {readonly Call[]} calls
 * @returns {Child}
 */
export function result(app, question, calls) {
  const { data, isOld, status } = app.answers.get("dd", question);
  if (!question || status === "error") return "The auction is over.";
  if (!data || isOld) return "…";
  const contract = contractOf(question.dealer, calls);
  return [contract ? taken(contract, data.tricks, question.vul) : "Nobody scores", `; par ${signed(data.par.score)}.`];
}

/** @param {Contract} contract @param {Tricks} exact @param {Vulnerability} vul */
function taken(contract, exact, vul) {
  const { declarer, bid } = contract;
  const tricks = exact[declarer][strainOf(bid)];
  const over = tricks - 6 - Number(bid[0]);
  const score = northSouthScore(vul, contract, tricks);
  const outcome = over < 0 ? `${-over} down` : over ? `${over} over` : "just made";
  return [
    `${SEAT_NAMES[declarer]} takes ${tricks} tricks, all hands seen: `,
    h("b", null, outcome),
    `, ${signed(score)} for N-S`,
  ];
}

/** In place of the box, where the auction is over. @param {App} app */
export function afterwards(app) {
  const link = (/** @type {string} */ name, /** @type {() => unknown} */ click) =>
    h("button", { class: "link", on: { click } }, name);
  const words = empty(
    ending(app.state.board.dealer, madeOf(app.state)),
    " ",
    link("New deal", () => app.command("newDeal")),
    " / ",
    link("What if", () => app.do({ type: "whatif" })),
    exactQuestion(app.state) && contractOf(app.state.board.dealer, madeOf(app.state))
      ? [" / ", link("Play the cards", () => app.command("explore"))]
      : null,
  );
  return frame("box", "Your call", { extra: "on-call" }, words);
}
