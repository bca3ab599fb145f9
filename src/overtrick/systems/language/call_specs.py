"""Calls as a card names them: `1N`, `2X`, `X`, `cheapest M`, `cheapest below M`, `jump X`, `raise`, `cue`, `game in X`.

A bare `X` or `XX` is a double or redouble; after a digit or a word it is a suit variable.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.core import Call, ParseError, Strain, Suit
from overtrick.core.errors import shown
from overtrick.systems.language.bindings import VARIABLES

_LITERAL = re.compile(r"([1-7])(NT|N|[CDHS]|\w+)")
_WORDS = re.compile(r"(cheapest|jump|double jump|game in) (below )?(\w+)")
_JUMPS = {"cheapest": 0, "jump": 1, "double jump": 2}
_SHORT = {"raise": (0, "partner"), "jump raise": (1, "partner"), "cue": (0, "T")}
_EXPECTED = "expected a call such as 1N, 2X, X, cheapest M, jump X, raise, jump raise, cue or game in X"


@dataclass(frozen=True, slots=True)
class CallSpec:
    """A call that is settled at a node: a literal, a level of a suit, or the cheapest bid of a suit and higher.

    >>> CallSpec.parse("cheapest below M").at({"M": Suit.HEARTS}, Call.parse("1N"))
    Call('2D')
    """

    text: str
    call: Call | None = None
    level: int | None = None
    strain: Strain | str | None = None
    """The strain, or the variable that stands for it."""
    jumps: int = 0
    below: bool = False
    game: bool = False

    @classmethod
    def parse(cls, text: str) -> "CallSpec":
        """Read a call of a rule; ParseError says what a call looks like."""
        words = " ".join(text.split())
        if words in ("P", "X", "XX"):
            return cls(words, call=Call.parse(words))
        if words in _SHORT:
            jumps, variable = _SHORT[words]
            return cls(words, strain=variable, jumps=jumps)
        literal = _LITERAL.fullmatch(words)
        if literal is not None:
            strain = _strain(literal[2], text)
            level = int(literal[1])
            return (
                cls(words, call=Call.of(level, strain))
                if isinstance(strain, Strain)
                else cls(words, None, level, strain)
            )
        phrase = _WORDS.fullmatch(words)
        if phrase is None:
            raise ParseError(f"{_EXPECTED}, got {shown(text)}", column=1)
        strain, below, game = _strain(phrase[3], text), phrase[2] is not None, phrase[1] == "game in"
        return cls(words, strain=strain, jumps=_JUMPS.get(phrase[1], 0), below=below, game=game)

    @property
    def variables(self) -> frozenset[str]:
        """The suit variable it needs, if it needs one."""
        return frozenset([self.strain] if isinstance(self.strain, str) else [])

    def at(self, suits: Mapping[str, Suit], last_bid: Call | None) -> Call | None:
        """The call when the variables stand for these suits and this was the last bid; None where there is none."""
        if self.call is not None:
            return self.call
        strain = self._strain_at(suits)
        if strain is None:
            return None
        if self.level is not None:
            return Call.of(self.level, strain)
        if self.game:
            return Call.of(3 if strain is Strain.NOTRUMP else 4 if strain.is_major else 5, strain)
        level = cheapest_level(strain, last_bid) + self.jumps
        return Call.of(level, strain) if level <= 7 else None

    def _strain_at(self, suits: Mapping[str, Suit]) -> Strain | None:
        strain = self.strain if isinstance(self.strain, Strain) else None
        if isinstance(self.strain, str) and self.strain in suits:
            strain = suits[self.strain].strain
        if strain is None or not self.below:
            return strain
        return Strain(strain - 1) if strain else None


def cheapest_level(strain: Strain, last_bid: Call | None) -> int:
    """The lowest level at which a strain can be bid over the last bid; 8 when there is none left."""
    if last_bid is None:
        return 1
    return last_bid.level if strain > last_bid.strain else last_bid.level + 1


def _strain(word: str, text: str) -> Strain | str:
    if word in VARIABLES:
        return word
    try:
        return Strain.parse(word)
    except ParseError:
        raise ParseError(f"{_EXPECTED}, got {shown(text)}", column=1) from None
