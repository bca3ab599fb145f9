"""What is known of the cards that may be led: tricks, chances and gains over solved layouts, and the card to choose.

The first layouts are solved for all tricks. In the others it is only asked which cards beat the contract, which is some
four times as quick: what a card wins by that is taken over all layouts, what it wins beyond that over the first ones.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from overtrick.advice.simulation import NORMAL, WIDEST, Estimate
from overtrick.arrays.auctions import FIRST_BID
from overtrick.arrays.scores import DOUBLINGS, SCORES, won_by
from overtrick.core import Card, Contract, Scoring, Suit
from overtrick.layouts.posterior import Weights
from overtrick.systems.language.lead_style import UsualLead
from overtrick.systems.views import View

LEAST_LEVEL, MOST_LEVEL = 0.1, 0.3
"""IMPs between cards that are as good as each other: a standard error, but no less and no more than these."""


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
class LeadFigures:
    """Every card of the leader's hand over solved layouts."""

    view: View
    """The leader's, after the auction."""
    contract: Contract
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
        return max(level, key=lambda place: (self.is_usual(place), self.tricks_of(place).mean, -place))

    def _is_level(self, place: int) -> bool:
        """Whether a card wins as much as the top one, within the error of the layouts."""
        gain, imp = self.gain(place, self.top), WIDEST[self.scoring] / WIDEST["imps"]
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

    def against_others(self, card: Card) -> list[Estimate]:
        """What one card wins against each of the others."""
        place = self.cards.index(card)
        return [self.gain(place, other) for other in range(len(self.cards)) if other != place]

    def _figures(self, place: int) -> LeadCard:
        beats = self.beats[:, place].astype(np.float64)
        return LeadCard(
            self.cards[place],
            self.tricks_of(place),
            self._estimate(beats, beats[: len(self.tricks)], 1.0),
            self.gain(place),
            self.is_usual(place),
        )

    def tricks_of(self, place: int) -> Estimate:
        """The defenders'."""
        beats = self.beats[:, place].astype(np.float64)
        return self._estimate(beats, self.tricks[:, place].astype(np.float64), 13.0)

    def gain(self, place: int, against: int | None = None) -> Estimate:
        """What a card wins against another, or against the card to lead, by the scoring."""
        against = self.best if against is None else against
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
