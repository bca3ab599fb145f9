"""The cell of a hand, for tests that look whether a set of cells has it."""

from overtrick.core import Hand
from overtrick.hands.cells import CELL_NUMBER
from overtrick.hands.shapes import SHAPE_NUMBER


def cell_of(hand: Hand) -> int:
    """The number of the cell a hand of thirteen cards lies in."""
    return int(CELL_NUMBER[SHAPE_NUMBER[hand.lengths], hand.hcp])
