"""What hands look like: counts over every hand of a batch."""

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings, over_suits
from overtrick.hands import holdings as suit

Counts = NDArray[np.uint8]
Points = NDArray[np.float32]


def lengths(holdings: Holdings) -> Counts:
    """Cards in each suit. Shape: (…, suit) to (…, suit)."""
    return suit.LENGTHS[holdings]


def hcp(holdings: Holdings) -> Counts:
    """High-card points of each hand. Shape: (…, suit) to (…)."""
    return over_suits(suit.HCP, holdings)


def controls(holdings: Holdings) -> Counts:
    """Controls of each hand, ace 2 and king 1. Shape: (…, suit) to (…)."""
    return over_suits(suit.CONTROLS, holdings)


def losers(holdings: Holdings) -> Counts:
    """Losing trick count of each hand, 0 to 12. Shape: (…, suit) to (…)."""
    return over_suits(suit.LOSERS, holdings)


def kaplan_rubens(holdings: Holdings) -> Points:
    """Kaplan and Rubens's four Cs of each hand. Shape: (…, suit) to (…)."""
    short = over_suits(suit.SHORTNESS, holdings)
    shape = np.where(short == 0, np.float32(-0.5), short - np.float32(1))
    total: Points = over_suits(suit.KAPLAN_RUBENS, holdings) + shape
    return total
