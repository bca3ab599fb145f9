"""The opening lead: all thirteen cards over layouts that agree with the auction, solved exactly, and why.

The first layouts are solved for all tricks. In the others it is only asked which cards beat the contract, which is some
four times as quick: what a card wins by that is taken over all layouts, what it wins beyond that over the first ones.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from overtrick.advice.contradiction import contradiction
from overtrick.advice.simulation import NORMAL, WIDEST, Estimate, drawn_layouts
from overtrick.arrays import DealBatch
from overtrick.arrays.auctions import FIRST_BID
from overtrick.arrays.scores import DOUBLINGS, SCORES, won_by
from overtrick.core import BridgeError, Card, Contract, Scoring, Seat, Suit
from overtrick.hands.cells import stated
from overtrick.layouts.posterior import Posterior, Weights, sample
from overtrick.solver import solve_leads
from overtrick.solver.play import leads_that_take
from overtrick.systems.language.lead_style import UsualLead
from overtrick.systems.views import View

LAYOUTS = 100
"""Layouts of the hidden cards that a lead is judged by."""
FIRST, SOLVED, PIECE = 4, 24, 40
"""Layouts before the first figures, those solved for all tricks, and those between two looks at the figures."""
LEAST_LEVEL, MOST_LEVEL = 0.1, 0.3
"""IMPs between cards that are as good as each other: a standard error, but no less and no more than these."""

_SUITS = ("clubs", "diamonds", "hearts", "spades")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True)
class LeadCard:
    """A card that may be led."""

    card: Card
    tricks: Estimate
    """The defenders'."""
    beats: Estimate
    """The chance that the contract fails."""
    gain: Estimate
    """By the scoring, against the card advised; 0 for that itself."""
    usual: bool
    """Whether it is the card that players lead from such a suit."""


@dataclass(frozen=True, eq=False)
class LeadAdvice:
    """Every card of the leader's hand over the layouts so far."""

    view: View
    contract: Contract
    posterior: Posterior
    tricks: NDArray[np.int8]
    """The defenders', in the first layouts. Shape: (layout, card of the hand)."""
    beats: NDArray[np.bool_]
    """Whether the contract fails. Shape: (layout, card of the hand)."""
    weights: Weights
    """How often each layout was drawn. Shape: (layout,)."""
    scoring: Scoring

    @property
    def layouts(self) -> int:
        return len(self.weights)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The hand's, from the top of spades down."""
        return tuple(Card(index) for index in range(51, -1, -1) if self.view.hand.mask >> index & 1)

    @cached_property
    def _by_tricks(self) -> NDArray[np.int32]:
        """The defenders' score by their tricks. Shape: (tricks,)."""
        contract = self.contract
        vulnerable = int(self.view.vulnerability.includes(contract.side))
        declarers = SCORES[DOUBLINGS.index(contract.doubling), vulnerable, contract.bid.index - FIRST_BID]
        scores: NDArray[np.int32] = -declarers[::-1].astype(np.int32)
        return scores

    @cached_property
    def scores(self) -> NDArray[np.int32]:
        """The defenders', in the first layouts. Shape: (layout, card of the hand)."""
        return self._by_tricks[self.tricks]

    @cached_property
    def plain_scores(self) -> NDArray[np.int32]:
        """The same in all layouts, as if the contract were just made or just beaten. Shape: (layout, card)."""
        return self._by_tricks[13 - self.contract.target + self.beats.astype(np.intp)]

    @cached_property
    def top(self) -> int:
        """The place of the card that wins most over the layouts, by however little."""
        solved = self.weights[: len(self.tricks)]
        plain, exact = (
            won_by(scores[:, :, np.newaxis] - scores[:, np.newaxis], self.scoring).astype(np.float64)
            for scores in (self.plain_scores, self.scores)
        )
        means = np.average(plain, 0, self.weights) + np.average(exact - plain[: len(solved)], 0, solved)
        return int(means.mean(axis=1).argmax())

    @cached_property
    def best(self) -> int:
        """The place of the card to lead: of those level with the top one as the partners lead, with the most tricks."""
        level = [place for place in range(len(self.cards)) if self._is_level(place)]
        return max(level, key=lambda place: (self.is_usual(place), self._tricks(place).mean, -place))

    def _is_level(self, place: int) -> bool:
        """Whether a card wins as much as the top one, within the error of the layouts."""
        gain, imp = self._gain(place, self.top), WIDEST[self.scoring] / WIDEST["imps"]
        error = (gain.high - gain.mean) / NORMAL
        return gain.mean >= -min(max(error, LEAST_LEVEL * imp), MOST_LEVEL * imp)

    def is_usual(self, place: int) -> bool:
        """Whether a card is the one that the partners lead from its suit."""
        card = self.cards[place]
        return self.usual(card.suit).card == card

    def usual(self, suit: Suit) -> UsualLead:
        """The card that the partners lead from a suit."""
        agreed = self.view.table.system_of(self.view.seat).leads
        return agreed.usual(self.view.hand, suit, self.contract.strain)

    @property
    def card(self) -> Card:
        """The card to lead."""
        return self.cards[self.best]

    @property
    def ranked(self) -> list[LeadCard]:
        """All cards, the best first."""
        found = [self._figures(place) for place in range(len(self.cards))]
        return sorted(found, key=lambda lead: (lead.card != self.card, -lead.gain.mean, -lead.card.index))

    def figures(self, card: Card) -> LeadCard:
        """The figures of one card of the hand."""
        return self._figures(self.cards.index(card))

    def _figures(self, place: int) -> LeadCard:
        beats = self.beats[:, place].astype(np.float64)
        return LeadCard(
            self.cards[place],
            self._tricks(place),
            self._estimate(beats, beats[: len(self.tricks)], 1.0),
            self._gain(place, self.best),
            self.is_usual(place),
        )

    def _tricks(self, place: int) -> Estimate:
        """The defenders'."""
        beats = self.beats[:, place].astype(np.float64)
        return self._estimate(beats, self.tricks[:, place].astype(np.float64), 13.0)

    def _gain(self, place: int, against: int) -> Estimate:
        """What a card wins against another, by the scoring."""
        plain, exact = (
            won_by(scores[:, place] - scores[:, against], self.scoring).astype(np.float64)
            for scores in (self.plain_scores, self.scores)
        )
        return self._estimate(plain, exact, WIDEST[self.scoring])

    def _estimate(self, plain: Weights, exact: Weights, widest: float) -> Estimate:
        """The mean of the plain values over all layouts, and of what the exact ones add over the first.

        Shapes: (layout,), (layout solved for all tricks,).
        """
        count = len(exact)
        shares, solved = self.weights / self.weights.sum(), self.weights[:count] / self.weights[:count].sum()
        more = exact - plain[:count]
        mean, added = float(shares @ plain), float(solved @ more)
        offs = shares * (plain - mean)
        offs[:count] += solved * (more - added)
        first = count if more.any() else len(offs)
        off = _reach(offs[:first], shares[:first], offs[first:], shares[first:]) if count > 1 else widest
        return Estimate(mean + added, mean + added - off, mean + added + off)

    @property
    def reasons(self) -> list[str]:
        """What the auction says about the lead: lengths that the others have shown, and the suit of the card."""
        return list(_reasons(self))


def lead(
    view: View,
    layouts: int = LAYOUTS,
    *,
    solved: int = SOLVED,
    scoring: Scoring = "imps",
    seed: int = 0,
    threads: int = 0,
) -> Iterator[LeadAdvice]:
    """Advice on the opening lead, better and better; the view is the leader's, after the auction.

    So many layouts are `solved` for all tricks; in the others it is asked which cards beat the contract.
    """
    contract = require_leader(view)
    posterior = sample(view, max(4 * layouts, 400), seed=seed)
    places, weights = drawn_layouts(posterior, layouts)
    cards = [index for index in range(51, -1, -1) if view.hand.mask >> index & 1]
    tricks, beats = np.empty((0, len(cards)), np.int8), np.empty((0, len(cards)), bool)
    played, needed = (contract.declarer, contract.strain), 14 - contract.target
    ends = sorted({FIRST, *range(solved, layouts, PIECE)})
    for part in np.split(places, [end for end in ends if end < len(places)]):
        deals = DealBatch(posterior.holdings[part])
        if len(beats) < solved:
            tricks = np.concatenate([tricks, solve_leads(deals, *played, threads=threads)[:, cards]])
            beats = tricks >= needed
        else:
            beats = np.concatenate([beats, leads_that_take(needed, deals, *played, threads=threads)[:, cards]])
        yield LeadAdvice(view, contract, posterior, tricks, beats, weights[: len(beats)], scoring)


def _reach(offs: Weights, weights: Weights, more_offs: Weights, more_weights: Weights) -> float:
    """How far a mean may be off at 95 %: Student's, since few layouts are solved for all tricks (Welch's degrees).

    What each layout adds to the error, and its weight: of those solved for all tricks, and of the others.
    """
    total = spread = 0.0
    for part, weight in ((offs, weights), (more_offs, more_weights)):
        if len(part):
            effective = weight.sum() ** 2 / (weight @ weight)
            variance = float(part @ part) * effective / max(effective - 1, 0.5)
            total, spread = total + variance, spread + variance**2 / max(effective - 1, 0.5)
    degrees = total**2 / spread if spread else np.inf
    return float((NORMAL + (NORMAL**3 + NORMAL) / (4 * degrees)) * np.sqrt(total))


def require_leader(view: View) -> Contract:
    """The contract; BridgeError unless the auction is over and the hand is that of the player on lead."""
    if not view.auction.is_over:
        raise BridgeError(f"expected a whole auction, got one with a call to come: {view.auction}").at(source="auction")
    contract = view.auction.contract
    if contract is None:
        raise BridgeError("expected an auction with a contract, got one that was passed out").at(source="auction")
    if view.seat is not contract.declarer.lho:
        leader = contract.declarer.lho.name.capitalize()
        raise BridgeError(f"expected the hand of {leader}, who leads, got {view.seat.name.capitalize()}'s").at(
            source="seat"
        )
    return contract


def _reasons(advice: LeadAdvice) -> Iterator[str]:
    view, contract, suit = advice.view, advice.contract, advice.card.suit
    if wrong := contradiction(view):
        yield wrong.replace("the player to call", "the player on lead")
    dummy = contract.declarer.partner
    shown = {seat: stated(view.node.shown_by((seat - view.auction.dealer) & 3)) for seat in Seat}
    for seat, who in ((view.seat.partner, "partner"), (dummy, "dummy"), (contract.declarer, "declarer")):
        for each in reversed(Suit):
            low, high = shown[seat].lengths[each]
            if each in (suit, contract.strain.suit) and low >= 4:
                yield f"{who} has shown {_NUMBERS[min(low, 7)]} or more {_SUITS[each]}"
            elif each is suit and high <= 2:
                yield f"{who} has at most {_NUMBERS[high]} {_SUITS[each]}"
    if str(contract.doubling) and any(seat is view.seat.partner and str(call) == "X" for seat, call in view.auction):
        yield "partner has doubled"
    usual = advice.usual(suit)
    if advice.top != advice.best:
        yield f"as good as {advice.cards[advice.top].symbol}, within the error of the layouts"
    if contract.strain.suit is suit:
        yield "a trump: takes ruffs away, gives little"
    elif usual.card == advice.card:
        yield usual.why
    if text := view.table.system_of(view.seat).leads.against(contract.strain).text:
        yield f"the card: {text}"
