"""Diagrams in HTML with inline styles, for notebooks and reports.

Tables hold the layout, so that viewers which drop the styles still show who sits where. Every row names its own
background and every cell its own border, because notebooks style tables their own way.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING

from overtrick.core.calls import Call
from overtrick.core.cards import Strain, Suit
from overtrick.core.drawing.layout import (
    COLUMNS,
    FAINT,
    FONT,
    INK,
    LINE,
    PAPER,
    SUIT_COLOURS,
    SUITS,
    UNKNOWN,
    VULNERABLE,
    VULNERABLE_PAPER,
    Cell,
    auction_rows,
    caption,
    ranks,
    seat_name,
    spoken,
    strain_name,
)
from overtrick.core.seats import Seat, Vulnerability

if TYPE_CHECKING:
    from overtrick.core.auctions import Auction
    from overtrick.core.boards import Board, Note
    from overtrick.core.deals import Deal
    from overtrick.core.hands import Hand
    from overtrick.core.tables import DDTable

_CARD = (
    f"display:inline-block;background:{PAPER};color:{INK};border:1px solid {LINE};border-radius:10px;"
    f"padding:10px 14px;margin:2px;font:14px/1.45 {FONT};font-variant-numeric:tabular-nums;font-variant-emoji:text"
)
_TABLE = "border-collapse:separate;border-spacing:0;border:0;margin:0;background:transparent;font:inherit;color:inherit"
_CELL = "border:0;background:transparent;color:inherit;font:inherit;text-align:left;white-space:nowrap"


def hand_html(hand: "Hand") -> str:
    """One hand on a line, suits in their colours."""
    suits = "".join(f'<span style="margin-right:14px">{_holding(hand, suit)}</span>' for suit in SUITS)
    return _card(f'{suits}<span style="color:{FAINT}">{hand.hcp} HCP</span>', spoken([("Hand:", hand)]))


def deal_html(
    deal: "Deal",
    *,
    number: int | None = None,
    dealer: Seat | None = None,
    vulnerability: Vulnerability | None = None,
) -> str:
    """The four hands around a table."""
    north, east, south, west = (_seat_block(seat, deal[seat]) for seat in Seat)
    words = caption(number, dealer, vulnerability)
    notice = "".join(f"<div>{escape(line)}</div>" for line in words)
    rows = [
        (f'<div style="color:{FAINT}">{notice}</div>', north, ""),
        (west, _compass(number, dealer, vulnerability), east),
        ("", south, ""),
    ]
    grid = "".join(_row(_data(cell, "padding:3px 10px;vertical-align:top") for cell in row) for row in rows)
    table = f'<table role="presentation" style="{_TABLE}">{grid}</table>'
    return _card(table, spoken([(seat_name(seat), deal[seat]) for seat in Seat]))


def board_html(board: "Board") -> str:
    """The deal of a board with its number, dealer and vulnerability."""
    return deal_html(board.deal, number=board.number, dealer=board.dealer, vulnerability=board.vulnerability)


def auction_html(
    auction: "Auction",
    notes: "Mapping[int, Note] | None" = None,
    *,
    vulnerability: Vulnerability | None = None,
) -> str:
    """The auction in the columns W N E S: `*` marks an alert, a raised number a footnote, `?` whose turn it is."""
    rows, footnotes = auction_rows(auction, notes)
    heads = _row(_heading(seat, vulnerability) for seat in COLUMNS)
    body = "".join(_row(_data(_cell(cell), "padding:2px 12px;min-width:44px") for cell in row) for row in rows)
    table = f'<table style="{_TABLE}"><thead>{heads}</thead><tbody>{body}</tbody></table>'
    items = "".join(f"<div><sup>{number}</sup> {escape(text)}</div>" for number, text in enumerate(footnotes, 1))
    below = f'<div style="color:{FAINT};font-size:12px;max-width:32em;margin:6px 12px 0">{items}</div>'
    return _card(table + (below if items else ""))


def table_html(table: "DDTable") -> str:
    """Tricks by declarer and strain; seven and more are bold."""
    heads = _row([_data("", "padding:2px 9px"), *(_head(_strain(strain), strain_name(strain)) for strain in Strain)])
    body = "".join(
        _row([_head(str(seat), seat_name(seat), scope="row"), *(_tricks(table[seat, strain]) for strain in Strain)])
        for seat in Seat
    )
    return _card(f'<table style="{_TABLE}"><thead>{heads}</thead><tbody>{body}</tbody></table>')


def _card(content: str, label: str = "") -> str:
    spoken_label = f' role="img" aria-label="{escape(label)}"' if label else ""
    return f'<div{spoken_label} style="{_CARD}">{content}</div>'


def _row(cells: Iterable[str]) -> str:
    return f'<tr style="background:transparent;border:0">{"".join(cells)}</tr>'


def _data(content: str, style: str) -> str:
    return f'<td style="{_CELL};{style}">{content}</td>'


def _head(content: str, label: str, *, scope: str = "col") -> str:
    style = f"{_CELL};padding:2px 9px;text-align:right;font-weight:400;color:{FAINT}"
    return f'<th scope="{scope}" aria-label="{label}" style="{style}">{content}</th>'


def _tricks(tricks: int) -> str:
    weight = f"font-weight:650;color:{INK}" if tricks >= 7 else f"font-weight:400;color:{FAINT}"
    return _data(str(tricks), f"padding:2px 9px;text-align:right;{weight}")


def _heading(seat: Seat, vulnerability: Vulnerability | None) -> str:
    is_vulnerable = vulnerability is not None and vulnerability.includes(seat)
    colour, line = (VULNERABLE, VULNERABLE) if is_vulnerable else (FAINT, LINE)
    style = f"{_CELL};padding:2px 12px 4px;min-width:44px;font-weight:400;color:{colour};border-bottom:2px solid {line}"
    return f'<th scope="col" style="{style}">{seat_name(seat)}{" (vul)" if is_vulnerable else ""}</th>'


def _cell(cell: Cell) -> str:
    if cell.call is None:
        return UNKNOWN if cell.is_turn else ""
    raised = "" if cell.footnote is None else f'<sup style="color:{FAINT}">{cell.footnote}</sup>'
    return _call(cell.call) + "*" * cell.is_alerted + raised


def _call(call: Call) -> str:
    if call.is_bid:
        return f"{call.level}{_strain(call.strain)}"
    return f'<span style="color:{FAINT}">Pass</span>' if call.symbol == "Pass" else call.symbol


def _strain(strain: Strain) -> str:
    return "NT" if strain.suit is None else _symbol(strain.suit)


def _symbol(suit: Suit) -> str:
    return f'<span style="color:{SUIT_COLOURS[suit]}">{suit.symbol}</span>'


def _holding(hand: "Hand", suit: Suit) -> str:
    return f'{_symbol(suit)} <span style="letter-spacing:.06em">{ranks(hand, suit)}</span>'


def _seat_block(seat: Seat, hand: "Hand") -> str:
    """A player's name, points and suits."""
    points = f" {hand.hcp}" if hand.is_complete else ""
    name = f'<div style="color:{FAINT};font-size:12px">{seat_name(seat)}{points}</div>'
    if not hand.mask:
        return f"{name}<div>{UNKNOWN}</div>"
    return name + "".join(f"<div>{_holding(hand, suit)}</div>" for suit in SUITS)


def _compass(number: int | None, dealer: Seat | None, vulnerability: Vulnerability | None) -> str:
    """The board itself: its number, the dealer in a box, the vulnerable sides tinted."""

    def place(seat: Seat) -> str:
        is_vulnerable = vulnerability is not None and vulnerability.includes(seat)
        paint = f"background:{VULNERABLE_PAPER};color:{VULNERABLE}" if is_vulnerable else f"color:{FAINT}"
        box = "border:1px solid;border-radius:3px;padding:0 3px" if seat is dealer else "padding:0 4px"
        content = f'<span style="{box}">{seat}</span>'
        return _data(content, f"{paint};padding:2px 4px;text-align:center;font-size:12px;min-width:16px")

    middle = _data("" if number is None else str(number), "padding:2px 6px;text-align:center;font-weight:650")
    empty = _data("", "padding:0")
    rows = [
        (empty, place(Seat.NORTH), empty),
        (place(Seat.WEST), middle, place(Seat.EAST)),
        (empty, place(Seat.SOUTH), empty),
    ]
    style = f"{_TABLE};border:1px solid {LINE};border-radius:6px;margin:6px 0;min-width:84px"
    return f'<table role="presentation" style="{style}">{"".join(map(_row, rows))}</table>'
