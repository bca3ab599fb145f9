"""Shapes: the lengths of the four suits, spades first, and the patterns that describe them."""

import re
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from overtrick.core import ParseError
from overtrick.dealing.tree import Lengths

SHAPES: tuple[Lengths, ...] = tuple(
    (spades, hearts, diamonds, 13 - spades - hearts - diamonds)
    for spades in range(14)
    for hearts in range(14 - spades)
    for diamonds in range(14 - spades - hearts)
)
"""All 560 shapes."""

_PATTERN = re.compile("[0-9x]{4}")


@lru_cache(maxsize=256)
def shapes_matching(pattern: str, *, any_order: bool) -> frozenset[Lengths]:
    """The shapes a pattern such as 5431 or 54xx describes, suits as written or in any order.

    >>> len(shapes_matching("4333", any_order=True))
    4
    """
    text = pattern.lower()
    if not _PATTERN.fullmatch(text):
        raise ParseError(f"expected a shape of four lengths such as 5431 or 54xx, got {pattern!r}", column=1)
    total = sum(int(length) for length in text if length != "x")
    if total > 13 or (total < 13 and "x" not in text):
        raise ParseError(f"expected lengths that add up to 13, got {pattern} with {total}", column=1)
    orders = set(permutations(text)) if any_order else {tuple(text)}
    return frozenset(shape for shape in SHAPES if any(_fits(shape, order) for order in orders))


def _fits(shape: Lengths, pattern: tuple[str, ...]) -> bool:
    return all(wanted in ("x", str(length)) for length, wanted in zip(shape, pattern, strict=True))


BALANCED = frozenset().union(*(shapes_matching(pattern, any_order=True) for pattern in ("4333", "4432", "5332")))
"""No void, no singleton, at most one doubleton, no suit longer than five."""


def shape_table(shapes: frozenset[Lengths]) -> NDArray[np.bool_]:
    """Which shape codes are among these shapes; the code is (spades · 14 + hearts) · 14 + diamonds. Shape: (2744,)."""
    table = np.zeros(14**3, np.bool_)
    table[[(spades * 14 + hearts) * 14 + diamonds for spades, hearts, diamonds, _ in shapes]] = True
    return table
