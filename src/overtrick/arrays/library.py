"""Solved deals by the hundred thousand, read from the Ginsberg library, its text or its binary form.

`formats.gib` says what they mean, one deal at a time. Deals as the library writes them are read here
all at once; all others (lower case, odd spacing, damage) are handed to `formats.gib`, so both agree.
"""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.deals import DealBatch
from overtrick.arrays.holdings import Masks
from overtrick.core import BridgeError, Record, Strain
from overtrick.core.cards import RANKS
from overtrick.core.hands import ONE_SUIT
from overtrick.formats import gib
from overtrick.formats.reading import open_binary

Tricks = NDArray[np.uint8]
Bytes = NDArray[np.uint8]

_HANDS = 67  # 52 cards, 12 dots, 3 spaces
_LINE = _HANDS + 1 + 20  # the hands, a colon, the tricks
_BLOCK = 1 << 13  # lines worked on at a time
_SEPARATORS = np.frombuffer(b"... ... ... ...", np.uint8)
_NOT_A_DIGIT = 255
_BITS = np.zeros(256, np.uint16)
_BITS[list(RANKS.encode())] = 1 << np.arange(13)
_DIGITS = np.full(256, _NOT_A_DIGIT, np.uint8)
_DIGITS[list(b"0123456789ABCD")] = np.arange(14)
_BINARY = np.dtype([("suits", "<u4", 4), ("tricks", "<u2", 5)])
_STRANGE_MARKS = (b"\xff\xfe", b"\xfe\xff")  # UTF-16


@dataclass(frozen=True, eq=False)
class SolvedDeals:
    """Deals with declarer's tricks. Shape of the tricks: (deal, seat, strain)."""

    deals: DealBatch
    tricks: Tricks

    def __post_init__(self) -> None:
        if self.tricks.shape != (len(self.deals), 4, 5):
            raise BridgeError(f"expected tricks of shape ({len(self.deals)}, 4, 5), got {self.tricks.shape}")

    def __len__(self) -> int:
        return len(self.deals)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "SolvedDeals":
        """Some of the deals, by slice, index array or mask."""
        return SolvedDeals(self.deals[chosen], self.tricks[chosen])


def load(path: Path | str, *, errors: list[BridgeError] | None = None) -> SolvedDeals:
    """The deals of a file, text or binary (`.gz` too). Damaged ones go to `errors`; without it the first is raised."""
    try:
        with open_binary(path) as file:
            data = file.read()
    except (OSError, EOFError, zlib.error):
        return _stack(gib.load(path, errors=errors))  # gives what comes before the break
    if gib.is_binary(data[: gib.DEAL_BYTES]):
        return _from_binary(data, str(path), errors)
    if data.startswith(_STRANGE_MARKS) or b"\0" in data[: data.find(b"\n")]:
        return _stack(gib.load(path, errors=errors))
    return loads(data, source=str(path), errors=errors)


def loads(data: bytes, *, source: str | None = None, errors: list[BridgeError] | None = None) -> SolvedDeals:
    """The deals of a text in UTF-8 or Latin-1; `errors` as in `load`."""
    text = np.frombuffer(data.removeprefix(b"\xef\xbb\xbf"), np.uint8)
    starts, ends = _lines(text)
    masks, tricks = np.zeros((len(starts), 4), np.uint64), np.zeros((len(starts), 4, 5), np.uint8)
    is_read = np.zeros(len(starts), bool)
    usual = np.flatnonzero(ends - starts == _LINE)
    for first in range(0, len(usual), _BLOCK):
        block = usual[first : first + _BLOCK]
        rows = text[starts[block, np.newaxis] + np.arange(_LINE)]
        masks[block], dealt = _masks(rows[:, :_HANDS])
        tricks[block], counted = _tricks(rows[:, _HANDS:])
        is_read[block] = dealt & counted
    others = {
        number: _decoded(text[starts[number] : ends[number]].tobytes())
        for number in np.flatnonzero(~is_read & (ends > starts)).tolist()
    }
    for number, record in _read_plainly(others, len(starts), source, errors):
        one = _stack([record])
        masks[number], tricks[number], is_read[number] = one.deals.masks[0], one.tricks[0], True
    return SolvedDeals(DealBatch.of_masks(masks[is_read]), tricks[is_read])


def _from_binary(data: bytes, source: str, errors: list[BridgeError] | None) -> SolvedDeals:
    """The deals of 26 bytes each; what is left over at the end is an error too."""
    whole = len(data) - len(data) % gib.DEAL_BYTES
    rows = np.frombuffer(data[:whole], _BINARY)
    masks, tricks = np.empty((len(rows), 4), np.uint64), np.empty((len(rows), 4, 5), np.uint8)
    good = np.empty(len(rows), bool)
    for first in range(0, len(rows), _BLOCK):
        block = slice(first, first + _BLOCK)
        masks[block], good[block] = _binary_masks(rows[block]["suits"])
        taken = rows[block]["tricks"][:, ::-1, np.newaxis] >> np.arange(0, 16, 4, dtype=np.uint16) & 15
        good[block] &= (taken <= 13).all(axis=(1, 2))
        tricks[block] = _by_declarer(taken[..., [3, 2, 1, 0]].astype(np.uint8))  # written as led by W, N, E, S
    for number in np.flatnonzero(~good).tolist():
        start = gib.DEAL_BYTES * number
        _note(gib.read_deal(data[start : start + gib.DEAL_BYTES], number + 1, source), errors)
    for torn in gib.read_binary([data[whole:]], source, len(rows)):
        _note(torn, errors)
    return SolvedDeals(DealBatch.of_masks(masks[good]), tricks[good])


def _binary_masks(suits: NDArray[np.uint32]) -> tuple[Masks, NDArray[np.bool_]]:
    """The hands (deal, seat) from one word a suit, spades first, and which deals give 13 cards to each player."""
    holders = suits[..., np.newaxis] >> np.arange(0, 26, 2, dtype=np.uint32) & 3  # from the ace down: W, N, E or S
    held = holders[:, np.newaxis] == np.array([1, 2, 3, 0], np.uint32)[:, np.newaxis, np.newaxis]  # deal, seat, suit
    holdings = (held << np.arange(12, -1, -1, dtype=np.uint16)).sum(axis=3, dtype=np.uint16)[:, :, ::-1]
    good = (held.sum(axis=(2, 3)) == 13).all(axis=1) & (suits >> 26 == 0).all(axis=1)
    return DealBatch(holdings).masks, good


def _note(outcome: Record | BridgeError, errors: list[BridgeError] | None) -> None:
    """Keep an error, or raise it where nobody keeps them."""
    if isinstance(outcome, BridgeError):
        if errors is None:
            raise outcome
        errors.append(outcome)


def _lines(text: Bytes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the lines start and end, without what ends them."""
    ends = np.append(np.flatnonzero(text == ord("\n")), len(text))
    starts = np.append(0, ends[:-1] + 1)
    returned = (ends > starts) & (text.take(ends - 1, mode="clip") == ord("\r")) if len(text) else np.False_
    return starts, ends - returned


def _masks(rows: Bytes) -> tuple[Masks, NDArray[np.bool_]]:
    """The hands (deal, seat) of lines that hold nothing but them, West first, and which lines really do."""
    bits = _BITS[rows]
    is_mark = bits == 0
    good = is_mark.sum(axis=1) == len(_SEPARATORS)
    marks = np.where(is_mark & good[:, np.newaxis])
    good[good] = (rows[marks].reshape(-1, len(_SEPARATORS)) == _SEPARATORS).all(axis=1)
    place = np.minimum(is_mark.cumsum(axis=1, dtype=np.uint8), 15)  # 4 · hand + suit, spades first
    place = place + 16 * np.arange(len(rows))[:, np.newaxis]
    sums = np.bincount(place.ravel(), bits.ravel(), minlength=16 * len(rows)).astype(np.uint64)
    cards = np.bincount(place.ravel(), ~is_mark.ravel(), minlength=16 * len(rows))
    holdings = sums.reshape(-1, 4, 4)[:, [1, 2, 3, 0], ::-1]  # North first, clubs first
    # 52 letters make up all 52 cards only when none comes twice, even though one that does would carry.
    good &= (np.bitwise_or.reduce(holdings, axis=1) == ONE_SUIT).all(axis=1)
    good &= (cards.reshape(-1, 4, 4).sum(axis=2) == 13).all(axis=1)
    return DealBatch(holdings.astype(np.uint16)).masks, good


def _tricks(rows: Bytes) -> tuple[Tricks, NDArray[np.bool_]]:
    """Declarer's tricks (deal, seat, strain) from a colon and North-South's tricks, and which lines have them."""
    digits = _DIGITS[rows[:, 1:]]
    good = (rows[:, 0] == ord(":")) & (digits != _NOT_A_DIGIT).all(axis=1)
    return _by_declarer(digits.reshape(-1, len(Strain), 4)[:, ::-1]), good


def _by_declarer(by_leader: Tricks) -> Tricks:
    """Declarer's tricks (deal, seat, strain) from North-South's, clubs first, led by South, East, North, West."""
    west, north, east, south = (13 - by_leader[..., 2], by_leader[..., 1], 13 - by_leader[..., 0], by_leader[..., 3])
    return np.stack([north, east, south, west], axis=1)


def _read_plainly(
    others: dict[int, str], count: int, source: str | None, errors: list[BridgeError] | None
) -> Iterator[tuple[int, Record]]:
    """The lines that need `formats.gib`, given by their number; records with the same numbers."""
    written = {number: line for number, line in others.items() if line.strip(" \t\x1a")}
    if not written:
        return
    lines = [written.get(number, "") for number in range(count)]  # so that errors count the lines of the file
    for number, outcome in zip(written, gib.read(lines, source), strict=True):
        _note(outcome, errors)
        if isinstance(outcome, Record):
            yield number, outcome


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _stack(records: Sequence[Record]) -> SolvedDeals:
    """The batch of records that were read with their tables."""
    tables = [record.table.tricks for record in records if record.table is not None]
    deals = DealBatch.stack([record.board.deal for record in records])
    return SolvedDeals(deals, np.array(tables, np.uint8).reshape(-1, 4, 5))
