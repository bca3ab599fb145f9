"""What the formulas of the 2023 paper count, as one row of numbers for each pair of hands.

Every primitive formula is a table over something that can be counted: honours by kind, suits by
length, suits by points. So a formula's strength is a dot product of such a row with a weight for each
column, whatever power or threshold the weights came from, and fitting needs the rows only once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import HOLDINGS, Holdings
from overtrick.core import BridgeError
from overtrick.hands import holdings as suit

Rows = NDArray[np.float64]

HONOURS = ("ace", "king", "queen", "jack", "ten or nine")
"""The cards that count apart; the paper gives ten and nine the same weight and the rest none."""

LENGTHS = tuple(str(length) for length in range(14))
_POINTS = tuple(str(points) for points in range(11))
_KINDS = (suit.ACE, suit.KING, suit.QUEEN, suit.JACK, suit.TEN | suit.NINE)
_HONOUR_COUNTS = np.array([[(holding & kind).bit_count() for kind in _KINDS] for holding in HOLDINGS], np.uint8)
_SMALL_COUNTS = suit.LENGTHS - _HONOUR_COUNTS.sum(axis=1, dtype=np.uint8)
_HAS_HONOUR = np.array(HOLDINGS) >= suit.TEN


@dataclass(frozen=True, eq=False)
class Hands:
    """Hands that play together, in every row the same number, and what is known of their contract."""

    holdings: Holdings  # row, hand, suit
    strains: NDArray[np.uint8]  # row; 4 for notrump
    theirs: NDArray[np.uint8] | None = None  # row: the suit East bid

    @cached_property
    def is_trump(self) -> NDArray[np.bool_]:
        """Which suits are trumps. Shape: (row, 1, suit)."""
        trumps: NDArray[np.bool_] = np.arange(4) == self.strains[:, np.newaxis, np.newaxis]
        return trumps

    @cached_property
    def lengths(self) -> NDArray[np.uint8]:
        """Cards in each suit. Shape: (row, hand, suit)."""
        return suit.LENGTHS[self.holdings]

    @cached_property
    def in_their_suit(self) -> Holdings:
        """What each hand holds in the suit East bid. Shape: (row, hand)."""
        if self.theirs is None:
            raise BridgeError("expected data with the suit an opponent bid, got data without")
        chosen = self.theirs[:, np.newaxis, np.newaxis].astype(np.intp)
        return np.take_along_axis(self.holdings, chosen, axis=2)[..., 0]


@dataclass(frozen=True)
class Group:
    """Columns that belong together, and how they are counted."""

    columns: tuple[str, ...]
    count: Callable[[Hands], Rows]


def histogram(values: NDArray[Any], size: int, chosen: NDArray[np.bool_] | bool = True) -> Rows:
    """How often each value from 0 on stands among the chosen places of a row. Shape: (row, …) to (row, size)."""
    places = np.broadcast_to(np.arange(len(values)).reshape(-1, *[1] * (values.ndim - 1)), values.shape)
    flat = (places * size + values)[np.broadcast_to(chosen, values.shape)]
    return np.bincount(flat, minlength=len(values) * size).reshape(-1, size).astype(np.float64)


def _total(counts: NDArray[Any]) -> Rows:
    """The sum over hands and suits. Shape: (row, hand, suit, column) to (row, column)."""
    rows: Rows = counts.sum(axis=(1, 2), dtype=np.float64)
    return rows


def _honours(hands: Hands) -> Rows:
    return _total(_HONOUR_COUNTS[hands.holdings])


def _trump_honours(hands: Hands) -> Rows:
    return _total(_HONOUR_COUNTS[hands.holdings] * hands.is_trump[..., np.newaxis])


def _small_trumps(hands: Hands) -> Rows:
    return _total((_SMALL_COUNTS[hands.holdings] * hands.is_trump)[..., np.newaxis])


def _their_honours(hands: Hands) -> Rows:
    """The first hand holds the suit under the opponent who bid it, the second, if there is one, over that opponent."""
    held = hands.in_their_suit
    counts = np.zeros((len(held), 2, len(HONOURS) + 1))
    counts[:, : held.shape[1]] = np.concatenate([_HONOUR_COUNTS[held], _SMALL_COUNTS[held][..., np.newaxis]], axis=-1)
    return counts.reshape(len(held), -1)


GROUPS = {
    "honours": Group(HONOURS, _honours),
    "trump honours": Group(HONOURS, _trump_honours),
    "small trumps": Group(("eight or lower",), _small_trumps),
    "trump length": Group(LENGTHS, lambda hands: histogram(hands.lengths, 14, hands.is_trump)),
    "side length": Group(LENGTHS, lambda hands: histogram(hands.lengths, 14, ~hands.is_trump)),
    "trump points": Group(_POINTS, lambda hands: histogram(suit.HCP[hands.holdings], 11, hands.is_trump)),
    "side points": Group(_POINTS, lambda hands: histogram(suit.HCP[hands.holdings], 11, ~hands.is_trump)),
    "length with honours": Group(LENGTHS, lambda hands: histogram(hands.lengths, 14, _HAS_HONOUR[hands.holdings])),
    "their honours": Group(
        tuple(f"{card} {place}" for place in ("under", "over") for card in (*HONOURS, "small")), _their_honours
    ),
    "their length": Group(LENGTHS, lambda hands: histogram(suit.LENGTHS[hands.in_their_suit], 14)),
}
"""The groups of columns the paper's formulas use."""
THEIR_GROUPS = ("their honours", "their length")
"""Those that count cards in the suit an opponent bid."""
