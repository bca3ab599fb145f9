"""Boards in texts: read from any format, written in another, and annotated with what every call means."""

import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from overtrick.ask.position import SystemsQuestion
from overtrick.ask.wire import Question, Text
from overtrick.core import Board, BridgeError, Deal, Hand, ParseError, Record, Seat
from overtrick.formats import files
from overtrick.systems.engine.alerting import Regulation
from overtrick.systems.tools.annotate import annotated

MOST_BOARDS = 1000
"""Boards taken from one text, damaged ones among them."""
MOST_ERRORS = 50
"""Errors that are reported for one text."""

_SUIT = r"[^\s.:|\[\]{}=<%]*"
_HANDS = re.compile(rf"\s*{_SUIT}(?:\.{_SUIT}){{3}}(?:\s+[^\s:|\[\]{{}}=<%]+){{0,3}}\s*")
"""One to four words of which the first has three dots, and nothing that another format would have."""

_ONE_HAND = re.compile(r"[ \t,:;AKQJTSHDC♠♥♦♣♤♡♢♧0-9—–-]+", re.IGNORECASE)
"""A line of ranks and suits without a dot: one hand with blanks between its suits, or with their letters or signs."""

BoardsText: TypeAlias = Annotated[str, Text(1_000_000, least=1)]
Format: TypeAlias = Literal["pbn", "lin", "gib", "json", "bbo", "deals"]


@dataclass(frozen=True, kw_only=True)
class ParseQuestion(Question):
    """Boards as people paste them: PBN, LIN, a BBO link, JSON lines, a deal, or one to four hands."""

    text: BoardsText


@dataclass(frozen=True, kw_only=True)
class ParseAnswer:
    """The boards, and what was wrong with those that are damaged."""

    boards: tuple[Record, ...]
    errors: tuple[BridgeError, ...]
    unended: int = 0
    """Auctions whose last passes the text leaves out; the boards have them."""
    kind: Literal["exact"] = "exact"


def parse(question: ParseQuestion) -> ParseAnswer:
    """The boards of a text."""
    records, errors = _read(question.text)
    ended = tuple(record.with_last_passes() for record in records)
    unended = sum(after is not before for after, before in zip(ended, records, strict=True))
    return ParseAnswer(boards=ended, errors=errors, unended=unended)


@dataclass(frozen=True, kw_only=True)
class ConvertQuestion(ParseQuestion):
    """Boards, and the format they should have."""

    to: Format = "pbn"


@dataclass(frozen=True, kw_only=True)
class ConvertAnswer:
    """The boards of a text in another format."""

    text: str
    format: str
    boards: int
    errors: tuple[BridgeError, ...]
    kind: Literal["exact", "rule"] = "exact"


def convert(question: ConvertQuestion) -> ConvertAnswer:
    """A text in another format."""
    records, errors = _read(question.text)
    return ConvertAnswer(text=_written(records, question.to), format=question.to, boards=len(records), errors=errors)


@dataclass(frozen=True, kw_only=True)
class AnnotateQuestion(SystemsQuestion):
    """Boards whose calls should get notes; `system` is North-South's, `regulation` says whose rules for alerts hold."""

    text: BoardsText
    regulation: Regulation = "acbl"


def annotate(question: AnnotateQuestion) -> ConvertAnswer:
    """The boards as PBN with a note to every call; those without an auction are left as they are."""
    records, errors = _read(question.text)
    tree = question.table().tree
    noted = [record if record.auction is None else annotated(record, tree, question.regulation) for record in records]
    return ConvertAnswer(text=_written(noted, "pbn"), format="pbn", boards=len(noted), errors=errors, kind="rule")


def _read(text: str) -> tuple[tuple[Record, ...], tuple[BridgeError, ...]]:
    """The records of a text, and what was wrong with others; the first error is raised when there is no record."""
    records: list[Record] = []
    errors: list[BridgeError] = []
    for number, outcome in enumerate(_outcomes(text)):
        if isinstance(outcome, Record):
            records.append(outcome)
        elif len(errors) < MOST_ERRORS:
            errors.append(outcome)
        if number >= MOST_BOARDS:
            raise ParseError(f"expected at most {MOST_BOARDS:,} boards, got more", source="text")
    if not records:
        raise errors[0].at(source="text")
    return tuple(records), tuple(errors)


def _outcomes(text: str) -> Iterable[Record | BridgeError]:
    """The boards of a text one by one: of a file, or of hands without a seat."""
    if _ONE_HAND.fullmatch(text.strip()) or (_HANDS.fullmatch(text) and len(text.split()) == 1):
        return [_one_hand(text)]
    return [_hands(text)] if _HANDS.fullmatch(text) else files.parse_records(text)


def _one_hand(text: str) -> Record:
    """A hand of thirteen cards in any notation, as South's."""
    try:
        hand = Hand.parse(text)
        if not hand.is_complete:
            lengths = "=".join(map(str, reversed(hand.lengths)))
            raise ParseError(f"expected 13 cards in a hand, got {len(hand)} ({lengths})", column=1)
    except BridgeError as error:
        raise error.at(source="text", line=1) from None
    return Record(Board(Deal.of([hand, Hand(), Hand(), Hand()], Seat.SOUTH), Seat.SOUTH))


def _hands(text: str) -> Record:
    """Hands without a seat, round from North."""
    lead = len(text) - len(text.lstrip())
    try:
        deal = Deal.parse(f"N:{text.strip()}{' -' * (4 - len(text.split()))}")
    except BridgeError as error:
        raise error.at(source="text", line=1, shift=lead - 2) from None
    return Record(Board(deal))


def _written(records: Iterable[Record], form: str) -> str:
    out = io.StringIO()
    files.write_records(records, out, form)
    return out.getvalue()
