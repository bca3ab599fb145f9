"""How the values of the game look to a person: plain text, HTML and SVG."""

from typing import TYPE_CHECKING

from overtrick.core.cards import Strain
from overtrick.core.seats import Seat

if TYPE_CHECKING:
    from overtrick.core.auctions import Auction
    from overtrick.core.deals import Deal
    from overtrick.core.hands import Hand
    from overtrick.core.tables import DDTable


def hand_html(hand: "Hand") -> str:
    """One hand on a line, suits in their colours."""
    raise NotImplementedError


def deal_html(deal: "Deal") -> str:
    """The four hands around a table."""
    raise NotImplementedError


def deal_svg(deal: "Deal") -> str:
    """The same as a picture of its own."""
    raise NotImplementedError


def auction_html(auction: "Auction") -> str:
    """The auction in the columns W N E S."""
    raise NotImplementedError


def table_html(table: "DDTable") -> str:
    """Tricks by declarer and strain."""
    raise NotImplementedError


def table_text(table: "DDTable") -> str:
    """Tricks by declarer and strain."""
    rows = ["   " + "".join(f"{strain.symbol:>4}" for strain in Strain)]
    rows += [f"{seat}  " + "".join(f"{table[seat, strain]:>4}" for strain in Strain) for seat in Seat]
    return "\n".join(rows)
