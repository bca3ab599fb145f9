"""Tables over the 8,192 holdings: a function of one suit, computed once, looked up for a million hands."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Value = TypeVar("Value", bound=np.generic)

HOLDINGS = range(1 << 13)
"""Every holding: the 13-bit mask of the ranks a hand has in one suit, bit 12 the ace."""


def tabulate(of_holding: Callable[[int], float], dtype: type[Value]) -> NDArray[Value]:
    """The value of a function for every holding. Shape: (8192,)."""
    return np.array([of_holding(holding) for holding in HOLDINGS], dtype)


def over_suits(table: NDArray[Value], holdings: NDArray[np.uint16]) -> NDArray[Value]:
    """The table's values summed over the four suits of each hand. Shape: (…, suit) to (…)."""
    clubs, diamonds, hearts, spades = np.moveaxis(table[holdings], -1, 0)  # adding four beats summing an axis of four
    total: NDArray[Value] = clubs + diamonds + hearts + spades
    return total
