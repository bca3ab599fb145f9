"""The contracts of two known hands: chances, expected scores, and the best for points, IMPs and matchpoints.

The opponents' cards are unseen. Chances and expected scores are those of the four-hand network, averaged over random
layouts of those cards, which comes nearer to the truth than the quick answer of the two-hand network. To *compare* two
contracts one must know how their tricks go together: each layout says how lucky it is for every strain, and the
strain's own distribution says how many tricks that much luck brings. So two levels of one strain, which is what most
decisions are about, are compared exactly.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats, random_deals
from overtrick.arrays.scores import DOUBLINGS, MAKES, SCORES, STRAINS, imps_of
from overtrick.core import BIDS, BridgeError, Contract, Deal, Doubling, Hand, InvalidDeal, Side
from overtrick.tricks.distributions import expected_tricks, tricks_at_luck
from overtrick.tricks.estimators import four_hands

LAYOUTS = 400
"""Layouts over which a pair is looked at."""
HALVED = 50.0
"""The points a contract may cost on average before it is found at half as many tables as the best."""

PASS_OUT = 2 * len(BIDS)
"""The index of passing the board out, behind the bids of both declarers."""


@dataclass(frozen=True, eq=False)
class PairLayouts:
    """Two known hands, North's and South's, with the other cards dealt to East and West at random, and the tricks."""

    tricks: Floats
    """Probabilities of 0 to 13 tricks. Shape: (layout, declarer, strain, tricks)."""

    @classmethod
    def of_hands(cls, north: Hand, south: Hand, *, seed: int = 0, count: int = LAYOUTS) -> "PairLayouts":
        """Estimated tricks over layouts that are all equally likely, whatever East and West have bid."""
        for hand in (north, south):
            if not hand.is_complete:
                raise InvalidDeal(f"expected a hand of 13 cards, got {len(hand)}: {hand}")
        known = Deal((north, Hand(), south, Hand()))
        return cls(four_hands().probabilities(random_deals(count, np.random.default_rng(seed), known)))

    @cached_property
    def luck(self) -> Floats:
        """The share of the layouts in which that hand takes less in that strain.

        Shape: (layout, North or South, strain).
        """
        expected = expected_tricks(self.tricks[:, list(Side.NORTH_SOUTH.seats)])
        ranks = expected.argsort(axis=0, kind="stable").argsort(axis=0)
        luck: Floats = ((ranks + 0.5) / len(ranks)).astype(np.float32)
        return luck

    @cached_property
    def ours(self) -> Floats:
        """Probabilities of 0 to 13 tricks over all the layouts. Shape: (North or South, strain, tricks)."""
        mean: Floats = self.tricks[:, list(Side.NORTH_SOUTH.seats)].mean(axis=0)
        return mean

    @cached_property
    def theirs(self) -> Floats:
        """The same of the other side. Shape: (East or West, strain, tricks)."""
        mean: Floats = self.tricks[:, list(Side.EAST_WEST.seats)].mean(axis=0)
        return mean


@dataclass(frozen=True, eq=False)
class PairContracts:
    """Every contract of North-South: North's bids, South's, and passing out, 71 in a row.

    A contract counts as doubled where that lowers the side's expected score, which is where it fails clearly more often
    than it makes: opponents who know no more than the chances would double it.
    """

    tricks: Floats
    """Probabilities of 0 to 13 tricks. Shape: (hand, strain, tricks)."""
    layouts: PairLayouts
    """Layouts of the unseen cards, over which contracts are compared."""
    vulnerable: bool

    @classmethod
    def of_hands(
        cls, north: Hand, south: Hand, *, vulnerable: bool, seed: int = 0, layouts: int = LAYOUTS
    ) -> "PairContracts":
        """The contracts of two hands; an error unless each has thirteen cards and none is in both."""
        dealt = PairLayouts.of_hands(north, south, seed=seed, count=layouts)
        return cls(dealt.ours, dealt, vulnerable)

    @cached_property
    def chances(self) -> Floats:
        """The chance of making each. Shape: (contract,)."""
        made = np.einsum("hbt,bt->hb", self.tricks[:, STRAINS], MAKES)
        return np.append(np.clip(made, 0, 1), 1).astype(np.float32)

    @cached_property
    def by_doubling(self) -> Floats:
        """The expected score undoubled and doubled. Shape: (2, contract)."""
        expected = np.einsum("hbt,xbt->xhb", self.tricks[:, STRAINS], SCORES[:2, int(self.vulnerable)])
        return np.concatenate([expected.reshape(2, -1), np.zeros((2, 1))], axis=1).astype(np.float32)

    @cached_property
    def is_doubled(self) -> NDArray[np.bool_]:
        """Where the opponents gain by doubling. Shape: (contract,)."""
        undoubled, doubled = self.by_doubling
        lower: NDArray[np.bool_] = doubled < undoubled
        return lower

    @cached_property
    def expected(self) -> Floats:
        """The expected score when the opponents double what they gain by. Shape: (contract,)."""
        lowest: Floats = self.by_doubling.min(axis=0)
        return lowest

    @cached_property
    def taken(self) -> NDArray[np.int64]:
        """The tricks that the luck of each layout brings. Shape: (layout, hand, strain)."""
        return tricks_at_luck(self.tricks.astype(np.float64), self.layouts.luck)

    @cached_property
    def scores(self) -> NDArray[np.int32]:
        """The score of each contract in each layout. Shape: (layout, contract)."""
        tricks = self.taken[..., STRAINS]  # layout, hand, bid
        doublings = self.is_doubled[:PASS_OUT].astype(np.intp).reshape(2, -1)
        scores = SCORES[doublings, int(self.vulnerable), np.arange(len(BIDS)), tricks].reshape(-1, PASS_OUT)
        return np.concatenate([scores, np.zeros((len(scores), 1))], axis=1).astype(np.int32)

    @cached_property
    def field(self) -> Floats:
        """The share of other tables in each contract: half as many for every 50 points it costs. Shape: (contract,)."""
        tables = np.exp2((self.expected - self.expected.max()) / HALVED)
        share: Floats = tables / tables.sum()
        return share

    @cached_property
    def imps(self) -> Floats:
        """Expected IMPs when the other table plays the contract with the best expected score. Shape: (contract,)."""
        reference = self.scores[:, [int(self.expected.argmax())]]
        won: Floats = imps_of(self.scores - reference).mean(axis=0, dtype=np.float32)
        return won

    @cached_property
    def matchpoints(self) -> Floats:
        """The share of the matchpoints it gets against the field, a half of it being average. Shape: (contract,)."""
        mine, theirs = self.scores[:, :, np.newaxis], self.scores[:, np.newaxis, :]
        won = (mine > theirs).mean(axis=0) + 0.5 * (mine == theirs).mean(axis=0)
        share: Floats = (won @ self.field).astype(np.float32)
        return share

    def best(self, by: NDArray[Any]) -> int:
        """The index of the best contract by one of the measures; of equal ones that which scores more, or is lower."""
        return int(self.order(by)[0])

    def order(self, by: NDArray[Any]) -> NDArray[np.intp]:
        """The indices of all contracts, the best by one of the measures first."""
        return np.lexsort((np.arange(len(by)), -self.expected, -np.round(by, 6)))

    def contract(self, index: int) -> Contract | None:
        """The contract at an index, None for passing out."""
        if index == PASS_OUT:
            return None
        hand, bid = divmod(index, len(BIDS))
        doubling = Doubling.DOUBLED if self.is_doubled[index] else Doubling.UNDOUBLED
        return Contract(BIDS[bid].level, BIDS[bid].strain, Side.NORTH_SOUTH.seats[hand], doubling)


# Whether to bid on over the opponents' contract


@dataclass(frozen=True)
class Sacrifice:
    """Defending against bidding on; scores are ours."""

    against: Contract
    their_chance: float
    defending: float
    """What we expect to score when they play it."""
    contract: Contract | None
    """The best of ours that outranks it; None over 7NT."""
    chance: float
    bidding_on: float
    """What that scores, doubled where it costs us."""

    @property
    def gain(self) -> float:
        return self.bidding_on - self.defending

    @property
    def is_right(self) -> bool:
        """Whether bidding on costs less."""
        return self.contract is not None and self.gain > 0


def sacrifice(ours: PairContracts, against: Contract, theirs: Floats, *, vulnerable: bool) -> Sacrifice:
    """Weigh bidding on; `theirs` are the probabilities of 0 to 13 tricks in their contract.

    `vulnerable` is about them. Each is averaged by itself, so no supposition about luck is needed.
    """
    if against.side is not Side.EAST_WEST:
        raise BridgeError(f"expected a contract of East-West's, got {against}")
    bid = BIDS.index(against.bid)
    defending = -float(theirs @ SCORES[DOUBLINGS.index(against.doubling), int(vulnerable), bid])
    their_chance = float(theirs[against.target :].sum())
    higher = [index for index in range(PASS_OUT) if index % len(BIDS) > bid]
    if not higher:
        return Sacrifice(against, their_chance, defending, None, 0.0, float("-inf"))
    best = max(higher, key=lambda index: float(ours.expected[index]))
    return Sacrifice(
        against,
        their_chance,
        defending,
        ours.contract(best),
        float(ours.chances[best]),
        float(ours.expected[best]),
    )


def tricks_by_chance(against: Contract, chance: float) -> Floats:
    """Tricks of a contract that is said to make with that chance: just made, or down one."""
    if not 0 <= chance <= 1:
        raise BridgeError(f"expected a chance of 0 to 1, got {chance:g}")
    tricks = np.zeros(14, np.float32)
    tricks[against.target], tricks[against.target - 1] = chance, 1 - chance
    return tricks
