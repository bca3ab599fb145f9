// The bidding box. On a desk 35 bids at once; on a phone the level first, then the strain.

import { h } from "../drawing/dom.js";
import { LEVELS, STRAINS, isLegal, isOver, objection } from "../game/rules.js";
import { callerOf, madeOf } from "../state/state.js";
import { SEAT_NAMES, callMark, does, spoken } from "../drawing/words.js";
import { ending } from "./auction.js";
import { card } from "../drawing/frame.js";

/** Make a call, or say why it cannot be made. */
export function makeCall(app, call) {
  const made = madeOf(app.state);
  const wrong = objection(made, call);
  const seat = callerOf(app.state);
  app.show({ level: null, asked: null, tapped: null });
  if (wrong) return app.say(`${spoken(call) ?? call}: ${wrong}`, true);
  app.show({ revealed: true });
  app.do({ type: "call", call });
  app.say(does(seat, call));
}

/** The panel with the box. `advised` is the call to draw a ring round. */
export function boxPanel(app, advised) {
  const made = madeOf(app.state);
  const tools = h("div", { class: "end keys" }, [app.ui.level ?? "4", app.ui.level ? "c d h s n" : "s"].map((key) => h("kbd", null, key)),
    " or ", ["p", "x", "r"].map((key) => h("kbd", null, key)));
  const seat = callerOf(app.state);
  if (isOver(made)) return card("box", "Your call", { extra: "on-call" }, h("p", { class: "empty" }, ending(app.state.board.dealer, made), " ",
    h("button", { class: "link", on: { click: () => app.tool("newDeal") } }, "New deal"), " / ", h("button", { class: "link", on: { click: () => app.do({ type: "whatif" }) } }, "What if")));
  return card(
    "box", seat ? "Your call" : "Call", { tools, extra: "on-call", label: `Bidding box, ${SEAT_NAMES[seat]} to call` },
    app.isPhone ? app.part("phone", "bids", advised) : h("div", { class: "bids" }, LEVELS.map((level) => STRAINS.map((strain) => button(app, `${level}${strain}`, advised)))),
    h("div", { class: "others" }, ["P", "X", "XX"].map((call) => button(app, call, advised))),
  );
}

export function button(app, call, advised) {
  const legal = isLegal(madeOf(app.state), call);
  const look = (asked) => () => app.show({ asked });
  return h("button", {
    class: `call-${call}${advised === call && legal ? " advised" : ""}${app.ui.tapped === call ? " tapped" : ""}`,
    disabled: !legal, "data-call": call, "aria-label": spoken(call),
    on: { click: () => pressed(app, call), mouseenter: look(legal ? call : null), mouseleave: look(null), focus: look(call), blur: look(null) },
  }, callMark(call));
}

/** On a phone the first tap shows the meaning and the second calls, unless that is switched off. */
function pressed(app, call) {
  if (app.isPhone && app.prefs.twoTap && app.ui.tapped !== call) return app.show({ tapped: call, asked: call });
  makeCall(app, call);
}
