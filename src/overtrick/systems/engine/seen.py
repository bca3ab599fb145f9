"""What a set of cells says about a hand, in the numbers a bidder reckons with."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Call, Suit
from overtrick.hands.cells import CELL_HANDS, CELL_HCP, CELL_SHAPE, CellSet, chosen_cells
from overtrick.hands.measures import TOTAL_POINTS
from overtrick.hands.shapes import SHAPES
from overtrick.hands.shown import BY_LENGTH, TRIMMED
from overtrick.systems.engine.picture import LengthsSeen, Strength

RARE = 0.05
"""The share of the hands beyond each end of a range that a bidder does not reckon with."""

_HCP = 38
_WIDTH = 48
_LONG = TOTAL_POINTS.table(None).astype(np.intp)[CELL_SHAPE]
_KINDS = int(_LONG.max()) + 1
_BY_KIND = _LONG * _HCP + CELL_HCP  # of every cell: points for length, high-card points
_SHIFTED = (np.arange(_KINDS)[:, None] + np.arange(_HCP)).ravel()
_ONES = np.ones(_KINDS)
_PLACES = np.arange(float(_WIDTH))


@lru_cache(maxsize=1 << 17)
def strength(cells: CellSet) -> Strength:
    """Stated high-card points; total points: low, mean, high.

    Hands are counted, whole numbers below 2 ** 53, so that sums do not depend on their order.
    """
    chosen = chosen_cells(cells).nonzero()[0]
    kinds = np.bincount(_BY_KIND[chosen], CELL_HANDS[chosen], _KINDS * _HCP)
    points = np.zeros((2, _WIDTH))
    points[0, :_HCP] = _ONES @ kinds.reshape(_KINDS, _HCP)
    points[1] = np.bincount(_SHIFTED, kinds, _WIDTH)
    (low, _, high), total_points = _ends_and_means(points, TRIMMED, RARE)
    return (low, high), total_points


@lru_cache(maxsize=1 << 17)
def lengths(cells: CellSet) -> LengthsSeen:
    """The length of each suit: low, mean, high."""
    chosen = chosen_cells(cells).nonzero()[0]
    by_shape = np.bincount(CELL_SHAPE[chosen], CELL_HANDS[chosen], len(SHAPES))
    found = _ends_and_means((BY_LENGTH @ by_shape).reshape(4, 14), RARE, RARE, RARE, RARE)
    return tuple(zip(*found, strict=True))  # type: ignore[return-value]


def _ends_and_means(counts: NDArray[np.float64], *rare: float) -> list[tuple[int, float, int]]:
    """Of every row of counts: the place where its rare lower end stops, the mean place, where the upper end begins."""
    means = (counts @ _PLACES[: counts.shape[1]]).tolist()
    return [
        (
            bisect_right(sums, share * sums[-1]),
            round(10 * mean / sums[-1]) / 10,
            bisect_left(sums, (1 - share) * sums[-1]),
        )
        for sums, mean, share in zip(counts.cumsum(1).tolist(), means, rare, strict=True)
    ]


class LazySeen:
    """What one player's calls have shown, as `Seen` has it: cells and numbers are reckoned when somebody asks."""

    __slots__ = ("_reckon", "acted", "calls", "cells", "hcp", "least", "mean", "most", "points", "suits")

    def __init__(
        self,
        reckon: Callable[[], CellSet],
        suits: tuple[Suit, ...] = (),
        calls: tuple[Call, ...] = (),
        acted: int = 0,
    ) -> None:
        self._reckon = reckon
        self.suits, self.calls, self.acted = suits, calls, acted

    def __getattr__(self, name: str) -> Any:
        if name == "cells":
            self.cells = self._reckon()
        elif name in ("hcp", "points"):
            self.hcp, self.points = strength(self.cells)
        elif name in ("least", "mean", "most"):
            self.least, self.mean, self.most = lengths(self.cells)
        else:
            raise AttributeError(name)
        return getattr(self, name)
