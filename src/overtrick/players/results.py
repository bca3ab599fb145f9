"""What auctions bring over layouts: the contracts, tricks at several degrees of luck, who doubles, and the scores.

The estimator gives chances of tricks. Each layout is played at a few even degrees of luck, the same for every contract
of a side and the opposite for the other side's, so that two levels of one strain are compared exactly.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.arrays.auctions import AuctionBatch, Bytes, Indices
from overtrick.arrays.scores import TARGETS, ContractBatch, imps_of
from overtrick.core import BIDS
from overtrick.tricks.distributions import tricks_by_luck

LUCK = np.array([0.1, 0.3, 0.5, 0.7, 0.9], np.float32)
"""How lucky North-South are: the share of the chances that would have brought fewer tricks."""

EXPERTS_DOUBLE = np.array(
    [
        [
            [0.02, 0.05, 0.08, 0.10, 0.14],
            [0.01, 0.05, 0.10, 0.20, 0.36],
            [0.01, 0.02, 0.03, 0.07, 0.14],
            [0.01, 0.04, 0.09, 0.17, 0.25],
            [0.02, 0.09, 0.19, 0.41, 0.51],
            [0.01, 0.04, 0.07, 0.13, 0.22],
        ],
        [
            [0.04, 0.16, 0.30, 0.41, 0.57],
            [0.03, 0.11, 0.21, 0.36, 0.49],
            [0.02, 0.06, 0.11, 0.19, 0.25],
            [0.06, 0.18, 0.31, 0.46, 0.55],
            [0.17, 0.41, 0.62, 0.79, 0.86],
            [0.05, 0.23, 0.43, 0.66, 0.85],
        ],
    ]
)
"""How often experts double: 789,559 Vugraph tables; `benchmarks/advice_trust.py` counts them again.

Shape: (the defenders have bid, level 1 to 5 or slam, it makes or fails by 1, 2, 3, 4 or more).
"""
FAR_TOO_HIGH = 5
"""Undertricks that nobody leaves undoubled, were they to be had again and again."""
PAYS = 50
"""Points a layout by which a double pays those who know only the auction."""
DOUBT = 5
"""Layouts without a gain that are added before they believe it."""

Scores = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Results:
    """What candidate calls have led to, from the caller's side; the first is the usual one."""

    contracts: ContractBatch
    """As bid. Shape: (position, candidate, layout)."""
    contested: NDArray[np.bool_]
    """Whether the defenders have bid."""
    tricks: NDArray[np.intp]
    """Declarer's. Shape: (position, candidate, layout, luck)."""
    seats: Indices
    """The caller's. Shape: (position,)."""
    vulnerabilities: Bytes

    @classmethod
    def of(cls, auctions: Bytes, dealers: Bytes, vulnerabilities: Bytes, seats: Indices, chances: Floats) -> "Results":
        """The results of whole auctions (position, candidate, layout, call).

        Dealers, vulnerabilities and the callers' seats (position,); chances of tricks (position, layout, seat, strain,
        tricks).
        """
        rows = np.repeat(np.arange(len(auctions)), auctions.shape[1] * auctions.shape[2])
        flat = AuctionBatch(auctions.reshape(len(rows), -1), dealers[rows], vulnerabilities[rows])
        contracts = flat.contracts.reshaped(*auctions.shape[:3])
        contested = flat.are_contested.reshape(auctions.shape[:3])
        tables = tricks_by_luck(chances[:, :, np.newaxis], np.broadcast_to(LUCK, (*chances.shape[:2], len(LUCK))))
        tricks = _at_luck(contracts, len(LUCK)).tricks(tables[:, np.newaxis])
        return cls(contracts, contested, tricks, seats, vulnerabilities)

    def of_calls(self, chosen: NDArray[np.bool_]) -> "Results":
        """The same with some of the candidates, the usual one among them. Shape: (candidate,)."""
        contracts = ContractBatch(*(part[:, chosen] for part in self.contracts))
        return Results(contracts, self.contested[:, chosen], self.tricks[:, chosen], self.seats, self.vulnerabilities)

    def with_more(self, more: "Results") -> "Results":
        """The same with more layouts."""
        pairs = zip(self.contracts, more.contracts, strict=True)
        return Results(
            ContractBatch(*(np.concatenate(pair, axis=2) for pair in pairs)),
            np.concatenate([self.contested, more.contested], axis=2),
            np.concatenate([self.tricks, more.tricks], axis=2),
            self.seats,
            self.vulnerabilities,
        )

    @cached_property
    def plain(self) -> Scores:
        """Scores where the opponents take the calls for what they show. Shape: (position, candidate, layout, luck).

        Our contracts are doubled where they have been doubled in the auction, where that pays over all layouts that
        end there, and in as many others as experts double.
        """
        return self.scores(np.maximum(self._at_luck.doublings, self.are_doubled))

    @cached_property
    def punished(self) -> Scores:
        """Scores where they know that the hand is not what the call shows; never more than `plain`.

        Our contracts that fail are doubled, and they do as well in contracts of theirs as after the usual call.
        """
        doubled = self.scores(np.where(self._fails & self._ours, np.maximum(self._at_luck.doublings, 1), 0))
        worse = np.where(self._ours, np.minimum(doubled, self.plain), self.plain)
        theirs = ~(self._ours | self._ours[:, :1])
        return np.where(theirs, np.minimum(worse, self.plain[:, :1]), worse)

    @cached_property
    def gains(self) -> NDArray[np.float64]:
        """IMPs of the second call against the first, where both are doubled as often as by experts. Shape: (position,).

        What is far too high is always doubled: a player who learns from this would steal.
        """
        double = np.where(self._short >= FAR_TOO_HIGH, 1.0, self._experts_double) * self._ours
        undoubled, doubled = self.scores(self._at_luck.doublings), self.scores(np.maximum(self._at_luck.doublings, 1))
        usual, other = double[:, 0], double[:, 1]
        won = np.zeros(usual.shape)
        for first, second, chance in (
            (undoubled, undoubled, 1 - np.maximum(usual, other)),
            (doubled, undoubled, (usual - other).clip(0)),
            (undoubled, doubled, (other - usual).clip(0)),
            (doubled, doubled, np.minimum(usual, other)),
        ):
            won += chance * imps_of(second[:, 1] - first[:, 0])
        gains: NDArray[np.float64] = won.mean(axis=(1, 2))
        return gains

    def deciding(self, strays: NDArray[np.bool_]) -> Scores:
        """The worse scores for calls that stray (position, candidate), the plain ones for others."""
        return np.where(strays[..., np.newaxis, np.newaxis], self.punished, self.plain) if strays.any() else self.plain

    @cached_property
    def are_doubled(self) -> NDArray[np.bool_]:
        """Our contracts that the opponents double. Shape: (position, candidate, layout, luck)."""
        layouts, lucks = self.tricks.shape[2:]
        even = (np.arange(1, layouts * lucks + 1) * 0.618034 % 1).reshape(layouts, lucks)
        doubled: NDArray[np.bool_] = self._ours & ((even < self._experts_double) | self._pays[..., np.newaxis])
        return doubled

    @property
    def _experts_double(self) -> NDArray[np.float64]:
        """How often experts double such a contract. Shape: (position, candidate, layout, luck)."""
        level = (self.contracts.bids // 5).clip(0, 5)[..., np.newaxis]
        at = self.contested[..., np.newaxis].astype(np.intp), level, self._short.clip(0, 4)
        chances: NDArray[np.float64] = EXPERTS_DOUBLE[at]
        return chances

    @property
    def _short(self) -> NDArray[np.intp]:
        """Undertricks; tricks over count below zero."""
        return TARGETS[self._at_luck.bids] - self.tricks

    @property
    def _pays(self) -> NDArray[np.bool_]:
        """Whether to double pays over the layouts that end so. Shape: (position, candidate, layout)."""
        undoubled, doubled = (self.scores(np.full_like(self.tricks, doubling)) for doubling in (0, 1))
        gain = (undoubled - doubled).mean(axis=-1)
        candidates = np.arange(gain.shape[0] * gain.shape[1]).reshape(*gain.shape[:2], 1)
        ends = ((candidates * (len(BIDS) + 1) + self.contracts.bids + 1) * 4 + self.contracts.declarers).ravel()
        _, where = np.unique(ends, return_inverse=True)
        mean = np.bincount(where.ravel(), gain.ravel()) / (np.bincount(where.ravel()) + DOUBT)
        return (mean > PAYS)[where].reshape(gain.shape)

    @cached_property
    def _at_luck(self) -> ContractBatch:
        return _at_luck(self.contracts, self.tricks.shape[-1])

    @property
    def _ours(self) -> NDArray[np.bool_]:
        return self._at_luck.are_of(self._side) & (self._at_luck.bids >= 0)

    @property
    def _fails(self) -> NDArray[np.bool_]:
        return self._short > 0

    @property
    def _side(self) -> Indices:
        return (self.seats & 1)[:, np.newaxis, np.newaxis, np.newaxis]

    def scores(self, doublings: NDArray[Any]) -> Scores:
        """The scores of the caller's side at these stakes. Shape: (position, candidate, layout, luck)."""
        staked = self._at_luck._replace(doublings=doublings)
        return staked.scores(self.tricks, self._side, self.vulnerabilities[:, np.newaxis, np.newaxis, np.newaxis])


def _at_luck(contracts: ContractBatch, degrees: int) -> ContractBatch:
    """The same contracts for every degree of luck. Shape: (…) to (…, luck)."""
    return ContractBatch(*(np.repeat(part[..., np.newaxis], degrees, axis=-1) for part in contracts))
