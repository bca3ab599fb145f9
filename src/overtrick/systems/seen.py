"""What a set of cells says about a hand, in the numbers a bidder reckons with."""

from functools import lru_cache

import numpy as np

from overtrick.systems.cells import CELL_HANDS, CELL_HCP, CELL_SHAPE, CellSet, chosen_cells
from overtrick.systems.measures import TOTAL_POINTS
from overtrick.systems.picture import Numbers
from overtrick.systems.shapes import SHAPES
from overtrick.systems.shown import BY_LENGTH, TRIMMED

RARE = 0.05
"""The share of the hands beyond each end of a range that a bidder does not reckon with."""

_HCP, _POINTS = 38, 48
_WIDTH = 48
_GRID = CELL_SHAPE.astype(np.intp) * _HCP + CELL_HCP
_LONG = TOTAL_POINTS.table(None).astype(np.intp)
_BY_LONG = (_LONG == np.arange(_LONG.max() + 1)[:, None]).astype(np.float64)
_SHIFTED = (np.arange(len(_BY_LONG))[:, None] + np.arange(_HCP)).ravel()
_WEIGHTS = CELL_HANDS / CELL_HANDS.sum()
_RARE = np.array([TRIMMED, RARE, RARE, RARE, RARE, RARE])[:, None]
_PLACES = np.arange(float(_WIDTH))


@lru_cache(maxsize=1 << 17)
def numbers(cells: CellSet) -> Numbers:
    """Stated high-card points; total points (low, mean, high); each suit's length: low, mean, high."""
    grid = np.zeros(len(SHAPES) * _HCP)
    grid[_GRID] = _WEIGHTS * chosen_cells(cells)
    grid = grid.reshape(-1, _HCP)
    rows = np.zeros((6, _WIDTH))
    rows[0, :_HCP] = grid.sum(0)
    rows[1] = np.bincount(_SHIFTED, (_BY_LONG @ grid).ravel(), minlength=_WIDTH)
    rows[2:, :14] = (BY_LENGTH @ grid.sum(1)).reshape(4, 14)
    rows /= rows[0].sum()
    sums = rows.cumsum(1)
    low = (sums > _RARE).argmax(1).tolist()
    high = (sums >= 1 - _RARE - 1e-12).argmax(1).tolist()
    means = (rows @ _PLACES).round(1).tolist()
    return (
        (low[0], high[0]),
        (low[1], means[1], high[1]),
        (low[2], low[3], low[4], low[5]),
        (means[2], means[3], means[4], means[5]),
        (high[2], high[3], high[4], high[5]),
    )
