"""The text of a dealer script: its words and signs with their places, and the vocabulary."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

from overtrick.core import ParseError, Suit

Kind = Literal["number", "word", "text", "sign", "end"]

_TOKEN = re.compile(
    r"""(?P<blank>\s+|\#[^\n]*|//[^\n]*|/\*.*?\*/)
      | (?P<text>"[^"]*"|\\n)
      | (?P<number>[0-9]+(?![A-Za-z0-9_]))
      | (?P<word>[A-Za-z0-9_]+)
      | (?P<sign>&&|\|\||==|!=|<=|>=|[-+*/%!<>=?:(),])""",
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class ScriptToken:
    """A word, number, quoted text or sign, and where it starts and ends in the script."""

    kind: Kind
    text: str
    start: int
    end: int

    def __str__(self) -> str:
        return "the end of the script" if self.kind == "end" else repr(_shortened(self.text))

    @property
    def word(self) -> str:
        """The text in lower case: the language does not care how its words are written."""
        return self.text.lower()


@dataclass(frozen=True, slots=True)
class ScriptText:
    """A script as written, with the name of the file it came from."""

    text: str
    name: str | None = None

    def error(self, message: str, offset: int) -> ParseError:
        """A ParseError that points at this place of the text."""
        before = self.text[:offset]
        column = offset - (before.rfind("\n") + 1) + 1
        return ParseError(message, column=column, line=before.count("\n") + 1, source=self.name)

    def expected(self, what: str, token: ScriptToken) -> ParseError:
        return self.error(f"expected {what}, got {token}", token.start)

    def tokens(self) -> list[ScriptToken]:
        """Everything but blanks and comments, and a last token for the end."""
        return [*self._tokens(), ScriptToken("end", "", len(self.text), len(self.text))]

    def _tokens(self) -> Iterator[ScriptToken]:
        start = 0
        while start < len(self.text):
            match = _TOKEN.match(self.text, start)
            if match is None:
                raise self._refused(start)
            kind = match.lastgroup
            if match[0] == "/" and self.text.startswith("*", match.end()):
                raise self.error("expected a closing */ for this comment, got the end of the script", start)
            if kind != "blank":
                yield ScriptToken(kind, match[0], start, match.end())  # type: ignore[arg-type]
            start = match.end()

    def _refused(self, start: int) -> ParseError:
        character = self.text[start]
        if character == '"':
            return self.error('expected a closing " for this text, got the end of the script', start)
        if character == "." and self.text[start - 1 : start].isdigit():
            return self.error("expected a whole number (cccc and quality count in hundredths), got a decimal", start)
        if character in "&|":
            return self.error(f"expected {character * 2}, got {character!r}", start)
        return self.error(f"expected a word, number or operator, got {character!r}", start)


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


MEASURES = {
    **dict.fromkeys(("hcp", "hcps"), "hcp"),
    **dict.fromkeys(("control", "controls"), "controls"),
    **dict.fromkeys(("loser", "losers"), "losers"),
    "cccc": "cccc",
    "quality": "quality",
    **{f"pt{number}": f"pt{number}" for number in range(10)},
    **dict.fromkeys(("ten", "tens"), "pt0"),
    **dict.fromkeys(("jack", "jacks"), "pt1"),
    **dict.fromkeys(("queen", "queens"), "pt2"),
    **dict.fromkeys(("king", "kings"), "pt3"),
    **dict.fromkeys(("ace", "aces"), "pt4"),
    **{"top2": "pt5", "top3": "pt6", "top4": "pt7", "top5": "pt8", "c13": "pt9"},
}
"""Functions of a seat (and a suit), by every word for them."""

SUITS = {word: suit for suit in Suit for word in (suit.name.lower(), suit.name.lower()[:-1])}
"""`spades` and `spade` … : functions that count cards, and the names of suits."""

OTHER_FUNCTIONS = ("shape", "balanced", "hascard", "trick", "tricks", "score", "imp", "imps", "rnd")
FUNCTIONS = frozenset([*MEASURES, *SUITS, *OTHER_FUNCTIONS])

STATEMENTS = frozenset(
    ("predeal", "condition", "produce", "generate", "vulnerable", "dealer", "pointcount", "altcount", "action")
)
PRINTS = ("printall", "printpbn", "printoneline", "printcompact", "print", "printew", "printes")
ACTIONS = frozenset((*PRINTS, "average", "frequency", "evalcontract"))
OPERATORS = {"and": "&&", "or": "||", "not": "!"}
RESERVED = FUNCTIONS | STATEMENTS | ACTIONS | OPERATORS.keys() | {"any"}


def suggestion(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` with the nearest known word, or nothing."""
    near = get_close_matches(word.lower(), sorted(known), n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""
