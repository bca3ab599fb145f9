"""All hands that satisfy a condition on one hand, counted exactly and numbered.

Hand number k is found without listing the hands before it, so a uniform random number below `count` gives
a uniform random hand of the set. It works because the conditions look at lengths and totals only, or at one
suit at a time: holdings of a suit fall into classes (length, points, …) whose members are interchangeable.
Two suits make a pair of classes, pairs with equal lengths and sums make a group, and a group of clubs and
diamonds with a group of hearts and spades makes a cell; all hands of a cell satisfy the condition, or none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Masks
from overtrick.core import Suit
from overtrick.dealing.compiling import Evaluate
from overtrick.dealing.counts import Table
from overtrick.dealing.views import TotalsView
from overtrick.hands.holdings import LENGTHS

Numbers = NDArray[np.int64]
Columns = list[Numbers]
Range = tuple[int, int]

MOST_CELLS = 1_500_000
"""Sets that would need more cells take too long to build."""


@dataclass(frozen=True, eq=False, slots=True)
class _Classes:
    """The holdings of one suit, those of a class together; each class with its length and its points."""

    holdings: NDArray[np.uint64]
    first: Numbers
    size: Numbers
    length: Numbers
    points: Columns

    @classmethod
    def of(cls, holdings: NDArray[np.uint16], tables: Sequence[Table]) -> "_Classes":
        columns = [worth[holdings].astype(np.int64) for worth in (LENGTHS, *tables)]
        _, which = np.unique(_codes(columns), return_inverse=True)
        order = np.argsort(which, kind="stable")
        _, first, size = np.unique(which[order], return_index=True, return_counts=True)
        length, *points = (column[order][first] for column in columns)
        return cls(holdings[order].astype(np.uint64), first, size, length, points)


@dataclass(frozen=True, eq=False, slots=True)
class _Pairs:
    """Two suits together: pairs of classes, those with the same two lengths and sums of points as a group."""

    low: _Classes
    high: _Classes
    low_class: Numbers
    high_class: Numbers
    upto: Numbers  # how many hands the pairs have, up to and including each
    group_first: Numbers  # how many hands come before each group
    group_size: Numbers
    lengths: tuple[Numbers, Numbers]  # of each group
    points: Columns

    @classmethod
    def of(cls, low: _Classes, high: _Classes) -> "_Pairs":
        low_class, high_class = (index.ravel() for index in np.indices((len(low.size), len(high.size))))
        lengths = [low.length[low_class], high.length[high_class]]
        points = [ours[low_class] + theirs[high_class] for ours, theirs in zip(low.points, high.points, strict=True)]
        codes = _codes([*lengths, *points])
        order = np.argsort(codes, kind="stable")
        low_class, high_class = low_class[order], high_class[order]
        sizes = low.size[low_class] * high.size[high_class]
        _, first = np.unique(codes[order], return_index=True)
        upto = np.cumsum(sizes)
        group_size = np.add.reduceat(sizes, first) if len(first) else sizes
        one, other, *sums = (column[order][first] for column in (*lengths, *points))
        before = np.cumsum(group_size) - group_size
        return cls(low, high, low_class, high_class, upto, before, group_size, (one, other), sums)

    def rows(self) -> dict[Range, Range]:
        """The groups of each pair of lengths, as first and last + 1."""
        code = self.lengths[0] * 14 + self.lengths[1]
        lengths, first, count = np.unique(code, return_index=True, return_counts=True)
        return {
            divmod(int(both), 14): (int(start), int(start + size))
            for both, start, size in zip(lengths, first, count, strict=True)
        }

    def holdings(self, group: Numbers, number: Numbers) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """The two holdings with that number in that group."""
        index = self.group_first[group] + number
        pair = np.searchsorted(self.upto, index, side="right")
        low_class, high_class = self.low_class[pair], self.high_class[pair]
        before = self.upto[pair] - self.low.size[low_class] * self.high.size[high_class]
        one, other = np.divmod(index - before, self.high.size[high_class])
        return (
            self.low.holdings[self.low.first[low_class] + one],
            self.high.holdings[self.high.first[high_class] + other],
        )


@dataclass(frozen=True, eq=False, slots=True)
class HandSet:
    """Numbered hands; `ranges` has the least and the most of each length and total among them."""

    count: int
    ranges: Mapping[Suit | str, Range]
    minors: _Pairs
    majors: _Pairs
    minor_group: Numbers  # of each cell
    major_group: Numbers
    upto: Numbers  # how many hands the cells have, up to and including each

    def masks(self, numbers: Numbers) -> Masks:
        """The hands with these numbers, 0 to count - 1."""
        cell = np.searchsorted(self.upto, numbers, side="right")
        minor, major = self.minor_group[cell], self.major_group[cell]
        in_major = self.majors.group_size[major]
        before = self.upto[cell] - self.minors.group_size[minor] * in_major
        one, other = np.divmod(numbers - before, in_major)
        clubs, diamonds = self.minors.holdings(minor, one)
        hearts, spades = self.majors.holdings(major, other)
        hands: Masks = clubs | diamonds << np.uint64(13) | hearts << np.uint64(26) | spades << np.uint64(39)
        return hands

    def sample(self, count: int, rng: np.random.Generator) -> Masks:
        """Uniformly random hands of the set, each draw independent."""
        return self.masks(rng.integers(0, self.count, count))


def hand_set(
    size: int,
    holdings: Sequence[NDArray[np.uint16]],
    measures: Mapping[str, Table],
    of_lengths: Sequence[Evaluate] = (),
    of_totals: Sequence[Evaluate] = (),
) -> HandSet | None:
    """The hands of `size` cards made of these holdings of each suit that satisfy every condition.

    `of_lengths` may look at suit lengths only, `of_totals` at lengths and at totals of `measures`.
    None when the set would take too long to build.
    """
    classes = [_Classes.of(each, list(measures.values())) for each in holdings]
    minors, majors = _Pairs.of(classes[0], classes[1]), _Pairs.of(classes[2], classes[3])
    places = _cells(size, minors, majors, of_lengths)
    if places is None:
        return None
    minor, major = places
    lengths = dict(
        zip(Suit, (*(row[minor] for row in minors.lengths), *(row[major] for row in majors.lengths)), strict=True)
    )
    totals = {
        name: ours[minor] + theirs[major]
        for name, ours, theirs in zip(measures, minors.points, majors.points, strict=True)
    }
    good = np.ones(len(minor), np.bool_)
    view = TotalsView(lengths, totals)
    for condition in of_totals:
        good &= condition(view)
    minor, major = minor[good], major[good]
    upto = np.cumsum(minors.group_size[minor] * majors.group_size[major])
    ranges: dict[Suit | str, Range] = {
        key: (int(column[good].min()), int(column[good].max()))
        for key, column in (*lengths.items(), *totals.items())
        if len(minor)
    }
    return HandSet(int(upto[-1]) if len(upto) else 0, ranges, minors, majors, minor, major, upto)


def _cells(size: int, minors: _Pairs, majors: _Pairs, of_lengths: Sequence[Evaluate]) -> tuple[Numbers, Numbers] | None:
    """Every minor-suit group with every major-suit group that completes it to `size` cards of a good shape."""
    minor_rows, major_rows = minors.rows(), majors.rows()
    shapes = [(low, high) for low in minor_rows for high in major_rows if sum(low) + sum(high) == size]
    columns = np.array([(*low, *high) for low, high in shapes], np.int64).reshape(-1, 4)
    good = np.ones(len(shapes), np.bool_)
    view = TotalsView({suit: columns[:, suit] for suit in Suit}, {})
    for condition in of_lengths:
        good &= condition(view)
    ranges = [(minor_rows[low], major_rows[high]) for (low, high), fits in zip(shapes, good, strict=True) if fits]
    if sum((b - a) * (d - c) for (a, b), (c, d) in ranges) > MOST_CELLS:
        return None
    empty = np.zeros(0, np.int64)
    minor = [np.repeat(np.arange(a, b), d - c) for (a, b), (c, d) in ranges]
    major = [np.tile(np.arange(c, d), b - a) for (a, b), (c, d) in ranges]
    return np.concatenate([empty, *minor]), np.concatenate([empty, *major])


def _codes(columns: Sequence[Numbers]) -> Numbers:
    """One number for each row of the columns, in the order of the rows."""
    codes = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        least = column.min(initial=0)
        codes = codes * (column.max(initial=0) - least + 1) + (column - least)
    return codes
