"""Many deals at once, as NumPy arrays with the axes deal, seat, suit, rank."""

from overtrick.arrays.deals import DealBatch, Floats, Holdings, Masks, concatenate
from overtrick.arrays.holdings import HOLDINGS, over_suits, tabulate
from overtrick.arrays.random_deals import random_deals

__all__ = [
    "HOLDINGS",
    "DealBatch",
    "Floats",
    "Holdings",
    "Masks",
    "concatenate",
    "over_suits",
    "random_deals",
    "tabulate",
]
