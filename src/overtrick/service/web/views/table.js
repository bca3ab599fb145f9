// The table: deal, auction and box; call, why and contract; the hidden hands.

import { h } from "../drawing/dom.js";
import { auctionPanel } from "../panels/auction.js";
import { boxPanel } from "../panels/bidding-box.js";
import { contractPanel } from "../panels/contract.js";
import { dealPanel } from "../panels/deal.js";
import { adviceOf, advisedCall, decisionPanel, isHidden } from "../panels/decision.js";
import { hiddenPanel } from "../panels/hidden-hands.js";
import { whyPanel } from "../panels/why.js";

/** The whole view. On a phone the tab chooses which panels are seen. */
export function tableView(app) {
  const advice = adviceOf(app);
  app.shown = advice.isOld ? null : advice.data;
  app.verdict = advice.status === "ready" && !isHidden(app) ? advice.data : null;
  return h(
    "main",
    { class: "table", id: "main", tabindex: "-1", "data-tab": app.ui.tab },
    h("div", { class: "column" }, app.isPhone ? app.part("phone", "hand") : null, dealPanel(app), auctionPanel(app), boxPanel(app, advisedCall(app, advice))),
    h("div", { class: "column" }, decisionPanel(app, advice), whyPanel(app, advice), contractPanel(app)),
    h("div", { class: "column" }, hiddenPanel(app, advice)),
  );
}
