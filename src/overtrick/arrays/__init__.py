"""Many deals at once, as NumPy arrays with the axes deal, seat, suit, rank."""

from overtrick.arrays.deals import DealBatch, Holdings, Masks, concatenate
from overtrick.arrays.holdings import HOLDINGS, tabulate
from overtrick.arrays.random_deals import random_deals

__all__ = ["HOLDINGS", "DealBatch", "Holdings", "Masks", "concatenate", "random_deals", "tabulate"]
