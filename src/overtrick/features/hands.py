"""What hands look like: counts over every hand of a batch."""

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.features import holdings as suit

Counts = NDArray[np.uint8]
Points = NDArray[np.float32]


def lengths(holdings: Holdings) -> Counts:
    """Cards in each suit. Shape: (…, suit) to (…, suit)."""
    return suit.LENGTHS[holdings]


def hcp(holdings: Holdings) -> Counts:
    """High-card points of each hand. Shape: (…, suit) to (…)."""
    counts: Counts = suit.HCP[holdings].sum(axis=-1, dtype=np.uint8)
    return counts


def controls(holdings: Holdings) -> Counts:
    """Controls of each hand, ace 2 and king 1. Shape: (…, suit) to (…)."""
    counts: Counts = suit.CONTROLS[holdings].sum(axis=-1, dtype=np.uint8)
    return counts


def losers(holdings: Holdings) -> Counts:
    """Losing trick count of each hand, 0 to 12. Shape: (…, suit) to (…)."""
    counts: Counts = suit.LOSERS[holdings].sum(axis=-1, dtype=np.uint8)
    return counts


def kaplan_rubens(holdings: Holdings) -> Points:
    """Kaplan and Rubens's four Cs of each hand. Shape: (…, suit) to (…)."""
    short = np.maximum(3 - lengths(holdings).astype(np.int8), 0).sum(axis=-1, dtype=np.int8)
    shape = np.where(short == 0, np.float32(-0.5), short.astype(np.float32) - 1)
    total: Points = suit.KAPLAN_RUBENS[holdings].sum(axis=-1) + shape
    return total
