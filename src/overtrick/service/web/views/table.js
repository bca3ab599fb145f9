// The table: deal, auction and box; call, why and contract; the hidden hands.

import { h } from "../drawing/dom.js";
import { auctionPanel } from "../panels/auction.js";
import { boxPanel } from "../panels/bidding-box.js";
import { contractPanel } from "../panels/contract.js";
import { dealPanel } from "../panels/deal.js";
import { adviceOf, advisedCall, decisionPanel } from "../panels/decision.js";
import { hiddenPanel } from "../panels/hidden-hands.js";
import { whyPanel } from "../panels/why.js";
import { callerOf } from "../state/state.js";

/** The whole view. On a phone the tab chooses which panels are seen. @param {App} app */
export function view(app) {
  const { session, ui } = app;
  const advice = adviceOf(app);
  const isEnded = !callerOf(app.state);
  const column = (/** @type {Child[]} */ ...panels) => h("div", { class: "column" }, panels);
  const ownHand = app.isPhone ? app.part("panels/phone")?.ownHand(app) : null;
  return h(
    "main",
    { class: `table${session || isEnded ? " tall" : ""}`, id: "main", tabindex: "-1", "data-tab": ui.tab },
    column(ownHand, dealPanel(app), auctionPanel(app), boxPanel(app, advisedCall(app, advice))),
    column(
      decisionPanel(app, advice),
      session && app.part("panels/board-review")?.reviewPanel(app, session),
      isEnded && app.part("panels/lead")?.leadPanel(app),
      whyPanel(app, advice),
      contractPanel(app),
    ),
    column(ui.play ? app.part("panels/explorer")?.explorerPanel(app, ui.play) : hiddenPanel(app, advice)),
  );
}
