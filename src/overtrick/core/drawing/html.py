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
    names,
    outcome,
    ranks,
    seat_name,
    spoken,
    strain_name,
)
from overtrick.core.seats import Seat, Vulnerability

if TYPE_CHECKING:
    from overtrick.core.auctions import Auction
    from overtrick.core.boards import Board, Note, Record
    from overtrick.core.contracts import Contract
    from overtrick.core.deals import Deal
    from overtrick.core.hands import Hand
    from overtrick.core.tables import DDTable, Par

_CARD = (
    f"display:inline-block;background:{PAPER};color:{INK};border:1px solid {LINE};border-radius:10px;"
    f"padding:10px 14px;margin:2px;font:14px/1.45 {FONT};font-variant-numeric:tabular-nums;font-variant-emoji:text"
)
TABLE = "border-collapse:separate;border-spacing:0;border:0;margin:0;background:transparent;font:inherit;color:inherit"
_CELL = "border:0;background:transparent;color:inherit;font:inherit;text-align:left;white-space:nowrap"


def hand_html(hand: "Hand") -> str:
    """One hand on a line, suits in their colours."""
    suits = "".join(f'<span style="margin-right:14px">{_holding(hand, suit)}</span>' for suit in SUITS)
    return card(f'{suits}<span style="color:{FAINT}">{hand.hcp} HCP</span>', spoken([("Hand:", hand)]))


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
    grid = "".join(row(data(cell, "padding:3px 10px;vertical-align:top") for cell in cells) for cells in rows)
    table = f'<table role="presentation" style="{TABLE}">{grid}</table>'
    return card(table, spoken([(seat_name(seat), deal[seat]) for seat in Seat]))


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
    heads = row(_heading(seat, vulnerability) for seat in COLUMNS)
    body = "".join(row(data(_cell(cell), "padding:2px 12px;min-width:44px") for cell in cells) for cells in rows)
    table = f'<table style="{TABLE}"><thead>{heads}</thead><tbody>{body}</tbody></table>'
    items = "".join(f"<div><sup>{number}</sup> {escape(text)}</div>" for number, text in enumerate(footnotes, 1))
    below = f'<div style="color:{FAINT};font-size:12px;max-width:32em;margin:6px 12px 0">{items}</div>'
    return card(table + (below if items else ""))


def table_html(table: "DDTable") -> str:
    """Tricks by declarer and strain; seven and more are bold."""
    heads = row([data("", "padding:2px 9px"), *(head(strain_mark(strain), strain_name(strain)) for strain in Strain)])
    body = "".join(
        row([head(str(seat), seat_name(seat), scope="row"), *(_tricks(table[seat, strain]) for strain in Strain)])
        for seat in Seat
    )
    return card(f'<table style="{TABLE}"><thead>{heads}</thead><tbody>{body}</tbody></table>')


def call_html(call: Call) -> str:
    """One call, a suit in its colour."""
    return card(call_mark(call), call.symbol)


def contract_html(contract: "Contract") -> str:
    """A contract, a suit in its colour."""
    return card(_contract(contract), str(contract))


def par_html(par: "Par") -> str:
    """The score, and the contracts that end in it."""
    contracts = ", ".join(map(_contract, par.contracts)) or "passed out"
    return card(f'<b style="font-weight:650">{par.score:+d}</b> <span style="color:{FAINT}">par</span> {contracts}')


def record_html(record: "Record") -> str:
    """A board with what happened on it: hands, auction, tricks, how it ended."""
    board, parts = record.board, [board_html(record.board)]
    if record.auction is not None:
        parts.append(auction_html(record.auction, record.notes, vulnerability=board.vulnerability))
    if record.table is not None:
        parts.append(table_html(record.table))
    lines = "<br>".join(escape(line) for line in [*names(record), *outcome(record)])
    style = "display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start"
    return f'<section style="{style}">{"".join(parts)}<p style="font:14px/1.45 {FONT}">{lines}</p></section>'


def _contract(contract: "Contract") -> str:
    return f"{call_mark(contract.bid)}{str(contract.doubling).lower()} {contract.declarer}"


def card(content: str, label: str = "") -> str:
    """Content on a light card, with words for those who hear it."""
    spoken_label = f' role="img" aria-label="{escape(label)}"' if label else ""
    return f'<div{spoken_label} style="{_CARD}">{content}</div>'


def grid(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Cells in a table under heads, all of them HTML."""
    body = "".join(row(data(cell, "padding:2px 9px") for cell in cells) for cells in rows)
    return f'<table style="{TABLE}"><thead>{row(head(cell, "") for cell in heads)}</thead><tbody>{body}</tbody></table>'


def row(cells: Iterable[str]) -> str:
    """A row of a table."""
    return f'<tr style="background:transparent;border:0">{"".join(cells)}</tr>'


def data(content: str, style: str) -> str:
    """A cell of a table."""
    return f'<td style="{_CELL};{style}">{content}</td>'


def head(content: str, label: str, *, scope: str = "col") -> str:
    """The head of a column or row; `label` in words where the content is a sign."""
    style = f"{_CELL};padding:2px 9px;text-align:{'right' if label else 'left'};font-weight:400;color:{FAINT}"
    spoken_label = f' aria-label="{label}"' if label else ""
    return f'<th scope="{scope}"{spoken_label} style="{style}">{content}</th>'


def _tricks(tricks: int) -> str:
    weight = f"font-weight:650;color:{INK}" if tricks >= 7 else f"font-weight:400;color:{FAINT}"
    return data(str(tricks), f"padding:2px 9px;text-align:right;{weight}")


def _heading(seat: Seat, vulnerability: Vulnerability | None) -> str:
    is_vulnerable = vulnerability is not None and vulnerability.includes(seat)
    colour, line = (VULNERABLE, VULNERABLE) if is_vulnerable else (FAINT, LINE)
    style = f"{_CELL};padding:2px 12px 4px;min-width:44px;font-weight:400;color:{colour};border-bottom:2px solid {line}"
    return f'<th scope="col" style="{style}">{seat_name(seat)}{" (vul)" if is_vulnerable else ""}</th>'


def _cell(cell: Cell) -> str:
    if cell.call is None:
        return UNKNOWN if cell.is_turn else ""
    raised = "" if cell.footnote is None else f'<sup style="color:{FAINT}">{cell.footnote}</sup>'
    mark = f'<b style="color:{VULNERABLE if "?" in cell.mark else INK}">{cell.mark}</b>' if cell.mark else ""
    return call_mark(cell.call) + "*" * cell.is_alerted + mark + raised


def call_mark(call: Call) -> str:
    """A call within a line."""
    if call.is_bid:
        return f"{call.level}{strain_mark(call.strain)}"
    return f'<span style="color:{FAINT}">Pass</span>' if call.symbol == "Pass" else call.symbol


def strain_mark(strain: Strain) -> str:
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
        return data(content, f"{paint};padding:2px 4px;text-align:center;font-size:12px;min-width:16px")

    middle = data("" if number is None else str(number), "padding:2px 6px;text-align:center;font-weight:650")
    empty = data("", "padding:0")
    rows = [
        (empty, place(Seat.NORTH), empty),
        (place(Seat.WEST), middle, place(Seat.EAST)),
        (empty, place(Seat.SOUTH), empty),
    ]
    style = f"{TABLE};border:1px solid {LINE};border-radius:6px;margin:6px 0;min-width:84px"
    return f'<table role="presentation" style="{style}">{"".join(map(row, rows))}</table>'
