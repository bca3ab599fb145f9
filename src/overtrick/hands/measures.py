"""What can be counted in a hand: each measure gives every hand a whole number, for some of them in a given suit."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import tabulate
from overtrick.core import Hand, Suit
from overtrick.hands.holdings import (
    ACE,
    JACK,
    KING,
    QUEEN,
    TEN,
    control_round_in,
    controls_in,
    half_playing_tricks_in,
    hcp_in,
    losers_in,
    quick_tricks_in,
    solidity_in,
    stopping_in,
    tops_in,
)
from overtrick.hands.shapes import SHAPE_NUMBER, SHAPES, Lengths

Values = int
"""A set of values of a measure: bit v stands for the value v."""

Table = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Measure(ABC):
    """A count with its name and its greatest value; there is one object for each measure."""

    name: str
    most: int
    names_suit: bool = False
    in_halves: bool = False
    """Whether a value is a number of halves."""

    @cached_property
    def everything(self) -> Values:
        """All values."""
        return (1 << self.most + 1) - 1

    @property
    def depends_on_cell_alone(self) -> bool:
        """Whether shape and high-card points decide the value."""
        return False

    @abstractmethod
    def of_hand(self, hand: Hand, suit: Suit | None) -> int:
        """The value of one hand of thirteen cards."""

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:
        return measure, (self.name,)


@dataclass(frozen=True, eq=False, kw_only=True)
class OfShape(Measure):
    """A function of the suit lengths, perhaps with the high-card points added to it."""

    of_lengths: Callable[[Lengths, Suit | None], int]
    plus_hcp: bool = False

    @property
    def depends_on_cell_alone(self) -> bool:
        return True

    def of_hand(self, hand: Hand, suit: Suit | None) -> int:
        return self.of_lengths(hand.lengths, suit) + (hand.hcp if self.plus_hcp else 0)

    def table(self, suit: Suit | None) -> NDArray[np.uint16]:
        """The function of every shape. Shape: (560,)."""
        if suit not in self._tables:
            self._tables[suit] = np.array([self.of_lengths(shape, suit) for shape in SHAPES], np.uint16)
        return self._tables[suit]

    @cached_property
    def _tables(self) -> dict[Suit | None, NDArray[np.uint16]]:
        return {}


@dataclass(frozen=True, eq=False, kw_only=True)
class OfSuit(Measure):
    """A function of the cards in the suit that is named."""

    in_suit: Callable[[int], int]
    names_suit: bool = True

    def of_hand(self, hand: Hand, suit: Suit | None) -> int:
        assert suit is not None
        return self.in_suit(hand.holding(suit))

    @cached_property
    def table(self) -> Table:
        """The function of every holding. Shape: (8192,)."""
        return tabulate(self.in_suit, np.uint8)


@dataclass(frozen=True, eq=False, kw_only=True)
class OverSuits(Measure):
    """A function of the cards in a suit, added up over the four; the suit that is named may count differently."""

    in_suit: Callable[[int], int]
    in_named_suit: Callable[[int], int] | None = None

    def of_hand(self, hand: Hand, suit: Suit | None) -> int:
        named = self.in_named_suit or self.in_suit
        return sum((named if other is suit else self.in_suit)(hand.holding(other)) for other in Suit)

    @cached_property
    def table(self) -> Table:
        """The function of every holding. Shape: (8192,)."""
        return tabulate(self.in_suit, np.uint8)

    @cached_property
    def named_table(self) -> Table:
        """The function of every holding in the suit that is named. Shape: (8192,)."""
        return tabulate(self.in_named_suit or self.in_suit, np.uint8)


def _length(lengths: Lengths, suit: Suit | None) -> int:
    assert suit is not None
    return lengths[suit]


def _long_points(lengths: Lengths, suit: Suit | None) -> int:
    return sum(max(length - 4, 0) for length in lengths)


def _short_points(lengths: Lengths, suit: Suit | None) -> int:
    """Void 5, singleton 3, doubleton 1 with four trumps; 3, 2, 1 with three; nothing without a fit."""
    assert suit is not None
    if lengths[suit] < 3:
        return 0
    points = (5, 3, 1) if lengths[suit] >= 4 else (3, 2, 1)
    return sum(points[length] for other, length in enumerate(lengths) if other != suit and length < 3)


def _two_longest(lengths: Lengths, suit: Suit | None) -> int:
    return sum(sorted(lengths)[2:])


def _has(card: int, holding: int) -> int:
    return int(bool(holding & card))


def _half_quick_tricks_in(holding: int) -> int:
    return int(2 * quick_tricks_in(holding))


LENGTH = OfShape("length", 13, names_suit=True, of_lengths=_length)
SHAPE = OfShape("shape", len(SHAPES) - 1, of_lengths=lambda lengths, suit: SHAPE_NUMBER[lengths])
HCP = OfShape("hcp", 37, of_lengths=lambda lengths, suit: 0, plus_hcp=True)
TOTAL_POINTS = OfShape("total points", 46, of_lengths=_long_points, plus_hcp=True)
SUPPORT_POINTS = OfShape("support points", 46, names_suit=True, of_lengths=_short_points, plus_hcp=True)
OPENING_COUNT = OfShape("opening count", 50, of_lengths=_two_longest, plus_hcp=True)
PEARSON_COUNT = OfShape("pearson count", 50, names_suit=True, of_lengths=_length, plus_hcp=True)

QUICK_TRICKS = OverSuits("quick tricks", 16, in_halves=True, in_suit=_half_quick_tricks_in)
PLAYING_TRICKS = OverSuits("playing tricks", 26, in_halves=True, in_suit=half_playing_tricks_in)
CONTROLS = OverSuits("controls", 12, in_suit=controls_in)
LOSERS = OverSuits("losers", 12, in_suit=losers_in)
ACES, KINGS, QUEENS = (
    OverSuits(name, 4, in_suit=partial(_has, card))
    for name, card in (("aces", ACE), ("kings", KING), ("queens", QUEEN))
)
KEY_CARDS = OverSuits(
    "key cards",
    5,
    names_suit=True,
    in_suit=partial(_has, ACE),
    in_named_suit=lambda holding: (holding & (ACE | KING)).bit_count(),
)

SUIT_POINTS = OfSuit("suit points", 10, in_suit=hcp_in)
TOPS = {number: OfSuit(f"of top {number}", number, in_suit=partial(tops_in, number=number)) for number in range(2, 7)}
STOPPING = OfSuit("stopping", 3, in_suit=stopping_in)
SOLIDITY = OfSuit("solidity", 2, in_suit=solidity_in)
CONTROL_ROUND = OfSuit("control round", 4, in_suit=control_round_in)
ACE_OF, KING_OF, QUEEN_OF, JACK_OF, TEN_OF = (
    OfSuit(name, 1, in_suit=partial(_has, card))
    for name, card in (("ace", ACE), ("king", KING), ("queen", QUEEN), ("jack", JACK), ("ten", TEN))
)

MEASURES: tuple[Measure, ...] = (
    *(LENGTH, SHAPE, HCP, TOTAL_POINTS, SUPPORT_POINTS, OPENING_COUNT, PEARSON_COUNT),
    *(QUICK_TRICKS, PLAYING_TRICKS, CONTROLS, LOSERS, ACES, KINGS, QUEENS, KEY_CARDS),
    *(SUIT_POINTS, *TOPS.values(), STOPPING, SOLIDITY, CONTROL_ROUND),
    *(ACE_OF, KING_OF, QUEEN_OF, JACK_OF, TEN_OF),
)
_BY_NAME = {each.name: each for each in MEASURES}


def measure(name: str) -> Measure:
    """The measure of that name."""
    return _BY_NAME[name]
