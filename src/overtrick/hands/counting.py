"""Counts that are sums over the suits: how many hands of each cell have each value, by convolving suit after suit."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Suit
from overtrick.hands.cells import CELL_HCP, CELL_SHAPE, MOST_HCP
from overtrick.hands.holdings import HCP, LENGTHS
from overtrick.hands.measures import OverSuits, Table
from overtrick.hands.shapes import SHAPES

Polynomial = NDArray[np.float64]
"""Holdings by points and value, flat: place points · width + value. Whole numbers below 2^53, so sums are exact."""


@cache
def hands_by_value(measure: OverSuits) -> NDArray[np.float64]:
    """How many hands of each cell have each value, clubs being the suit that is named. Shape: (cell, value)."""
    width = measure.most + 1
    named, others = _by_length(measure.named_table, width), _by_length(measure.table, width)
    if measure.in_named_suit is None:
        grid = _Grid(others, others, width, same=True)
    else:
        grid = _Grid(named, others, width, same=False)
    every = np.stack([grid.of_shape(shape) for shape in SHAPES])
    return every[CELL_SHAPE, CELL_HCP]


def _by_length(table: Table, width: int) -> list[Polynomial]:
    """The holdings of each length."""
    places = HCP.astype(np.int64) * width + table
    return [np.bincount(places[length == LENGTHS], minlength=11 * width).astype(np.float64) for length in range(14)]


class _Grid:
    """The products for one measure, each kind of shape multiplied out once."""

    def __init__(self, named: list[Polynomial], others: list[Polynomial], width: int, *, same: bool) -> None:
        self.named, self.others, self.width, self.same = named, others, width, same
        self._found: dict[tuple[int, ...], NDArray[np.float64]] = {}
        self._pairs: dict[tuple[bool, int, int], Polynomial] = {}

    def of_shape(self, lengths: tuple[int, ...]) -> NDArray[np.float64]:
        """Hands of a shape by points and value. Shape: (hcp, value)."""
        clubs, *rest = sorted(lengths) if self.same else (lengths[Suit.CLUBS], *sorted(lengths[1:]))
        key = clubs, *rest
        if key not in self._found:
            product = np.convolve(self._pair(True, clubs, rest[0]), self._pair(False, rest[1], rest[2]))
            size = (MOST_HCP + 1) * self.width
            self._found[key] = product[:size].reshape(-1, self.width)
        return self._found[key]

    def _pair(self, with_named: bool, first: int, second: int) -> Polynomial:
        key = with_named, first, second
        if key not in self._pairs:
            left = self.named if with_named else self.others
            self._pairs[key] = np.convolve(left[first], self.others[second])
        return self._pairs[key]
