"""The words, numbers, shapes and signs of a hand condition, each with its place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from overtrick.core import ParseError
from overtrick.core.errors import shown
from overtrick.hands.shapes import PATTERN

Kind = Literal["shape", "cards", "number", "word", "sign", "end"]

LONGEST = 2000
"""How many characters a condition may have."""

_TOKEN = re.compile(
    rf"""(?P<blank>\s+|(?<=[A-Za-z])-(?=[A-Za-z]))
      | (?P<shape>(?:{PATTERN})(?![A-Za-z0-9]))
      | (?P<cards>[0-9]{{1,2}}(?:-|\s+)card\b)
      | (?P<word>4th\b|(?i:semi-)(?i:balanced|solid)\b|[^\W\d_](?:[^\W_]|['’])*|[♣♦♥♠♧♢♡♤])
      | (?P<number>[0-9]{{1,4}}(?:\.[0-9]+|½)?|½)
      | (?P<sign><=|>=|==|!=|[-–+|(),<>=≤≥≠])""",
    re.VERBOSE,
)
_PLAIN_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "–": "-"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, shape or sign and where it starts."""

    kind: Kind
    text: str
    start: int
    word: str = ""
    """The text in lower case."""

    def __str__(self) -> str:
        return "the end" if self.kind == "end" else shown(self.text)


@dataclass(frozen=True, slots=True)
class ConditionText:
    """A condition as written, and where it comes from."""

    text: str
    source: str | None = None

    def error(self, message: str, token: Token) -> ParseError:
        """A ParseError that points at this token."""
        return ParseError(message, column=token.start + 1, source=self.source)

    def expected(self, what: str, token: Token, hint: str = "") -> ParseError:
        return self.error(f"expected {what}, got {token}{hint}", token)

    def tokens(self) -> list[Token]:
        """Everything but blanks, and a last token for the end."""
        if len(self.text) > LONGEST:
            raise ParseError(
                f"expected at most {LONGEST} characters, got {len(self.text)}", column=LONGEST + 1, source=self.source
            )
        return [*self._tokens(), Token("end", "", len(self.text))]

    def _tokens(self) -> Iterator[Token]:
        start = 0
        while start < len(self.text):
            match = _TOKEN.match(self.text, start)
            if match is None:
                raise self.expected("a word, a number or a bracket", Token("sign", self.text[start], start))
            kind = match.lastgroup
            if kind == "sign":
                sign = _PLAIN_SIGNS.get(match[0], match[0])
                yield Token("sign", sign, start, sign)
            elif kind != "blank":
                yield Token(kind, match[0], start, match[0].lower().replace("’", "'"))  # type: ignore[arg-type]
            start = match.end()
