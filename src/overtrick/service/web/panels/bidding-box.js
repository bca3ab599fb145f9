// The bidding box. On a desk 35 bids at once; on a phone the level first, then the strain.

import { h } from "../drawing/dom.js";
import { frame } from "../drawing/frame.js";
import { SEAT_NAMES, callMark, does, spoken } from "../drawing/words.js";
import { BIDS, isLegal, objection } from "../game/rules.js";
import { callerOf, madeOf } from "../state/state.js";

/** Make a call, or say why it cannot be made. @param {App} app @param {Call} call */
export function makeCall(app, call) {
  const wrong = objection(madeOf(app.state), call);
  const seat = callerOf(app.state);
  app.show({ level: null, tapped: null });
  if (wrong || !seat) return app.say(`${spoken(call) ?? call}: ${wrong}`, true);
  app.do({ type: "call", call });
  app.say(does(seat, call));
}

/** The panel with the box. @param {App} app @param {Call | null} advised The call to draw a ring round. */
export function boxPanel(app, advised) {
  const seat = callerOf(app.state);
  if (!seat) return app.part("panels/contract-details")?.afterwards(app);
  const { level } = app.ui;
  const key = (/** @type {Child} */ name) => h("kbd", null, name);
  const keys = [[level ?? "4", level ? "c d h s n" : "s"].map(key), " or ", ["p", "x", "r"].map(key)];
  const label = `Bidding box, ${SEAT_NAMES[seat]} to call`;
  const button = (/** @type {Call} */ call) => callButton(app, call, advised);
  return frame(
    "box",
    "Your call",
    { tools: h("div", { class: "end keys" }, keys), extra: "on-call", label },
    app.isPhone ? app.part("panels/phone")?.bids(app, advised) : h("div", { class: "bids" }, BIDS.map(button)),
    h("div", { class: "others" }, ["P", "X", "XX"].map(button)),
  );
}

/** @param {App} app @param {Call} call @param {Call | null} advised */
export function callButton(app, call, advised) {
  const legal = isLegal(madeOf(app.state), call);
  const ring = advised === call && legal ? " advised" : "";
  const look = (/** @type {Call | null} */ asked) => () => app.show({ asked });
  return h(
    "button",
    {
      class: `call-${call}${ring}${app.ui.tapped === call ? " tapped" : ""}`,
      disabled: !legal,
      "data-call": call,
      "aria-label": spoken(call),
      on: {
        click: () => pressed(app, call),
        mouseenter: look(legal ? call : null),
        mouseleave: look(null),
        focus: look(call),
        blur: look(null),
      },
    },
    callMark(call),
  );
}

/**
 * On a phone the first tap shows the meaning and the second calls, unless that is switched off.
 * @param {App} app @param {Call} call
 */
function pressed(app, call) {
  const isFirstTap = app.isPhone && app.settings.twoTap && app.ui.tapped !== call;
  if (isFirstTap) app.show({ tapped: call, asked: call });
  else makeCall(app, call);
}
