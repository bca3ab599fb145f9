"""What the three ways of drawing share: the order of things, the marks on calls, and the colours."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from overtrick.core.calls import Call
from overtrick.core.cards import RANKS, Strain, Suit
from overtrick.core.seats import Seat, Vulnerability

if TYPE_CHECKING:
    from overtrick.core.auctions import Auction
    from overtrick.core.boards import Note, Record
    from overtrick.core.hands import Hand

COLUMNS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
"""The columns of an auction table."""

SUITS = tuple(reversed(Suit))
"""The suits as a hand shows them, spades first."""

VOID = "—"
UNKNOWN = "?"

INK, FAINT, LINE, PAPER = "#171C28", "#5D6679", "#DFE3EA", "#FFFFFF"
VULNERABLE, VULNERABLE_PAPER = "#B42318", "#F6E3E1"
SUIT_COLOURS = {Suit.SPADES: "#1B3FAB", Suit.HEARTS: "#C4202B", Suit.DIAMONDS: "#A84B06", Suit.CLUBS: "#15743A"}
FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of an auction table: empty, a call with its marks, or the player to call."""

    call: Call | None = None
    is_alerted: bool = False
    footnote: int | None = None
    is_turn: bool = False
    mark: str = ""


def auction_rows(
    auction: "Auction", notes: "Mapping[int, Note] | None" = None
) -> tuple[list[tuple[Cell, ...]], tuple[str, ...]]:
    """The rows of an auction table, columns W N E S, and its footnotes; footnote 1 is the first of them."""
    cells = [Cell()] * COLUMNS.index(auction.dealer)
    footnotes: list[str] = []
    for index, call in enumerate(auction.calls):
        note = (notes or {}).get(index)
        text = printable(note.text) if note else ""
        if text and text not in footnotes:
            footnotes.append(text)
        number = footnotes.index(text) + 1 if text else None
        cells.append(Cell(call, bool(note and note.alerted), number, mark=note.mark if note else ""))
    if not auction.is_over:
        cells.append(Cell(is_turn=True))
    cells += [Cell()] * (-len(cells) % 4)
    return [tuple(cells[start : start + 4]) for start in range(0, len(cells), 4)], tuple(footnotes)


def caption(number: int | None, dealer: Seat | None, vulnerability: Vulnerability | None) -> list[str]:
    """What stands beside the diagram of a deal, as far as it is known: board, dealer, vulnerability."""
    lines = [f"Board {number}"] if number is not None else []
    if dealer is not None:
        lines.append(f"Dealer {seat_name(dealer)}")
    if vulnerability is not None:
        lines.append("Vul " + ("none", "N-S", "E-W", "all")[vulnerability])
    return lines


def occasion(record: "Record", tags: Sequence[str] = ("Event", "Stage", "Date")) -> str:
    """Where and when the board was played, as far as it is known."""
    return ", ".join(printable(record.tags[tag]) for tag in tags if record.tags.get(tag, "").strip("? "))


def names(record: "Record") -> list[str]:
    """Where and when the board was played, and by whom, clockwise from North, as far as it is known."""
    players = [f"{seat_name(seat)} {printable(record.players[seat])}" for seat in Seat if record.players.get(seat)]
    where = occasion(record, ("Event", "Stage", "Date", "Room"))
    return [line for line in (where, ", ".join(players)) if line]


def outcome(record: "Record") -> list[str]:
    """How a board ended, and what its tricks yield, as far as it is known."""
    board, result, lines = record.board, record.result, []
    if result is not None:
        score = result.score(board.vulnerability)
        scored = "" if score is None else f"{score:+d}".replace("-", "−")
        lines = [f"Result {result.phrase}; N-S {scored}" if scored else f"Contract {result.phrase}"]
    if record.table is not None:
        lines.append(f"Par {record.table.par(board.vulnerability, board.dealer)}")
    return lines


def seat_name(seat: Seat) -> str:
    return seat.name.capitalize()


def strain_name(strain: Strain) -> str:
    return strain.name.lower()


def ranks(hand: "Hand", suit: Suit) -> str:
    """The ranks held in one suit, highest first; a dash for a void."""
    holding = hand.holding(suit)
    return "".join(letter for rank, letter in reversed([*enumerate(RANKS)]) if holding >> rank & 1) or VOID


def spoken(hands: "Sequence[tuple[str, Hand]]") -> str:
    """Hands in words, for those who hear a picture rather than see it."""
    return "; ".join(
        f"{name} " + ", ".join(f"{suit.name.lower()} {' '.join(ranks(hand, suit))}" for suit in SUITS)
        for name, hand in hands
        if hand.mask
    )


def printable(text: str) -> str:
    """Somebody's text on one line, without the characters XML has no place for."""
    return " ".join(re.sub(r"[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text).split())
