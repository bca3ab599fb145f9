"""What a condition demands of one hand, or of two hands taken together, in a form that can be counted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from overtrick.core import Seat, Suit
from overtrick.dealing.conditions import Conjunct
from overtrick.dealing.counts import PointCounts
from overtrick.dealing.tree import Chance, Expression, HasCard, HasShape, Measure, Named, Operation, Tricks, nodes

NOT_SUMS_OVER_SUITS = ("cccc", "quality")
Key = tuple[str, Suit | None, int]


@dataclass(frozen=True, eq=False, slots=True)
class Demand:
    """A conjunct that depends on nothing but one suit (`suit`), or on suit lengths and totals (`measures`).

    A demand on two hands is written as if the first seat held the cards of both.
    """

    conjunct: int
    expression: Expression
    suit: Suit | None
    measures: frozenset[str]


def demands_on(seats: Sequence[Seat], conjuncts: Sequence[Conjunct], counts: PointCounts) -> list[Demand]:
    """The demands on one hand, or on two together."""
    found = []
    for index, conjunct in enumerate(conjuncts):
        expression: Expression | None = conjunct.expression
        if len(seats) == 2:
            expression = merged(conjunct.expression, seats[0], seats[1], counts)
        demand = None if expression is None else _demand(index, expression, seats[0])
        if demand is not None:
            found.append(demand)
    return found


def _demand(index: int, expression: Expression, seat: Seat) -> Demand | None:
    inside: set[Suit] = set()  # suits whose cards matter
    lengths: set[Suit] = set()
    totals: set[str] = set()
    shape = False
    for node in nodes(expression):
        match node:
            case Tricks() | Chance():
                return None
            case Measure(seat=other) | HasShape(seat=other) | HasCard(seat=other) if other != seat:
                return None
            case Measure(name="length", suit=Suit() as suit):
                lengths.add(suit)
            case Measure(suit=Suit() as suit):
                inside.add(suit)
            case Measure(name=name):
                totals.add(name)
            case HasCard(card=card):
                inside.add(card.suit)
            case HasShape():
                shape = True
    if totals.intersection(NOT_SUMS_OVER_SUITS) or not (inside or lengths or totals or shape):
        return None
    suits = inside | lengths
    if len(suits) == 1 and not totals and not shape:
        return Demand(index, expression, suits.pop(), frozenset())
    return None if inside else Demand(index, expression, None, frozenset(totals))


def merged(expression: Expression, first: Seat, second: Seat, counts: PointCounts) -> Expression | None:
    """An expression in sums over two hands, such as hcp(north) + hcp(south), as one over their 26 cards.

    Every measure of one hand must be added to the same measure of the other; None if any is not.
    """
    merger = _Merger(first, second, counts, {})
    try:
        return merger.merge(expression)
    except _NotASumError:
        return None


class _NotASumError(Exception):
    """The expression looks at one of the hands by itself."""


@dataclass(frozen=True, slots=True)
class _Merger:
    first: Seat
    second: Seat
    counts: PointCounts
    variables: dict[int, Expression]

    def merge(self, node: Expression) -> Expression:
        match node:
            case Measure() | HasShape() | HasCard() | Tricks() | Chance():
                raise _NotASumError
            case Named(value=value):
                if id(node) not in self.variables:
                    self.variables[id(node)] = replace(node, value=self.merge(value))
                return self.variables[id(node)]
            case Operation(sign="+", terms=terms):
                return replace(node, terms=tuple(self._sum(terms)))
            case Operation(terms=terms):
                return replace(node, terms=tuple(map(self.merge, terms)))
        if node.operands:
            raise _NotASumError
        return node

    def _sum(self, terms: tuple[Expression, ...]) -> list[Expression]:
        """The terms with each pair of equal measures replaced by one measure of both hands."""
        waiting: dict[Seat, list[Key]] = {self.first: [], self.second: []}
        kept: list[Expression] = []
        for term in terms:
            measure, sign = _measured(term)
            if measure is None:
                kept.append(self.merge(term))
                continue
            key = measure.name, measure.suit, sign
            if measure.seat not in waiting or not self._adds_up(measure):
                raise _NotASumError
            partner = waiting[self.second if measure.seat == self.first else self.first]
            if key in partner:
                partner.remove(key)
                both = replace(measure, seat=self.first)
                kept.append(both if sign > 0 else Operation(start=0, end=0, depth=2, sign="neg", terms=(both,)))
            else:
                waiting[measure.seat].append(key)
        if waiting[self.first] or waiting[self.second]:
            raise _NotASumError
        return kept

    def _adds_up(self, measure: Measure) -> bool:
        return measure.name == "length" or self.counts.values(measure.name) is not None


def _measured(term: Expression) -> tuple[Measure | None, int]:
    """The measure that a term is, perhaps through a variable, and its sign; None if it is something else."""
    sign = 1
    while True:
        match term:
            case Named(value=value):
                term = value
            case Operation(sign="neg", terms=(inner,)):
                term, sign = inner, -sign
            case Measure():
                return term, sign
            case _:
                return None, sign
