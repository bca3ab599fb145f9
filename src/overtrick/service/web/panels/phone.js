// What only a phone shows: the hand in a line, the box by level and strain, a suit large enough to hit, the tabs.

import { h } from "../drawing/dom.js";
import { shade } from "../drawing/heat-map.js";
import { SEAT_NAMES, percent, suitMark } from "../drawing/words.js";
import { RANKS, hcp, isComplete, suitsOf } from "../game/hands.js";
import { LEVELS, STRAINS, SUITS, isBid, isLegal } from "../game/rules.js";
import { madeOf, viewerOf } from "../state/state.js";
import { callButton } from "./bidding-box.js";
import { ranksText } from "./deal.js";

const TABS = { call: "Call", hidden: "Hidden", contract: "Contract", deal: "Deal" };

/** The hand of the player the page sees with, in a line. @param {App} app */
export function ownHand(app) {
  const seat = viewerOf(app.state);
  const hand = app.state.board.hands[seat];
  if (!isComplete(hand)) return null;
  const suits = suitsOf(hand);
  const name = SEAT_NAMES[seat];
  const row = SUITS.map((suit) => {
    const ranks = h("span", { class: "ranks" }, ranksText(suits[suit], app.settings.ten));
    return h("span", null, suitMark(suit), " ", ranks);
  });
  return h(
    "section",
    { class: "card mine on-call", "aria-label": `${name}'s hand` },
    h("p", null, h("b", { class: "you" }, `You, ${name}`), h("span", { class: "label" }, `${hcp(hand)} HCP`)),
    h("div", { class: "row" }, row),
  );
}

/** The level first, then the strain. @param {App} app @param {Call | null} advised */
export function bids(app, advised) {
  const made = madeOf(app.state);
  const isOpen = (/** @type {number} */ level) => STRAINS.some((strain) => isLegal(made, `${level}${strain}`));
  const level = app.ui.level ?? (advised && isBid(advised) ? Number(advised[0]) : LEVELS.find(isOpen));
  const levels = LEVELS.map((other) => {
    const click = () => app.show({ level: other, tapped: null, asked: null });
    return h("button", { disabled: !isOpen(other), "aria-pressed": String(other === level), on: { click } }, other);
  });
  const strains = STRAINS.map((strain) => callButton(app, `${level ?? 7}${strain}`, advised));
  return h(
    "div",
    { class: "phone-bids" },
    h("div", { class: "levels", role: "group", "aria-label": "Level" }, levels),
    h("div", { class: "strains", role: "group", "aria-label": `Strain at the ${level} level` }, strains),
  );
}

/**
 * The cells of a map are too small to hit: the suit as thirteen buttons.
 * @param {App} app @param {Suit} suit @param {import("../drawing/heat-map.js").Cards} cards
 */
export function bigSuit(app, suit, { about, give }) {
  const close = () => app.show({ suitOpen: null });
  const buttons = RANKS.map((rank) => {
    const { p, own } = about(suit + rank);
    const click = () => {
      give(suit + rank);
      close();
    };
    const name = h("b", null, suitMark(suit, ""), rank);
    return h(
      "button",
      { class: own ? "own" : shade(p), disabled: own, on: { click } },
      name,
      own ? "seen" : percent(p),
    );
  });
  return h(
    "div",
    { class: "big-suit", role: "group", "aria-label": "Cards of the suit" },
    buttons,
    h("button", { class: "close", on: { click: close } }, "Close"),
  );
}

/** Call, Hidden, Contract, Deal. @param {App} app */
export function tabs(app) {
  const buttons = Object.entries(TABS).map(([tab, name]) => {
    const props = { role: "tab", "aria-selected": String(app.ui.tab === tab), on: { click: () => app.show({ tab }) } };
    return h("button", props, name);
  });
  return h("nav", { class: "tabs", role: "tablist", "aria-label": "Panels" }, buttons);
}
