"""The `key|value|` stream of a LIN file, and how it falls into boards."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from overtrick.core import Suit

KNOWN_KEYS = frozenset(
    [
        *("ah", "an", "bn", "cq", "ct", "ht", "mb", "mc", "md", "mn", "mp", "nt", "pc", "pf", "pg"),
        *("pn", "pw", "px", "qx", "rh", "rs", "sa", "st", "sv", "up", "vg"),
    ]
)
MATCH_TAGS = ("Event", "Stage", "Scoring", "HomeTeam", "HomeCarry", "VisitTeam", "VisitCarry")
"""The tags that `vg|` fills; first and last board stand after Scoring."""
MATCH_LISTS = ("bn", "mp", "pw")
"""Keys of a match's head, besides names and results, that list something for every board."""
SCORINGS = {"I": "IMP", "P": "MP", "B": "BAM"}

_KEY = re.compile(  # not a card such as D3 that lost its pc|
    rf"{'|'.join(sorted(KNOWN_KEYS))}|(?-i:sk)|(?![cdhs][2-9tjqka])[a-z][a-z0-9]", re.IGNORECASE | re.ASCII
)
_KEY_AT_START = re.compile(rf"\s*(?:{'|'.join(sorted(KNOWN_KEYS))})\|", re.IGNORECASE | re.ASCII)
_SUIT_LETTER = re.compile(r"!([SHDC])(?![A-Z])", re.IGNORECASE)
_SUIT_SIGN = re.compile(r"([♠♥♦♣])(?![A-Z])", re.IGNORECASE)
_PLAYED = frozenset(("mb", "pc", "mc", "pg"))
_ENDS = _PLAYED | {"md", "sv", "qx"}


def in_signs(text: str) -> str:
    """An explanation as people read it: `!D` is what BBO types for the sign of a suit.

    >>> in_signs("3+ !d; 11-21 HCP, wow!"), in_letters("3+ ♦")
    ('3+ ♦; 11-21 HCP, wow!', '3+ !D')
    """
    return _SUIT_LETTER.sub(lambda match: Suit.parse(match[1]).symbol, text)


def in_letters(text: str) -> str:
    """The same as BBO has it; a sign with a letter behind it, which nobody could read again, stays."""
    return _SUIT_SIGN.sub(lambda match: f"!{Suit.parse(match[1])}", text)


class LinField(NamedTuple):
    """A key with its value, and where the value starts. Text that is no `key|value|` has an empty key."""

    key: str
    value: str
    line: int
    column: int


@dataclass
class LinMatch:
    """What the head of a Vugraph file says about all its boards."""

    tags: dict[str, str] = field(default_factory=dict)
    first: int | None = None
    last: int | None = None
    results: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    is_announced: bool = False  # by vg|

    def result(self, number: int | None, *, closed: bool) -> str:
        """What `rs|` has for that board at that table; two entries a board, the open room's first."""
        if number is None or self.first is None or self.last is None or number < self.first:
            return ""
        rooms = 1 if len(self.results) == self.last - self.first + 1 else 2
        place = (number - self.first) * rooms + (closed and rooms == 2)
        return self.results[place].strip() if place < len(self.results) else ""

    def add(self, token: LinField) -> None:
        """Take in a token of the head."""
        parts = [" ".join(part.split()) for part in token.value.split(",")]
        if token.key == "vg":
            self._announce(parts)
        elif token.key == "rs":
            self.results = parts
        elif token.key == "pn":
            self.names = parts
        elif token.value.strip():
            self.tags[f"LIN_{token.key}"] = ",".join(parts)

    def _announce(self, parts: list[str]) -> None:
        parts += [""] * (9 - len(parts))
        self.is_announced = any(parts)
        self.first, self.last = (int(text) if re.fullmatch("[0-9]{1,6}", text) else None for text in parts[3:5])
        parts[2] = SCORINGS.get(parts[2].upper(), parts[2])
        self.tags = {tag: part for tag, part in zip(MATCH_TAGS, parts[:3] + parts[5:], strict=False) if part}


def tokens(lines: Iterable[str]) -> Iterator[LinField]:
    """The tokens of a LIN text. A line that starts with a known key starts afresh, whatever came before it."""
    key = ""
    value: list[str] = []
    place = (1, 1)
    for number, line in enumerate(lines, 1):
        if key and _KEY_AT_START.match(line):  # the last value lacks its bar
            yield LinField(key, "\n".join(value), *place)
            key = ""
        column = 1
        *closed, rest = line.split("|")
        for segment in closed:
            if key:
                yield LinField(key, "\n".join([*value, segment]), *place)
                key = ""
            elif _KEY.fullmatch(segment.strip()):
                key, value, place = segment.strip().lower(), [], (number, column + len(segment) + 1)
            elif segment.strip():
                yield LinField("", segment.strip(), number, column)
            column += len(segment) + 1
        if key:
            value.append(rest)
        elif rest.strip():
            yield LinField("", rest.strip(), number, column)
    if key:
        yield LinField(key, "\n".join(value), *place)


def split_boards(stream: Iterable[LinField]) -> Iterator[tuple[LinMatch, list[LinField]]]:
    """The tokens of each board, with the head of the match it belongs to."""
    match = LinMatch()
    board: list[LinField] = []
    seen: set[str] = set()
    for token in stream:
        if (token.key == "vg" or _opens_board(token.key, seen)) and _has_substance(seen):
            yield from ((match, part) for part in _without_trailing_rubbish(board))
            board, seen = [], set()
        if token.key == "vg":
            match = LinMatch()
        if _is_of_match(token, match, seen):
            match.add(token)
        elif token.key != "pg" or "md" in seen:  # a page that ends before the deal is the head's
            board.append(token)
            seen.add(token.key)
    if _has_substance(seen):
        yield from ((match, part) for part in _without_trailing_rubbish(board))


def _has_substance(seen: set[str]) -> bool:
    return not seen.isdisjoint(("", "md", "qx", "mb", "pc"))


def _opens_board(key: str, seen: set[str]) -> bool:
    """Whether the token begins another board than the one whose keys have been seen."""
    if key not in ("qx", "md", "pn", "ah"):
        return False
    if "md" not in seen:
        return ("" in seen and "qx" not in seen) or (key == "qx" and "qx" in seen)
    return key in seen or key == "qx" or not seen.isdisjoint(_PLAYED)


def _without_trailing_rubbish(board: list[LinField]) -> Iterator[list[LinField]]:
    """The board, and by itself what stands after its last page (`pg||`) when that is no LIN."""
    end = 1 + max((index for index, token in enumerate(board) if token.key in _ENDS), default=-1)
    if end and board[end - 1].key == "pg" and any(not token.key for token in board[end:]):
        yield board[:end]
        yield board[end:]
    else:
        yield board


def _is_of_match(token: LinField, match: LinMatch, seen: set[str]) -> bool:
    """Whether the token belongs to the head of the match and not to a board."""
    if token.key == "vg":
        return True
    if not seen.isdisjoint(("qx", "md")):
        return token.key == "pn" and token.value.count(",") > 3
    if token.key == "pn":
        return token.value.count(",") > 3 or (match.is_announced and not match.names)
    return token.key == "rs" or token.key in MATCH_LISTS
