"""Shapes, sets of shapes, and the patterns players write for them."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import combinations, permutations, product
from operator import and_, or_

import numpy as np
from numpy.typing import NDArray

from overtrick.core import ParseError, Suit

Lengths = tuple[int, int, int, int]
"""Cards in clubs, diamonds, hearts and spades."""

ShapeSet = int
"""A set of shapes: bit n stands for SHAPES[n]."""

SHAPES: tuple[Lengths, ...] = tuple(
    (clubs, diamonds, hearts, 13 - clubs - diamonds - hearts)
    for clubs in range(14)
    for diamonds in range(14 - clubs)
    for hearts in range(14 - clubs - diamonds)
)
"""All 560 shapes."""

SHAPE_NUMBER = {shape: number for number, shape in enumerate(SHAPES)}
ALL_SHAPES: ShapeSet = (1 << len(SHAPES)) - 1

LENGTHS_OF_SHAPE = np.array(SHAPES, np.uint8)
"""Cards in each suit of each shape. Shape: (shape, suit)."""

CODE_OF_LENGTHS = np.array([14**2, 14, 1, 0])
"""What a card of each suit adds to a shape's code, (clubs · 14 + diamonds) · 14 + hearts; spades follow."""
_CODES = LENGTHS_OF_SHAPE @ CODE_OF_LENGTHS
SHAPE_OF_CODE = np.zeros(14**3, np.uint16)
"""The number of the shape of a code."""
SHAPE_OF_CODE[_CODES] = np.arange(len(SHAPES))

MOST_SHAPE_SETS = 1 << 10
"""Sets of shapes, of 100 bytes each, that a function of what a card says remembers."""
PATTERN = r"[0-9x](?:=[0-9x]){3}" + "".join(
    "|" + "".join(rf"\([0-9x]{{{width}}}\)" if width > 1 else "[0-9x]" for width in widths)
    for widths in ((2, 1, 1), (1, 2, 1), (1, 1, 2), (2, 2), (3, 1), (1, 3), (4,), (1, 1, 1, 1))
)
"""A regular expression for the patterns `shapes_like` reads."""


def table_of(shapes: ShapeSet) -> NDArray[np.bool_]:
    """By code, whether a shape is in a set. Shape: (2744,)."""
    table = np.zeros(14**3, np.bool_)
    table[_CODES[[number for number in range(len(SHAPES)) if shapes >> number & 1]]] = True
    return table


def shapes_where(test: Callable[[Lengths], bool]) -> ShapeSet:
    """The shapes that pass a test."""
    return shapes_of(filter(test, SHAPES))


def shapes_of(shapes: Iterable[Lengths]) -> ShapeSet:
    """The set of these shapes."""
    chosen = 0
    for shape in shapes:
        chosen |= 1 << SHAPE_NUMBER[shape]
    return chosen


@lru_cache(maxsize=MOST_SHAPE_SETS)
def shapes_like(pattern: str, *, any_order: bool = False) -> ShapeSet:
    """The shapes a pattern describes; x is any length.

    `4333` and `54xx` leave the suits open; `5=4=3=1` is spades, hearts, diamonds, clubs; in `(54)xx` only the
    lengths between brackets may change places, so it is five-four in the majors, either way.

    >>> shapes_like("4333").bit_count(), shapes_like("(54)31").bit_count(), shapes_like("5=4=3=1").bit_count()
    (4, 2, 1)
    """
    if not re.fullmatch(PATTERN, pattern):
        raise ParseError(f"expected a shape such as 5431, (54)xx or 5=4=3=1, got {pattern!r}", column=1)
    plain = re.sub("[=()]", "", pattern)
    total = sum(int(length) for length in plain if length != "x")
    if total > 13 or (total < 13 and "x" not in plain):
        raise ParseError(f"expected lengths that add up to 13, got {total} in {pattern}", column=1)
    orders = set(permutations(plain)) if any_order or plain == pattern else set(_orders(pattern.replace("=", "")))
    return reduce(or_, (_shapes_in_order(order) for order in orders))


def _orders(pattern: str) -> Iterator[tuple[str, ...]]:
    """Every order of the lengths that the brackets allow, spades first."""
    groups = re.findall(r"\([^)]*\)|.", pattern)
    for choice in product(*(permutations(group.strip("()")) for group in groups)):
        yield tuple(length for group in choice for length in group)


_WITH_LENGTH: tuple[tuple[ShapeSet, ...], ...] = tuple(
    tuple(shapes_of(shape for shape in SHAPES if shape[suit] == length) for length in range(14)) for suit in Suit
)
"""By suit and length, the shapes that have it."""


def _shapes_in_order(order: Sequence[str]) -> ShapeSet:
    """The shapes with these lengths, spades first; x is any length."""
    named = zip(reversed(Suit), order, strict=True)
    return reduce(and_, (_WITH_LENGTH[suit][int(length)] for suit, length in named if length != "x"), ALL_SHAPES)


BALANCED = shapes_like("4333") | shapes_like("4432") | shapes_like("5332")
SEMI_BALANCED = shapes_like("5422") | shapes_like("6322")


@cache
def shapes_longest(suit: Suit, *, strictly: bool = False) -> ShapeSet:
    """The shapes in which no suit is longer than this one; `strictly`: none as long either."""
    sign = ">" if strictly else ">="
    return reduce(and_, (shapes_comparing(suit, sign, other) for other in Suit if other != suit))


_SIGNS: dict[str, Callable[[int, int], bool]] = {
    ">=": lambda left, right: left >= right,
    ">": lambda left, right: left > right,
    "==": lambda left, right: left == right,
}


@cache
def shapes_comparing(left: Suit, sign: str, right: Suit) -> ShapeSet:
    """The shapes in which one suit's length compares so (`>=`, `>` or `==`) with another's."""
    return shapes_where(lambda shape: _SIGNS[sign](shape[left], shape[right]))


@cache
def shapes_with_better_minor(suit: Suit) -> ShapeSet:
    """The shapes that open this minor: the longer one, diamonds with both four or more, else clubs."""
    diamonds = shapes_where(lambda shape: shape[1] > shape[0] or shape[1] == shape[0] >= 4)
    return diamonds if suit is Suit.DIAMONDS else ALL_SHAPES & ~diamonds


def _with_at_least(suit: Suit, length: int) -> ShapeSet:
    """The shapes with that many cards in a suit or more."""
    return reduce(or_, _WITH_LENGTH[suit][length:], 0)


@lru_cache(maxsize=MOST_SHAPE_SETS)
def shapes_with_lengths(lengths: int, suits: tuple[Suit, ...], number: int) -> ShapeSet:
    """The shapes in which at least that number of these suits have one of these lengths, given as bits."""
    fitting = [
        reduce(or_, (shapes for length, shapes in enumerate(_WITH_LENGTH[suit]) if lengths >> length & 1), 0)
        for suit in suits
    ]
    return reduce(or_, (reduce(and_, some, ALL_SHAPES) for some in combinations(fitting, number)), 0)


@lru_cache(maxsize=MOST_SHAPE_SETS)
def shapes_with_suits(lengths: tuple[int, ...], suits: frozenset[Suit]) -> ShapeSet:
    """The shapes with at least these numbers of cards in different suits among these."""
    choices = permutations(sorted(suits), len(lengths))
    ways = (reduce(and_, map(_with_at_least, some, lengths), ALL_SHAPES) for some in choices)
    return reduce(or_, ways, 0)


@lru_cache(maxsize=MOST_SHAPE_SETS)
def shapes_with_side_suit(length: int, suits: frozenset[Suit]) -> ShapeSet:
    """The shapes with that number of cards in one of these suits beside another suit at least as long as that."""
    ways = (
        _with_at_least(suit, length) & shapes_comparing(main, ">=", suit)
        for suit in suits
        for main in Suit
        if main != suit
    )
    return reduce(or_, ways, 0)


def shape_text(number: int) -> str:
    """A shape as players write an exact one: `5=4=3=1`, spades first."""
    return "=".join(map(str, reversed(SHAPES[number])))
