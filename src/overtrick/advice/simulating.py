"""Calls compared by what comes of them: the same layouts for every call, the rest of the auction bid by the network,
tricks by the four-hand estimator.

The estimator gives chances of tricks. Each layout is played at a few even degrees of luck, the same for every contract
of a side and the opposite for the other side's, so that two levels of one strain are compared exactly.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.advice.continuing import bid_on, contracts
from overtrick.arrays import DealBatch, Floats, Holdings
from overtrick.arrays.auctions import FIRST_BID
from overtrick.arrays.scores import DOUBLINGS, SCORES, imps_of
from overtrick.core import Call, Contract
from overtrick.systems.views import View
from overtrick.tricks.distributions import tricks_by_luck
from overtrick.tricks.estimators import FourHandEstimator

LUCK = np.array([0.1, 0.3, 0.5, 0.7, 0.9], np.float32)
"""How lucky North-South are: the share of the chances that would have brought fewer tricks."""
PIECE = 100
"""Layouts between two looks at the figures."""
MOST_IMPS = 24.0
NORMAL = 1.96
"""Standard errors to each side of a 95 % interval."""

_DOUBLINGS = {doubling: place for place, doubling in enumerate(DOUBLINGS)}

Scores = NDArray[np.int32]
Weights = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Weights, weights: Weights, widest: float) -> "Estimate":
        """The weighted mean over layouts; heavy ones leave it the less certain, a single one quite uncertain.

        Shape: (layout,).
        """
        shares = weights / weights.sum()
        mean = float(shares @ values)
        off = NORMAL * float(np.sqrt((shares**2) @ (values - mean) ** 2)) if len(values) > 1 else widest
        return cls(mean, mean - off, mean + off)


@dataclass(frozen=True, eq=False)
class Simulation:
    """What came of some calls over common layouts, from the caller's side."""

    calls: tuple[Call, ...]
    scores: Scores
    """Shape: (call, layout, luck)."""
    weights: Weights
    """Shape: (layout,)."""
    ends: tuple[Counter[str], ...]
    """The weight with which each call led to each contract."""

    @property
    def layouts(self) -> int:
        """How many different layouts have been played."""
        return len(self.weights)

    @property
    def effective(self) -> float:
        """The effective number of layouts."""
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    def best(self) -> int:
        """The place of the call that wins the most IMPs against the others together."""
        mine, theirs = self.scores[:, np.newaxis], self.scores[np.newaxis]
        return int((imps_of(mine - theirs).mean(axis=(1, 3)) @ self.weights).argmax())

    def imps(self, place: int, against: int) -> Estimate:
        """The IMPs a call wins when the other table makes another one."""
        won = imps_of(self.scores[place] - self.scores[against])
        return Estimate.of(won.mean(axis=1, dtype=np.float64), self.weights, MOST_IMPS)

    def matchpoints(self, place: int, against: int) -> Estimate:
        """The share of a matchpoint it wins against another call, a half being level."""
        mine, theirs = self.scores[place], self.scores[against]
        return Estimate.of(((mine > theirs) + 0.5 * (mine == theirs)).mean(axis=1), self.weights, 1.0)

    def points(self, place: int) -> float:
        """The mean score."""
        return float(np.average(self.scores[place].mean(axis=1), weights=self.weights))

    def contracts(self, place: int) -> tuple[tuple[str, float], ...]:
        """Where a call leads, with the share of the weight, the most frequent first."""
        total = float(self.weights.sum())
        return tuple((name, weight / total) for name, weight in self.ends[place].most_common())

    def with_more(self, other: "Simulation") -> "Simulation":
        """Both together."""
        scores = np.concatenate([self.scores, other.scores], axis=1)
        ends = tuple(one + two for one, two in zip(self.ends, other.ends, strict=True))
        return Simulation(self.calls, scores, np.concatenate([self.weights, other.weights]), ends)


def simulate(
    view: View,
    calls: Sequence[Call],
    layouts: Holdings,
    weights: Weights,
    estimator: FourHandEstimator,
    piece: int = PIECE,
) -> Iterator[Simulation]:
    """The simulation after every piece of the layouts (layout, seat, suit)."""
    found: Simulation | None = None
    for start in range(0, len(layouts), piece):
        chosen = slice(start, start + piece)
        part = _simulated(view, tuple(calls), layouts[chosen], weights[chosen], estimator)
        found = part if found is None else found.with_more(part)
        yield found


def _simulated(
    view: View, calls: tuple[Call, ...], layouts: Holdings, weights: Weights, estimator: FourHandEstimator
) -> Simulation:
    reached, which = contracts(view.auction, bid_on(view.network, view.table, layouts, calls))
    tricks = _tricks(estimator.probabilities(DealBatch(layouts)))
    by_contract = np.stack([_scores(view, contract, tricks) for contract in reached])
    scores = by_contract[which, np.arange(len(layouts))]
    return Simulation(calls, scores, weights, tuple(_ends(reached, row, weights) for row in which))


def _ends(reached: list[Contract | None], which: NDArray[np.intp], weights: Weights) -> Counter[str]:
    found: Counter[str] = Counter()
    for contract, weight in zip(reached, np.bincount(which, weights, len(reached)).tolist(), strict=True):
        if weight:
            found["Pass" if contract is None else str(contract)] += weight
    return found


def _tricks(chances: Floats) -> NDArray[np.intp]:
    """The tricks at each degree of luck.

    Shape: (layout, declarer, strain, tricks) to (layout, luck, declarer, strain).
    """
    return tricks_by_luck(chances[:, np.newaxis], LUCK)


def _scores(view: View, contract: Contract | None, tricks: NDArray[np.intp]) -> Scores:
    """What a contract scores for the caller's side. Shape: (layout, luck)."""
    if contract is None:
        return np.zeros(tricks.shape[:2], np.int32)
    vulnerable = int(view.vulnerability.includes(contract.side))
    taken = tricks[:, :, contract.declarer, contract.strain]
    won: Scores = SCORES[_DOUBLINGS[contract.doubling], vulnerable, contract.bid.index - FIRST_BID][taken].astype(
        np.int32
    )
    return won if contract.side is view.seat.side else -won
