"""Judging many hands at once: features from holding tables, then one column for each atom."""

from collections.abc import Callable, Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.core import BridgeError, Hand, Suit
from overtrick.hands import features
from overtrick.hands.conditions import AllOf, Atom, Condition
from overtrick.hands.holdings import LENGTHS
from overtrick.hands.measures import Measure, OfShape, OfSuit, OverSuits
from overtrick.hands.shapes import SHAPE_OF_CODE

Counts = NDArray[np.uint8] | NDArray[np.uint16]
Column = NDArray[np.bool_]


class HandBatch:
    """Hands of thirteen cards, and what has been found out about them so far."""

    def __init__(self, holdings: Holdings) -> None:
        """Hands given by their holdings. Shape: (hand, suit)."""
        if holdings.ndim != 2 or holdings.shape[1] != 4:
            raise BridgeError(f"expected holdings of shape (hand, 4 suits), got {holdings.shape}")
        self._suits: NDArray[np.uint16] = np.ascontiguousarray(holdings.T)
        lengths = LENGTHS[self._suits]
        if not (lengths.sum(axis=0) == 13).all():
            raise BridgeError("expected hands of 13 cards, got one with fewer or more")
        clubs, diamonds, hearts = lengths[:3].astype(np.uint16)
        self.hcp: NDArray[np.uint8] = features.hcp(holdings)
        self.shapes: NDArray[np.uint16] = SHAPE_OF_CODE[(clubs * 14 + diamonds) * 14 + hearts]
        self._counts: dict[tuple[Measure, Suit | None], Counts] = {}
        self._columns: dict[Atom, Column] = {}

    @classmethod
    def of(cls, hands: Iterable[Hand]) -> "HandBatch":
        rows = [[hand.holding(suit) for suit in Suit] for hand in hands]
        return cls(np.array(rows, np.uint16).reshape(-1, 4))

    def __len__(self) -> int:
        return len(self.hcp)

    def count(self, measure: Measure, suit: Suit | None = None) -> Counts:
        """The value of a measure for every hand. Shape: (hand,)."""
        key = measure, suit
        if key not in self._counts:
            self._counts[key] = self._counted(measure, suit)
        return self._counts[key]

    def _counted(self, measure: Measure, suit: Suit | None) -> Counts:
        if isinstance(measure, OfShape):
            of_shape: Counts = measure.table(suit)[self.shapes]
            return np.asarray(of_shape + self.hcp, np.uint16) if measure.plus_hcp else of_shape
        if isinstance(measure, OfSuit):
            assert suit is not None
            in_suit: Counts = measure.table[self._suits[suit]]
            return in_suit
        assert isinstance(measure, OverSuits)
        total = np.zeros(len(self), np.uint8)
        for other in Suit:
            total += (measure.named_table if other is suit else measure.table)[self._suits[other]]
        return total

    def column(self, atom: Atom) -> Column:
        """Of which hands an atom is true. Shape: (hand,)."""
        column = self._columns.get(atom)
        if column is None:
            column = self._columns[atom] = _among(self.count(atom.measure, atom.suit), atom)
        return column

    def holds(self, condition: Condition) -> Column:
        """Of which hands a condition is true. Shape: (hand,)."""
        if isinstance(condition, Atom):
            return self.column(condition)
        every = isinstance(condition, AllOf)
        result = np.full(len(self), every)
        for term in condition.terms:
            if every:
                result &= self.holds(term)
            else:
                result |= self.holds(term)
        return result


def _among(counts: Counts, atom: Atom) -> Column:
    """Which counts are among the values of an atom."""
    if not atom.values:
        return np.zeros(len(counts), np.bool_)
    low, high = atom.range
    if atom.is_range:
        kind = counts.dtype.type
        within: Column = counts - kind(low) <= kind(high - low)  # what is below wraps around to something great
        return within
    return value_table(atom)[counts]


def value_table(atom: Atom) -> Column:
    """Which values of its measure an atom allows. Shape: (value,)."""
    width = atom.measure.most + 1
    packed = np.frombuffer(atom.values.to_bytes(-(-width // 8), "little"), np.uint8)
    return np.unpackbits(packed, count=width, bitorder="little").astype(np.bool_)


class Judge:
    """Judges some hands of a batch at a time: columns of atoms are made once, and read where they are asked."""

    def __init__(self, batch: HandBatch) -> None:
        self._batch = batch
        self._tests: dict[Condition, Callable[[int], int]] = {}

    def holds(self, condition: Condition, rows: NDArray[np.intp]) -> Column:
        """Of which of these hands a condition is true. Shape: (row,)."""
        if isinstance(condition, Atom):
            return self._batch.column(condition)[rows]
        if isinstance(condition, AllOf):
            result = np.ones(len(rows), np.bool_)
            for term in condition.terms:
                result &= self.holds(term, rows)
                if not result.any():
                    break
            return result
        result = np.zeros(len(rows), np.bool_)
        for term in condition.terms:
            result |= self.holds(term, rows)
        return result

    def holds_one(self, condition: Condition, row: int) -> int:
        """Whether a condition is true of one hand, as 0 or 1."""
        test = self._tests.get(condition)
        if test is None:
            test = self._tests[condition] = self._test(condition)
        return test(row)

    def _test(self, condition: Condition) -> Callable[[int], int]:
        if isinstance(condition, Atom):
            return self._batch.column(condition).data.__getitem__
        tests = [self._tests.get(term) or self._tests.setdefault(term, self._test(term)) for term in condition.terms]
        if isinstance(condition, AllOf):

            def every(row: int) -> int:
                for test in tests:
                    if not test(row):
                        return 0
                return 1

            return every

        def some(row: int) -> int:
            for test in tests:
                if test(row):
                    return 1
            return 0

        return some


class HandJudge:
    """Judges one hand: each measure is taken once."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._values: dict[tuple[Measure, Suit | None], int] = {}

    def holds(self, condition: Condition) -> bool:
        """Whether a condition is true of the hand."""
        if isinstance(condition, Atom):
            key = condition.measure, condition.suit
            value = self._values.get(key)
            if value is None:
                value = self._values[key] = condition.measure.of_hand(self._hand, condition.suit)
            return bool(condition.values >> value & 1)
        every = isinstance(condition, AllOf)
        for term in condition.terms:
            if self.holds(term) is not every:
                return not every
        return every


@lru_cache(maxsize=1024)
def judge_of(hand: Hand) -> HandJudge:
    """The judge of a hand, the same one through an auction."""
    return HandJudge(hand)
