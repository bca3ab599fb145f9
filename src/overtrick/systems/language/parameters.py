"""Parameters of a card: `{nt}`, `{top(nt)}`, `{bottom(nt) - 3}` in its texts."""

import re
from collections.abc import Mapping

from overtrick.core import ParseError
from overtrick.core.errors import shown

_BRACES = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"\s*([A-Za-z_]\w*)\s*")
_TERM = re.compile(r"\s*(?:(\d+)|(?:(top|bottom)\s*\(([\w\s,]+)\))|([A-Za-z_]\w*))\s*")
_RANGE = re.compile(r"\s*(\d+)\s*(?:-\s*(\d+)|(\+))?\s*")
_BESIDE = re.compile(r"\s*beside\s*\(\s*([A-Za-z_]\w*)\s*\)\s*")
DEEPEST = 8
WEAKEST_STRONG = 14
"""The points from which on a notrump opening is a strong one."""
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
        return _BRACES.sub(lambda match: self._value(match[1], match.start() + 1, depth), text)

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
            raise ParseError(f"unknown parameter {{{name}}} (known: {known})", column=column)
        if depth >= DEEPEST:
            raise ParseError(f"expected parameters that do not rest on themselves, as {{{name}}} does", column=column)
        return self.filled(self.texts[name], depth + 1)
