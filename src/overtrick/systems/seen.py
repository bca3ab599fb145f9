"""What a set of cells says about a hand, in the numbers a bidder reckons with."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Call, Suit
from overtrick.systems.cells import CELL_HANDS, CELL_HCP, CELL_SHAPE, CellSet, chosen_cells
from overtrick.systems.measures import TOTAL_POINTS
from overtrick.systems.picture import Seen
from overtrick.systems.shown import BY_LENGTH, FIRST_CELLS, TRIMMED

RARE = 0.05
"""The share of the hands beyond each end of a range that a bidder does not reckon with."""

_POINTS = (CELL_HCP + TOTAL_POINTS.table(None)[CELL_SHAPE]).astype(np.intp)
_LENGTHS = np.arange(14.0)

Numbers = tuple[
    tuple[int, int], tuple[int, float, int], tuple[int, ...], tuple[float, ...], tuple[int, ...]
]


@lru_cache(maxsize=1 << 16)
def numbers(cells: CellSet) -> Numbers:
    """Stated high-card points; total points (low, mean, high); each suit's length: low, mean, high."""
    weights = CELL_HANDS * chosen_cells(cells)
    by_hcp = np.bincount(CELL_HCP, weights, minlength=38)
    by_points = np.bincount(_POINTS, weights, minlength=47)
    by_length = (BY_LENGTH @ np.add.reduceat(weights, FIRST_CELLS)).reshape(4, 14)
    total = by_points.sum()
    mean = float(by_points @ np.arange(len(by_points)) / total)
    low, high = _ends(by_points / total, RARE)
    lengths = by_length / total
    ends = [_ends(axis, RARE) for axis in lengths]
    return (
        _ends(by_hcp / total, TRIMMED),
        (low, round(mean, 1), high),
        tuple(end[0] for end in ends),
        tuple(round(float(axis @ _LENGTHS), 1) for axis in lengths),
        tuple(end[1] for end in ends),
    )


def _ends(shares: NDArray[np.float64], rare: float) -> tuple[int, int]:
    """The least and the greatest place, with at most a rare share beyond each."""
    sums = np.cumsum(shares)
    return int((sums > rare).argmax()), int((sums >= 1 - rare - 1e-12).argmax())


def seen(cells: CellSet, suits: tuple[Suit, ...], calls: tuple[Call, ...], acted: int) -> Seen:
    """What a player's calls have shown."""
    hcp, points, least, mean, most = numbers(cells)
    return Seen(hcp, points, least, mean, most, suits, calls, acted)  # type: ignore[arg-type]



