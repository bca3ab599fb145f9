"""Views for the tests of the bidding network: SAYC on both sides."""

from overtrick.core import Auction, Hand, Position, Seat, Vulnerability
from overtrick.systems.network import bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

SAYC = ("sayc", "sayc")


def view(hand: str, calls: str = "", dealer: str = "N", seat: Seat | None = None) -> View:
    """What the player to call sees, or the player of another seat."""
    auction = Auction.parse(calls, Seat.parse(dealer))
    position = Position(Hand.parse(hand), auction, Vulnerability.NONE)
    return View.of(bidding_network(), Table.of(*SAYC), position, seat)
