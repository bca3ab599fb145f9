"""The words and signs of a dealer script, each with its place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from overtrick.core import ParseError

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
class Token:
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

    def expected(self, what: str, token: Token) -> ParseError:
        return self.error(f"expected {what}, got {token}", token.start)

    def tokens(self) -> list[Token]:
        """Everything but blanks and comments, and a last token for the end."""
        return [*self._tokens(), Token("end", "", len(self.text), len(self.text))]

    def _tokens(self) -> Iterator[Token]:
        place = 0
        while place < len(self.text):
            match = _TOKEN.match(self.text, place)
            if match is None:
                raise self._refused(place)
            kind = match.lastgroup
            if match[0] == "/" and self.text.startswith("*", match.end()):
                raise self.error("expected a closing */ for this comment, got the end of the script", place)
            if kind != "blank":
                yield Token(kind, match[0], place, match.end())  # type: ignore[arg-type]
            place = match.end()

    def _refused(self, place: int) -> ParseError:
        character = self.text[place]
        if character == '"':
            return self.error('expected a closing " for this text, got the end of the script', place)
        if character == "." and self.text[place - 1 : place].isdigit():
            return self.error("expected a whole number (cccc and quality count in hundredths), got a decimal", place)
        if character in "&|":
            return self.error(f"expected {character * 2}, got {character!r}", place)
        return self.error(f"expected a word, number or operator, got {character!r}", place)


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
