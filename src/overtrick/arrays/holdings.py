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
