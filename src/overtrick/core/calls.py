"""The 38 calls."""

import re
from dataclasses import dataclass
from functools import cached_property

from overtrick.core import drawing
from overtrick.core.cards import Strain
from overtrick.core.errors import ParseError, shown


@dataclass(frozen=True, order=True, init=False, repr=False)
class Call:
    """A call, known by its index: pass 0, double 1, redouble 2, bids 3 (1♣) to 37 (7NT).

    There is one object a call: PASS, DOUBLE, REDOUBLE and the BIDS, all of them in CALLS.

    >>> call = Call("1nt")
    >>> call
    Call('1NT')
    >>> call.index, call.level, call.strain
    (7, 1, <Strain.NOTRUMP: 4>)
    """

    index: int

    def __new__(cls, call: int | str) -> "Call":
        """The one call of an index, or of a text as `parse` reads it."""
        if isinstance(call, str):
            return cls.parse(call)
        if not 0 <= call < len(CALLS):
            raise ValueError(f"a call index is 0 to 37, got {call}")
        return CALLS[call]

    @classmethod
    def of(cls, level: int, strain: Strain) -> "Call":
        """The bid of that level, 1 to 7, in that strain."""
        if not 1 <= level <= 7:
            raise ValueError(f"a bid's level is 1 to 7, got {level}")
        return CALLS[5 * level + strain - 2]

    def __reduce__(self) -> "tuple[type[Call], tuple[int]]":
        """Copied and unpickled as the one object there is."""
        return Call, (self.index,)

    def __repr__(self) -> str:
        return f"Call('{self.level}NT')" if self.index in _NOTRUMP_BIDS else f"Call({str(self)!r})"

    @cached_property
    def is_bid(self) -> bool:
        return self.index >= 3

    @cached_property
    def level(self) -> int:
        """Tricks above six that a bid offers; 0 for the other calls."""
        return (self.index + 2) // 5

    @cached_property
    def strain(self) -> Strain:
        """The strain a bid names; only bids have one."""
        if not self.is_bid:
            raise ValueError(f"{self} names no strain")
        return Strain((self.index - 3) % 5)

    @cached_property
    def _text(self) -> str:
        return f"{self.level}{self.strain}" if self.is_bid else ("P", "X", "XX")[self.index]

    @cached_property
    def symbol(self) -> str:
        """How it is printed for people: `1♠`, `Pass`."""
        return f"{self.level}{self.strain.symbol}" if self.is_bid else ("Pass", "X", "XX")[self.index]

    def __str__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        return drawing.call_html(self)

    @classmethod
    def parse(cls, text: str) -> "Call":
        """Read `P`, `pass`, `X`, `dbl`, `XX`, `1N`, `1nt`, `1♠` …; a trailing `!` or `*` (alert) is passed over."""
        call = _CALL_OF_TEXT.get(text)
        return call if call is not None else _read(text)


def _read(text: str) -> Call:
    word = text.strip().rstrip("!*").rstrip().upper()
    for call, words in ((PASS, _PASS_WORDS), (DOUBLE, _DOUBLE_WORDS), (REDOUBLE, _REDOUBLE_WORDS)):
        if word in words:
            return call
    match = re.fullmatch(r"([1-7])\s?(\S{1,8})", word)
    if match is None or match[2] == "SA" or not _is_strain(match[2]):
        raise ParseError(f"expected a call (P, X, XX or 1C to 7N), got {shown(text)}", column=1)
    return Call.of(int(match[1]), Strain.parse(match[2]))


def _is_strain(word: str) -> bool:
    try:
        Strain.parse(word)
    except ParseError:
        return False
    return True


def _made(index: int) -> Call:
    """A new call object; only CALLS needs any."""
    call = object.__new__(Call)
    object.__setattr__(call, "index", index)
    return call


CALLS = tuple(_made(index) for index in range(38))
PASS, DOUBLE, REDOUBLE = CALLS[:3]
BIDS = CALLS[3:]
_NOTRUMP_BIDS = range(7, 38, 5)
_CALL_OF_TEXT = {str(call): call for call in CALLS}
_PASS_WORDS = ("P", "PASS", "-", "/", "NB", "NO BID")
_DOUBLE_WORDS = ("X", "D", "DBL", "DOUBLE")
_REDOUBLE_WORDS = ("XX", "R", "RD", "RDBL", "REDBL", "REDOUBLE")
