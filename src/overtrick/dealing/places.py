"""The sets of hands that a condition leaves for each place at the table, from what it demands of one hand or two."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import HOLDINGS, ONE_SUIT
from overtrick.core import Deal, Seat, Suit
from overtrick.dealing.compiling import Evaluate, truth
from overtrick.dealing.counts import PointCounts, bounds, table
from overtrick.dealing.expression_reader import Condition, Conjunct
from overtrick.dealing.expressions import (
    Chance,
    Expression,
    HandCount,
    HasCard,
    HasShape,
    Named,
    Operation,
    Tricks,
    nodes,
)
from overtrick.dealing.hand_sets import HandSet, Range, hand_set
from overtrick.dealing.views import Array, DealView, HandsView
from overtrick.hands.holdings import LENGTHS

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
    demands = []
    for index, conjunct in enumerate(conjuncts):
        expression: Expression | None = conjunct.expression
        if len(seats) == 2:
            expression = merged(conjunct.expression, seats[0], seats[1], counts)
        demand = None if expression is None else _demand(index, expression, seats[0])
        if demand is not None:
            demands.append(demand)
    return demands


def _demand(index: int, expression: Expression, seat: Seat) -> Demand | None:
    inside: set[Suit] = set()  # suits whose cards matter
    lengths: set[Suit] = set()
    totals: set[str] = set()
    shape = False
    for node in nodes(expression):
        match node:
            case Tricks() | Chance():
                return None
            case HandCount(seat=other) | HasShape(seat=other) | HasCard(seat=other) if other != seat:
                return None
            case HandCount(name="length", suit=Suit() as suit):
                lengths.add(suit)
            case HandCount(suit=Suit() as suit):
                inside.add(suit)
            case HandCount(name=name):
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
            case HandCount() | HasShape() | HasCard() | Tricks() | Chance():
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

    def _adds_up(self, measure: HandCount) -> bool:
        return measure.name == "length" or self.counts.values(measure.name) is not None


def _measured(term: Expression) -> tuple[HandCount | None, int]:
    """The measure that a term is, perhaps through a variable, and its sign; None if it is something else."""
    sign = 1
    while True:
        match term:
            case Named(value=value):
                term = value
            case Operation(sign="neg", terms=(inner,)):
                term, sign = inner, -sign
            case HandCount():
                return term, sign
            case _:
                return None, sign


MOST_MEASURES = 3  # totals kept apart in one set
RARE_PAIR = 1e-4  # two hands rarer than this together are worth a set of their own

Limits = Mapping[Suit | str, Range]


@dataclass(frozen=True, eq=False, slots=True)
class SeatHands:
    """One seat, or two, with every way its cards can lie; `covered` are the conjuncts this takes care of."""

    seats: tuple[Seat, ...]
    hands: HandSet
    covered: frozenset[int]
    share: float  # of all ways to deal these cards


def places(condition: Condition, known: Deal) -> list[SeatHands]:
    """The places that the condition demands something of which can be counted; limits follow from the other hands."""
    singles = [place for seat in Seat if (place := _place((seat,), condition, known, {})) is not None]
    if len(singles) > 1:
        ranges = {place.seats[0]: dict(place.hands.ranges) for place in singles}
        singles = [
            _place(place.seats, condition, known, _left_by_others(place.seats[0], ranges, condition)) or place
            for place in singles
        ]
    return singles + _pairs(condition, known, {place.seats[0]: place for place in singles})


def _pairs(condition: Condition, known: Deal, singles: Mapping[Seat, SeatHands]) -> list[SeatHands]:
    pairs = []
    for first, second in combinations(Seat, 2):
        both = [singles[seat] for seat in (first, second) if seat in singles]
        rare = len(both) == 2 and both[0].share * both[1].share < RARE_PAIR
        if rare or demands_on((first, second), condition.conjuncts, condition.counts):
            limits = _together(both[0].hands.ranges, both[1].hands.ranges, condition) if len(both) == 2 else {}
            pairs.append(_place((first, second), condition, known, limits))
    return [place for place in pairs if place is not None]


def _together(first: Limits, second: Limits, condition: Condition) -> Limits:
    """Limits of the 26 cards of two hands: of suits, and of counts by card (losers do not add up) that both limit."""
    return {
        key: (first[key][0] + second[key][0], first[key][1] + second[key][1])
        for key in first
        if key in second and (isinstance(key, Suit) or condition.counts.values(key) is not None)
    }


def _left_by_others(seat: Seat, ranges: Mapping[Seat, Limits], condition: Condition) -> Limits:
    """What the demands on the other hands leave: 13 cards a suit and the points of the pack are all there is."""
    limits = {}
    for key, (low, high) in ranges[seat].items():
        if isinstance(key, Suit):
            pack, usual = 13, (0, 13)
        else:
            values = condition.counts.values(key)
            if values is None:
                continue
            pack, usual = 4 * sum(values), bounds(key, condition.counts, one_suit=False)
        others = [ranges.get(other, {}).get(key, usual) for other in Seat if other != seat]
        limits[key] = (
            max(low, pack - sum(most for _, most in others)),
            min(high, pack - sum(least for least, _ in others)),
        )
    return limits


def _place(seats: tuple[Seat, ...], condition: Condition, known: Deal, limits: Limits) -> SeatHands | None:
    """The set of hands for these seats, with as many demands as it can take; None if there are none."""
    demands = sorted(demands_on(seats, condition.conjuncts, condition.counts), key=lambda demand: len(demand.measures))
    if not demands and not limits:
        return None
    holdings = _holdings(seats, known, [demand for demand in demands if demand.suit is not None], condition, limits)
    totals = [demand for demand in demands if demand.suit is None]
    while True:
        hands = _set_of(seats, holdings, totals, condition, limits)
        if hands is not None:
            break
        limits = {key: limit for key, limit in limits.items() if isinstance(key, Suit)}
        totals = totals[:-1]
    free = len(known.missing)
    ways = comb(free, sum(13 - len(known[seat]) for seat in seats))
    covered = frozenset(demand.conjunct for demand in demands if demand.suit is not None or demand in totals)
    return SeatHands(seats, hands, covered, hands.count / ways)


def _set_of(
    seats: tuple[Seat, ...],
    holdings: list[NDArray[np.uint16]],
    totals: Sequence[Demand],
    condition: Condition,
    limits: Limits,
) -> HandSet | None:
    names = {name: None for demand in totals for name in sorted(demand.measures)}
    names |= {key: None for key in limits if not isinstance(key, Suit)}
    if len(names) > MOST_MEASURES:
        return None
    measures = {name: table(name, condition.counts) for name in names}
    of_lengths = [truth(demand.expression) for demand in totals if not demand.measures]
    of_totals: list[Evaluate] = [truth(demand.expression) for demand in totals if demand.measures]
    of_totals += [partial(_within, key, limit) for key, limit in limits.items() if not isinstance(key, Suit)]
    return hand_set(13 * len(seats), holdings, measures, of_lengths, of_totals)


def _within(name: str, limit: Range, view: HandsView) -> Array:
    total = view.measure(name, Seat.NORTH, None)
    return np.logical_and(total >= limit[0], total <= limit[1])


def _holdings(
    seats: tuple[Seat, ...], known: Deal, demands: Sequence[Demand], condition: Condition, limits: Limits
) -> list[NDArray[np.uint16]]:
    """The holdings of each suit that these seats may have."""
    mine = sum(known[seat].mask for seat in seats)
    others = sum(known[seat].mask for seat in Seat if seat not in seats)
    by_suit = []
    every = np.array(HOLDINGS, np.uint16)
    for suit in Suit:
        must, never = (np.uint16(mask >> 13 * suit & ONE_SUIT) for mask in (mine, others))
        good = (every & must == must) & (every & never == 0)
        low, high = limits.get(suit, (0, 13))
        good &= (low <= LENGTHS) & (high >= LENGTHS)
        view = DealView({seats[0]: every.astype(np.uint64) << np.uint64(13 * suit)}, condition.counts)
        for demand in demands:
            if demand.suit == suit:
                good &= truth(demand.expression)(view)
        by_suit.append(every[good])
    return by_suit
