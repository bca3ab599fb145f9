// The table: deal, auction and box; call, why and contract; the hidden hands.

import { h } from "../h.js";
import { auctionPanel } from "./auction.js";
import { boxPanel } from "./box.js";
import { contractPanel } from "./contract.js";
import { dealPanel } from "./deal.js";
import { adviceOf, advisedCall, decisionPanel, isHidden } from "./decision.js";
import { hiddenPanel } from "./hidden.js";
import { whyPanel } from "./why.js";

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
