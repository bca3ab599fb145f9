// The three hands nobody at this seat sees: points, lengths, cards, shapes, each beside what it was before the bidding.

import { lengthBars, pointsChart } from "../drawing/charts.js";
import { h, memo } from "../drawing/dom.js";
import { choice, empty, frame, tableButton, term } from "../drawing/frame.js";
import { heatMap, heatScale } from "../drawing/heat-map.js";
import { PLAYERS, PLAYER_NAMES, SEAT_NAMES, number, percent, seatOf, spokenCard } from "../drawing/words.js";
import { cardsOf, hcp, isComplete, suitsOf } from "../game/hands.js";
import { posteriorQuestion } from "../state/questions.js";
import { madeOf, viewerOf } from "../state/state.js";

/** @typedef {{ viewer: Seat, hands: Hands }} Seen Who sees which hands. */

/**
 * What is known of the other hands: from the advice when the viewer is to call, else asked for.
 * @param {App} app @param {AdviceAnswer} advice @returns {Answer<Posterior>}
 */
export function posteriorOf(app, advice) {
  const question = posteriorQuestion(app.state);
  if (question) return app.answers.get("posterior", question, "hidden");
  if (!advice.question) return { status: "empty", data: null };
  const data = advice.isOld ? null : (advice.data?.posterior ?? null);
  if (data) return { status: "ready", data };
  return advice.status === "error" ? { ...advice, data } : { status: "loading", data, isOld: true };
}

/**
 * The panel with the hidden hands. Until an answer has come it shows the last, from the seat it was seen from.
 * @param {App} app @param {AdviceAnswer} advice
 */
export function hiddenPanel(app, advice) {
  const { heat, board } = app.state;
  const answer = posteriorOf(app, advice);
  const seen = { viewer: viewerOf(app.state), hands: board.hands };
  const picture = app.answers.picture("hidden hands", answer.isOld ? null : answer.data, seen);
  const legend = [
    h("span", null, h("i", { class: "before" }), term("before the bidding")),
    h("span", null, h("i", { class: "ring" }), term("true")),
  ];
  const tools = [
    choice("Colours show", { chance: "Chance", shift: "Shift" }, heat, (heat) =>
      app.do({ type: "set", values: { heat } }),
    ),
    h("div", { class: "end legend" }, legend),
  ];
  const data = answer.data || answer.isOld ? picture.data : null;
  return frame(
    "hidden",
    "Hidden hands",
    { tools, answer, extra: "on-hidden" },
    data ? shown(app, data, picture.about ?? seen) : null,
    answer.status === "empty" ? empty(`Give ${SEAT_NAMES[seen.viewer]} a hand.`) : null,
  );
}

/** @param {App} app @param {Posterior} posterior @param {Seen} seen */
function shown(app, posterior, seen) {
  const tables = app.ui.asTable.hidden && app.part("drawing/chart-tables");
  const hands = () => PLAYERS.map((player) => hand(app, player, seen, posterior.players[player]));
  return [
    madeOf(app.state).length ? null : empty("Nothing shown yet."),
    app.state.give.length ? app.part("panels/branches")?.given(app) : null,
    app.ui.asTable.hidden ? tables && tables.hiddenTables(posterior, seen.viewer) : hands(),
    foot(app),
  ];
}

/** @param {App} app @param {Player} player @param {Seen} seen @param {HiddenHand} known */
function hand(app, player, { viewer, hands }, known) {
  const { show, heat, give } = app.state;
  const { read, heatAt, suitOpen } = app.ui;
  const seat = seatOf(player, viewer);
  const truth = show === "all" && isComplete(hands[seat]) ? hands[seat] : null;
  const looks = [read, heatAt, suitOpen].map((look) => (look?.player === player ? look : null));
  return memo(player, [known, viewer, hands, truth, heat, give, app.isPhone, ...looks], () => {
    const points = pointsChart(app, player, known, truth ? hcp(truth) : null);
    const lengths = lengthBars(known.lengths, truth ? suitsOf(truth) : null);
    return h(
      "div",
      { class: "player", role: "group", "aria-label": `${PLAYER_NAMES[player]}, ${SEAT_NAMES[seat]}` },
      heading(player, seat, known),
      h("div", { class: "charts" }, points, lengths),
      cardMap(app, player, hands[viewer] ?? "", seat, known, truth ?? ""),
    );
  });
}

/** @param {Player} player @param {Seat} seat @param {HiddenHand} known */
function heading(player, seat, { hcp_range: [low, high], mean_hcp: mean, shapes }) {
  const likely = shapes
    .slice(0, 2)
    .map(({ shape, p }, index) =>
      h("span", null, index ? shape : term("shape", shape), " ", h("span", { class: "muted" }, percent(p))),
    );
  return h(
    "h3",
    null,
    h("span", { class: "who" }, PLAYER_NAMES[player], h("span", { class: "seat-name" }, SEAT_NAMES[seat])),
    h("span", { class: "about" }, h("b", null, number(mean)), " ", term("HCP"), `, ${low}–${high}`),
    h("span", { class: "shapes" }, likely),
  );
}

/**
 * @param {App} app @param {Player} player @param {Hand} own @param {Seat} seat @param {HiddenHand} known
 * @param {Hand} truth
 */
function cardMap(app, player, own, seat, known, truth) {
  const mine = new Set(cardsOf(own));
  const theirs = new Set(cardsOf(truth));
  const given = new Set(app.state.give.flatMap(([card, to]) => (to === seat ? [card] : [])));
  const about = (/** @type {Card} */ card) => ({
    p: known.cards[card] ?? 0,
    before: known.prior.cards[card] ?? 0,
    own: mine.has(card),
    isTrue: theirs.has(card),
    isGiven: given.has(card),
  });
  const give = (/** @type {Card} */ card) => {
    app.do({ type: "give", card, seat });
    app.say(`${spokenCard(card)} given to ${SEAT_NAMES[seat]}`);
  };
  return heatMap(app, { player, label: `Cards of ${PLAYER_NAMES[player]}, ${SEAT_NAMES[seat]}`, about, give });
}

/** @param {App} app */
function foot(app) {
  return h(
    "footer",
    { class: "foot" },
    heatScale(app.state.heat === "shift"),
    h("span", { class: "muted" }, h("i", { class: "own swatch" }), "in your hand"),
    h("span", { class: "end" }, tableButton(app, "hidden")),
  );
}
