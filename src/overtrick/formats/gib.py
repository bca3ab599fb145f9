"""The library of solved deals by Matthew Ginsberg (GIB): one deal a line, or 26 bytes a deal.

Both give North-South's tricks by who leads, so for an East-West declarer they count the defenders' tricks.
Here they become declarer's tricks, as everywhere else.
"""

import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from overtrick.core import Board, BridgeError, DDTable, Deal, Hand, ParseError, Record, Seat, Side, Strain
from overtrick.formats.reading import (
    Outcome,
    collect,
    open_binary,
    quoted,
    read_lines,
    unbroken,
)
from overtrick.storage import write_bytes, write_text

_STRAINS = tuple(reversed(Strain))  # notrump, then spades down to clubs
_TEXT_LEADERS = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
_BINARY_SEATS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_TRICKS = re.compile(r"\s*+([0-9A-Da-d]{20})\s*+")
DEAL_BYTES = 26
_DEAL = struct.Struct("<4I5H")  # spades down to clubs, two bits a card; then the strains, four bits a leader


def load(path: Path | str, *, errors: list[BridgeError] | None = None) -> list[Record]:
    """The deals of a text file (`.gz` too). Damaged lines go to `errors`; without that list the first one is raised."""
    return collect(read(read_lines(path), str(path)), errors)


def loads(text: str, *, errors: list[BridgeError] | None = None) -> list[Record]:
    """The deals of a text; `errors` as in `load`."""
    return collect(read(re.split(r"\r\n?|\n", text)), errors)


def read(lines: Iterable[str], source: str | None = None) -> Iterator[Outcome]:
    """The deals of a text file as its lines come in, each with its double-dummy table."""
    for number, line in enumerate(lines, 1):
        if line.strip(" \t\x1a"):
            try:
                yield _read_line(line)
            except BridgeError as error:
                yield error.at(source=source, line=number)


def dumps(records: Iterable[Record]) -> str:
    """Solved deals as text, 88 characters a line."""
    return "".join(f"{_write_line(record)}\n" for record in records)


def dump(records: Iterable[Record], path: Path | str) -> None:
    """Write solved deals to a text file (packed when its name ends in `.gz`)."""
    write_text(dumps(records), path)


def _read_line(line: str) -> Record:
    hands, _, tricks_text = line.partition(":")
    digits = _TRICKS.fullmatch(tricks_text)
    if digits is None or not hands.strip():
        raise ParseError(
            f"expected four hands, a colon and 20 digits from 0 to D, got {quoted(line)}", column=_first_fault(line)
        )
    first = "W:"
    try:
        deal = Deal.parse(first + hands.strip()).require_complete()
    except BridgeError as error:
        raise error.at(shift=len(hands) - len(hands.lstrip()) - (len(first) if error.where.column else 0)) from None
    tricks = [[int(digit, 16) for digit in digits[1][start : start + 4]] for start in range(0, 20, 4)]
    return Record(Board(deal), table=_table(tricks, _TEXT_LEADERS))


def _first_fault(line: str) -> int:
    """The column where a line stops being like those of the library."""
    good = re.match(r"[^:]*(?::\s*[0-9A-Da-d]{0,20})?", line)
    assert good is not None
    return good.end() + 1


def _write_line(record: Record) -> str:
    deal, table = _solved(record)
    tricks = _tricks_by_leader(table, _TEXT_LEADERS)
    hands = " ".join(str(deal[seat]) for seat in _BINARY_SEATS)
    return f"{hands}:{''.join(f'{number:X}' for number in chain(*tricks))}"


def is_binary(head: bytes) -> bool:
    """Whether bytes start like the library's binary form: a word of 32 bits a suit, two bits a card, 13 cards a player.

    The six highest bits of a word are zero, as they never are in text.
    """
    counts = [0, 0, 0, 0]
    for byte in head[:16]:
        for shift in (0, 2, 4, 6):
            counts[byte >> shift & 3] += 1
    return len(head) >= 26 and max(head[3:16:4]) < 4 and counts == [13 + 12, 13, 13, 13]


def load_binary(path: Path | str, *, errors: list[BridgeError] | None = None) -> list[Record]:
    """The deals of a binary file (`.gz` too); `errors` as in `load`."""
    with open_binary(path) as file:
        return collect(read_binary(unbroken(file, str(path)), str(path)), errors)


def read_binary(pieces: Iterable[bytes], source: str | None = None, count: int = 0) -> Iterator[Outcome]:
    """The deals of a binary file as its bytes come in, in pieces of any length, after the first `count` deals."""
    held = b""
    for piece in pieces:
        held += piece
        whole = len(held) - len(held) % _DEAL.size
        for start in range(0, whole, _DEAL.size):
            count += 1
            yield read_deal(held[start : start + _DEAL.size], count, source)
        held = held[whole:]
    if held:
        yield ParseError(f"deal {count + 1}: expected {_DEAL.size} bytes, got {len(held)}", source=source)


def dump_binary(records: Iterable[Record], path: Path | str) -> None:
    """Write solved deals to a binary file (packed when its name ends in `.gz`)."""
    write_bytes(b"".join(map(_write_bytes, records)), path)


def read_deal(data: bytes, count: int, source: str | None = None) -> Outcome:
    """The deal of 26 bytes, the `count`th of its file."""
    *suits, notrump, spades, hearts, diamonds, clubs = _DEAL.unpack(data)
    tricks = [[word >> shift & 15 for shift in (0, 4, 8, 12)] for word in (notrump, spades, hearts, diamonds, clubs)]
    try:
        return Record(Board(_deal(suits).require_complete()), table=_table(tricks, _BINARY_SEATS))
    except BridgeError as error:
        return BridgeError(f"deal {count}: {error.message}", error.at(source=source).where)


def _deal(suits: Sequence[int]) -> Deal:
    """The deal from one number a suit, spades first: who holds the ace in the lowest two bits, then the king …"""
    masks = [0, 0, 0, 0]
    for suit, holders in zip((3, 2, 1, 0), suits, strict=True):
        if holders >> 26:
            raise BridgeError(f"expected 26 bits for a suit's 13 cards, got {holders:#x}")
        for place in range(13):
            masks[_BINARY_SEATS[holders >> 2 * place & 3]] |= 1 << 13 * suit + 12 - place
    return Deal.of([Hand(mask) for mask in masks])


def _write_bytes(record: Record) -> bytes:
    deal, table = _solved(record)
    suits = [0, 0, 0, 0]
    for turn, seat in enumerate(_BINARY_SEATS):
        for card in deal[seat]:
            suits[3 - card.suit] |= turn << 2 * (12 - card.rank)
    words = [
        sum(number << 4 * turn for turn, number in enumerate(row)) for row in _tricks_by_leader(table, _BINARY_SEATS)
    ]
    return _DEAL.pack(*suits, *words)


def _solved(record: Record) -> tuple[Deal, DDTable]:
    """Deal and table of a record that has both in full, as the library needs."""
    if record.table is None:
        raise BridgeError("expected a double-dummy table with every deal for the GIB library, got none")
    return record.board.deal.require_complete(), record.table


def _table(tricks: Sequence[Sequence[int]], leaders: Sequence[Seat]) -> DDTable:
    """Declarer's tricks from North-South's, given by strain and then by leader."""
    rows = [[0] * 5 for _ in Seat]
    for strain, by_leader in zip(_STRAINS, tricks, strict=True):
        for leader, taken in zip(leaders, by_leader, strict=True):
            declarer = leader.rho
            rows[declarer][strain] = taken if declarer.side is Side.NORTH_SOUTH else 13 - taken
    return DDTable.of(rows)


def _tricks_by_leader(table: DDTable, leaders: Sequence[Seat]) -> list[list[int]]:
    """North-South's tricks by strain and then by leader."""

    def north_south(declarer: Seat, strain: Strain) -> int:
        return table[declarer, strain] if declarer.side is Side.NORTH_SOUTH else 13 - table[declarer, strain]

    return [[north_south(leader.rho, strain) for leader in leaders] for strain in _STRAINS]
