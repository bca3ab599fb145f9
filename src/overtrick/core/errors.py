"""What Overtrick says when it refuses something."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Where:
    """A place in somebody's text: file, line and column, each as far as known; both count from 1."""

    source: str | None = None
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        if self.source is None and self.line is None:
            return "" if self.column is None else f"column {self.column}"
        parts = [self.source or "line", self.line, self.column]
        return ":".join(str(part) for part in parts if part is not None)


class BridgeError(Exception):
    """The root of every error Overtrick raises on purpose.

    `message` says what was expected and what came; `where` says in which place.
    """

    def __init__(self, message: str, where: Where | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.where = where or Where()

    def __str__(self) -> str:
        place = str(self.where)
        return f"{place}: {self.message}" if place else self.message

    def at(self, *, source: str | None = None, line: int | None = None, shift: int = 0) -> "BridgeError":
        """The same error seen from the text around it: `shift` columns further, in that line and file."""
        column = self.where.column
        self.where = replace(
            self.where,
            source=self.where.source or source,
            line=self.where.line or line,
            column=column + shift if column is not None else (shift + 1 if shift else None),
        )
        return self


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
