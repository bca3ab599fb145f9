"""Tricks as the output of one neuron: 0.1 to 0.9, cut into 14 ranges of equal length."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError

LOWEST, HIGHEST = 0.1, 0.9
RANGES = 14
"""One for each number of tricks from 0 to 13."""

EDGES = np.linspace(LOWEST, HIGHEST, RANGES + 1)
"""Where the ranges begin and end: t tricks are from EDGES[t] to EDGES[t + 1]."""

_MIDDLES = ((EDGES[:-1] + EDGES[1:]) / 2).astype(np.float32)


def target_of(tricks: NDArray[Any]) -> NDArray[np.float32]:
    """The output to learn for each number of tricks: the middle of its range."""
    tricks = np.asarray(tricks)
    if not np.issubdtype(tricks.dtype, np.integer) or ((tricks < 0) | (tricks >= RANGES)).any():
        raise BridgeError(f"expected whole numbers of tricks from 0 to 13, got {tricks[:5]}")
    targets: NDArray[np.float32] = _MIDDLES[tricks]
    return targets


def tricks_of(outputs: NDArray[Any]) -> NDArray[np.uint8]:
    """The number of tricks in whose range each output lies; an edge belongs to the range above it.

    Outputs below 0.1 stand for 0 tricks, those above 0.9 for 13.
    """
    outputs = np.asarray(outputs)
    if not np.issubdtype(outputs.dtype, np.floating) or np.isnan(outputs).any():
        raise BridgeError(f"expected decimal numbers as outputs and no NaN, got {outputs[:5]}")
    return np.searchsorted(EDGES[1:-1].astype(outputs.dtype), outputs, side="right").astype(np.uint8)
