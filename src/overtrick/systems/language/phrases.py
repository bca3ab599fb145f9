"""Hand conditions as written, their variables not yet bound to suits."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from overtrick.core import ParseError, Suit
from overtrick.hands.conditions import (
    ANY,
    NEVER,
    Atom,
    Condition,
    all_of,
    one_of,
    shape_atom,
    values_between,
    values_text,
)
from overtrick.hands.measures import LENGTH, Measure, Values
from overtrick.hands.shapes import (
    ShapeSet,
    shapes_comparing,
    shapes_longest,
    shapes_with_better_minor,
    shapes_with_lengths,
    shapes_with_side_suit,
    shapes_with_suits,
)
from overtrick.systems.language.card_limits import MOST_ATOMS
from overtrick.systems.language.text import (
    COMBINES,
    COMBINING,
    OPEN,
    Setting,
    SuitGroup,
    SuitName,
)

MOST_COUNTED = 1 << 12
"""Atoms, of 200 bytes each, that are remembered, and so many of shapes; those used longest ago are forgotten."""


class Phrase(ABC):
    """Words about a hand that become a condition when the suits are known."""

    __slots__ = ()

    @abstractmethod
    def bind(self, setting: Setting = OPEN) -> Condition:
        """The condition that the words mean in a setting."""

    @property
    def parts(self) -> "tuple[Phrase, ...]":
        """The phrases directly inside this one."""
        return ()

    @property
    def mentioned(self) -> "tuple[SuitName | SuitGroup, ...]":
        """The suits and groups of suits it names itself."""
        return ()

    @property
    def variables(self) -> frozenset[str]:
        """The variables that must stand for a suit before the phrase means something; `unbid` if it asks for those."""
        return frozenset().union(*(part.variables for part in (*self.parts, *self.mentioned)))

    @property
    def size(self) -> int:
        """How many elementary conditions it comes to at most, with all definitions written out."""
        return sum(part.size for part in self.parts) or 1


def require_small(phrase: Phrase) -> Phrase:
    """The phrase; ParseError when it comes to too many elementary conditions."""
    if phrase.size > MOST_ATOMS:
        size = f"{phrase.size:,}" if phrase.size < 10**9 else "billions"
        message = f"expected at most {MOST_ATOMS} elementary conditions with definitions written out, got {size}"
        raise ParseError(message)
    return phrase


def walk(phrase: Phrase) -> Iterator[Phrase]:
    """A phrase and everything written in it."""
    yield phrase
    for part in phrase.parts:
        yield from walk(part)


@dataclass(frozen=True, slots=True)
class Everything(Phrase):
    """`any`"""

    def bind(self, setting: Setting = OPEN) -> Condition:
        return ANY


@dataclass(frozen=True, slots=True)
class Joined(Phrase):
    """Phrases of which all must hold, or one."""

    terms: tuple[Phrase, ...]
    all: bool

    def bind(self, setting: Setting = OPEN) -> Condition:
        return (all_of if self.all else one_of)(term.bind(setting) for term in self.terms)

    @property
    def parts(self) -> tuple[Phrase, ...]:
        return self.terms


@dataclass(frozen=True, slots=True)
class Negated(Phrase):
    """`not …` or `no …`"""

    term: Phrase

    def bind(self, setting: Setting = OPEN) -> Condition:
        return self.term.bind(setting).negated()

    @property
    def parts(self) -> tuple[Phrase, ...]:
        return (self.term,)


@dataclass(frozen=True, slots=True)
class Counted(Phrase):
    """`15-17 hcp`, `5+ H`, `stopper in each unbid suit`"""

    measure: Measure
    values: Values
    where: SuitName | SuitGroup | None = None

    def bind(self, setting: Setting = OPEN) -> Condition:
        if self.where is None:
            return _counted(self.measure, None, self.values)
        if isinstance(self.where, SuitName):
            return _counted(self.measure, self.where.suit(setting), self.values)
        return self._in_group(self.where.suits(setting), self.where.number)

    def _in_group(self, suits: tuple[Suit, ...], number: int | None) -> Condition:
        number = len(suits) if number is None else number
        if self.measure is LENGTH and 0 < number < len(suits):  # one atom instead of many alternatives
            fitting = shapes_with_lengths(self.values, suits, number)
            cards = values_text(LENGTH, self.values)
            return _shaped(fitting, f"{cards} in {('one', 'two', 'three')[number - 1]} of {_listed(suits)}")
        return one_of(
            all_of(_counted(self.measure, suit, self.values) for suit in some) for some in combinations(suits, number)
        )

    @property
    def mentioned(self) -> tuple[SuitName | SuitGroup, ...]:
        return () if self.where is None else (self.where,)

    @property
    def size(self) -> int:
        return MOST_OF_A_GROUP if isinstance(self.where, SuitGroup) else 1


MOST_OF_A_GROUP = 12
"""Two or three of four suits: six ways with two conditions each, or four with three."""


@dataclass(frozen=True, slots=True)
class Combined(Phrase):
    """`25+ combined hcp`, `8+ combined M`, `3+ extra hcp`: mine and what partner has promised (`combined`) or
    has on average (`likely`; their calls count as well), less what I have shown myself (`extra`)"""

    measure: Measure
    low: int
    high: int | None
    name: SuitName | None = None
    word: str = COMBINING[0]

    def bind(self, setting: Setting = OPEN) -> Condition:
        suit = None if self.name is None else self.name.suit(setting)
        cards_of = suit if self.measure is LENGTH else None
        low = setting.needed(self.word, cards_of, self.low)
        most = self.measure.most
        high = most if self.high is None else setting.needed(self.word, cards_of, self.high + 1) - 1
        return _counted(self.measure, suit, values_between(self.measure, low, high))

    @property
    def mentioned(self) -> tuple[SuitName | SuitGroup, ...]:
        return () if self.name is None else (self.name,)

    @property
    def variables(self) -> frozenset[str]:
        return frozenset([COMBINES]).union(*(part.variables for part in self.mentioned))


@dataclass(frozen=True, slots=True)
class Shaped(Phrase):
    """`balanced`, `4333`, `void`: a set of shapes in which no suit has a name"""

    shapes: ShapeSet
    label: str

    def bind(self, setting: Setting = OPEN) -> Condition:
        return _shaped(self.shapes, self.label)


@dataclass(frozen=True, slots=True)
class ComparedSuits(Phrase):
    """`S >= H` compares lengths, and so does `S == H`; `M = H` asks whether M stands for hearts"""

    left: SuitName
    sign: str
    right: SuitName

    def bind(self, setting: Setting = OPEN) -> Condition:
        left, right = self.left.suit(setting), self.right.suit(setting)
        if self.sign in ("=", "!="):
            return ANY if (left == right) == (self.sign == "=") else NEVER
        if left == right:
            return NEVER if self.sign in ("<", ">") else ANY
        sign = self.sign
        if sign in ("<", "<="):
            left, sign, right = right, sign.replace("<", ">"), left
        return _shaped(shapes_comparing(left, sign, right), f"{left} {sign} {right}")

    @property
    def mentioned(self) -> tuple[SuitName | SuitGroup, ...]:
        return self.left, self.right


@dataclass(frozen=True, slots=True)
class LongestSuit(Phrase):
    """`H longest`, `H strictly longest`, `better minor D`"""

    place: str
    name: SuitName

    def bind(self, setting: Setting = OPEN) -> Condition:
        suit = self.name.suit(setting)
        if self.place == "better minor":
            if suit.is_major:
                raise self.name.written.error(f"expected a minor suit, got {suit}", self.name.token)
            return _shaped(shapes_with_better_minor(suit), f"better minor {suit}")
        strictly = self.place == "strictly longest"
        return _shaped(shapes_longest(suit, strictly=strictly), f"{suit} {self.place}")

    @property
    def mentioned(self) -> tuple[SuitName | SuitGroup, ...]:
        return (self.name,)


@dataclass(frozen=True, slots=True)
class Lengthy(Phrase):
    """`4-card major`, `5-4 in two unbid suits`: at least these lengths in suits of a group"""

    lengths: tuple[int, ...]
    group: SuitGroup
    side: bool = False
    """Whether another suit must be at least as long."""

    def bind(self, setting: Setting = OPEN) -> Condition:
        suits = self.group.suits(setting)
        if self.side:
            shapes = shapes_with_side_suit(self.lengths[0], frozenset(suits))
            return _shaped(shapes, f"side {self.lengths[0]}-card {_kind(suits)}")
        shapes = shapes_with_suits(self.lengths, frozenset(suits))
        if len(self.lengths) == 1:
            return _shaped(shapes, f"{self.lengths[0]}-card {_kind(suits)}")
        return _shaped(shapes, f"{self.lengths[0]}-{self.lengths[1]} in two of {_listed(suits)}")

    @property
    def mentioned(self) -> tuple[SuitName | SuitGroup, ...]:
        return (self.group,)


@lru_cache(maxsize=MOST_COUNTED)
def _counted(measure: Measure, suit: Suit | None, values: Values) -> Condition:
    """That a measure has one of these values: an atom, unless every value or none will do."""
    return all_of([Atom(measure, suit, values)])


@lru_cache(maxsize=MOST_COUNTED)
def _shaped(shapes: ShapeSet, label: str) -> Condition:
    return all_of([shape_atom(shapes, label)])


def _listed(suits: tuple[Suit, ...]) -> str:
    return " ".join(map(str, suits))


def _kind(suits: tuple[Suit, ...]) -> str:
    """How the suits are called together."""
    kinds = {"suit": tuple(Suit), "minor": tuple(Suit)[:2], "major": tuple(Suit)[2:]}
    return next((kind for kind, all_of_them in kinds.items() if suits == all_of_them), f"suit of {_listed(suits)}")
