"""Holdings: a hand as four of them, and tables over all 8,192, computed once, looked up for a million hands."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Hand, Suit
from overtrick.core.hands import ONE_SUIT

Masks = NDArray[np.uint64]
Holdings = NDArray[np.uint16]
Value = TypeVar("Value", bound=np.generic)

HOLDINGS = range(ONE_SUIT + 1)
"""Every holding: the 13-bit mask of the ranks a hand has in one suit, bit 12 the ace."""

_SHIFTS = np.array([13 * suit for suit in Suit], np.uint64)


def holdings_of(hands: Iterable[Hand]) -> Holdings:
    """Hands as holdings. Shape: (hand, suit)."""
    return holdings_of_masks(np.array([hand.mask for hand in hands], np.uint64))


def holdings_of_masks(masks: Masks) -> Holdings:
    """Hands given as 52-bit masks. Shape: (…) to (…, suit)."""
    return (masks[..., np.newaxis] >> _SHIFTS & np.uint64(ONE_SUIT)).astype(np.uint16)


def masks_of(holdings: Holdings) -> Masks:
    """Hands as 52-bit masks. Shape: (…, suit) to (…)."""
    masks: Masks = (holdings.astype(np.uint64) << _SHIFTS).sum(axis=-1, dtype=np.uint64)
    return masks


_KIND = (np.arange(1 << 13) >> 6) * 7 + np.bitwise_count(np.arange(1 << 13) & 63)
"""The kind of every holding: those with the same cards from the eight up and as many lower ones are of one kind."""


def tabulate(of_holding: Callable[[int], float], dtype: type[Value]) -> NDArray[Value]:
    """The value of a function for every holding; it may look at the cards from the eight up, and count lower ones.

    Shape: (8192,).
    """
    kinds = [of_holding(high << 6 | (1 << low) - 1) for high in range(128) for low in range(7)]
    table: NDArray[Value] = np.array(kinds, dtype)[_KIND]
    return table


def over_suits(table: NDArray[Value], holdings: NDArray[np.uint16]) -> NDArray[Value]:
    """The table's values summed over the four suits of each hand. Shape: (…, suit) to (…)."""
    clubs, diamonds, hearts, spades = np.moveaxis(table[holdings], -1, 0)  # adding four beats summing an axis of four
    total: NDArray[Value] = clubs + diamonds + hearts + spades
    return total
