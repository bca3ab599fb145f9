// What only a phone shows: the hand in a line, the box by level and strain, a suit large enough to hit, the tabs.

import { RANKS, hcp, isComplete, suitsOf } from "../game/hands.js";
import { h } from "../drawing/dom.js";
import { LEVELS, STRAINS, SUITS, isLegal } from "../game/rules.js";
import { madeOf, viewerOf } from "../state/state.js";
import { SEAT_NAMES, percent, suitMark } from "../drawing/words.js";
import { button } from "./bidding-box.js";
import { shown } from "./deal.js";
import { shade } from "../drawing/heat-map.js";

/** One of these parts, by name. */
export default (app, name, ...about) => ({ hand, bids, suit, tabs })[name](app, ...about);

/** The hand of the player the page sees with, in a line. */
function hand(app) {
  const seat = viewerOf(app.state);
  const held = app.state.board.hands[seat];
  if (!isComplete(held)) return null;
  const suits = suitsOf(held);
  return h(
    "section",
    { class: "card mine on-call", "aria-label": `${SEAT_NAMES[seat]}'s hand` },
    h("p", null, h("b", { class: "you" }, `You, ${SEAT_NAMES[seat]}`), h("span", { class: "label" }, `${hcp(held)} HCP`)),
    h("div", { class: "row" }, SUITS.map((suit) => h("span", null, suitMark(suit), " ", h("span", { class: "ranks" }, shown(suits[suit], app.prefs.ten) || "—")))),
  );
}

/** The level first, then the strain. */
function bids(app, advised) {
  const made = madeOf(app.state);
  const open = (level) => STRAINS.some((strain) => isLegal(made, `${level}${strain}`));
  const level = app.ui.level ?? (/^[1-7]/.test(advised ?? "") ? Number(advised[0]) : LEVELS.find(open));
  return h(
    "div",
    { class: "phone-bids" },
    h("div", { class: "levels", role: "group", "aria-label": "Level" }, LEVELS.map((each) =>
      h("button", { disabled: !open(each), "aria-pressed": String(each === level), on: { click: () => app.show({ level: each, tapped: null, asked: null }) } }, each))),
    h("div", { class: "strains", role: "group", "aria-label": `Strain at the ${level} level` }, STRAINS.map((strain) => button(app, `${level ?? 7}${strain}`, advised))),
  );
}

/** The cells of a map are too small to hit: the suit as thirteen buttons. */
function suit(app, which, about, give) {
  return h(
    "div",
    { class: "big-suit", role: "group", "aria-label": "Cards of the suit" },
    RANKS.map((rank) => {
      const { p, own } = about(which + rank);
      return h("button", { class: own ? "own" : shade(p), disabled: own, on: { click: () => { give(which + rank); app.show({ suitOpen: null }); } } }, h("b", null, suitMark(which, false), rank), own ? "seen" : percent(p));
    }),
    h("button", { class: "close", on: { click: () => app.show({ suitOpen: null }) } }, "Close"),
  );
}

/** Call, Hidden, Contract, Deal. */
function tabs(app) {
  const names = { call: "Call", hidden: "Hidden", contract: "Contract", deal: "Deal" };
  return h("nav", { class: "tabs", role: "tablist", "aria-label": "Panels" }, Object.entries(names).map(([tab, name]) =>
    h("button", { role: "tab", "aria-selected": String(app.ui.tab === tab), on: { click: () => app.show({ tab }) } }, name)));
}
