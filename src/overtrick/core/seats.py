"""Places at the table, the two sides, and who is vulnerable."""

from enum import IntEnum
from typing import Self

from overtrick.core.enums import TextEnum
from overtrick.core.errors import ParseError, shown


class Side(IntEnum):
    """A partnership."""

    NORTH_SOUTH = 0
    EAST_WEST = 1

    @property
    def symbol(self) -> str:
        """How it is printed for people: `N-S`."""
        return "-".join(str(self))

    @property
    def opponents(self) -> "Side":
        return Side(1 - self)

    @property
    def seats(self) -> "tuple[Seat, Seat]":
        return Seat(self.value), Seat(self.value + 2)

    def __str__(self) -> str:
        return ("NS", "EW")[self]


class Seat(TextEnum):
    """A place at the table; the next value is the next player clockwise."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def lho(self) -> "Seat":
        """Left-hand opponent: the player who acts next."""
        return _SEATS[(self + 1) & 3]

    @property
    def partner(self) -> "Seat":
        return _SEATS[(self + 2) & 3]

    @property
    def rho(self) -> "Seat":
        """Right-hand opponent: the player who acted before."""
        return _SEATS[(self + 3) & 3]

    @property
    def side(self) -> Side:
        return Side(self & 1)

    def after(self, turns: int) -> "Seat":
        """The player that number of turns clockwise."""
        return _SEATS[(self + turns) & 3]

    def __str__(self) -> str:
        return "NESW"[self]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `N`, `north`, `S` … in either case.

        >>> Seat.parse("west")
        <Seat.WEST: 3>
        """
        word = text.strip().upper()
        for seat in cls:
            if word and word in (seat.name, seat.name[0]):
                return seat
        raise ParseError(f"expected a seat (N, E, S or W), got {shown(text)}", column=1)


_SEATS = tuple(Seat)


class Vulnerability(TextEnum):
    """Which sides are vulnerable; the value is a bit mask over `Side`."""

    NONE = 0
    NS = 1
    EW = 2
    BOTH = 3

    def includes(self, who: Side | Seat) -> bool:
        """Whether that side, or that player's side, is vulnerable."""
        side = who.side if isinstance(who, Seat) else who
        return bool(self >> side & 1)

    def __str__(self) -> str:
        return ("None", "NS", "EW", "All")[self]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the words of PBN, LIN and people: None, NS, EW, All, Both, -, o, n, e, b …

        >>> str(Vulnerability.parse("Both"))
        'All'
        """
        word = text.strip().upper().replace("-", "").replace("/", "")
        for vulnerability, words in _VULNERABILITY_WORDS.items():
            if word in words and (word or "-" in text):
                return cls(vulnerability)
        raise ParseError(f"expected a vulnerability (None, NS, EW or All), got {shown(text)}", column=1)


_VULNERABILITY_WORDS = {
    0: ("NONE", "LOVE", "O", "0", "NIL", "NEITHER", ""),
    1: ("NS", "N"),
    2: ("EW", "WE", "E"),
    3: ("ALL", "BOTH", "B"),
}
