"""What a set of cells says about a hand, in the numbers a bidder reckons with."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from overtrick.core import Call, Suit
from overtrick.systems.cells import CELL_HANDS, CELL_HCP, CELL_SHAPE, CELLS, CellSet, chosen_cells
from overtrick.systems.measures import TOTAL_POINTS
from overtrick.systems.picture import Numbers
from overtrick.systems.shown import BY_LENGTH, FIRST_CELLS, TRIMMED

RARE = 0.05
"""The share of the hands beyond each end of a range that a bidder does not reckon with."""

_HCP = 38
_WIDTH = 48
_LONG = TOTAL_POINTS.table(None).astype(np.intp)[CELL_SHAPE]
_KINDS = int(_LONG.max()) + 1
_BY_KIND = _LONG * _HCP + CELL_HCP  # of every cell: points for length, high-card points
_SHIFTED = (np.arange(_KINDS)[:, None] + np.arange(_HCP)).ravel()
_WEIGHTS = CELL_HANDS / CELL_HANDS.sum()
_RARE = np.array([TRIMMED, RARE, RARE, RARE, RARE, RARE])[:, None]
_COMMON = 1 - _RARE - 1e-12
_PLACES = np.arange(float(_WIDTH))


@lru_cache(maxsize=1 << 17)
def numbers(cells: CellSet) -> Numbers:
    """Stated high-card points; total points (low, mean, high); each suit's length: low, mean, high."""
    chosen = np.flatnonzero(chosen_cells(cells))
    weights = np.zeros(CELLS)
    weights[chosen] = _WEIGHTS[chosen]
    kinds = np.bincount(_BY_KIND[chosen], weights[chosen], minlength=_KINDS * _HCP)
    rows = np.zeros((6, _WIDTH))
    rows[0, :_HCP] = kinds.reshape(_KINDS, _HCP).sum(0)
    rows[1] = np.bincount(_SHIFTED, kinds, minlength=_WIDTH)
    rows[2:, :14] = (BY_LENGTH @ np.add.reduceat(weights, FIRST_CELLS)).reshape(4, 14)
    rows /= rows[0].sum()
    sums = rows.cumsum(1)
    low = (sums > _RARE).argmax(1).tolist()
    high = (sums >= _COMMON).argmax(1).tolist()
    means = (rows @ _PLACES).round(1).tolist()
    return (
        (low[0], high[0]),
        (low[1], means[1], high[1]),
        (low[2], low[3], low[4], low[5]),
        (means[2], means[3], means[4], means[5]),
        (high[2], high[3], high[4], high[5]),
    )


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
        elif name in ("hcp", "points", "least", "mean", "most"):
            self.hcp, self.points, self.least, self.mean, self.most = numbers(self.cells)
        else:
            raise AttributeError(name)
        return getattr(self, name)
