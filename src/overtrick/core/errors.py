"""What Overtrick says when it refuses something."""

import copy
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a text: file, line and column, each as far as known; both count from 1."""

    source: str | None = None
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        if self.source is not None and self.line is not None:
            return f"{self.source}:{self.line}" + (f":{self.column}" if self.column is not None else "")
        parts = [self.source, self.line and f"line {self.line}", self.column and f"column {self.column}"]
        return ", ".join(part for part in parts if part)


class BridgeError(Exception):
    """The root of every error Overtrick raises on purpose.

    `message` says what was expected and what came; `where` says in which place.
    """

    def __init__(self, message: str, where: Where | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.where = where or Where()

    def __str__(self) -> str:
        where = str(self.where)
        return f"{where}: {self.message}" if where else self.message

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled without calling `__init__`, whose arguments differ from error to error."""
        return _remake, (type(self), self.message), self.__dict__

    def at(self, *, source: str | None = None, line: int | None = None, shift: int | None = None) -> Self:
        """The same error seen from the text around it: `shift` columns further, in that line and file.

        With a shift, an error that named no column gets the first one of the shifted text.
        """
        moved = copy.copy(self)
        moved.where = replace(
            self.where,
            source=self.where.source or source,
            line=self.where.line or line,
            column=self.where.column if shift is None else (self.where.column or 1) + shift,
        )
        return moved


def _remake(kind: type[BridgeError], message: str) -> BridgeError:
    return kind.__new__(kind, message)


class ParseError(BridgeError):
    """Text that is not what it should be."""

    def __init__(
        self,
        message: str,
        *,
        column: int | None = None,
        line: int | None = None,
        source: str | None = None,
    ) -> None:
        super().__init__(message, Where(source, line, column))


class IllegalCall(ParseError):
    """A call the laws do not allow at that point of the auction; `index` counts the calls before it."""

    def __init__(self, message: str, index: int) -> None:
        super().__init__(message)
        self.index = index


class IllegalPlay(BridgeError):
    """A card that cannot have been played at that point."""


class InvalidDeal(BridgeError):
    """Cards that cannot lie like that: held twice, too many, or missing where all are needed."""


def nearest(word: str, names: Iterable[str]) -> str:
    """`; did you mean X?` where a name is close to a word, else nothing.

    >>> nearest("sytem", ["hand", "system"])
    "; did you mean 'system'?"
    """
    from difflib import get_close_matches  # for errors alone

    names = list(names)
    longer = [name for name in names if len(word) > 2 and name.startswith(word)]
    close = longer or get_close_matches(word.lower(), names, n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""


def shown(text: str) -> str:
    """Somebody's text as an error message quotes it: not more than 80 characters."""
    return repr(text if len(text) <= 80 else text[:77] + "...")
