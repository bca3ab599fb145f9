"""Conditions on a hand: atoms such as `15-17 hcp` or `S >= H`, joined by and and or; negations go into the atoms."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from overtrick.core import Hand, Suit
from overtrick.hands.measures import (
    CONTROL_ROUND,
    LENGTH,
    SHAPE,
    SOLIDITY,
    STOPPING,
    TOPS,
    Measure,
    OfSuit,
    Values,
)
from overtrick.hands.shapes import ShapeSet, shape_text


@dataclass(frozen=True, slots=True)
class Atom:
    """That a measure of the hand, in a suit if the measure names one, has one of these values.

    Atoms are equal when they say the same; the label is only how a set of shapes was called.

    >>> from overtrick.hands.measures import HCP
    >>> notrump = between(HCP, 15, 17)
    >>> str(notrump), str(notrump.negated()), notrump.holds(Hand.parse("AKQ2.KJ3.T98.KQ2"))
    ('15-17 hcp', 'hcp in 0-14|18+', False)
    """

    measure: Measure
    suit: Suit | None
    values: Values
    label: str = field(default="", compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((id(self.measure), self.suit, self.values)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Atom, (self.measure, self.suit, self.values, self.label)

    def holds(self, hand: Hand) -> bool:
        """Whether it is true of one hand of thirteen cards."""
        return bool(self.values >> self.measure.of_hand(hand, self.suit) & 1)

    def negated(self) -> "Atom":
        label = self.label and (self.label[4:] if self.label.startswith("not ") else "not " + self.label)
        return Atom(self.measure, self.suit, self.measure.everything & ~self.values, label)

    @property
    def is_impossible(self) -> bool:
        return not self.values

    @property
    def is_certain(self) -> bool:
        return self.values == self.measure.everything

    @property
    def range(self) -> tuple[int, int]:
        """The least and the greatest value."""
        return (self.values & -self.values).bit_length() - 1, self.values.bit_length() - 1

    @property
    def is_range(self) -> bool:
        """Whether every value between the least and the greatest is in."""
        low, high = self.range
        return self.values.bit_count() == high - low + 1

    def __str__(self) -> str:
        """The atom in words that can be read again."""
        if self.measure is SHAPE:
            return self.label or "|".join(shape_text(number) for number in range(560) if self.values >> number & 1)
        named = _NAMED.get((self.measure, self.values))
        if named is not None:
            return f"{named}{self.suit}"
        if isinstance(self.measure, OfSuit) and self.measure.most == 1:
            return f"{'' if self.values & 2 else 'no '}{self.measure} {self.suit}"
        return self._counted()

    def _counted(self) -> str:
        subject = _subject(self.measure, self.suit)
        if self.values and self.is_range:
            return f"{_range_text(self.measure, *self.range)} {subject}"
        values = values_text(self.measure, self.values)
        return f"{values} {subject}" if self.measure in TOPS.values() else f"{subject} in {values}"


_NAMED: dict[tuple[Measure, Values], str] = {
    (STOPPING, 0b1110): "half stopper in ",
    (STOPPING, 0b0001): "no half stopper in ",
    (STOPPING, 0b1100): "stopper in ",
    (STOPPING, 0b0011): "no stopper in ",
    (STOPPING, 0b1000): "two stoppers in ",
    (STOPPING, 0b0111): "no two stoppers in ",
    (SOLIDITY, 0b100): "solid ",
    (SOLIDITY, 0b011): "not solid ",
    (SOLIDITY, 0b110): "semi-solid ",
    (SOLIDITY, 0b001): "not semi-solid ",
    (CONTROL_ROUND, 0b00010): "first round control in ",
    (CONTROL_ROUND, 0b11101): "no first round control in ",
    (CONTROL_ROUND, 0b00100): "second round control in ",
    (CONTROL_ROUND, 0b11011): "no second round control in ",
    (CONTROL_ROUND, 0b01000): "third round control in ",
    (CONTROL_ROUND, 0b10111): "no third round control in ",
    (CONTROL_ROUND, 0b00110): "control in ",
    (CONTROL_ROUND, 0b11001): "no control in ",
}


def _subject(measure: Measure, suit: Suit | None) -> str:
    if measure is LENGTH:
        return str(suit)
    if suit is None:
        return str(measure)
    return f"{measure} in {suit}" if measure in TOPS.values() else f"{measure} {suit}"


def _number_text(measure: Measure, value: int) -> str:
    return f"{value / 2:g}" if measure.in_halves else str(value)


def _range_text(measure: Measure, low: int, high: int) -> str:
    least = _number_text(measure, low)
    if low == high:
        return f"exactly {least}" if measure in TOPS.values() else least
    return f"{least}+" if high == measure.most else f"{least}-{_number_text(measure, high)}"


def values_text(measure: Measure, values: Values) -> str:
    """A set of values as ranges joined by bars: `0-11|18+`; `none` when there is none."""
    runs, value = [], 0
    while values >> value:
        if values >> value & 1:
            end = value
            while values >> end + 1 & 1:
                end += 1
            runs.append(_range_text(measure, value, end).removeprefix("exactly "))
            value = end
        value += 1
    return "|".join(runs) or "none"


def values_between(measure: Measure, low: int, high: int) -> Values:
    """The values of a measure from `low` to `high`, as far as the measure goes."""
    low, high = max(low, 0), min(high, measure.most)
    return (1 << high + 1) - (1 << low) if low <= high else 0


def between(measure: Measure, low: int, high: int, suit: Suit | None = None) -> Atom:
    """The atom that a measure is at least `low` and at most `high`, as far as the measure goes."""
    return Atom(measure, suit, values_between(measure, low, high))


def shape_atom(shapes: ShapeSet, label: str = "") -> Atom:
    """The atom that the shape is one of these."""
    return Atom(SHAPE, None, shapes, label)


@dataclass(frozen=True, slots=True)
class _Joined:
    """Terms joined in one way or the other; the hash is kept, because conditions are looked up all the time."""

    terms: "tuple[Condition, ...]"
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_hash", hash((type(self), self.terms)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.terms,)


class AllOf(_Joined):
    """That every one of the terms holds; with none, any hand will do."""

    __slots__ = ()

    def holds(self, hand: Hand) -> bool:
        return all(term.holds(hand) for term in self.terms)

    def negated(self) -> "Condition":
        return one_of(term.negated() for term in self.terms)

    def __str__(self) -> str:
        return ", ".join(map(_bracketed, self.terms)) or "any"


class OneOf(_Joined):
    """That at least one of the terms holds; with none, no hand will do."""

    __slots__ = ()

    def holds(self, hand: Hand) -> bool:
        return any(term.holds(hand) for term in self.terms)

    def negated(self) -> "Condition":
        return all_of(term.negated() for term in self.terms)

    def __str__(self) -> str:
        return " or ".join(map(_bracketed, self.terms)) or "not any"


Condition: TypeAlias = Atom | AllOf | OneOf

ANY = AllOf(())
"""True of every hand."""

NEVER = OneOf(())
"""True of no hand."""


def _bracketed(term: Condition) -> str:
    return f"({term})" if isinstance(term, AllOf | OneOf) else str(term)


def all_of(terms: Iterable[Condition]) -> Condition:
    """The conjunction, as simple as can be seen at a glance."""
    terms_left: dict[Condition, None] = {}
    for term in terms:
        if isinstance(term, Atom):
            if not term.values:
                return NEVER
            if term.values != term.measure.everything:
                terms_left[term] = None
        elif isinstance(term, AllOf):
            terms_left.update(dict.fromkeys(term.terms))
        elif term.terms:
            terms_left[term] = None
        else:
            return NEVER
    if not terms_left:
        return ANY
    return next(iter(terms_left)) if len(terms_left) == 1 else AllOf(tuple(terms_left))


def one_of(terms: Iterable[Condition]) -> Condition:
    """The disjunction, as simple as can be seen at a glance."""
    terms_left: dict[Condition, None] = {}
    for term in terms:
        if isinstance(term, Atom):
            if term.values == term.measure.everything:
                return ANY
            if term.values:
                terms_left[term] = None
        elif isinstance(term, OneOf):
            terms_left.update(dict.fromkeys(term.terms))
        elif term.terms:
            terms_left[term] = None
        else:
            return ANY
    if not terms_left:
        return NEVER
    return next(iter(terms_left)) if len(terms_left) == 1 else OneOf(tuple(terms_left))


def atoms_of(condition: Condition) -> Iterator[Atom]:
    """Every atom of a condition from left to right, as often as it occurs."""
    if isinstance(condition, Atom):
        yield condition
    else:
        for term in condition.terms:
            yield from atoms_of(term)
