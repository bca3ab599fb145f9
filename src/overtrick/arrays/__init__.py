"""Many at once, as NumPy arrays with the axes deal, seat, suit, rank: deals, hands, auctions, contracts, scores."""

from overtrick.arrays.deals import DealBatch, Floats, concatenate
from overtrick.arrays.holdings import (
    HOLDINGS,
    Holdings,
    Masks,
    holdings_of,
    holdings_of_masks,
    masks_of,
    over_suits,
    tabulate,
)
from overtrick.arrays.random_deals import random_deals
from overtrick.core.hands import ONE_SUIT

__all__ = [
    "HOLDINGS",
    "ONE_SUIT",
    "DealBatch",
    "Floats",
    "Holdings",
    "Masks",
    "concatenate",
    "holdings_of",
    "holdings_of_masks",
    "masks_of",
    "over_suits",
    "random_deals",
    "tabulate",
]
