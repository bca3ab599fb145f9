"""The outer form of PBN: lines of text to games, each with its tags and the rows below them."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from overtrick.core import ParseError

MANDATORY_TAGS = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
"""The tags every exported game has, in their order."""

UNKNOWN = ("?", "")

_KNOWN_TAGS = (*MANDATORY_TAGS, "Auction", "Play", "Note", "DoubleDummyTricks", "OptimumResultTable")
_PLAIN_TAG = re.compile(r'\[(\w+) "([^"\\]*)"\]')
_TAG = re.compile(r'\s*\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_CARELESS_TAG = re.compile(r'\s*\[\s*(\w+)\s*"(.*)"\s*\]\s*$')  # quotes within the value, not marked as such
_STRING_OR_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|\{[^}]*(\}?)|;.*')
_STATISTICS = re.compile(r"(Generated|Produced|Initial random seed|Time needed)\b")  # what `dealer` prints at the end
_NOTE = re.compile(r"\s*=?(\d+)=?\s*:\s*(.*?)\s*", re.DOTALL)


class Row(NamedTuple):
    """A line below a tag, with its number in the file."""

    line: int
    text: str


class Game:
    """One game of a file as it is written: values, rows and notes by tag name, and where they stand."""

    __slots__ = ("_section", "_spellings", "_unfinished", "error", "notes", "places", "rows", "stray", "values")

    def __init__(self, spellings: dict[str, str]) -> None:
        self.values: dict[str, str] = {}
        self.places: dict[str, tuple[int, int]] = {}  # line and column where the value starts
        self.rows: dict[str, list[Row]] = {}
        self.notes: dict[str, dict[str, str]] = {}  # by section, then by number
        self.stray: Row | None = None  # text before any tag
        self.error: ParseError | None = None  # the first thing wrong with the form
        self._spellings = spellings
        self._section = ""  # the tag that rows belong to; empty where they are passed over
        self._unfinished: Row | None = None  # a tag that goes on in the next line

    @property
    def is_empty(self) -> bool:
        return not self.values and self.stray is None and self.error is None

    def add_tag(self, name: str, value: str, line: int, column: int) -> None:
        """Take in one tag; the later of two equal ones is ignored together with its rows."""
        name = self._spellings.get(name) or self._spelling(name)
        if self._unfinished is not None or (self.stray is not None and not self.values):
            self._expect_tag(self._unfinished or self.stray)
        if name == "Note":
            self._add_note(value)
        elif name in self.values:
            self._section = ""
        else:
            self.values[name] = value
            self.places[name] = line, column
            self._section = name

    def _spelling(self, name: str) -> str:
        """The name as it is known, or as it was written first: case does not count."""
        known = self._spellings.setdefault(name.lower(), name)
        self._spellings[name] = known
        return known

    def _add_note(self, value: str) -> None:
        match = _NOTE.fullmatch(value)
        section = "Play" if "Play" in self.values else "Auction"
        if match is not None:
            self.notes.setdefault(section, {}).setdefault(match[1].lstrip("0"), match[2])

    def add_text(self, line: int, text: str) -> None:
        """Take in a line that is not a single plainly written tag."""
        words = text.strip()
        if words[0] == "[" or self._unfinished is not None:
            self._add_tags(line, text)
        elif words[0] == "{":
            self._fail("this comment is never closed", Row(line, text))
        elif words == "\x1a" or _STATISTICS.match(words):
            pass
        elif not self.values:
            self.stray = self.stray or Row(line, text)
        elif self._section in MANDATORY_TAGS:
            if not {'"', "[", "]"}.isdisjoint(words):
                self._expect_tag(Row(line, text))
        elif self._section:
            self.rows.setdefault(self._section, []).append(Row(line, text))

    def _add_tags(self, line: int, text: str) -> None:
        """Tags in the free form of import files: several to a line, or one over several lines."""
        if self._unfinished is not None:
            text = f"{self._unfinished.text} {text}"
            self._unfinished = None
        place = 0
        while text[place:].strip():
            tag = _TAG.match(text, place) or _CARELESS_TAG.match(text, place)
            if tag is None:
                break
            self.add_tag(tag[1], _unescaped(tag[2]), line, tag.start(2) + 1)
            place = tag.end()
        rest = text[place:]
        if re.fullmatch(r"\s*\[\s*(\w+\s*)?(\"[^\"]*\"\s*)?", rest):
            self._unfinished = Row(line, " " * place + rest)
        elif rest.strip():
            self._expect_tag(Row(line, " " * place + rest))

    def close(self) -> "Game":
        """The game itself, once all its lines are in."""
        if self._unfinished is not None:
            self._expect_tag(self._unfinished)
        return self

    def _expect_tag(self, row: Row | None) -> None:
        assert row is not None
        self._fail(f'expected a tag such as [Event "…"], got {shortened(row.text.strip())}', row)

    def _fail(self, message: str, row: Row) -> None:
        column = len(row.text) - len(row.text.lstrip()) + 1
        self.error = self.error or ParseError(message, line=row.line, column=column)

    def inherit(self, previous: "Game") -> None:
        """Fill in the values given as `#`, which means as in the game before; rows come along if it has none."""
        for name, value in self.values.items():
            if value == "#":
                self.values[name] = previous.values.get(name, "?")
                if name in previous.rows and name not in self.rows:
                    self.rows[name] = previous.rows[name]
                    self.notes.setdefault(name, previous.notes.get(name, {}))


def games(lines: Iterable[str]) -> Iterator[Game]:
    """The games of a file, which blank lines separate; text between them comes as a game without values."""
    spellings = {spelling: name for name in _KNOWN_TAGS for spelling in (name, name.lower())}
    game = Game(spellings)
    for line, text in _without_comments(lines):
        tag = _PLAIN_TAG.fullmatch(text)
        if tag is not None:
            game.add_tag(tag[1], tag[2], line, tag.start(2) + 1)
        elif text and not text.isspace():
            game.add_text(line, text)
        elif not game.is_empty:
            yield game.close()
            game = Game(spellings)
    if not game.close().is_empty:
        yield game


def _without_comments(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, blanks in place of comments, without lines that hold nothing else.

    A `{` that is never closed would swallow all later games. So the first tag after a blank line ends
    it too, and a line with just that brace then stands for the mistake.
    """
    opened: Row | None = None
    blank_seen = False
    for line, text in enumerate(lines, 1):
        if opened is None:
            if text[:1] == "%":
                continue
            if "{" not in text and ";" not in text:
                yield line, text
                continue
        elif blank_seen and _PLAIN_TAG.match(text):
            yield opened
            yield line, ""
            opened = None
        elif "}" not in text:
            blank_seen = blank_seen or not text.strip()
            continue
        else:
            end = text.index("}") + 1
            text = " " * end + text[end:]
        kept, column = _blanked(text)
        opened, blank_seen = (None, False) if column is None else (Row(line, " " * column + "{"), False)
        if kept:
            yield line, kept
    if opened is not None:
        yield opened


def _blanked(text: str) -> tuple[str, int | None]:
    """The line with blanks for its comments, and where one begins that does not end in it."""
    opened = None

    def blank(match: re.Match[str]) -> str:
        nonlocal opened
        if match[1]:
            return match[1]
        if match[0][0] == "{" and not match[2]:
            opened = match.start()
        return " " * len(match[0])

    kept = _STRING_OR_COMMENT.sub(blank, text).rstrip()
    return kept, opened


def _unescaped(value: str) -> str:
    """A value without the backslashes before quotes and backslashes; others, as in `Result\\2R`, belong to it."""
    return re.sub(r'\\([\\"])', r"\1", value)


def tag_pair(name: str, value: str) -> str:
    """One tag as it is written; a backslash goes before quotes, and before backslashes that could be such a mark."""
    one_line = re.sub(r"[\r\n]+", " ", value)
    escaped = re.sub(r'\\(?=[\\"]|\Z)|"', lambda match: f"\\{match[0]}", one_line)
    return f'[{name} "{escaped}"]'


def shortened(text: str) -> str:
    """Somebody's text as error messages quote it."""
    return repr(text if len(text) <= 60 else text[:57] + "...")
