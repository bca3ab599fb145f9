"""A file of a system: YAML whose texts know their lines, parameters such as `{nt}`, definitions of words for hands."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

import yaml

from overtrick.core import BridgeError, ParseError
from overtrick.core.errors import shown
from overtrick.systems.language.card_limits import (
    DEEPEST_DEFINITION,
    DEEPEST_PARAMETER,
    DEEPEST_YAML,
    LONGEST_FILLED,
    LONGEST_TEXT,
    MOST_CHARACTERS,
    MOST_DEFINITIONS,
)
from overtrick.systems.language.definitions import Defined, Definition, Definitions
from overtrick.systems.language.hand_reader import read
from overtrick.systems.language.phrases import Phrase, require_small, walk
from overtrick.systems.language.text import EMPTY, SUIT_LETTERS, SUIT_WORDS, VARIABLES, ConditionText
from overtrick.systems.language.vocabulary import PHRASES

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # six times as fast where libyaml is there


class YamlText(str):
    """A text of a card file, with its line and column (both from 1)."""

    line: int
    column: int

    def __new__(cls, value: str, line: int, column: int) -> "YamlText":
        text = super().__new__(cls, value)
        text.line, text.column = line, column
        return text


class YamlSection(dict[str, Any]):
    """A mapping of a card file, with the place it starts at; its keys are Texts."""

    line: int
    column: int


def read_card(text: str, source: str | None = None) -> list[Any]:
    """The documents of a card file: Text, lists and Sections of them. ParseError says where it is no YAML."""
    if len(text) > MOST_CHARACTERS:
        raise ParseError(f"expected at most {MOST_CHARACTERS:,} characters, got {len(text):,}", source=source)
    try:
        return list(_YamlReader(yaml.parse(text, Loader=_LOADER), source).documents())
    except UnicodeEncodeError as error:
        lines = text.count("\n", 0, error.start)
        raise ParseError("expected Unicode text, got half of a character", source=source, line=lines + 1) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
        problem = "a tab; indent with blanks" if _is_tab(text, line, column) else error.problem or error
        raise ParseError(f"expected YAML: {problem}", source=source, line=line, column=column) from None
    except yaml.YAMLError as error:
        raise ParseError(f"expected YAML: {' '.join(str(error).split())}", source=source) from None


def _is_tab(text: str, line: int | None, column: int | None) -> bool:
    """Whether a tab stands at a place of a text."""
    if line is None or column is None:
        return False
    return "".join(text.splitlines()[line - 1 : line])[column - 1 : column] == "\t"


@dataclass
class _YamlReader:
    """Makes texts, lists and sections of the parser's events as they come, each checked before it is made."""

    events: Iterator[Any]
    source: str | None

    def documents(self) -> Iterator[Any]:
        for event in self.events:
            if isinstance(event, yaml.NodeEvent):
                yield self._value(event, 0)

    def _value(self, event: Any, depth: int) -> Any:
        if event.anchor is not None:
            raise self._error("anchors and aliases are not used here", event)
        if depth > DEEPEST_YAML:
            raise self._error(f"expected at most {DEEPEST_YAML} levels of nesting", event)
        if isinstance(event, yaml.ScalarEvent):
            return self._text(event)
        if isinstance(event, yaml.SequenceStartEvent):
            return [self._value(item, depth + 1) for item in self._items()]
        section = YamlSection()
        section.line, section.column = _place(event)
        for item in self._items():
            key = self._value(item, depth + 1)
            if not isinstance(key, YamlText):
                raise self._error("expected a word before the colon", event)
            if key in section:
                raise self._error(f"{key[:80]} stands here twice", item)
            section[key] = self._value(next(self.events), depth + 1)
        return section

    def _items(self) -> Iterator[Any]:
        """The events up to the end of a list or mapping."""
        for event in self.events:
            if isinstance(event, yaml.CollectionEndEvent):
                return
            yield event

    def _text(self, event: Any) -> YamlText:
        value = event.value
        if len(value) > LONGEST_TEXT:
            raise self._error(f"expected at most {LONGEST_TEXT:,} characters, got {len(value):,}", event)
        if "\0" in value:
            raise self._error("expected a text without NUL characters", event)
        return YamlText(value, *_place(event))

    def _error(self, message: str, event: Any) -> ParseError:
        line, column = _place(event)
        return ParseError(message, source=self.source, line=line, column=column)


def _place(event: Any) -> tuple[int, int]:
    mark = event.start_mark
    return mark.line + 1, mark.column + 1


def blamed(error: BridgeError, text: YamlText, source: str | None = None) -> BridgeError:
    """An error about a text of the card, at its place in the file."""
    return error.at(source=source, line=text.line, shift=text.column - 1)


def require_keys(section: Mapping[str, Any], known: tuple[str, ...], source: str | None = None) -> None:
    """Refuse keys a section does not have, with the nearest one it has."""
    for key in section:
        if key not in known:
            close = get_close_matches(key, known, n=1, cutoff=0.4)
            hint = f"; did you mean {close[0]}?" if close else f" (known: {', '.join(known)})"
            position = {"line": key.line, "column": key.column} if isinstance(key, YamlText) else {}
            raise ParseError(f"unknown word {key[:80]}{hint}", source=source, **position)


_BRACES = re.compile(r"\{([^{}]*)\}")
_FILLED = re.compile(r"\d++-\{[^{}]*\}|\{[^{}]*\}(?:-(?:\d++|\{[^{}]*\}))?")
"""What is filled in together: one parameter, or a range with an end that is worked out."""
_WORKED_OUT = re.compile(r"(-?\d++)-(-?\d++)")
_NAME = re.compile(r"\s*+([A-Za-z_]\w*+)\s*+")
_TERM = re.compile(r"\s*+(?:(\d{1,4}+)(?!\d)|(?:(top|bottom)\s*+\(([\w\s,]++)\))|([A-Za-z_]\w*+))\s*+")
_RANGE = re.compile(rf"(?:{EMPTY} )?\s*+(\d{{1,4}}+)\s*+(?:-\s*+(\d{{1,4}}+)|(\+))?\s*+")
_BESIDE = re.compile(r"\s*+beside\s*+\(\s*+([A-Za-z_]\w*+)\s*+\)\s*+")
WEAKEST_STRONG = 14
"""The points from which on a notrump opening is a strong one."""
OPEN_END = 37


def ends_of(text: str) -> tuple[int, int] | None:
    """The ends of `15-17`, `22+` or `12`, of points that a hand may have; None for what is no such range."""
    ends = _RANGE.fullmatch(text)
    if ends is None:
        return None
    low, high = int(ends[1]), OPEN_END if ends[3] else int(ends[2] or ends[1])
    return (low, high) if low <= high <= OPEN_END else None


def is_range(text: str) -> bool:
    """Whether a text is a range with two ends.

    >>> is_range("15-17"), is_range("15-71"), is_range("12"), is_range("1N")
    (True, False, False, False)
    """
    low, high = ends_of(text) or (0, 0)
    return low < high and "+" not in text


class Parameters:
    """Parameters by name, each of which may use the others; a range worked out to go down holds no number.

    >>> Parameters({"nt": "15-17", "invite": "{25 - top(nt)}-{25 - bottom(nt) - 1}"}).filled("{invite} hcp over {nt}")
    '8-9 hcp over 15-17'
    """

    def __init__(self, texts: Mapping[str, str], under: "Parameters | None" = None) -> None:
        """`under`: the parameters seen where these have none of a name."""
        self.texts: dict[str, str] = {**({} if under is None else under.texts), **texts}
        self._filled: dict[str, str] = {}
        """By name, what parameters come to: each is worked out once, however many ways lead to it."""

    def filled(self, text: str, depth: int = 0) -> str:
        """The text with everything in braces replaced; ParseError at the column of the first that is unknown."""
        if "{" not in text:
            return text
        room = LONGEST_FILLED

        def fill(match: re.Match[str]) -> str:
            nonlocal room
            value = _BRACES.sub(lambda part: self._value(part[1], match.start() + part.start() + 1, depth), match[0])
            ends = _WORKED_OUT.fullmatch(value)
            if ends is not None and int(ends[1]) > int(ends[2]) and not _BRACES.fullmatch(match[0]):
                value = f"{EMPTY} {value}"
            room -= len(value)
            if room < 0:
                raise ParseError(
                    f"expected parameters of at most {LONGEST_FILLED:,} characters in one text, got more",
                    column=match.start() + 1,
                )
            return value

        return _FILLED.sub(fill, text)

    def _value(self, expression: str, column: int, depth: int) -> str:
        name = _NAME.fullmatch(expression)
        if name is not None:
            return self._text(name[1], column, depth)
        other = _BESIDE.fullmatch(expression)
        if other is not None:
            return self._beside(self._text(other[1], column, depth), column)
        total, start, sign = 0, 0, 1
        while True:
            term = _TERM.match(expression, start)
            if term is None:
                raise ParseError(
                    "expected a parameter, a number, top(…) or bottom(…), joined by + or -, "
                    f"got {shown('{' + expression + '}')}",
                    column=column,
                )
            total += sign * self._number(term, column, depth)
            start = term.end()
            if start == len(expression):
                return str(total)
            if expression[start] not in "+-":
                raise ParseError(f"expected + or - in {shown('{' + expression + '}')}", column=column)
            sign = 1 if expression[start] == "+" else -1
            start += 1

    def _beside(self, text: str, column: int) -> str:
        """The three points that a notrump opening leaves to the rebid: below a strong one, above a weak one."""
        ends = _RANGE.fullmatch(text)
        if ends is None or not ends[2]:
            raise ParseError(f"expected a range such as 15-17, got {shown(text)}", column=column)
        low, high = int(ends[1]), int(ends[2])
        return f"{low - 3}-{low - 1}" if low >= WEAKEST_STRONG else f"{high + 1}-{high + 3}"

    def _number(self, term: re.Match[str], column: int, depth: int) -> int:
        """A number, a parameter that is one, or the top or bottom of all the ranges named."""
        if term[1]:
            return int(term[1])
        if term[4]:
            return self._ends(term[4], column, depth, ranged=False)[0]
        ends = [self._ends(name.strip(), column, depth) for name in term[3].split(",")]
        return max(high for _, high in ends) if term[2] == "top" else min(low for low, _ in ends)

    def _ends(self, name: str, column: int, depth: int, ranged: bool = True) -> tuple[int, int]:
        text = self._text(name, column, depth)
        ends = _RANGE.fullmatch(text)
        if ends is None or (not ranged and (ends[2] or ends[3])):
            kind = "a range such as 15-17" if ranged else "a number"
            raise ParseError(f"expected {kind} for {name}, got {shown(text)}", column=column)
        low = int(ends[1])
        return low, OPEN_END if ends[3] else int(ends[2] or low)

    def _text(self, name: str, column: int, depth: int) -> str:
        if name not in self.texts:
            known = ", ".join(self.texts) or "none"
            raise ParseError(f"unknown parameter {{{name[:80]}}} (known: {known[:400]})", column=column)
        if depth >= DEEPEST_PARAMETER:
            raise ParseError(f"expected parameters that do not rest on themselves, as {{{name}}} does", column=column)
        if name not in self._filled:
            self._filled[name] = self.filled(self.texts[name], depth + 1)
        return self._filled[name]


def read_definitions(texts: Mapping[str, str], errors: list[BridgeError] | None = None) -> Definitions:
    """The definitions of a card's `define:` section; with a list for `errors`, bad ones are left out.

    >>> list(read_definitions({"good X": "2 of top 3 in X or 3 of top 5 in X"}))
    ['good X']
    """
    found: list[BridgeError] = []
    own = Definitions()
    if len(texts) > MOST_DEFINITIONS:
        found.append(ParseError(f"expected at most {MOST_DEFINITIONS} definitions, got {len(texts)}", source="define"))
        texts = {}
    for name in texts:
        try:
            own.by_name[name] = Definition(name, _words(name))
        except BridgeError as error:
            found.append(error)
    for name in own.by_name:
        try:
            phrase = read(texts[name], own, source=_source(name))
            own.by_name[name] = replace(own.by_name[name], phrase=phrase)
        except BridgeError as error:
            found.append(error)
    found += _rings(own)
    for name, definition in own.by_name.items():
        assert definition.phrase is not None
        try:
            require_small(definition.phrase)
        except BridgeError as error:
            found.append(error.at(source=_source(name)))
    for mistake in found:
        if errors is None:
            raise mistake
        errors.append(mistake)  # one by one: the list may refuse more
    return own


def _source(name: str) -> str:
    return f"definition of {shown(name)}"


def _words(name: str) -> tuple[str, ...]:
    """The words of a name, variables as written."""
    tokens = ConditionText(name, _source(name)).tokens()[:-1]
    words = tuple(token.text if token.text in VARIABLES else token.word for token in tokens)
    parameters = [word for word in words if word in VARIABLES]
    if len(parameters) == len(words):
        raise ParseError(f"expected a name with a word of its own, got {shown(name)}", column=1, source=_source(name))
    if len(set(parameters)) < len(parameters):
        raise ParseError("expected each variable once in a name", column=1, source=_source(name))
    plain = " ".join(word for word in words if word not in VARIABLES)
    if plain in PHRASES or plain in SUIT_WORDS or plain.upper() in SUIT_LETTERS:
        raise ParseError(f"expected a name of your own, got {plain!r}, a word of the language", source=_source(name))
    return words


def _used(phrase: Phrase | None) -> list[str] | None:
    """The definitions a phrase mentions."""
    return None if phrase is None else [part.name for part in walk(phrase) if isinstance(part, Defined)]


def _rings(own: Definitions) -> list[BridgeError]:
    """Errors for definitions that rest on themselves or on too many others.

    They are taken out together with those that failed and all that rest on them: what stays can be bound.
    """
    survey = _Survey({name: _used(definition.phrase) for name, definition in own.by_name.items()})
    for name in survey.uses:
        survey.depth_of(name, ())
    for name, depth in survey.depths.items():
        if depth is None:
            del own.by_name[name]
    return survey.errors


@dataclass
class _Survey:
    """How deep definitions rest on one another."""

    uses: Mapping[str, Sequence[str] | None]
    """The definitions that each one mentions; None for one that could not be read."""
    depths: dict[str, int | None] = field(default_factory=dict)
    errors: list[BridgeError] = field(default_factory=list)

    def depth_of(self, name: str, path: tuple[str, ...]) -> int | None:
        """How many definitions rest on one another from here down; None where that ends in an error."""
        if name in path:
            ring = " -> ".join((*path[path.index(name) :], name))
            self._refuse(name, f"expected a definition that does not rest on itself: {ring}")
            return None
        if name not in self.depths:
            self.depths[name] = self._measured(name, (*path, name))
        return self.depths[name]

    def _measured(self, name: str, path: tuple[str, ...]) -> int | None:
        uses = self.uses[name]
        if uses is None:
            return None
        if len(path) > DEEPEST_DEFINITION:
            self._refuse(path[0], f"expected at most {DEEPEST_DEFINITION} definitions that rest on one another")
            return None
        depths = [self.depth_of(used, path) for used in dict.fromkeys(uses)]
        known = [depth for depth in depths if depth is not None]
        if len(known) < len(depths):
            return None
        depth = 1 + max(known, default=0)
        if depth > DEEPEST_DEFINITION:
            self._refuse(name, f"expected at most {DEEPEST_DEFINITION} definitions that rest on one another")
            return None
        return depth

    def _refuse(self, name: str, message: str) -> None:
        self.errors.append(ParseError(message, source=_source(name)))
