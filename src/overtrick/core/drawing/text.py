"""Diagrams in plain text, for terminals and files."""

from collections.abc import Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING

from overtrick.core.cards import Strain
from overtrick.core.drawing.layout import (
    COLUMNS,
    SUITS,
    UNKNOWN,
    Cell,
    auction_rows,
    caption,
    names,
    outcome,
    ranks,
    seat_name,
)
from overtrick.core.seats import Seat, Vulnerability

if TYPE_CHECKING:
    from overtrick.core.auctions import Auction
    from overtrick.core.boards import Board, Note, Record
    from overtrick.core.deals import Deal
    from overtrick.core.hands import Hand
    from overtrick.core.tables import DDTable

_COMPASS = ["", "    N", "  W   E", "    S"]
_MIDDLE = 9  # the least width of the middle column: the compass and a gap
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def hand_text(hand: "Hand") -> str:
    """One hand on a line: `♠ AKQ  ♥ JT9  ♦ 876  ♣ 5432`."""
    return "  ".join(f"{suit.symbol} {ranks(hand, suit)}" for suit in SUITS)


def deal_text(
    deal: "Deal",
    *,
    number: int | None = None,
    dealer: Seat | None = None,
    vulnerability: Vulnerability | None = None,
) -> str:
    """The four hands around a table; caption top left, high-card points of a complete deal bottom left."""
    north, east, south, west = (_hand_lines(hand) for hand in deal)
    points = _points(deal) if deal.is_complete else []
    bands = [
        (caption(number, dealer, vulnerability), north, []),
        (west, _COMPASS, east),
        (points, south, []),
    ]
    left = max(len(line) for lefts, _, _ in bands for line in lefts) + 3
    middle = max(_MIDDLE, *(len(line) for line in north + south)) + 3
    rows = [row for band in bands for row in zip_longest(*band, fillvalue="")]
    return "\n".join(f"{first:{left}}{second:{middle}}{third}".rstrip() for first, second, third in rows)


def board_text(board: "Board") -> str:
    """The deal of a board with its number, dealer and vulnerability."""
    return deal_text(board.deal, number=board.number, dealer=board.dealer, vulnerability=board.vulnerability)


def auction_text(
    auction: "Auction",
    notes: "Mapping[int, Note] | None" = None,
    *,
    vulnerability: Vulnerability | None = None,
) -> str:
    """The auction in the columns W N E S: `*` marks an alert, a raised number a footnote, `?` whose turn it is."""
    rows, footnotes = auction_rows(auction, notes)
    lines = [[_heading(seat, vulnerability) for seat in COLUMNS]]
    lines += [[_cell(cell) for cell in row] for row in rows]
    widths = [max(len(line[column]) for line in lines) + 2 for column in range(4)]
    drawn = ["".join(f"{word:{width}}" for word, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join(drawn + [f"{_raised(number)} {text}" for number, text in enumerate(footnotes, 1)])


def table_text(table: "DDTable") -> str:
    """Tricks by declarer and strain."""
    rows = ["   " + "".join(f"{strain.symbol:>4}" for strain in Strain)]
    rows += [f"{seat}  " + "".join(f"{table[seat, strain]:>4}" for strain in Strain) for seat in Seat]
    return "\n".join(rows)


def record_text(record: "Record") -> str:
    """A board with what happened on it: hands, auction, how it ended, tricks and par."""
    parts = [board_text(record.board), *filter(None, ["\n".join(names(record))])]
    if record.auction is not None:
        parts.append(auction_text(record.auction, record.notes, vulnerability=record.board.vulnerability))
    lines = outcome(record)
    if record.result is not None:
        parts.append(lines.pop(0))
    if record.table is not None:
        parts.append(f"{table_text(record.table)}\n{lines.pop()}")
    return "\n\n".join(parts)


def _hand_lines(hand: "Hand") -> list[str]:
    return [f"{suit.symbol} {ranks(hand, suit) if hand.mask else UNKNOWN}" for suit in SUITS]


def _points(deal: "Deal") -> list[str]:
    north, east, south, west = (hand.hcp for hand in deal)
    return ["HCP", f"{north:6}", f"{west:3}{east:6}", f"{south:6}"]


def _heading(seat: Seat, vulnerability: Vulnerability | None) -> str:
    is_vulnerable = vulnerability is not None and vulnerability.includes(seat)
    return seat_name(seat) + (" (vul)" if is_vulnerable else "")


def _cell(cell: Cell) -> str:
    if cell.call is None:
        return UNKNOWN if cell.is_turn else ""
    return (
        cell.call.symbol + "*" * cell.is_alerted + cell.mark + ("" if cell.footnote is None else _raised(cell.footnote))
    )


def _raised(number: int) -> str:
    return str(number).translate(_SUPERSCRIPTS)
