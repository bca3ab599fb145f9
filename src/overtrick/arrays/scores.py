"""Scores and IMPs as tables, for contracts by the million."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BIDS, Doubling
from overtrick.core.comparing import imps
from overtrick.core.contracts import contract_score

STAKES = tuple(Doubling)
"""Undoubled, doubled, redoubled."""

STRAINS = np.array([bid.strain for bid in BIDS])
"""The strain of each bid. Shape: (bid,)."""

MAKES = np.array([[tricks >= bid.level + 6 for tricks in range(14)] for bid in BIDS])
"""Whether so many tricks are enough. Shape: (bid, tricks)."""

SCORES = np.array(
    [
        [
            [
                [contract_score(bid.level, bid.strain, doubling, tricks, vulnerable=vulnerable) for tricks in range(14)]
                for bid in BIDS
            ]
            for vulnerable in (False, True)
        ]
        for doubling in STAKES
    ],
    np.int16,
)
"""Declarer's side's score. Shape: (stakes, vulnerable, bid, tricks)."""

_MOST = 2 * int(np.abs(SCORES).max()) // 10
_IMPS = np.array([imps(10 * tens) for tens in range(-_MOST, _MOST + 1)], np.int8)


def imps_of(differences: NDArray[Any]) -> NDArray[np.int8]:
    """The IMPs that differences in points are worth, with their signs; any shape."""
    won: NDArray[np.int8] = _IMPS[np.asarray(differences, np.int32) // 10 + _MOST]
    return won
