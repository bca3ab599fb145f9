"""The sets of hands that a condition leaves for each place at the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import HOLDINGS
from overtrick.core import Deal, Seat, Suit
from overtrick.dealing.compiling import Evaluate, truth
from overtrick.dealing.conditions import Condition
from overtrick.dealing.counts import bounds, table
from overtrick.dealing.demands import Demand, demands_on
from overtrick.dealing.hand_sets import HandSet, Range, hand_set
from overtrick.dealing.views import Array, DealView, View
from overtrick.hands.holdings import LENGTHS

MOST_MEASURES = 3  # totals kept apart in one set
RARE_PAIR = 1e-4  # two hands rarer than this together are worth a set of their own

Limits = Mapping[Suit | str, Range]


@dataclass(frozen=True, eq=False, slots=True)
class Place:
    """One seat, or two, with every way its cards can lie; `covered` are the conjuncts this takes care of."""

    seats: tuple[Seat, ...]
    hands: HandSet
    covered: frozenset[int]
    share: float  # of all ways to deal these cards


def places(condition: Condition, known: Deal) -> list[Place]:
    """The places that the condition demands something of which can be counted; limits follow from the other hands."""
    found = [place for seat in Seat if (place := _place((seat,), condition, known, {})) is not None]
    if len(found) > 1:
        ranges = {place.seats[0]: dict(place.hands.ranges) for place in found}
        found = [
            _place(place.seats, condition, known, _left_by_others(place.seats[0], ranges, condition)) or place
            for place in found
        ]
    return found + _pairs(condition, known, {place.seats[0]: place for place in found})


def _pairs(condition: Condition, known: Deal, singles: Mapping[Seat, Place]) -> list[Place]:
    found = []
    for first, second in combinations(Seat, 2):
        both = [singles[seat] for seat in (first, second) if seat in singles]
        rare = len(both) == 2 and both[0].share * both[1].share < RARE_PAIR
        if rare or demands_on((first, second), condition.conjuncts, condition.counts):
            limits = _together(both[0].hands.ranges, both[1].hands.ranges, condition) if len(both) == 2 else {}
            found.append(_place((first, second), condition, known, limits))
    return [place for place in found if place is not None]


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


def _place(seats: tuple[Seat, ...], condition: Condition, known: Deal, limits: Limits) -> Place | None:
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
    return Place(seats, hands, covered, hands.count / ways)


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


def _within(name: str, limit: Range, view: View) -> Array:
    total = view.measure(name, Seat.NORTH, None)
    return np.logical_and(total >= limit[0], total <= limit[1])


def _holdings(
    seats: tuple[Seat, ...], known: Deal, demands: Sequence[Demand], condition: Condition, limits: Limits
) -> list[NDArray[np.uint16]]:
    """The holdings of each suit that these seats may have."""
    mine = sum(known[seat].mask for seat in seats)
    others = sum(known[seat].mask for seat in Seat if seat not in seats)
    found = []
    every = np.array(HOLDINGS, np.uint16)
    for suit in Suit:
        must, never = (np.uint16(mask >> 13 * suit & 0x1FFF) for mask in (mine, others))
        good = (every & must == must) & (every & never == 0)
        low, high = limits.get(suit, (0, 13))
        good &= (low <= LENGTHS) & (high >= LENGTHS)
        view = DealView({seats[0]: every.astype(np.uint64) << np.uint64(13 * suit)}, condition.counts)
        for demand in demands:
            if demand.suit == suit:
                good &= truth(demand.expression)(view)
        found.append(every[good])
    return found
