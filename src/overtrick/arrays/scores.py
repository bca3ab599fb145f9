"""Contracts and what they score, by the million: the score table, IMPs, and contracts that get doubled."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BIDS, Doubling, Scoring, Strain
from overtrick.core.comparing import imps
from overtrick.core.contracts import contract_score

Indices = NDArray[np.intp]

DOUBLINGS = tuple(Doubling)
"""Undoubled, doubled, redoubled: in arrays 0, 1, 2."""

STRAINS = np.array([bid.strain for bid in BIDS])
"""The strain of each bid. Shape: (bid,)."""

TARGETS = np.array([bid.level + 6 for bid in BIDS])
"""The tricks each bid needs. Shape: (bid,)."""

MAKES = np.arange(14) >= TARGETS[:, np.newaxis]
"""Whether that number of tricks is enough. Shape: (bid, tricks)."""

SCORES = np.array(
    [
        [
            [
                [contract_score(bid.level, bid.strain, doubling, tricks, vulnerable=vulnerable) for tricks in range(14)]
                for bid in BIDS
            ]
            for vulnerable in (False, True)
        ]
        for doubling in DOUBLINGS
    ],
    np.int16,
)
"""The score of declarer's side. Shape: (doubling, vulnerable, bid, tricks)."""

_MOST = 2 * int(np.abs(SCORES).max()) // 10
_IMPS = np.array([imps(10 * tens) for tens in range(-_MOST, _MOST + 1)], np.int8)


def imps_of(differences: NDArray[Any]) -> NDArray[np.int8]:
    """The IMPs that differences in points are worth, with their signs; any shape."""
    won: NDArray[np.int8] = _IMPS[np.asarray(differences, np.int32) // 10 + _MOST]
    return won


def won_by(differences: NDArray[Any], scoring: Scoring) -> NDArray[Any]:
    """What differences in points are worth: IMPs, half a matchpoint to either side, or the points; any shape."""
    if scoring == "imps":
        return imps_of(differences)
    return np.sign(differences) / 2 if scoring == "matchpoints" else np.asarray(differences)


def doubled_if_it_fails_by_two(
    doublings: NDArray[Any], bids: NDArray[Any], tricks: NDArray[Any], above: NDArray[Any]
) -> NDArray[Any]:
    """The doublings of bids, where those higher than `above` that fail by two tricks or more are at least doubled.

    Good opponents double; policies that have learnt from systems seldom do, and no contract should look better for it.
    All shapes are those of the bids, or broadcast to them.
    """
    fails = np.asarray(tricks, np.intp) + 2 <= TARGETS[bids]
    return np.where(fails & (bids > above), np.maximum(doublings, 1), doublings)


class ContractBatch(NamedTuple):
    """Contracts by the thousand; all arrays have the same shape."""

    bids: Indices
    """Counted from 1♣, 0; -1 when the board is passed out."""
    doublings: Indices
    """0 undoubled, 1 doubled, 2 redoubled."""
    declarers: Indices
    """The seat; without meaning where the board is passed out."""

    def reshaped(self, *shape: int) -> "ContractBatch":
        return ContractBatch(*(part.reshape(*shape) for part in self))

    def scores(self, tricks: NDArray[Any], side: NDArray[Any], vulnerabilities: NDArray[Any]) -> NDArray[np.int32]:
        """What the contracts score for a side when declarer takes these tricks. All shapes are those of the batch."""
        vulnerable = vulnerabilities.astype(np.intp) >> (self.declarers & 1) & 1
        won = SCORES[self.doublings, vulnerable, self.bids, tricks].astype(np.int32)
        return np.where(self.bids < 0, 0, np.where(self.are_of(side), won, -won))

    def are_of(self, side: NDArray[Any]) -> NDArray[np.bool_]:
        """Whether the declarer is of that side."""
        ours: NDArray[np.bool_] = (self.declarers & 1) == side
        return ours

    def tricks(self, tables: NDArray[Any]) -> NDArray[Any]:
        """Declarer's tricks. Shape: (…, seat, strain) to (…), where the batch may have more rows than the tables."""
        flat = tables.reshape(*tables.shape[:-2], 4 * len(Strain))
        index = len(Strain) * self.declarers + STRAINS[self.bids]
        every = np.broadcast_to(flat, (*self.bids.shape, flat.shape[-1]))
        taken: NDArray[Any] = np.take_along_axis(every, index[..., np.newaxis], -1)
        return taken[..., 0]
