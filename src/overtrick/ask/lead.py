"""The opening lead: all thirteen cards over layouts that agree with the auction, solved exactly."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from overtrick.advice.lead_figures import LeadCard
from overtrick.advice.leads import LAYOUTS, LeadAdvice, lead, require_leader
from overtrick.advice.simulation import Estimate
from overtrick.ask.explain import Words
from overtrick.ask.position import Layouts, PositionQuestion, Seed
from overtrick.ask.posterior import rounded_support
from overtrick.ask.rendering import Rendered
from overtrick.ask.wire import form
from overtrick.core import BridgeError, Card, Contract, Scoring, Seat
from overtrick.layouts.posterior import Support
from overtrick.systems.network import bidding_network
from overtrick.systems.views import View


@dataclass(frozen=True, kw_only=True)
class LeadQuestion(PositionQuestion):
    """Which card to lead? The auction is over, the hand is that of the player on declarer's left; so is `system`."""

    scoring: Scoring = "imps"
    layouts: Layouts = LAYOUTS
    seed: Seed = 0
    seat: Seat | None = None
    """Whose hand it is; an error unless it is the one to lead."""
    strangers: bool = False
    """Nobody knows what the players bid: the hidden hands are those that experts of any system might hold."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.auction.contract is None or not self.auction.is_over:
            raise BridgeError(f"expected a whole auction with a contract, got {self._short_of_it()}").at(
                source="auction"
            )
        if self.seat is not None:
            require_leader(self.auction, self.seat)

    def view(self) -> View:
        """What the player on lead sees."""
        contract = self.auction.contract
        assert contract is not None
        seat = contract.declarer.lho
        return View.of(bidding_network(), self.table(seat), self.position, seat, strangers=self.strangers)

    def _short_of_it(self) -> str:
        """What the auction is where it is not over, or ended without a contract."""
        if self.auction.is_over:
            return "one that was passed out"
        return f"{self.auction} with a call to come" if self.auction.calls else "no calls"


@form(LeadCard)
@dataclass(frozen=True)
class _LeadCardForm:
    """A card with the defenders' tricks, the chance to beat the contract, and what it wins against the card advised."""

    card: Card
    tricks: Estimate
    beats: Estimate
    gain: Estimate
    usual: bool
    """Whether it is the card that players lead from such a suit."""

    @classmethod
    def of(cls, lead: LeadCard) -> "_LeadCardForm":
        return cls(lead.card, _rounded(lead.tricks), _rounded(lead.beats), _rounded(lead.gain), lead.usual)


def _rounded(estimate: Estimate) -> Estimate:
    return Estimate(*(round(value, 3) + 0.0 for value in (estimate.mean, estimate.low, estimate.high)))


@dataclass(frozen=True, kw_only=True, repr=False)
class LeadAnswer(Rendered, text="leads:lead_text", html="leads:lead_html"):
    """The card to lead, and all others beside it."""

    card: Card
    by: Seat
    stage: Literal["imps", "done"]
    contract: Contract
    cards: tuple[LeadCard, ...]
    """The best first."""
    reasons: tuple[Words, ...]
    scoring: Scoring
    layouts: int
    """Different ones that have been solved so far; the first 24 for all tricks, the others for whether it is beaten."""
    support: Support
    kind: Literal["exact"] = "exact"
    """Exact in each layout; the layouts are a sample."""
    seed: int
    system: str
    system_hash: str

    def in_short(self) -> str:
        return f"{self.card.symbol} against {self.contract.phrase}"


def answer(question: LeadQuestion) -> LeadAnswer:
    """The lead when all layouts are solved."""
    *_, last = stages(question)
    return last


def stages(question: LeadQuestion) -> Iterator[LeadAnswer]:
    """The lead after every piece of layouts, the last of them twice."""
    view = question.view()
    for advice in lead(view, question.layouts, scoring=question.scoring, seed=question.seed):
        found = _answer(advice)
        yield found
    yield replace(found, stage="done")


def _answer(advice: LeadAdvice) -> LeadAnswer:
    view = advice.view
    system = view.table.system_of(view.seat)
    return LeadAnswer(
        card=advice.card,
        by=view.seat,
        stage="imps",
        contract=advice.contract,
        cards=tuple(advice.ranked),
        reasons=tuple(advice.reasons),
        scoring=advice.scoring,
        layouts=advice.layouts,
        support=rounded_support(advice.posterior),
        seed=advice.posterior.seed,
        system=system.name,
        system_hash=system.fingerprint,
    )
