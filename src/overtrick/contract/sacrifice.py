"""Whether to bid on over the opponents' contract: what defending is worth, and what our cheapest contract costs."""

from dataclasses import dataclass

import numpy as np

from overtrick.arrays import Floats
from overtrick.arrays.scores import DOUBLINGS, SCORES
from overtrick.contract.pair import PASS_OUT, PairContracts
from overtrick.core import BIDS, BridgeError, Contract, Side


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
    higher = [place for place in range(PASS_OUT) if place % len(BIDS) > bid]
    if not higher:
        return Sacrifice(against, their_chance, defending, None, 0.0, float("-inf"))
    best = max(higher, key=lambda place: float(ours.expected[place]))
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
