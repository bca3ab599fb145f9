"""The few conditions on hands that the natural bidder uses, each made once."""

from functools import lru_cache

from overtrick.core import Suit
from overtrick.hands.conditions import Atom, Condition, all_of, between, one_of, shape_atom
from overtrick.hands.measures import HCP, KEY_CARDS, LENGTH, STOPPING, SUIT_POINTS, Measure
from overtrick.hands.shapes import BALANCED, SEMI_BALANCED, shapes_comparing

MOST_FORMS = 1 << 13
"""Conditions that each word remembers, of half a kilobyte each; those used longest ago are forgotten."""
BALANCED_HAND = shape_atom(BALANCED, "balanced")
EVEN_HAND = shape_atom(BALANCED | SEMI_BALANCED, "semi-balanced")


@lru_cache(maxsize=MOST_FORMS)
def at_least(measure: Measure, low: int, suit: Suit | None = None) -> Atom:
    """This much of a measure or more."""
    return between(measure, low, measure.most, suit)


@lru_cache(maxsize=MOST_FORMS)
def hcp(low: int, high: int = 37) -> Atom:
    return between(HCP, low, high)


@lru_cache(maxsize=MOST_FORMS)
def cards(suit: Suit, low: int, high: int = 13) -> Atom:
    """Length of a suit."""
    return between(LENGTH, low, high, suit)


@lru_cache(maxsize=MOST_FORMS)
def stopper(suit: Suit, halves: int = 2) -> Atom:
    """A suit stopped at notrump: by two halves once, by one half perhaps, by three twice."""
    return between(STOPPING, halves, 3, suit)


@lru_cache(maxsize=MOST_FORMS)
def honours(suit: Suit, low: int) -> Atom:
    """High-card points in a suit."""
    return between(SUIT_POINTS, low, 10, suit)


@lru_cache(maxsize=MOST_FORMS)
def key_cards(suit: Suit, low: int) -> Atom:
    return between(KEY_CARDS, low, 5, suit)


@lru_cache(maxsize=MOST_FORMS)
def as_long_as(suit: Suit, other: Suit) -> Atom:
    return shape_atom(shapes_comparing(suit, ">=", other), f"{suit} >= {other}")


@lru_cache(maxsize=MOST_FORMS)
def longer_than(suit: Suit, other: Suit) -> Atom:
    return shape_atom(shapes_comparing(suit, ">", other), f"{suit} > {other}")


@lru_cache(maxsize=MOST_FORMS)
def best_of(suit: Suit, others: tuple[Suit, ...]) -> Condition:
    """The longest of some suits; of two that are equally long the one that comes first in `others` or is not there."""
    earlier = others[: others.index(suit)] if suit in others else ()
    return all_of(
        longer_than(suit, other) if other in earlier else as_long_as(suit, other) for other in others if other != suit
    )


@lru_cache(maxsize=MOST_FORMS)
def longer_by(suit: Suit, other: Suit, by: int) -> Condition:
    """At least this many more cards in one suit than in another; a negative number allows fewer."""
    if by == 0:
        return as_long_as(suit, other)
    if by == 1:
        return longer_than(suit, other)
    return one_of(all_of([cards(other, 0, least), cards(suit, least + by)]) for least in range(max(-by, 0), 7))


@lru_cache(maxsize=MOST_FORMS)
def trumps_and_points(measure: Measure, suit: Suit, length: int, points: int) -> Condition:
    """This many trumps and points, or more."""
    return all_of([cards(suit, length), at_least(measure, points, suit if measure.names_suit else None)])


@lru_cache(maxsize=MOST_FORMS)
def fitting(measure: Measure, suit: Suit, length: int, points: int) -> Condition:
    """Enough trumps and points, where one trump more makes up for a point."""
    if points <= 0:
        return cards(suit, length)
    more = trumps_and_points(measure, suit, length + 1, points - 1)
    return either(trumps_and_points(measure, suit, length, points), more)


@lru_cache(maxsize=MOST_FORMS)
def either(first: Condition, second: Condition) -> Condition:
    """One condition or the other."""
    return one_of([first, second])


@lru_cache(maxsize=MOST_FORMS)
def trump_holding(suit: Suit, length: int, points: int) -> Condition:
    """Length and honours in a suit that they are to play in."""
    return all_of([cards(suit, length), honours(suit, points)])
