"""Numbers with a text, such as seats: what people give for one is read in one place."""

from enum import Enum, IntEnum
from operator import index
from typing import Self, SupportsIndex


class TextEnum(IntEnum):
    """An enumeration whose members have a text; `parse` of each reads it."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """The member of a text; ParseError says which there are."""
        raise NotImplementedError

    @classmethod
    def of(cls, given: object) -> Self:
        """The member itself, or the one of a text or a number (NumPy's too).

        >>> from overtrick import Seat
        >>> Seat.of("west"), Seat.of(2)
        (<Seat.WEST: 3>, <Seat.SOUTH: 2>)
        """
        if isinstance(given, cls):
            return given
        if isinstance(given, SupportsIndex) and not isinstance(given, bool | Enum) and index(given) in range(len(cls)):
            return cls(index(given))
        return cls.parse(given if isinstance(given, str) else repr(given))
