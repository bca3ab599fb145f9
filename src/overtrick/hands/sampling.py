"""Hands out of a set of cells, each as likely as it is at the table."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError, Hand, Suit
from overtrick.hands.cells import CELL_HANDS, CELL_HCP, CELL_SHAPE, CellSet, Weights, chosen_cells, suit_counts
from overtrick.hands.holdings import HCP, LENGTHS
from overtrick.hands.shapes import SHAPES

_COUNTS = suit_counts()


def sample_hands(cells: CellSet, count: int, rng: np.random.Generator, likelihood: Weights | None = None) -> list[Hand]:
    """Random hands of these cells; with a likelihood for each cell, likelier ones come more often.

    >>> from overtrick.hands.bounds import outer
    >>> from overtrick.systems.language.reading import condition
    >>> strong = outer(condition("20-21 hcp, balanced"))
    >>> {hand.hcp for hand in sample_hands(strong, 50, np.random.default_rng(1))}
    {20, 21}
    """
    weights = CELL_HANDS * chosen_cells(cells)
    if likelihood is not None and (weights * likelihood).any():
        weights = weights * likelihood
    total = weights.sum()
    if not total:
        raise BridgeError("expected some cells to take hands from, got none")
    return [_hand_in(int(cell), rng) for cell in rng.choice(len(weights), count, p=weights / total)]


def _hand_in(cell: int, rng: np.random.Generator) -> Hand:
    """A random hand of one cell: the points are shared out suit by suit, then each suit takes one of its holdings."""
    lengths, points = SHAPES[CELL_SHAPE[cell]], int(CELL_HCP[cell])
    mask = 0
    for suit in Suit:
        rest = _ways(tuple(int(length) for length in lengths[suit + 1 :]))
        ways = _COUNTS[lengths[suit]] * _reversed_part(rest, points)
        mine = int(rng.choice(11, p=ways / ways.sum()))
        holdings = _holdings(int(lengths[suit]), mine)
        mask |= int(holdings[rng.integers(len(holdings))]) << 13 * suit
        points -= mine
    return Hand(mask)


def _reversed_part(rest: NDArray[np.float64], points: int) -> NDArray[np.float64]:
    """In how many ways the other suits take what is left after 0, 1, … 10 points here."""
    left = points - np.arange(11)
    return np.where((left >= 0) & (left < len(rest)), rest[np.clip(left, 0, len(rest) - 1)], 0.0)


@cache
def _ways(lengths: tuple[int, ...]) -> NDArray[np.float64]:
    """How many holdings suits of these lengths have together, by their points."""
    found: NDArray[np.float64] = np.ones(1)
    for length in lengths:
        found = np.convolve(found, _COUNTS[length])
    return found


@cache
def _holdings(length: int, points: int) -> NDArray[Any]:
    return np.flatnonzero((length == LENGTHS) & (points == HCP))
