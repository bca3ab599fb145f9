// The double-dummy explorer: every card with the tricks it leaves; click one to play it, step back and on.

import { h } from "../drawing/dom.js";
import { frame } from "../drawing/frame.js";
import { SEAT_NAMES, signed, spokenCard, suitMark } from "../drawing/words.js";
import { dealText, suitOf } from "../game/hands.js";
import { SEATS, SUITS, around, contractOf, sideOf, strainOf } from "../game/rules.js";
import { leftOf, legalCards, playAfter, playersOf } from "../game/tricks.js";
import { callsOf, madeOf } from "../state/state.js";

/** @typedef {import("../game/tricks.js").Play} Play */
/** A card that gave tricks away: its place, who played it, and the tricks. @typedef {{ place: number, card: Card, by: Seat, tricks: number }} Lapse */

/** The contract of an auction that has one. @param {Board} board @param {readonly Call[]} calls */
const contractIn = (board, calls) => /** @type {Contract} */ (contractOf(board.dealer, calls));

/** What is asked of a play. @param {Board} board @param {readonly Call[]} calls @param {readonly Card[]} played */
export function cardsQuestion(board, calls, played) {
  const { bid, doubled, declarer } = contractIn(board, calls);
  return { deal: dealText(board.hands), contract: `${bid}${doubled}${declarer}`, played };
}

/** Begin to play, with the cards that were played at the table if they are known. @param {App} app @param {number} [at] */
export function explore(app, at = 0) {
  const { session } = app;
  const cards = session?.boards[session.at]?.record.play ?? [];
  app.do({ type: "at", at: callsOf(app.state).length });
  app.show({ play: { cards, at: Math.min(at, cards.length) } });
  app.afterwards(() => document.querySelector(".explorer")?.scrollIntoView({ block: "nearest" }));
}

/** The panel in place of the hidden hands. @param {App} app @param {{ cards: readonly Card[], at: number }} line */
export function explorerPanel(app, { cards, at }) {
  const { board } = app.state;
  const calls = madeOf(app.state);
  const contract = contractIn(board, calls);
  const played = cards.slice(0, at);
  const play = playAfter(played, around(contract.declarer, 1), strainOf(contract.bid));
  const answer = app.answers.get("cards", cardsQuestion(board, calls, played));
  const data = answer.isOld ? null : answer.data;
  const close = h("button", { class: "button small", on: { click: () => app.show({ play: null }) } }, "Close");
  return frame(
    "explorer",
    "Play, all hands seen",
    {
      tools: h("div", { class: "end" }, stepButtons(app, cards, at), close),
      answer: answer.status === "error" ? answer : null,
      extra: "on-call",
    },
    h("p", { class: "status", role: "status" }, statusOf(play, contract, data)),
    table(app, play, contract, data, played),
    lapsesList(app, lapsesOf(board, calls, played, data?.tricks)),
    h(
      "p",
      { class: "muted" },
      "On each card: over (+), just made (=) or down (−) with best play from there. A frame: it keeps the tricks.",
    ),
  );
}

/** @param {App} app @param {readonly Card[]} cards @param {number} at */
function stepButtons(app, cards, at) {
  const step = (/** @type {string} */ label, /** @type {number} */ to, /** @type {string} */ mark) =>
    h(
      "button",
      {
        class: "button small square",
        "aria-label": label,
        disabled: to < 0 || to > cards.length || to === at,
        on: { click: () => go(app, to) },
      },
      mark,
    );
  return [step("To the lead", 0, "«"), step("Back one card", at - 1, "‹"), step("On one card", at + 1, "›")];
}

/** @param {App} app @param {number} to */
function go(app, to) {
  const line = app.ui.play;
  if (line && to >= 0 && to <= line.cards.length) app.show({ play: { ...line, at: to } });
  return true;
}

/** The arrows walk the play. @param {App} app @param {string} key */
export function key(app, key) {
  const line = app.ui.play;
  if (!line) return false;
  const to = { ArrowLeft: line.at - 1, ArrowRight: line.at + 1, Home: 0, End: line.cards.length }[key];
  return to === undefined ? false : go(app, to);
}

/** How it stands, and how it ends. @param {Play} play @param {Contract} contract @param {CardsOfPlay | null} data */
function statusOf(play, contract, data) {
  const side = sideOf(contract.declarer);
  const who = play.turn ? `${SEAT_NAMES[play.turn]} to play. ` : "";
  const won = `Declarer has ${play.won[side]}`;
  const tricks = data?.tricks.at(-1);
  return [
    who,
    won,
    tricks === undefined
      ? " …"
      : [", and ends with ", h("b", null, `${tricks} tricks`), `: ${ends(tricks, contract)}.`],
  ];
}

/** @param {number} tricks @param {Contract} contract */
const over = (tricks, { bid }) => tricks - 6 - Number(bid[0]);

/** @param {number} tricks @param {Contract} contract */
function ends(tricks, contract) {
  const more = over(tricks, contract);
  return more < 0 ? `${-more} down` : more ? `${more} over` : "just made";
}

/**
 * Four hands round the trick.
 * @param {App} app @param {Play} play @param {Contract} contract @param {CardsOfPlay | null} data @param {readonly Card[]} played
 */
function table(app, play, contract, data, played) {
  const left = leftOf(app.state.board.hands, played);
  const tricks = new Map(data?.cards.map((each) => [each.card, each.tricks]));
  const isDeclaring = play.turn !== null && sideOf(play.turn) === sideOf(contract.declarer);
  const best = tricks.size ? Math[isDeclaring ? "max" : "min"](...tricks.values()) : null;
  const hand = (/** @type {Seat} */ seat) => {
    const legal = seat === play.turn ? legalCards(left[seat], play) : [];
    const button = (/** @type {Card} */ card) =>
      cardButton(app, card, legal.includes(card), tricks.get(card), best, contract, played);
    const suits = SUITS.map((suit) =>
      h(
        "div",
        { class: "suit-row" },
        suitMark(suit, ""),
        left[seat].filter((card) => suitOf(card) === suit).map(button),
      ),
    );
    const name = h("b", { class: seat === play.turn ? "to-play" : "" }, SEAT_NAMES[seat]);
    return h("div", { class: `hand-of ${seat}`, role: "group", "aria-label": SEAT_NAMES[seat] }, name, suits);
  };
  return h("div", { class: "play-table" }, SEATS.map(hand), trickOf(app, play));
}

/** The cards on the table. @param {App} app @param {Play} play */
function trickOf(app, { trick, number }) {
  const card = (/** @type {[Seat, Card]} */ [seat, card]) =>
    h(
      "span",
      { class: `on-trick ${seat}`, "aria-label": `${SEAT_NAMES[seat]}: ${spokenCard(card)}` },
      suitMark(suitOf(card), ""),
      rank(app, card),
    );
  return h("div", { class: "trick", role: "group", "aria-label": `Trick ${Math.min(number, 13)}` }, trick.map(card));
}

/** @param {App} app @param {Card} card */
const rank = (app, card) => card[1].replace("T", app.settings.ten);

/**
 * A card: what declarer ends with if it is played, by sign and colour.
 * @param {App} app @param {Card} card @param {boolean} isLegal @param {number | undefined} tricks @param {number | null} best
 * @param {Contract} contract @param {readonly Card[]} played
 */
function cardButton(app, card, isLegal, tricks, best, contract, played) {
  if (!isLegal) return h("span", { class: "card-left", key: card }, rank(app, card));
  const more = tricks === undefined ? null : over(tricks, contract);
  const keeps = tricks !== undefined && tricks === best;
  const said =
    more === null ? "" : `, ${ends(/** @type {number} */ (tricks), contract)}${keeps ? ", keeps the tricks" : ""}`;
  const cards = app.ui.play?.cards ?? [];
  const click = () => {
    const isSame = cards[played.length] === card;
    app.show({ play: { cards: isSame ? cards : [...played, card], at: played.length + 1 } });
    app.say(spokenCard(card));
  };
  return h(
    "button",
    {
      class: `card-button ${more === null ? "" : more < 0 ? "fails" : "makes"}${keeps ? " keeps" : ""}`,
      key: card,
      "data-card": card,
      "aria-label": spokenCard(card) + said,
      on: { click },
    },
    rank(app, card),
    more === null ? null : h("sub", null, more ? signed(more) : "="),
  );
}

/**
 * The cards that gave tricks away.
 * @param {Board} board @param {readonly Call[]} calls @param {readonly Card[]} played @param {readonly number[]} [tricks]
 * @returns {Lapse[]}
 */
export function lapsesOf(board, calls, played, tricks = []) {
  const { declarer, bid } = contractIn(board, calls);
  const players = playersOf(played, around(declarer, 1), strainOf(bid));
  return played.flatMap((card, place) => {
    const change = (tricks[place + 1] ?? 0) - (tricks[place] ?? 0);
    return place + 1 < tricks.length && change ? [{ place, card, by: players[place], tricks: Math.abs(change) }] : [];
  });
}

/** They as a list, each of which leads to its trick. @param {App} app @param {Lapse[]} lapses */
export function lapsesList(app, lapses) {
  const item = (/** @type {Lapse} */ { place, card, by, tricks }) =>
    h(
      "li",
      null,
      h(
        "button",
        { class: "link", on: { click: () => explore(app, place) } },
        `Trick ${Math.floor(place / 4) + 1}: `,
        SEAT_NAMES[by],
        " ",
        suitMark(suitOf(card)),
        rank(app, card),
      ),
      ` gives up ${tricks === 1 ? "a trick" : `${tricks} tricks`}.`,
    );
  return lapses.length ? h("ol", { class: "plain lapses" }, lapses.map(item)) : null;
}
