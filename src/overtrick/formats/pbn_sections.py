"""The sections of a PBN game that have a language of their own: auction, play and double-dummy tricks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from overtrick.core import CALLS, PASS, Auction, BridgeError, Call, Card, DDTable, IllegalCall, Note, Seat, Strain
from overtrick.core.play import winning_turn
from overtrick.formats.pbn_games import Row, shortened

ALERT = "Alert"
"""How a note begins that says a call was alerted; PBN has no mark of its own for it."""

_TOKEN = re.compile(r"=\d+=|\$\d+|[!?]+|\^\w?|[*+\-]|[^\s=$!?^*+\-]+|\S")
_CALL_OF_WORD = {
    spelling: call
    for call in CALLS
    for word in ({"P": ["P", "Pass"]}.get(str(call)) or [str(call), str(call).replace("N", "NT")])
    for spelling in (word, word.upper(), word.lower())
}
_CARD_OF_WORD = {str(card): card for card in map(Card, range(52))}

TRICKS_DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
TRICKS_STRAINS = tuple(reversed(Strain))
"""The orders in which `DoubleDummyTricks` counts declarers and strains."""


class _Token(NamedTuple):
    text: str
    line: int
    column: int

    def blame(self, error: BridgeError) -> BridgeError:
        """The error, with this token as its place."""
        return error.at(line=self.line, shift=self.column - 1)


def _tokens(rows: Sequence[Row]) -> Iterator[_Token]:
    for line, text in rows:
        for match in _TOKEN.finditer(text):
            yield _Token(match[0], line, match.start() + 1)


def read_auction(dealer: Seat, rows: Sequence[Row], texts: Mapping[str, str]) -> tuple[Auction | None, dict[int, Note]]:
    """The auction and what was said about its calls.

    No auction comes back when the section is empty, or tells of an irregularity (`^I`, `^S`, a call skipped).
    """
    words = " ".join([row.text for row in rows]).split()
    ending = words.pop() if words and words[-1] == "AP" else ""
    try:
        calls = [_CALL_OF_WORD[word] for word in words]
        if not calls and not ending:
            return None, {}
        return Auction(dealer, tuple(_passed_out(calls) if ending else calls)), {}
    except (KeyError, IllegalCall):
        return _AnnotatedAuction(dealer, texts).read(rows)


def _passed_out(calls: list[Call]) -> list[Call]:
    """The calls with as many passes after them as end the auction."""
    passes = next((index for index, call in enumerate(reversed(calls)) if call != PASS), len(calls))
    needed = 3 if passes < len(calls) else 4
    return calls + [PASS] * (needed - passes)


class _AnnotatedAuction:
    """An auction section read token by token."""

    def __init__(self, dealer: Seat, texts: Mapping[str, str]) -> None:
        self.dealer = dealer
        self.texts = texts
        self.calls: list[Call] = []
        self.places: list[_Token] = []
        self.notes: dict[int, Note] = {}

    def read(self, rows: Sequence[Row]) -> tuple[Auction | None, dict[int, Note]]:
        ended = False
        for token in _tokens(rows):
            ended = token.text in ("*", "+")
            if ended:
                break
            if token.text[0] == "^" or (token.text == "-" and self.calls):
                return None, {}
            self._take(token)
        if not self.calls and not ended:
            return None, {}
        try:
            return Auction(self.dealer, tuple(self.calls)), self.notes
        except IllegalCall as error:
            raise self.places[min(error.index, len(self.places) - 1)].blame(error) from None

    def _take(self, token: _Token) -> None:
        if token.text == "-":
            self.dealer = self.dealer.lho
        elif token.text[0] == "=":
            self._annotate(self.texts.get(token.text.strip("=").lstrip("0"), ""))
        elif token.text[0] in "!?$":
            if token.text == "!":
                self._annotate(ALERT)
        elif token.text.upper() == "AP":
            self.calls = _passed_out(self.calls)
        else:
            try:
                self.calls.append(Call.parse(token.text))
            except BridgeError as error:
                raise token.blame(error) from None
            self.places.append(token)

    def _annotate(self, text: str) -> None:
        """Add to what is said about the last call."""
        match = re.fullmatch(rf"({ALERT}(?::\s*|$))?(.*)", text, re.DOTALL)
        assert match is not None
        if text and self.calls:
            index = len(self.calls) - 1
            note = self.notes.get(index, Note())
            both = "; ".join(part for part in (note.text, match[2]) if part)
            self.notes[index] = Note(both, note.alerted or match[1] is not None)


class PlayRead(NamedTuple):
    """The cards in the order they were played, and whether that is all the section says."""

    cards: tuple[Card, ...]
    is_all: bool


def read_play(rows: Sequence[Row], strain: Strain) -> PlayRead:
    """The play from its columns, which stay with the players; the first is the opening leader's.

    Where a card is not known the play ends, since nothing says who won that trick.
    """
    order: list[Card] = []
    turn = 0
    try:
        for _, text in rows:
            first, second, third, fourth = text.split()
            columns = [_CARD_OF_WORD[first], _CARD_OF_WORD[second], _CARD_OF_WORD[third], _CARD_OF_WORD[fourth]]
            trick = columns[turn:] + columns[:turn]
            order += trick
            turn = (turn + winning_turn(trick, strain)) % 4
    except (KeyError, ValueError):
        return _read_annotated_play(rows, strain)
    return PlayRead(tuple(order), is_all=True)


def _read_annotated_play(rows: Sequence[Row], strain: Strain) -> PlayRead:
    cells, is_all = _play_cells(rows)
    order: list[Card] = []
    turn = 0
    while cells:
        columns = (cells[:4] + [None] * 3)[:4]
        del cells[:4]
        trick = columns[turn:] + columns[:turn]
        known = trick[: trick.index(None)] if None in trick else trick
        played = [card for card in known if card is not None]
        order += played
        if len(played) < 4:
            return PlayRead(tuple(order), is_all and not any(trick[len(played) :]) and not any(cells))
        turn = (turn + winning_turn(played, strain)) % 4
    return PlayRead(tuple(order), is_all)


def _play_cells(rows: Sequence[Row]) -> tuple[list[Card | None], bool]:
    """The columns' cards row after row, None for one not known, and whether there is nothing else."""
    cells: list[Card | None] = []
    is_all = True
    for token in _tokens(rows):
        if token.text in ("*", "+"):
            break
        if token.text == "-":
            cells.append(None)
        elif token.text[0] in "=$!?^":
            is_all = False
        else:
            try:
                cells.append(Card.parse(token.text))
            except BridgeError as error:
                raise token.blame(error) from None
    return cells, is_all


def read_tricks(text: str) -> DDTable | None:
    """The table of a `DoubleDummyTricks` value; None when it leaves some results open."""
    if not re.fullmatch(r"[0-9a-dA-D]{20}", text):
        if re.fullmatch(r"[0-9a-dA-D?*\-]{0,20}", text):
            return None
        raise BridgeError(f"expected 20 hexadecimal digits from 0 to d, got {shortened(text)}")
    tricks = {}
    for index, digit in enumerate(text):
        tricks[TRICKS_DECLARERS[index // 5], TRICKS_STRAINS[index % 5]] = int(digit, 16)
    return _table(tricks)


def read_result_table(header: str, rows: Sequence[Row]) -> DDTable | None:
    """The table of an `OptimumResultTable` section, by its column names; None when it is not complete."""
    names = [re.sub(r"\\.*", "", name).strip(" +-").lower() for name in header.split(";") if name.strip()]
    wanted = ("declarer", "denomination", "result")
    if not set(wanted) <= set(names):
        names = list(wanted)
    columns = [names.index(name) for name in wanted]
    tricks = {}
    for row in rows:
        cells = row.text.split()
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
