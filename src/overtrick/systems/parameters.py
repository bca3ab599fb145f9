"""Parameters of a card: `{nt}`, `{top(nt)}`, `{bottom(nt) - 3}` in its texts."""

import re
from collections.abc import Mapping

from overtrick.core import ParseError
from overtrick.core.errors import shown

_BRACES = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"\s*([A-Za-z_]\w*)\s*")
_TERM = re.compile(r"\s*(?:(\d+)|(?:(top|bottom)\s*\(\s*([A-Za-z_]\w*)\s*\))|([A-Za-z_]\w*))\s*")
_RANGE = re.compile(r"\s*(\d+)\s*(?:-\s*(\d+)|(\+))?\s*")
DEEPEST = 8
OPEN_END = 37


class Parameters:
    """Parameters by name, each of which may use the others.

    >>> Parameters({"nt": "15-17", "invite": "{25 - top(nt)}-{25 - bottom(nt) - 1}"}).filled("{invite} hcp over {nt}")
    '8-9 hcp over 15-17'
    """

    def __init__(self, texts: Mapping[str, str], under: "Parameters | None" = None) -> None:
        """`under`: the parameters seen where these have none of a name."""
        self.texts: dict[str, str] = {**({} if under is None else under.texts), **texts}

    def filled(self, text: str, depth: int = 0) -> str:
        """The text with everything in braces replaced; ParseError at the column of the first that is unknown."""
        if "{" not in text:
            return text
        return _BRACES.sub(lambda found: self._value(found[1], found.start() + 1, depth), text)

    def _value(self, expression: str, column: int, depth: int) -> str:
        name = _NAME.fullmatch(expression)
        if name is not None:
            return self._text(name[1], column, depth)
        total, place, sign = 0, 0, 1
        while True:
            term = _TERM.match(expression, place)
            if term is None:
                raise ParseError(
                    "expected a parameter, a number, top(…) or bottom(…), joined by + or -, "
                    f"got {shown('{' + expression + '}')}",
                    column=column,
                )
            total += sign * self._number(term, column, depth)
            place = term.end()
            if place == len(expression):
                return str(total)
            if expression[place] not in "+-":
                raise ParseError(f"expected + or - in {shown('{' + expression + '}')}", column=column)
            sign = 1 if expression[place] == "+" else -1
            place += 1

    def _number(self, term: re.Match[str], column: int, depth: int) -> int:
        if term[1]:
            return int(term[1])
        text = self._text(term[3] or term[4], column, depth)
        ends = _RANGE.fullmatch(text)
        if ends is None or (term[4] and (ends[2] or ends[3])):
            kind = "a range such as 15-17" if term[2] else "a number"
            raise ParseError(f"expected {kind} for {term[3] or term[4]}, got {shown(text)}", column=column)
        low = int(ends[1])
        return low if term[2] != "top" else OPEN_END if ends[3] else int(ends[2] or low)

    def _text(self, name: str, column: int, depth: int) -> str:
        if name not in self.texts:
            known = ", ".join(self.texts) or "none"
            raise ParseError(f"unknown parameter {{{name}}} (known: {known})", column=column)
        if depth >= DEEPEST:
            raise ParseError(f"expected parameters that do not rest on themselves, as {{{name}}} does", column=column)
        return self.filled(self.texts[name], depth + 1)
