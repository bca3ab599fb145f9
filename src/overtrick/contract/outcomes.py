"""What a side could have had of an auction: contracts of its own, theirs left or doubled; scored over layouts.

The other side's cards are dealt anew, as their calls have shown them. A contract of a side's own must outrank every bid
of the opponents, who would else have bid on; it counts as doubled where that costs the side. Defending is what the
opponents' highest bid scores, if they could have been left there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, random_deals
from overtrick.arrays.scores import DOUBLINGS, SCORES, imps_of
from overtrick.contract.pair import PairContracts, PairLayouts
from overtrick.contract.predictor import contract_after
from overtrick.core import (
    BIDS,
    DOUBLE,
    PASS,
    Auction,
    Call,
    Contract,
    DDTable,
    Deal,
    Doubling,
    Hand,
    Record,
    Seat,
    Side,
)
from overtrick.core.comparing import imps
from overtrick.hands.cells import CellSet
from overtrick.layouts.sampler import hand_costs
from overtrick.systems.engine.meaning import explain
from overtrick.systems.engine.tree import Tree
from overtrick.tricks.estimators import four_hands

PROPOSED = 5_000
"""Random layouts of the other side's cards from which those that fit the calls are drawn."""
CLEARLY = 2.0
"""Standard errors by which another outcome must be better than the one reached."""
DOUBLED_FROM = 3
"""The level from which opponents who are doubled stay where they are."""
_PASSABLE = ("no", "signoff", "invite")


@dataclass(frozen=True)
class MeanAndError:
    """An average with its standard error."""

    value: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float] | NDArray[np.int8]) -> "MeanAndError":
        count = len(values)
        if not count:
            return cls(0.0, 0.0)
        spread = float(np.std(values, ddof=1, dtype=np.float64)) if count > 1 else 0.0
        return cls(float(np.mean(values, dtype=np.float64)), spread / count**0.5)


@dataclass(frozen=True)
class ImpsWon:
    """IMPs of one contract against another: over the layouts, and on the deal as it was."""

    over_layouts: MeanAndError
    on_deal: int


class BestOutcome(NamedTuple):
    """The best that a side could have had, what it wins against the contract reached, and the last chance for it."""

    contract: Contract | None
    won: ImpsWon
    place: int | None
    """Of the call in the auction; None where nothing was better."""


@dataclass(frozen=True)
class SideOutcomes:
    """What the contracts of a board score for one side. The layouts have that side sitting North-South."""

    pair: PairContracts
    side: Side
    vulnerable: tuple[bool, bool]
    table: DDTable

    @classmethod
    def of(
        cls, record: Record, table: DDTable, side: Side, shown: Sequence[CellSet], layouts: int, seed: int
    ) -> "SideOutcomes":
        """Over layouts of the other side's cards; `shown` is what each seat has shown."""
        board = record.board
        vulnerable = board.vulnerability.includes(side), board.vulnerability.includes(side.opponents)
        deals = _likely_layouts(board.deal, side, shown, layouts, seed)
        dealt = PairLayouts(four_hands().probabilities(deals))
        return cls(PairContracts(dealt.ours, dealt, vulnerable[0]), side, vulnerable, table)

    def best(self, choices: Mapping[Contract | None, int], reached: Contract | None) -> BestOutcome:
        """The choice that wins most against the contract reached and is not worse on the deal; else that itself."""
        found = BestOutcome(reached, ImpsWon(MeanAndError(0.0, 0.0), 0), None)
        top = (0.0, 0.0)
        base = self._over_layouts(reached)
        for choice, place in choices.items():
            contract = self.with_likely_doubling(choice, reached)
            scores = self._over_layouts(contract)
            won = MeanAndError.of(imps_of(scores - base))
            worth = round(won.value, 6), round(float(scores.mean()), 3)
            on_deal = self._imps_on_deal(contract, reached)
            if won.value > CLEARLY * won.error and worth > top and on_deal >= 0:
                top = worth
                found = BestOutcome(contract, ImpsWon(won, on_deal), place)
        return found

    def compare(self, one: Contract | None, other: Contract | None) -> ImpsWon:
        """The IMPs of one contract against another."""
        over_layouts = imps_of(self._over_layouts(one) - self._over_layouts(other))
        return ImpsWon(MeanAndError.of(over_layouts), self._imps_on_deal(one, other))

    def with_likely_doubling(self, contract: Contract | None, reached: Contract | None) -> Contract | None:
        """Our contract, doubled where the opponents gain by it; the one that was reached keeps its doubling."""
        if contract is None or contract.side is not self.side:
            return contract
        if reached is not None and (contract.bid, contract.declarer) == (reached.bid, reached.declarer):
            return reached
        doubled = self.pair.contract(self._index(contract))
        assert doubled is not None
        return replace(contract, doubling=doubled.doubling)

    def _index(self, contract: Contract) -> int:
        return self.side.seats.index(contract.declarer) * len(BIDS) + BIDS.index(contract.bid)

    def _over_layouts(self, contract: Contract | None) -> NDArray[np.int32]:
        """This side's score in each layout. Shape: (layout,)."""
        if contract is None:
            return np.zeros(len(self.pair.layouts.tricks), np.int32)
        seat, ours = contract.declarer.after(-self.side), contract.side is self.side
        taken = (
            self.pair.taken[:, seat // 2, contract.strain]
            if ours
            else self._their_tricks[:, seat // 2, contract.strain]
        )
        bid, vulnerable = BIDS.index(contract.bid), int(self.vulnerable[not ours])
        scores: NDArray[np.int32] = SCORES[DOUBLINGS.index(contract.doubling), vulnerable, bid, taken].astype(np.int32)
        return scores if ours else -scores

    @cached_property
    def _their_tricks(self) -> NDArray[np.int64]:
        """The likeliest tricks of the other side. Shape: (layout, East or West, strain)."""
        likeliest: NDArray[np.int64] = self.pair.layouts.tricks[:, list(Side.EAST_WEST.seats)].argmax(axis=-1)
        return likeliest

    def _imps_on_deal(self, one: Contract | None, other: Contract | None) -> int:
        return imps(self._on_deal(one) - self._on_deal(other))

    def _on_deal(self, contract: Contract | None) -> int:
        if contract is None:
            return 0
        ours = contract.side is self.side
        taken = self.table[contract.declarer, contract.strain]
        score = contract.score(taken, vulnerable=self.vulnerable[not ours])
        return score if ours else -score


def choices_of(auction: Auction, side: Side, *, can_defend: bool = True) -> dict[Contract | None, int]:
    """What each call of a side could have led to if all had passed then, with the place of the last such call.

    Low contracts that the opponents did not settle for are not doubled: they would run, and the double asks for a suit.
    """
    theirs = _highest_bid(auction, side.opponents)
    above = -1 if theirs is None else BIDS.index(theirs)
    found: dict[tuple[Call | None, Doubling], tuple[Contract | None, int]] = {}
    for place, (seat, _) in enumerate(auction):
        if seat.side is not side:
            continue
        before = auction.before(place)
        for contract in _within_reach(before, seat, above, can_defend=can_defend):
            bid, doubling = (None, 1) if contract is None else (contract.bid, contract.doubling)
            found[bid, Doubling(doubling)] = contract, place
    return dict(found.values())


def _within_reach(before: Auction, seat: Seat, above: int, *, can_defend: bool) -> Iterator[Contract | None]:
    """Passing, doubling, and every bid above the opponents' highest."""
    standing = contract_after(before, "Pass")
    if standing is None or standing.side is seat.side:
        if above < (0 if standing is None else BIDS.index(standing.bid)):
            yield standing and replace(standing, doubling=Doubling.UNDOUBLED)
    elif BIDS.index(standing.bid) == above and can_defend:
        yield standing
        if before.is_legal(DOUBLE) and (standing.level >= DOUBLED_FROM or _is_settled(before)):
            yield contract_after(before, "X")
    named = {call.strain: other for other, call in reversed(list(before)) if call.is_bid and other.side is seat.side}
    for bid in BIDS[above + 1 :]:
        if before.is_legal(bid):
            yield Contract(bid.level, bid.strain, named.get(bid.strain, seat))


def _is_settled(before: Auction) -> bool:
    """Whether the partner of the player who bid last has passed it."""
    return len(before) > 1 and before.calls[-1] == PASS and before.calls[-2] == PASS


def _highest_bid(auction: Auction, side: Side) -> Call | None:
    return max((call for seat, call in auction if seat.side is side and call.is_bid), key=BIDS.index, default=None)


def can_be_left(tree: Tree, record: Record, side: Side) -> bool:
    """Whether a side's highest bid was to play, as far as the systems say: no cue bid, no question, not forcing."""
    auction = record.require_auction()
    highest = _highest_bid(auction, side)
    contract = auction.contract
    if highest is None or (contract is not None and contract.bid == highest):
        return True
    meanings = explain(tree, auction, record.board.vulnerability)
    return any(each.call == highest and not each.artificial and each.forcing in _PASSABLE for each in meanings)


def _likely_layouts(deal: Deal, side: Side, shown: Sequence[CellSet], count: int, seed: int) -> DealBatch:
    """The side's two hands, turned to North-South, with the other cards as their calls have shown them."""
    rng = np.random.default_rng(seed)
    first, second = (deal[seat] for seat in side.seats)
    proposed = random_deals(PROPOSED, rng, Deal((first, Hand(), second, Hand())))
    costs = np.zeros(PROPOSED)
    for seat in Side.EAST_WEST.seats:
        costs += hand_costs(proposed.holdings[:, seat], shown[seat.after(side)])
    weights = np.exp(costs.min() - costs)
    steps = (np.arange(count) + rng.random()) / count
    places = np.searchsorted(np.cumsum(weights) / weights.sum(), steps).clip(max=PROPOSED - 1)
    return proposed[places]
