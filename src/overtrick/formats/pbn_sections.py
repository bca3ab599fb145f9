"""The sections of a PBN game that have a language of their own: auction, play and double-dummy tricks."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from overtrick.core import (
    CALLS,
    PASS,
    Auction,
    BridgeError,
    Call,
    Card,
    DDTable,
    IllegalCall,
    Note,
    ParseError,
    Seat,
    Strain,
)
from overtrick.core.play import TRICK_POWERS, winning_turn
from overtrick.formats.pbn_games import Rows
from overtrick.formats.reading import quoted, said_more

ALERT = "Alert"
"""How a note begins that says a call was alerted; PBN has no mark of its own for it."""
MOST_CALLS = 319
"""The longest auction that the laws allow."""

_TOKEN = re.compile(r"(?i:all\s+pass)|=\d+=|\$\d+|[!?]+|\^\w?|[*+\-]|[^\s=$!?^*+\-]+|\S")
_CALL_OF_WORD = {
    spelling: call
    for call in CALLS
    for word in ({"P": ["P", "Pass"]}.get(str(call)) or [str(call), str(call).replace("N", "NT")])
    for spelling in (word, word.upper(), word.lower())
}
_CARDS = tuple(map(Card, range(52)))
_CARD_INDICES = {str(card): card.index for card in _CARDS}

TRICKS_DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
TRICKS_STRAINS = tuple(reversed(Strain))
"""The orders in which `DoubleDummyTricks` counts declarers and strains."""


def read_auction(dealer: Seat, rows: Rows, texts: Mapping[str, str]) -> tuple[Auction | None, dict[int, Note]]:
    """The auction and what was said about its calls.

    No auction comes back when the section tells of no call, or of an irregularity (`^I`, `^S`, a call skipped).
    """
    words = rows.text.split()
    ending = words.pop() if words[-1] == "AP" else ""
    try:
        calls = [_CALL_OF_WORD[word] for word in words]
        return Auction(dealer, tuple(calls + _closing_passes(calls) if ending else calls)), {}
    except (KeyError, IllegalCall):
        return _AnnotatedAuction(dealer, texts).read(rows)


def _closing_passes(calls: list[Call]) -> list[Call]:
    """As many passes as end the auction after these calls."""
    passes = next((index for index, call in enumerate(reversed(calls)) if call is not PASS), len(calls))
    needed = 3 if passes < len(calls) else 4
    return [PASS] * (needed - passes)


class _AnnotatedAuction:
    """An auction section read token by token."""

    def __init__(self, dealer: Seat, texts: Mapping[str, str]) -> None:
        self.dealer = dealer
        self.texts = texts
        self.calls: list[Call] = []
        self.places: list[int] = []
        self.notes: dict[int, Note] = {}

    def read(self, rows: Rows) -> tuple[Auction | None, dict[int, Note]]:
        ended = False
        not_called = 0
        for token in _TOKEN.finditer(rows.text):
            ended = token[0] in ("*", "+")
            if ended:
                break
            if token[0] == "-":
                not_called += 1
                continue
            if token[0][0] == "^" or (not_called and self.calls):
                return None, {}
            self.dealer = self.dealer.after(not_called)
            not_called = 0
            try:
                self._take(token[0], token.start())
            except BridgeError as error:
                raise rows.blame(error, token.start()) from None
        if not self.calls and not ended:
            return None, {}
        try:
            return Auction(self.dealer, tuple(self.calls)), self.notes
        except IllegalCall as error:
            if set(self.calls[error.index :]) == {PASS}:  # passes after the end, which some programs add
                return Auction(self.dealer, tuple(self.calls[: error.index])), self.notes
            raise rows.blame(error, self.places[error.index]) from None

    def _take(self, token: str, place: int) -> None:
        if token[0] == "=" and len(token) > 1:
            self._annotate(self.texts.get(token.strip("=").lstrip("0"), ""))
        elif token[0] in "!?$" and token != "$":
            if token == "!":
                self._annotate(ALERT)
        else:
            ends = token.upper() == "AP" or token[:3].upper() == "ALL"
            self.calls += _closing_passes(self.calls) if ends else [Call.parse(token)]
            self.places += [place] * (len(self.calls) - len(self.places))
            if len(self.calls) > MOST_CALLS:
                raise ParseError(f"expected an auction of at most {MOST_CALLS} calls, got more", column=1)

    def _annotate(self, text: str) -> None:
        """Add to what is said about the last call."""
        match = re.fullmatch(rf"({ALERT}(?::\s*|$))?(.*)", text, re.DOTALL)
        assert match is not None
        if text and self.calls:
            index = len(self.calls) - 1
            note = self.notes.get(index, Note())
            self.notes[index] = said_more(note, match[2], "; ", alerted=match[1] is not None)


class PlayRead(NamedTuple):
    """The cards in the order they were played, and whether that is all the section says."""

    cards: tuple[Card, ...]
    is_all: bool


def read_play(rows: Rows, strain: Strain) -> PlayRead:
    """The play from its columns, which stay with the players; the first is the opening leader's.

    Where a card is not known the play ends, since nothing says who won that trick.
    """
    try:
        cells = bytes(map(_CARD_INDICES.__getitem__, rows.text.split()))
    except KeyError:
        return _read_annotated_play(rows, strain)
    if len(cells) % 4:
        return _read_annotated_play(rows, strain)
    powers = TRICK_POWERS[strain]
    order = bytearray()
    leader = 0
    for start in range(0, len(cells), 4):  # with bytes for cards, since here a long file takes its time
        columns = cells[start : start + 4]
        order += columns[leader:] + columns[:leader] if leader else columns
        strengths = columns.translate(powers[columns[leader]])
        leader = strengths.index(max(strengths))
    return PlayRead(tuple(map(_CARDS.__getitem__, order)), is_all=True)


def _read_annotated_play(rows: Rows, strain: Strain) -> PlayRead:
    cells, is_all = _play_cells(rows)
    order: list[Card] = []
    turn = 0
    for start in range(0, len(cells), 4):
        columns = (cells[start : start + 4] + [None] * 3)[:4]
        trick = columns[turn:] + columns[:turn]
        known = trick[: trick.index(None)] if None in trick else trick
        played = [card for card in known if card is not None]
        order += played
        if len(played) < 4:
            return PlayRead(tuple(order), is_all and not any(trick[len(played) :]) and not any(cells[start + 4 :]))
        turn = (turn + winning_turn(played, strain)) % 4
    return PlayRead(tuple(order), is_all)


def _play_cells(rows: Rows) -> tuple[list[Card | None], bool]:
    """The columns' cards row after row, None for one not known, and whether there is nothing else."""
    cells: list[Card | None] = []
    is_all = True
    for token in _TOKEN.finditer(rows.text):
        if token[0] in ("*", "+"):
            break
        if token[0] == "-":
            cells.append(None)
        elif token[0][0] in "=$!?^" and token[0] not in ("=", "$"):
            is_all = False
        else:
            try:
                cells.append(Card.parse(token[0]))
            except BridgeError as error:
                raise rows.blame(error, token.start()) from None
    return cells, is_all


def read_tricks(text: str) -> DDTable | None:
    """The table of a `DoubleDummyTricks` value; None when it leaves some results open."""
    if not re.fullmatch(r"[0-9a-dA-D]{20}", text):
        if re.fullmatch(r"[0-9a-dA-D?*\-]{0,20}", text):
            return None
        raise BridgeError(f"expected 20 hexadecimal digits from 0 to d, got {quoted(text)}")
    tricks = {}
    for index, digit in enumerate(text):
        tricks[TRICKS_DECLARERS[index // 5], TRICKS_STRAINS[index % 5]] = int(digit, 16)
    return _table(tricks)


def read_result_table(header: str, rows: str) -> DDTable | None:
    """The table of an `OptimumResultTable` section, by its column names; None when it is not complete."""
    names = [re.sub(r"\\.*", "", name).strip(" +-").lower() for name in header.split(";") if name.strip()]
    wanted = ("declarer", "denomination", "result")
    if not set(wanted) <= set(names):
        names = list(wanted)
    columns = [names.index(name) for name in wanted]
    tricks = {}
    for row in rows.strip().split("\n"):
        cells = row.split()
        try:
            seat, strain, result = (cells[column] for column in columns)
            tricks[Seat.parse(seat), Strain.parse(strain)] = int(result)
        except (IndexError, ValueError, BridgeError):
            return None
    return _table(tricks)


def _table(tricks: Mapping[tuple[Seat, Strain], int]) -> DDTable | None:
    try:
        return DDTable.of([[tricks[seat, strain] for strain in Strain] for seat in Seat])
    except (KeyError, BridgeError):
        return None
