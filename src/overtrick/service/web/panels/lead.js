// The opening lead: all thirteen cards over hidden hands that fit the auction, each solved exactly.

import { cardMark } from "../drawing/deeds.js";
import { h } from "../drawing/dom.js";
import { frame, term } from "../drawing/frame.js";
import { drawPieces, sentence } from "../drawing/marked.js";
import { SCORES, SEAT_NAMES, number, percent, spokenCard, worth } from "../drawing/words.js";
import { around, contractOf } from "../game/rules.js";
import { scoring, sees, systems } from "../state/questions.js";
import { madeOf } from "../state/state.js";

/** What the player on lead asks; null where the auction was passed out or the hand is not seen. @param {App} app */
function leadQuestion({ state, session }) {
  const made = madeOf(state);
  const { dealer, vul, hands } = state.board;
  const contract = contractOf(dealer, made);
  const leader = contract && around(contract.declarer, 1);
  if (!leader || !sees(state, leader)) return null;
  const auction = made.join(" ");
  const strangers = session && session.at >= 0 && session.strangers ? { strangers: true } : {};
  const asked = { hand: hands[leader], dealer, vul, auction, ...systems(state, leader), ...scoring(state) };
  return { ...asked, ...strangers, seed: state.seed };
}

/** The panel of the player on lead. @param {App} app */
export function leadPanel(app) {
  const question = leadQuestion(app);
  if (!question || app.ui.hideAdvice) return null;
  const answer = app.answers.get("lead", question);
  const { data } = answer;
  const title = data ? [`${SEAT_NAMES[data.by]} leads `, cardMark(data.card, app.settings.ten)] : "The opening lead";
  const tools = data
    ? h("span", { class: "end" }, `${data.layouts} `, term("layouts"), answer.status === "ready" ? "" : " so far")
    : null;
  return frame(
    "lead",
    title,
    { tools, answer, extra: "on-call", label: "Opening lead" },
    data ? [reasons(data), cards(app, data)] : null,
  );
}

/** @param {Lead} data */
function reasons({ reasons: texts, reasons_marked: pieces }) {
  return h(
    "ul",
    { class: "plain" },
    texts.map((text, index) => h("li", null, drawPieces(sentence(pieces?.[index] ?? [text])))),
  );
}

/** All cards, the best first. @param {App} app @param {Lead} data */
function cards(app, data) {
  const { score } = app.state;
  const { session } = app;
  const led = session?.boards[session.at]?.record.play?.[0];
  const heads = ["Lead", "Tricks", "Beats it", `${SCORES[score]} against the best`];
  const row = (/** @type {LeadCard} */ { card, tricks, beats, gain }) => {
    const isBest = card === data.card;
    const tags = [isBest ? "best" : "", card === led ? "led" : ""].filter(Boolean).join(", ");
    return h(
      "tr",
      { class: isBest ? "chosen" : "", key: card },
      h(
        "th",
        { scope: "row", "aria-label": spokenCard(card) },
        cardMark(card, app.settings.ten),
        h("small", { class: "muted" }, tags && ` ${tags}`),
      ),
      h("td", null, number(tricks.mean)),
      h("td", null, percent(beats.mean)),
      h("td", null, isBest ? "–" : worth(gain, score).replace(/ IMPs| points/, "")),
    );
  };
  return h(
    "table",
    { class: "figures leads" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        heads.map((head) => h("th", { scope: "col" }, head)),
      ),
    ),
    h("tbody", null, data.cards.map(row)),
  );
}
