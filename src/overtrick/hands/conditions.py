"""Conditions on a hand: atoms joined by and and or. Negations are pushed down to the atoms, which swallow them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from overtrick.core import BridgeError, Hand, Suit
from overtrick.hands.atoms import Atom
from overtrick.hands.measures import Measure, Values

MOST_ROWS = 256
"""How many alternatives a condition may have when it is multiplied out."""


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

    def renamed(self, names: Sequence[Suit]) -> "Condition":
        """The condition after each suit s has been given the name names[s]."""
        return all_of(term.renamed(names) for term in self.terms)

    def __str__(self) -> str:
        return ", ".join(map(_bracketed, self.terms)) or "any"


class OneOf(_Joined):
    """That at least one of the terms holds; with none, no hand will do."""

    __slots__ = ()

    def holds(self, hand: Hand) -> bool:
        return any(term.holds(hand) for term in self.terms)

    def negated(self) -> "Condition":
        return all_of(term.negated() for term in self.terms)

    def renamed(self, names: Sequence[Suit]) -> "Condition":
        """The condition after each suit s has been given the name names[s]."""
        return one_of(term.renamed(names) for term in self.terms)

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
        if term == NEVER or (isinstance(term, Atom) and term.is_impossible):
            return NEVER
        if isinstance(term, AllOf):
            terms_left.update(dict.fromkeys(term.terms))
        elif not (isinstance(term, Atom) and term.is_certain):
            terms_left[term] = None
    return next(iter(terms_left)) if len(terms_left) == 1 else AllOf(tuple(terms_left))


def one_of(terms: Iterable[Condition]) -> Condition:
    """The disjunction, as simple as can be seen at a glance."""
    terms_left: dict[Condition, None] = {}
    for term in terms:
        if term == ANY or (isinstance(term, Atom) and term.is_certain):
            return ANY
        if isinstance(term, OneOf):
            terms_left.update(dict.fromkeys(term.terms))
        elif not (isinstance(term, Atom) and term.is_impossible):
            terms_left[term] = None
    return next(iter(terms_left)) if len(terms_left) == 1 else OneOf(tuple(terms_left))


def atoms_of(condition: Condition) -> Iterator[Atom]:
    """Every atom of a condition from left to right, as often as it occurs."""
    if isinstance(condition, Atom):
        yield condition
    else:
        for term in condition.terms:
            yield from atoms_of(term)


Row = frozenset[Atom]
"""Atoms that must hold together."""


def rows(condition: Condition) -> tuple[Row, ...]:
    """The condition multiplied out: it holds when all atoms of one row do.

    A row that contradicts itself, or that asks for more than another one, is left out.
    """
    shortest: list[Row] = []
    for row in sorted(dict.fromkeys(_rows(condition)), key=len):
        if not _contradicts_itself(row) and not any(other <= row for other in shortest):
            shortest.append(row)
    return tuple(shortest)


def _rows(condition: Condition) -> list[Row]:
    if isinstance(condition, Atom):
        return [frozenset([condition])]
    if isinstance(condition, OneOf):
        rows = [row for term in condition.terms for row in _rows(term)]
    else:
        rows = [frozenset()]
        for term in condition.terms:
            rows = list(dict.fromkeys(row | more for row in rows for more in _few(_rows(term), len(rows))))
    return _few(rows)


def _few(rows: list[Row], times: int = 1) -> list[Row]:
    if len(rows) * times > 4 * MOST_ROWS:
        raise BridgeError(f"expected a condition of at most {MOST_ROWS} alternatives when multiplied out, got more")
    return rows


def _contradicts_itself(row: Row) -> bool:
    common: dict[tuple[Measure, Suit | None], Values] = {}
    for atom in row:
        key = atom.measure, atom.suit
        common[key] = common.get(key, atom.measure.everything) & atom.values
    return not all(common.values())
