"""Cells: the hands of one shape with one number of high-card points; sets of cells as Python integers.

Of 560 · 38 pairs of a shape and a number of points, 15,152 have hands in them; these are numbered. A set of cells can
be sampled (`sample_hands`) and said in words (`shown`, `stated`).
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError, Hand, Suit
from overtrick.hands.holdings import HCP, LENGTHS
from overtrick.hands.shapes import BALANCED, LENGTHS_OF_SHAPE, SHAPE_NUMBER, SHAPES

CellSet = int
"""A set of cells: bit n stands for cell n. A plain integer, so that & and | cost a fraction of a microsecond."""

MOST_HCP = 37
HANDS = 635_013_559_600
"""All hands: 13 cards out of 52."""

Allowed = NDArray[np.bool_]
"""Which holdings a suit may have. Shape: (8192,)."""

Weights = NDArray[np.float64]
"""A number for each cell. Shape: (cell,)."""

_SUIT_CODE = LENGTHS.astype(np.int64) * 11 + HCP


def suit_counts(allowed: Allowed | None = None) -> NDArray[np.float64]:
    """How many holdings have a length and a number of points. Shape: (length 14, hcp 11)."""
    counts = np.bincount(_SUIT_CODE, allowed, minlength=14 * 11).astype(np.float64)
    return counts.reshape(14, 11)


def grid_of_hands(allowed: dict[Suit, Allowed]) -> NDArray[np.float64]:
    """How many hands of each shape and number of points have an allowed holding in each suit, exactly.

    Shape: (shape 560, hcp 38).
    """
    product = np.ones((len(SHAPES), _POINTS // 2 + 1), np.complex128)
    for suit in Suit:
        transformed = _transformed(suit_counts(allowed[suit])) if suit in allowed else _EVERYTHING
        product *= transformed[LENGTHS_OF_SHAPE[:, suit]]
    hands: NDArray[np.float64] = np.rint(np.fft.irfft(product, _POINTS)[:, : MOST_HCP + 1])
    return hands


_POINTS = 48  # room for the points of four suits (40), with a fast transform
# Counts stay below 1.1e10 a shape, so rounding errors (1e-5) vanish when numbers are made whole again.


def _transformed(counts: NDArray[np.float64]) -> NDArray[np.complex128]:
    """Fourier transform over the points: products of these are convolutions. Shape: (length, frequency)."""
    return np.fft.rfft(counts, _POINTS)


_EVERYTHING = _transformed(suit_counts())
_GRID = grid_of_hands({})

CELL_SHAPE, CELL_HCP = np.nonzero(_GRID)
"""The shape and the points of each cell. Shape: (cell,)."""

CELLS = len(CELL_SHAPE)
CELL_HANDS: Weights = _GRID[CELL_SHAPE, CELL_HCP]
"""How many hands each cell has, whole numbers. Shape: (cell,)."""

CELL_NUMBER = np.full(_GRID.shape, -1, np.int64)
"""The number of a cell, -1 where there is no hand. Shape: (shape, hcp)."""
CELL_NUMBER[CELL_SHAPE, CELL_HCP] = np.arange(CELLS)

ALL_CELLS: CellSet = (1 << CELLS) - 1
_BYTES = -(-CELLS // 8)


def cell_set(chosen: NDArray[np.bool_]) -> CellSet:
    """The set of the cells that are chosen. Shape: (cell,)."""
    return int.from_bytes(np.packbits(chosen, bitorder="little").tobytes(), "little")


def chosen_cells(cells: CellSet) -> NDArray[np.bool_]:
    """Which cells are in a set. Shape: (cell,)."""
    packed = np.frombuffer(cells.to_bytes(_BYTES, "little"), np.uint8)
    return np.unpackbits(packed, count=CELLS, bitorder="little").view(np.bool_)


def hands_where(allowed: dict[Suit, Allowed]) -> Weights:
    """How many hands of each cell have an allowed holding in each suit, exactly. Shape: (cell,)."""
    return grid_of_hands(allowed)[CELL_SHAPE, CELL_HCP]


@cache
def swapped(suit: Suit) -> NDArray[np.int64]:
    """The cell that each cell becomes when clubs and this suit change names. Shape: (cell,)."""
    order = list(range(4))
    order[0], order[suit] = suit, 0
    shapes = np.array([SHAPE_NUMBER[tuple(shape[place] for place in order)] for shape in SHAPES])  # type: ignore[index]
    cells: NDArray[np.int64] = CELL_NUMBER[shapes[CELL_SHAPE], CELL_HCP]
    return cells


_COUNTS = suit_counts()
MOST_SHARES = 1 << 12
"""Lengths and points of suits, of 0.4 kB each, whose chances are remembered."""


def sample_hands(cells: CellSet, count: int, rng: np.random.Generator, likelihood: Weights | None = None) -> list[Hand]:
    """Random hands of these cells; with a likelihood for each cell, likelier ones come more often.

    >>> strong = cell_set(CELL_HCP >= 20)
    >>> min(hand.hcp for hand in sample_hands(strong, 50, np.random.default_rng(1)))
    20
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
        mine = int(_shares(lengths[suit:], points).searchsorted(rng.random(), side="right"))
        holdings = _holdings(lengths[suit], mine)
        mask |= int(holdings[rng.integers(len(holdings))]) << 13 * suit
        points -= mine
    return Hand(mask)


@lru_cache(maxsize=MOST_SHARES)
def _shares(lengths: tuple[int, ...], points: int) -> NDArray[np.float64]:
    """The chances that the first of some suits has none, at most 1, … at most 10 of the points they have together."""
    left = points - np.arange(11)
    rest = _ways(lengths[1:])
    of_rest = np.where((left >= 0) & (left < len(rest)), rest[np.clip(left, 0, len(rest) - 1)], 0.0)
    ways = _COUNTS[lengths[0]] * of_rest
    sums = (ways / ways.sum()).cumsum()
    shares: NDArray[np.float64] = sums / sums[-1]
    return shares


@cache
def _ways(lengths: tuple[int, ...]) -> NDArray[np.float64]:
    """How many holdings suits of these lengths have together, by their points."""
    ways: NDArray[np.float64] = np.ones(1)
    for length in lengths:
        ways = np.convolve(ways, _COUNTS[length])
    return ways


@cache
def _holdings(length: int, points: int) -> NDArray[Any]:
    return np.flatnonzero((length == LENGTHS) & (points == HCP))


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
