"""Expressions of the dealer language as frozen trees.

Nodes compare by identity: a variable used twice is the same `Named` node twice, and is computed once.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core import Card, Doubling, Seat, Strain, Suit
from overtrick.hands.shapes import ShapeSet

"""Cards in spades, hearts, diamonds, clubs: the order in which players say a shape."""


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Expression:
    """Something with a whole number as its value on every deal; `start` and `end` are its place in the script."""

    start: int
    end: int
    depth: int = 1

    @property
    def operands(self) -> "tuple[Expression, ...]":
        """The expressions directly inside this one."""
        return ()


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Literal(Expression):
    """A number as written."""

    value: int


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class HandCount(Expression):
    """A count over one hand, or over one suit of it: hcp, length, controls, losers, cccc, quality, pt0 to pt9."""

    name: str
    seat: Seat
    suit: Suit | None = None


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class HasShape(Expression):
    """Whether a hand has one of these shapes."""

    seat: Seat
    shapes: ShapeSet


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class HasCard(Expression):
    """Whether a hand has a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Tricks(Expression):
    """Double-dummy tricks of a declarer in a strain."""

    seat: Seat
    strain: Strain


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class ScoreOf(Expression):
    """Declarer's score in a contract for the tricks taken."""

    vulnerable: bool
    level: int
    strain: Strain
    doubling: Doubling
    tricks: Expression

    @property
    def operands(self) -> tuple[Expression, ...]:
        return (self.tricks,)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Imps(Expression):
    """A difference in points as IMPs."""

    points: Expression

    @property
    def operands(self) -> tuple[Expression, ...]:
        return (self.points,)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Chance(Expression):
    """A number from 0 to below `sides` that depends on nothing but chance."""

    sides: Expression

    @property
    def operands(self) -> tuple[Expression, ...]:
        return (self.sides,)


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Operation(Expression):
    """An operator with its operands: any number for `&&`, `||` and `+`, one for `!` and `neg`, three for `?`."""

    sign: str
    terms: tuple[Expression, ...]

    @property
    def operands(self) -> tuple[Expression, ...]:
        return self.terms


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Named(Expression):
    """What a variable stands for."""

    name: str
    value: Expression

    @property
    def operands(self) -> tuple[Expression, ...]:
        return (self.value,)


def nodes(expression: Expression) -> Iterator[Expression]:
    """Every node of a tree, each once however often it is shared."""
    seen: set[int] = set()
    waiting = [expression]
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            waiting.extend(node.operands)


def conjuncts(expression: Expression) -> list[Expression]:
    """The conditions that an expression joins with `&&`, through variables too, in the order written."""
    parts: list[Expression] = []
    seen: set[int] = set()
    waiting = [expression]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        inner = node.value if isinstance(node, Named) else node
        if isinstance(inner, Operation) and inner.sign == "&&":
            waiting.extend(reversed(inner.terms))
        else:
            parts.append(node)
    return parts


def seats_of(expression: Expression) -> frozenset[Seat]:
    """The hands an expression looks at; tricks and chance look at all of them."""
    seats: set[Seat] = set()
    for node in nodes(expression):
        if isinstance(node, Tricks | Chance):
            return frozenset(Seat)
        if isinstance(node, HandCount | HasShape | HasCard):
            seats.add(node.seat)
    return frozenset(seats)
