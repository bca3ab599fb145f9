"""Diagrams as SVG pictures; the suits are drawn, so that no font can turn them into emoji."""

from collections.abc import Iterable, Mapping
from html import escape
from textwrap import wrap
from typing import TYPE_CHECKING

from overtrick.core.calls import PASS
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
)
from overtrick.core.seats import Seat, Vulnerability

if TYPE_CHECKING:
    from overtrick.core.auctions import Auction
    from overtrick.core.boards import Board, Note
    from overtrick.core.deals import Deal
    from overtrick.core.hands import Hand
    from overtrick.core.tables import DDTable

_SHAPES = {  # each in a square of 16, standing on its lower edge
    Suit.SPADES: "M8 1C5.6 4.4 1.5 6.4 1.5 9.9c0 2 1.4 3.3 3.1 3.3 1.3 0 2.4-.6 2.9-1.7C7.4 13.2 6.8 14.4 5.6 15h4.8"
    "c-1.2-.6-1.8-1.8-1.9-3.5.5 1.1 1.6 1.7 2.9 1.7 1.7 0 3.1-1.3 3.1-3.3C14.5 6.4 10.4 4.4 8 1z",
    Suit.HEARTS: "M8 15C4.6 11 1.3 8.6 1.3 5.2 1.3 3 2.9 1.4 4.9 1.4 6.3 1.4 7.5 2.2 8 3.6 8.5 2.2 9.7 1.4 11.1 1.4"
    "c2 0 3.6 1.6 3.6 3.8C14.7 8.6 11.4 11 8 15z",
    Suit.DIAMONDS: "M8 1C9.6 3.8 11.5 6.2 13.7 8 11.5 9.8 9.6 12.2 8 15 6.4 12.2 4.5 9.8 2.3 8 4.5 6.2 6.4 3.8 8 1z",
    Suit.CLUBS: "M8 1a3.2 3.2 0 0 0-2.5 5.2c.5.6.9 1 1.2 1.3A3.2 3.2 0 1 0 4.5 13c1.4 0 2.5-.8 3-2C7.4 13.1 6.8 14.4"
    " 5.6 15h4.8c-1.2-.6-1.8-1.9-1.9-4 .5 1.2 1.6 2 3 2a3.2 3.2 0 1 0-2.2-5.5c.3-.3.7-.7 1.2-1.3A3.2 3.2 0 0 0 8 1z",
}

DEAL_WIDTH, DEAL_HEIGHT, GAP = 482, 340, 12


def hand_svg(hand: "Hand") -> str:
    """One hand on a line, suits in their colours."""
    parts, x = [], 14.0
    for suit in SUITS:
        parts.append(_holding(x, 25, hand, suit))
        x += 34 + 10.5 * len(ranks(hand, suit))
    points = f"{hand.hcp} HCP"
    parts.append(text(x, 25, points, fill=FAINT, size=12))
    return picture(x + 66, 40, spoken([("Hand:", hand)]), parts)


def deal_svg(
    deal: "Deal",
    *,
    number: int | None = None,
    dealer: Seat | None = None,
    vulnerability: Vulnerability | None = None,
) -> str:
    """The four hands around a table."""
    words = caption(number, dealer, vulnerability)
    parts = [text(14, 26 + 19 * line, word, fill=FAINT, size=13) for line, word in enumerate(words)]
    corners = {Seat.NORTH: (170, 14), Seat.WEST: (14, 122), Seat.EAST: (326, 122), Seat.SOUTH: (170, 230)}
    parts += [_seat_block(*corners[seat], seat, deal[seat]) for seat in Seat]
    parts += _compass(178, 131, number, dealer, vulnerability)
    label = spoken([(seat_name(seat), deal[seat]) for seat in Seat])
    return picture(DEAL_WIDTH, DEAL_HEIGHT, ", ".join([*words, label]), parts)


def board_svg(board: "Board") -> str:
    """The deal of a board with its number, dealer and vulnerability."""
    return deal_svg(board.deal, number=board.number, dealer=board.dealer, vulnerability=board.vulnerability)


def boards_svg(boards: "Iterable[Board]") -> str:
    """The deals of some boards in one picture, two a row."""
    drawn = [board_svg(board) for board in boards]
    if len(drawn) == 1:
        return drawn[0]
    places = [((number % 2) * (DEAL_WIDTH + GAP), number // 2 * (DEAL_HEIGHT + GAP)) for number in range(len(drawn))]
    inside = [svg.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1) for svg, (x, y) in zip(drawn, places, strict=True)]
    width, rows = 2 * DEAL_WIDTH + GAP, (len(drawn) + 1) // 2
    height = max(1, rows * (DEAL_HEIGHT + GAP) - GAP)
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><title>{len(drawn)} boards</title>{"".join(inside)}</svg>'


def auction_svg(
    auction: "Auction",
    notes: "Mapping[int, Note] | None" = None,
    *,
    vulnerability: Vulnerability | None = None,
) -> str:
    """The auction in the columns W N E S: `*` marks an alert, a raised number a footnote, `?` whose turn it is."""
    rows, footnotes = auction_rows(auction, notes)
    parts = [_heading(14 + 92 * column, seat, vulnerability) for column, seat in enumerate(COLUMNS)]
    y = 40
    for row in rows:
        y += 24
        parts += [_cell(20 + 92 * column, y - 4, cell) for column, cell in enumerate(row)]
    y += 12 if footnotes else 0
    for number, note in enumerate(footnotes, 1):
        for line, words in enumerate(wrap(note, 52)):
            y += 17
            mark = text(20, y - 4, str(number), fill=FAINT, size=9) if line == 0 else ""
            parts += [mark, text(30, y, words, fill=FAINT, size=12)]
    label = f"Auction, dealer {seat_name(auction.dealer)}: " + ", ".join(call.symbol for call in auction.calls)
    return picture(396, y + 14, label, parts)


def table_svg(table: "DDTable") -> str:
    """Tricks by declarer and strain; seven and more are bold."""
    parts = [_strain(52 + 40 * strain, 28, strain) for strain in Strain]
    for seat in Seat:
        y = 54 + 24 * seat
        parts.append(text(20, y, str(seat), fill=FAINT, anchor="middle"))
        for strain in Strain:
            tricks = table[seat, strain]
            weight, fill = (650, INK) if tricks >= 7 else (400, FAINT)
            parts.append(text(58 + 40 * strain, y, str(tricks), fill=fill, weight=weight, anchor="middle"))
    rows = (f"{seat_name(seat)} {' '.join(map(str, table.tricks[seat]))}" for seat in Seat)
    return picture(244, 142, "Tricks in clubs, diamonds, hearts, spades, notrump: " + "; ".join(rows), parts)


def picture(width: float, height: float, label: str, parts: list[str]) -> str:
    """The drawing on its card."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" font-family="{FONT}">'
        f"<title>{escape(label)}</title>"
        f'<rect x=".5" y=".5" width="{width - 1:g}" height="{height - 1:g}" rx="10" fill="{PAPER}" stroke="{LINE}"/>'
        f"{''.join(parts)}</svg>"
    )


def text(
    x: float, y: float, text: str, *, fill: str = INK, size: float = 15, weight: int = 400, anchor: str = "start"
) -> str:
    style = f'fill="{fill}" font-size="{size:g}" font-weight="{weight}" text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(text)}</text>'


def symbol(x: float, y: float, suit: Suit, size: float = 13) -> str:
    """A suit standing on the line `y`."""
    place = f"translate({x:g} {y - size + 1:g}) scale({size / 16:g})"
    return f'<path transform="{place}" fill="{SUIT_COLOURS[suit]}" d="{_SHAPES[suit]}"/>'


def _strain(x: float, y: float, strain: Strain) -> str:
    return text(x - 4, y, "NT") if strain.suit is None else symbol(x, y, strain.suit)


def _holding(x: float, y: float, hand: "Hand", suit: Suit) -> str:
    letters = text(x + 19, y, ranks(hand, suit)).replace("<text", '<text letter-spacing=".8"', 1)
    return symbol(x, y, suit) + letters


def _seat_block(x: float, y: float, seat: Seat, hand: "Hand") -> str:
    """A player's name, points and suits."""
    points = f" {hand.hcp}" if hand.is_complete else ""
    name = text(x, y + 10, seat_name(seat) + points, fill=FAINT, size=12)
    if not hand.mask:
        return name + text(x, y + 31, UNKNOWN)
    return name + "".join(_holding(x, y + 31 + 20 * line, hand, suit) for line, suit in enumerate(SUITS))


def _compass(
    x: float, y: float, number: int | None, dealer: Seat | None, vulnerability: Vulnerability | None
) -> list[str]:
    """The board itself: its number, the dealer in a box, the vulnerable sides tinted."""
    parts = [f'<rect x="{x}" y="{y}" width="92" height="78" rx="8" fill="none" stroke="{LINE}"/>']
    boxes = {
        Seat.NORTH: (x + 26, y + 1, 40, 22),
        Seat.SOUTH: (x + 26, y + 55, 40, 22),
        Seat.WEST: (x + 1, y + 19, 22, 40),
        Seat.EAST: (x + 69, y + 19, 22, 40),
    }
    for seat, (left, top, width, height) in boxes.items():
        is_vulnerable = vulnerability is not None and vulnerability.includes(seat)
        colour = VULNERABLE if is_vulnerable else FAINT
        middle, centre = left + width / 2, top + height / 2
        if is_vulnerable:
            shape = f'x="{left}" y="{top}" width="{width}" height="{height}" rx="4"'
            parts.append(f'<rect {shape} fill="{VULNERABLE_PAPER}"/>')
        if seat is dealer:
            shape = f'x="{middle - 9:g}" y="{centre - 8.5:g}" width="18" height="17" rx="3"'
            parts.append(f'<rect {shape} fill="none" stroke="{colour}"/>')
        parts.append(text(middle, centre + 4.5, str(seat), fill=colour, size=12, anchor="middle"))
    if number is not None:
        parts.append(text(x + 46, y + 45, str(number), size=17, weight=650, anchor="middle"))
    return parts


def _heading(x: float, seat: Seat, vulnerability: Vulnerability | None) -> str:
    is_vulnerable = vulnerability is not None and vulnerability.includes(seat)
    name = seat_name(seat) + (" (vul)" if is_vulnerable else "")
    line = f'<path d="M{x} 34h92" stroke="{VULNERABLE if is_vulnerable else LINE}" stroke-width="2"/>'
    return line + text(x + 6, 26, name, fill=VULNERABLE if is_vulnerable else FAINT, size=13)


def _cell(x: float, y: float, cell: Cell) -> str:
    if cell.call is None:
        return text(x, y, UNKNOWN) if cell.is_turn else ""
    call = cell.call
    if call.is_bid:
        drawn = text(x, y, str(call.level)) + _strain(x + (14 if call.strain is Strain.NOTRUMP else 10), y, call.strain)
        end = x + (33 if call.strain is Strain.NOTRUMP else 25)
    else:
        drawn = text(x, y, call.symbol, fill=FAINT if call == PASS else INK)
        end = x + 10 * len(call.symbol)
    if cell.is_alerted:
        drawn += text(end, y, "*")
        end += 8
    if cell.mark:
        drawn += text(end, y, cell.mark)
        end += 8 * len(cell.mark)
    return drawn + ("" if cell.footnote is None else text(end, y - 6, str(cell.footnote), fill=FAINT, size=10))
