"""Nobody has bid yet."""

from overtrick.core import CALLS
from overtrick.hands.measures import OPENING_COUNT
from overtrick.systems.natural.sheet import Sheet
from overtrick.systems.natural.view import DOWNWARDS
from overtrick.systems.natural.words import BALANCED_HAND, at_least, best_of, hcp


def open_the_bidding(sheet: Sheet) -> None:
    """One notrump on 15-17 balanced, otherwise the longest suit on twenty points and cards in the two longest."""
    sheet.bid(CALLS[7], "opens", "natural", hcp(15, 17), BALANCED_HAND)
    for suit in DOWNWARDS:
        enough = at_least(OPENING_COUNT, 20)
        sheet.bid(CALLS[3 + suit], "opens", "natural", enough, best_of(suit, DOWNWARDS))
