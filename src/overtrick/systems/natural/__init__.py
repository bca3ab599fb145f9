"""Natural bidding where the convention card is silent: lines from what all four hands have shown.

The lines follow those of the card in one list, so that they explain the calls as well as make them.
"""

from overtrick.systems.engine.book import Line
from overtrick.systems.engine.turn import Turn
from overtrick.systems.natural.competitive import compete
from overtrick.systems.natural.constructive import build
from overtrick.systems.natural.doubles import answer_double
from overtrick.systems.natural.last_resort import finish
from overtrick.systems.natural.opening import open_the_bidding
from overtrick.systems.natural.sheet import Sheet
from overtrick.systems.natural.view import NaturalView

__all__ = ["natural_lines"]


def natural_lines(turn: Turn) -> list[Line]:
    """The lines of a natural bidder at this turn; the last is true of every hand."""
    view = NaturalView(turn)
    sheet = Sheet(view)
    if turn.last_bid is None:
        open_the_bidding(sheet)
    elif view.bidder == "partner" and not view.partner_passed:
        build(sheet)
    elif view.partner_doubled:
        answer_double(sheet)
    elif not view.ours_last and turn.doubled <= 1:
        compete(sheet)
    finish(sheet)
    return sheet.lines
