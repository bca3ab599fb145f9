"""The outer form of PBN: lines of text to games, each with its tags and the rows below them."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from overtrick.core import BridgeError, ParseError
from overtrick.formats.reading import LONGEST_SHARED, quoted

MANDATORY_TAGS = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
"""The tags every exported game has, in their order."""

UNKNOWN = ("?", "")

_SECTIONS = {"Auction", "Play", "OptimumResultTable"}
_SINGLE_TAGS = {*MANDATORY_TAGS, *_SECTIONS, "DoubleDummyTricks"}
_KNOWN_TAGS = {*_SINGLE_TAGS, "Note"}

# All three give a tag's name, its value and the rows below it. The first is the form that programs write; the second
# allows tags over several lines or many to a line; the third, quotes within the value that are not marked as such.
_PLAIN_TAG = re.compile(r'\[(\w+) "([^"\\\n]*+)"\][ \t]*+((?:\n(?![\s\[]).*+)*+)\n?+(?=\[|\Z)')
_FREE_TAG = re.compile(r'\s*+\[\s*+(\w++)\s*+"((?:[^"\\\n]|\\.)*+)"\s*+\]((?:(?![^\S\n]*+\[).*+\n?+)*+)')
_CARELESS_TAG = re.compile(r'\s*+\[\s*+(\w++)\s*+"(.*)"[^\S\n]*+\][^\S\n]*+(?=\n|\Z)((?:\n(?![^\S\n]*+\[).*+)*+)')

_STRING_OR_COMMENT = re.compile(r'(?<!\\)"(?:[^"\\\n]|\\.)*+"|(\{)[^}]*+(\}?)|;.*')
_ESCAPED = re.compile(r"^%.*", re.MULTILINE)
_SOMETHING = re.compile(r"\s*+\S")
_NEVER_CLOSED = "\ufdd0"  # stands for the brace of such a comment; no text has this character
_LINE_ENDS = re.compile(r"[\v\f\r\x1c-\x1e\x85\u2028\u2029]")
"""What ends a line to some programs and is not \\n."""
_STATISTICS = ("Generated ", "Produced ", "Initial random seed ", "Time needed ", "\x1a")
_STATISTICS_LINE = re.compile(rf"^(?:{'|'.join(_STATISTICS)}).*", re.MULTILINE)  # what `dealer` prints at its end
_NOTE = re.compile(r"\s*+=?(\d++)=?\s*+:(.*+)", re.DOTALL)


class Block(NamedTuple):
    """Lines up to a blank one, as one text, and the number of the first."""

    line: int
    text: str

    def tags(self) -> Iterator[re.Match[str] | int]:
        """Tag after tag (name, value, rows); a place in the text where something else stands instead of one."""
        text, place = self.text, 0
        while place < len(text):
            tag = _PLAIN_TAG.match(text, place) or _FREE_TAG.match(text, place) or _CARELESS_TAG.match(text, place)
            if tag is not None:
                yield tag
                place = tag.end()
            else:
                if _SOMETHING.match(text, place):
                    yield place
                following = text.find("\n[", place + 1)
                place = len(text) if following < 0 else following + 1

    def blame(self, error: BridgeError, place: int) -> BridgeError:
        """The error, with line and column of that place in the text."""
        line = self.line + self.text.count("\n", 0, place)
        return error.at(line=line, shift=place - self.text.rfind("\n", 0, place) - 1)

    def blame_tag(self, error: BridgeError, name: str, group: int = 2, place: int = 0) -> BridgeError:
        """The error, with a place in the value (group 2) or the rows (3) of that tag; else the first line."""
        for tag in self.tags():
            if not isinstance(tag, int) and tag[1].lower() == name.lower():
                return self.blame(error, tag.start(group) + place)
        return self.blame(error, 0)


class Rows(NamedTuple):
    """The text below a tag, and where it comes from."""

    text: str
    name: str
    block: Block

    def blame(self, error: BridgeError, place: int) -> BridgeError:
        """The error, with line and column of that place in the rows."""
        return self.block.blame_tag(error, self.name, 3, place)


class Game:
    """One game as it is written: values and rows by tag name, notes by section."""

    __slots__ = ("_spellings", "block", "error", "notes", "rows", "values")

    def __init__(self, block: Block, spellings: dict[str, str]) -> None:
        self.block = block
        self.values: dict[str, str] = {}
        self.rows: dict[str, Rows] = {}
        self.notes: dict[str, dict[str, str]] = {}  # by section, then by number
        self.error: BridgeError | None = None  # the first thing wrong with the form
        self._spellings = spellings
        if not self._take_plain_tags():
            self._take_tags()

    def _take_plain_tags(self) -> bool:
        """Whether all tags are written plainly, known and single; if so they are taken in, quickly."""
        text = self.block.text
        if text.count("[") > text.count("\n[") + 1:  # brackets within a line, which would be looked at again and again
            return False
        found = _PLAIN_TAG.findall(text)
        values = {name: value for name, value, _ in found}
        if not len(values) == len(found) == text.count("\n[") + 1 or not values.keys() <= _SINGLE_TAGS:
            return False
        rows = {name: Rows(rows, name, self.block) for name, _, rows in found if rows}
        if not rows.keys() <= _SECTIONS or text[0] != "[":
            return False
        self.values, self.rows = values, rows
        return True

    def _take_tags(self) -> None:
        text = self.block.text
        if _NEVER_CLOSED in text:
            self._fail(ParseError("this comment is never closed"), text.index(_NEVER_CLOSED))
        for tag in self.block.tags():
            if isinstance(tag, int):
                self._expect_tag(tag)
            else:
                self._add(tag)

    def _add(self, tag: re.Match[str]) -> None:
        """Take in one tag; the later of two equal ones is ignored together with its rows."""
        name, value, rows = tag.groups()
        name = self._spellings.get(name) or self._spelling(name)
        if "\\" in value:
            value = re.sub(r'\\([\\"])', r"\1", value)
        if name == "Note":
            self._add_note(value)
        elif name not in self.values:
            self.values[name] = value
            if rows:
                self._add_rows(name, rows, tag.start(3))

    def _spelling(self, name: str) -> str:
        """The name as it is known, or as it was written first: case does not count."""
        known = self._spellings.setdefault(name.lower(), name)
        self._spellings[name] = known
        return known

    def _add_note(self, value: str) -> None:
        match = _NOTE.fullmatch(value)
        section = "Play" if "Play" in self.values else "Auction"
        if match is not None:
            self.notes.setdefault(section, {}).setdefault(match[1].lstrip("0"), match[2].strip())

    def _add_rows(self, name: str, rows: str, start: int) -> None:
        if name not in MANDATORY_TAGS:
            if not rows.isspace():
                self.rows[name] = Rows(rows, name, self.block)
        elif not {'"', "[", "]"}.isdisjoint(rows):  # other text may well stand there
            self._expect_tag(start)

    def _expect_tag(self, place: int) -> None:
        if self.error is not None:
            return
        rest = self.block.text[place:]
        place += len(rest) - len(rest.lstrip())
        got = quoted(rest.lstrip().split("\n")[0].rstrip())
        self._fail(ParseError(f'expected a tag such as [Event "…"], got {got}'), place)

    def _fail(self, error: BridgeError, place: int) -> None:
        self.error = self.error or self.block.blame(error, place)

    def inherit(self, previous: "Game | None") -> None:
        """Fill in the values given as `#`, which means as in the game before; rows come along if it has none."""
        taken = 0
        for name in [name for name, value in self.values.items() if value == "#"]:
            self.values[name] = "?" if previous is None else previous.values.get(name, "?")
            taken += len(self.values[name])
            if previous is not None and name in previous.rows and name not in self.rows:
                self.rows[name] = previous.rows[name]
                self.notes.setdefault(name, previous.notes.get(name, {}))
                taken += len(self.rows[name].text) + sum(map(len, self.notes[name].values()))
        if taken > LONGEST_SHARED:
            self._fail(ParseError(f"expected # for at most {LONGEST_SHARED:,} characters in all, got {taken:,}"), 0)


def games(paragraphs: Iterable[Block]) -> Iterator[Game]:
    """The games of a file, which blank lines separate; text between them comes as a game without values."""
    spellings = {spelling: name for name in _KNOWN_TAGS for spelling in (name, name.lower())}
    for block in _closed_comments(paragraphs):
        text = _LINE_ENDS.sub(" ", block.text)
        if "{" in text or ";" in text:
            text = _STRING_OR_COMMENT.sub(_blanks, text)
        if text.startswith(_STATISTICS, text.rfind("\n") + 1):
            text = _STATISTICS_LINE.sub("", text)
        if text and not text.isspace():
            yield Game(Block(block.line, text), spellings)


def text_paragraphs(text: str) -> Iterator[Block]:
    """What stands between blank lines in a text."""
    if "\r" in text:
        text = re.sub(r"\r\n?", "\n", text)
    if " \n" in text or "\t\n" in text:
        text = re.sub(r"^\s+$", lambda blanks: re.sub(r"[^\n]", "", blanks[0]), text, flags=re.MULTILINE)
    line = 1
    for part in text.split("\n\n"):
        paragraph = part.lstrip("\n")
        if paragraph:
            yield Block(line + len(part) - len(paragraph), _without_escapes(paragraph.rstrip("\n")))
        line += part.count("\n") + 2


def line_paragraphs(lines: Iterable[str]) -> Iterator[Block]:
    """What stands between blank lines, as the lines come in."""
    paragraph: list[str] = []
    first = 1
    for number, line in enumerate(lines, 1):
        if line and not line.isspace():
            paragraph.append(line)
            continue
        if paragraph:
            yield Block(first, _without_escapes("\n".join(paragraph)))
            paragraph = []
        first = number + 1
    if paragraph:
        yield Block(first, _without_escapes("\n".join(paragraph)))


def _without_escapes(text: str) -> str:
    """The text with blanks in place of lines that start with %, which are no part of it, not even in a comment."""
    return _ESCAPED.sub(lambda line: " " * len(line[0]), text) if "%" in text else text


def _closed_comments(paragraphs: Iterable[Block]) -> Iterator[Block]:
    """The paragraphs, those joined over which a comment goes on.

    A comment that is never closed would swallow all later games; so a paragraph that starts with a tag ends it too.
    """
    held: list[Block] = []
    for block in paragraphs:
        if held and block.text.startswith("["):
            yield _joined(held)
            held = []
        closed = block.text.find("}") + 1 if held else 0
        is_inside = bool(held) and not closed
        held.append(block)
        if not is_inside and not ("{" in block.text and _has_open_comment(block.text, closed)):
            yield _joined(held)
            held = []
    if held:
        yield _joined(held)


def _joined(blocks: list[Block]) -> Block:
    """Several blocks as one, with the blank lines that lie between them."""
    if len(blocks) == 1:
        return blocks[0]
    parts, line = [], blocks[0].line
    for block in blocks:
        parts += ["\n" * (block.line - line), block.text]
        line = block.line + block.text.count("\n")
    return Block(blocks[0].line, "".join(parts))


def _has_open_comment(text: str, start: int) -> bool:
    return any(found[1] and not found[2] for found in _STRING_OR_COMMENT.finditer(text, start))


def _blanks(found: re.Match[str]) -> str:
    """A string as it is; for a comment, blanks in its place. The brace of one without end is left standing."""
    if found[0][0] == '"':
        return found[0]
    blanks = re.sub(r"[^\n]", " ", found[0])
    return _NEVER_CLOSED + blanks[1:] if found[1] and not found[2] else blanks


def tag_pair(name: str, value: str) -> str:
    """One tag as it is written; a backslash goes before quotes, and before backslashes that could be such a mark."""
    one_line = _LINE_ENDS.sub(" ", value.replace("\n", " "))
    escaped = re.sub(r'\\(?=[\\"]|\Z)|"', lambda match: f"\\{match[0]}", one_line)
    return f'[{name} "{escaped}"]'
