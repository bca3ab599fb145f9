// The three hands nobody at this seat sees: points, lengths, cards, shapes, each beside what it was before the bidding.

import { cardsOf, hcp, isComplete, suitsOf } from "../game/hands.js";
import { h, kept } from "../drawing/dom.js";
import { posteriorQuestion } from "../state/questions.js";
import { SUITS } from "../game/rules.js";
import { madeOf, viewerOf } from "../state/state.js";
import { PLAYERS, SEAT_NAMES, number, percent, seatOf, spokenCard, suitMark } from "../drawing/words.js";
import { card, choice, empty, twinButton } from "../drawing/frame.js";
import { lengthBars, pointsChart } from "../drawing/charts.js";
import { heatMap, heatScale } from "../drawing/heat-map.js";

/** What is known of the other hands: from the advice when the viewer is to call, else asked for. */
function posteriorOf(app, advice) {
  const question = posteriorQuestion(app.state);
  if (question) return app.answers.get("posterior", question, "hidden");
  if (!advice.question) return { status: "empty", data: null };
  const data = advice.isOld ? null : advice.data?.posterior;
  if (!data && advice.status === "error") return { ...advice, data: null };
  return data ? { status: "ready", data } : { status: "loading", isOld: true };
}

/** The panel with the hidden hands. Until an answer has come it keeps the last picture, from the seat it was seen from. */
export function hiddenPanel(app, advice) {
  const { state } = app;
  const answer = posteriorOf(app, advice);
  if (answer.data && !answer.isOld) app.seen = { data: answer.data, viewer: viewerOf(state), hands: state.board.hands };
  const { data, viewer, hands } = app.seen ?? {};
  const tools = [
    choice("Colours show", { chance: "Chance", shift: "Shift" }, state.heat, (heat) => app.do({ type: "set", values: { heat } })),
    h("div", { class: "end legend" }, h("span", null, h("i", { class: "before" }), "before the bidding"), h("span", null, h("i", { class: "ring" }), "true")),
  ];
  return card(
    "hidden", "Hidden hands", { tools, answer, extra: "on-hidden" },
    data && (answer.data || answer.isOld) ? [
      madeOf(state).length ? null : empty("Nothing shown yet."),
      given(app),
      app.ui.twin.hidden ? app.part("twins", "hidden", data, viewer) : Object.keys(PLAYERS).map((player) => hand(app, player, viewer, hands, data.players[player])),
      foot(app),
    ] : answer.status === "empty" ? empty(`Give ${SEAT_NAMES[viewerOf(state)]} a hand.`) : null,
  );
}

function given(app) {
  const { give } = app.state;
  if (!give.length) return null;
  return h("p", { class: "given-list" }, "Given: ", give.map(([each, seat]) =>
    h("button", { class: "chip", title: "Take it back", on: { click: () => app.do({ type: "give", card: each, seat }) } }, suitMark(each[0]), each[1], ` with ${SEAT_NAMES[seat]} ×`)));
}

function hand(app, player, viewer, hands, known) {
  const { show, heat, give } = app.state;
  const seat = seatOf(player, viewer);
  const held = show === "all" && isComplete(hands[seat]) ? hands[seat] : null;
  const looks = ["read", "heatAt", "suitOpen"].map((name) => (app.ui[name]?.player === player ? app.ui[name] : null));
  return kept(player, [known, viewer, hands, held, heat, give, app.isPhone, ...looks], () =>
    h("div", { class: "player", role: "group", "aria-label": `${PLAYERS[player]}, ${SEAT_NAMES[seat]}` },
      heading(player, seat, known),
      h("div", { class: "charts" }, pointsChart(app, player, known.hcp, known.prior.hcp, held ? hcp(held) : null), lengthBars(known.lengths, held ? lengthsOf(held) : null)),
      map(app, player, hands[viewer], seat, known, held)));
}

const lengthsOf = (held) => Object.fromEntries(SUITS.map((suit) => [suit, suitsOf(held)[suit].length]));

function heading(player, seat, known) {
  const [low, high] = known.hcp_range;
  return h("h3", null, h("span", { class: "who" }, PLAYERS[player], h("span", { class: "seat-name" }, SEAT_NAMES[seat])),
    h("span", { class: "about" }, h("b", null, number(known.mean_hcp)), ` HCP, ${low}–${high}`),
    h("span", { class: "shapes" }, known.shapes.slice(0, 2).map(({ shape, p }) => h("span", null, `${shape} `, h("span", { class: "muted" }, percent(p))))));
}

function map(app, player, own, seat, known, held) {
  const { give: given } = app.state;
  const mine = new Set(cardsOf(own));
  const truth = new Set(held ? cardsOf(held) : []);
  const about = (each) => ({ p: known.cards[each] ?? 0, before: known.prior.cards[each] ?? 0, own: mine.has(each), isTrue: truth.has(each), isGiven: given.some(([one, to]) => one === each && to === seat) });
  const give = (each) => {
    app.do({ type: "give", card: each, seat });
    app.say(`${spokenCard(each)} given to ${SEAT_NAMES[seat]}`);
  };
  return heatMap(app, player, `Cards of ${PLAYERS[player]}, ${SEAT_NAMES[seat]}`, about, give);
}

function foot(app) {
  return h("footer", { class: "foot" }, heatScale(app.state.heat === "shift"), h("span", { class: "muted" }, h("i", { class: "own swatch" }), "in your hand"), h("span", { class: "end" }, twinButton(app, "hidden")));
}
