"""What a set of cells shows: ranges of points and lengths, as a player would say them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError, Suit
from overtrick.hands.cells import CELL_HANDS, CELL_HCP, CELL_SHAPE, MOST_HCP, CellSet, Weights, chosen_cells
from overtrick.hands.shapes import BALANCED, LENGTHS_OF_SHAPE, SHAPES

TRIMMED = 0.001
"""The share of the weight that a stated range may leave out on each of its five axes."""

Range = tuple[int, int]

FIRST_CELLS = np.searchsorted(CELL_SHAPE, np.arange(len(SHAPES)))  # the cells of a shape stand together
BY_LENGTH = np.zeros((4 * 14, len(SHAPES)))
for _suit in Suit:
    BY_LENGTH[14 * _suit + LENGTHS_OF_SHAPE[:, _suit], np.arange(len(SHAPES))] = 1
_IS_BALANCED = np.array([BALANCED >> number & 1 for number in range(len(SHAPES))], np.float64)


@dataclass(frozen=True, slots=True)
class Shown:
    """Ranges of points and of the length of each suit, clubs first, and how many hands they stand for.

    `balanced` is None when balanced and other hands are both possible.
    """

    hcp: Range
    lengths: tuple[Range, Range, Range, Range]
    weight: float
    balanced: bool | None = None

    def __str__(self) -> str:
        parts = [f"{_text(self.hcp, 37)} hcp"]
        parts += ["balanced"] * (self.balanced is True)
        for suit in reversed(Suit):
            if self.lengths[suit] != (0, 13):
                parts.append(f"{_text(self.lengths[suit], 13)} {suit}")
        return ", ".join(parts)


def _text(ends: Range, most: int) -> str:
    low, high = ends
    return str(low) if low == high else f"{low}+" if high == most else f"{low}-{high}"


def shown(cells: CellSet) -> Shown:
    """The hard ranges of a set of cells: no hand in them lies outside.

    >>> from overtrick.hands.bounds import outer
    >>> from overtrick.systems.language.hand_reader import condition
    >>> str(shown(outer(condition("15-17 hcp, balanced, 5 S"))))
    '15-17 hcp, balanced, 5 S, 2-3 H, 2-3 D, 2-3 C'
    """
    return _ranges(CELL_HANDS * chosen_cells(cells), 0.0)


def stated(cells: CellSet, likelihood: Weights | None = None) -> Shown:
    """The ranges as players state them: each axis without its rarest ends, up to 0.1 % of the weight.

    The weight of a cell is the number of its hands times their likelihood, 1 unless given; where that leaves nothing,
    likelihood is put aside.
    """
    weights = CELL_HANDS * chosen_cells(cells)
    likely = weights if likelihood is None else weights * likelihood
    return _ranges(likely if likely.any() else weights, TRIMMED)


def _ranges(weights: Weights, trimmed: float) -> Shown:
    by_hcp = np.bincount(CELL_HCP, weights, minlength=MOST_HCP + 1).astype(np.float64, copy=False)
    by_shape = np.add.reduceat(weights, FIRST_CELLS)
    total = float(by_shape.sum())
    if not total:
        raise BridgeError("expected some cells, got a meaning that no hand has")
    by_length = (BY_LENGTH @ by_shape).reshape(4, 14)
    clubs, diamonds, hearts, spades = (_ends(axis, trimmed * total) for axis in by_length)
    balanced = float(by_shape @ _IS_BALANCED)
    return Shown(
        _ends(by_hcp, trimmed * total),
        (clubs, diamonds, hearts, spades),
        total,
        None if 0 < balanced < total else balanced > 0,
    )


def _ends(axis: NDArray[np.float64], loss: float) -> Range:
    """The least and the greatest place, after the lighter end has been cut off again and again for at most `loss`."""
    masses = axis.tolist()
    low, high = 0, len(masses) - 1
    while low < high and min(masses[low], masses[high]) <= loss:
        if masses[low] <= masses[high]:
            loss -= masses[low]
            low += 1
        else:
            loss -= masses[high]
            high -= 1
    return low, high
