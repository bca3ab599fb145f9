"""What a condition says about the cell a hand lies in: where it can hold, where it must, and how likely it is."""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Suit
from overtrick.hands.cells import (
    ALL_CELLS,
    CELL_HANDS,
    CELL_HCP,
    CELL_SHAPE,
    CELLS,
    MOST_HCP,
    Allowed,
    CellSet,
    Weights,
    cell_set,
    chosen_cells,
    hands_where,
    swapped,
)
from overtrick.hands.conditions import AllOf, Atom, Condition, OneOf, all_of, atoms_of
from overtrick.hands.hand_batch import value_table
from overtrick.hands.holdings import HCP, LENGTHS
from overtrick.hands.measures import LENGTH, Measure, OfShape, OfSuit, OverSuits, Table
from overtrick.hands.shapes import SHAPES

MOST_SETS = 1 << 13
"""Conditions whose sets of cells, of 2.7 kB each, a function remembers; those used longest ago are forgotten."""
Polynomial = NDArray[np.float64]
"""Holdings by points and value, flat: place points · width + value. Whole numbers below 2^53, so sums are exact."""


@cache
def hands_by_value(measure: OverSuits) -> NDArray[np.float64]:
    """How many hands of each cell have each value, clubs being the suit that is named. Shape: (cell, value)."""
    width = measure.most + 1
    named, others = _by_length(measure.named_table, width), _by_length(measure.table, width)
    if measure.in_named_suit is None:
        grid = _Grid(others, others, width, same=True)
    else:
        grid = _Grid(named, others, width, same=False)
    every = np.stack([grid.of_shape(shape) for shape in SHAPES])
    return every[CELL_SHAPE, CELL_HCP]


def _by_length(table: Table, width: int) -> list[Polynomial]:
    """The holdings of each length."""
    places = HCP.astype(np.int64) * width + table
    return [np.bincount(places[length == LENGTHS], minlength=11 * width).astype(np.float64) for length in range(14)]


class _Grid:
    """The products for one measure, each kind of shape multiplied out once."""

    def __init__(self, named: list[Polynomial], others: list[Polynomial], width: int, *, same: bool) -> None:
        self.named, self.others, self.width, self.same = named, others, width, same
        self._found: dict[tuple[int, ...], NDArray[np.float64]] = {}
        self._pairs: dict[tuple[bool, int, int], Polynomial] = {}

    def of_shape(self, lengths: tuple[int, ...]) -> NDArray[np.float64]:
        """Hands of a shape by points and value. Shape: (hcp, value)."""
        clubs, *rest = sorted(lengths) if self.same else (lengths[Suit.CLUBS], *sorted(lengths[1:]))
        key = clubs, *rest
        if key not in self._found:
            product = np.convolve(self._pair(True, clubs, rest[0]), self._pair(False, rest[1], rest[2]))
            size = (MOST_HCP + 1) * self.width
            self._found[key] = product[:size].reshape(-1, self.width)
        return self._found[key]

    def _pair(self, with_named: bool, first: int, second: int) -> Polynomial:
        key = with_named, first, second
        if key not in self._pairs:
            left = self.named if with_named else self.others
            self._pairs[key] = np.convolve(left[first], self.others[second])
        return self._pairs[key]


@lru_cache(maxsize=MOST_SETS)
def outer(condition: Condition) -> CellSet:
    """The cells in which the condition can hold.

    Exact where it is made of shape, points and what single suits hold; otherwise an and may leave cells in.
    """
    if isinstance(condition, OneOf):
        cells = 0
        for term in condition.terms:
            cells |= outer(term)
        return cells
    if isinstance(condition, AllOf):
        cells = ALL_CELLS
        beyond: list[Condition] = []
        for term in condition.terms:
            if by_cell_alone(term):
                cells &= outer(term)
            else:
                beyond.append(term)
        return cells & _outer_together(tuple(beyond)) if beyond else cells
    if isinstance(condition.measure, OfShape):
        return cell_set(_true_by_cell(condition, condition.measure))
    return cell_set(hands_with(condition) > 0)


@lru_cache(maxsize=MOST_SETS)
def inner(condition: Condition) -> CellSet:
    """The cells in which the condition must hold."""
    if by_cell_alone(condition):
        return outer(condition)
    if isinstance(condition, AllOf):
        cells = ALL_CELLS
        for term in condition.terms:
            cells &= inner(term)
        return cells
    if isinstance(condition, OneOf):
        certain = 0
        beyond = []
        for term in condition.terms:
            if by_cell_alone(term):
                certain |= outer(term)
            else:
                beyond.append(term)
        return certain | inner(OneOf(tuple(beyond))) if certain else ALL_CELLS & ~outer(condition.negated())
    return ALL_CELLS & ~outer(condition.negated())


@lru_cache(maxsize=MOST_SETS)
def by_cell_alone(condition: Condition) -> bool:
    """Whether shape and points decide the condition."""
    if isinstance(condition, Atom):
        return condition.measure.depends_on_cell_alone
    return all(map(by_cell_alone, condition.terms))


@lru_cache(maxsize=MOST_SETS)
def _outer_together(terms: tuple[Condition, ...]) -> CellSet:
    """The cells in which conditions that take more than shape and points can hold together."""
    cells = ALL_CELLS
    suits, others = _divided(terms)
    for term in others:
        cells &= outer(term)
    return cells & cell_set(_hands_in_suits(suits) > 0) if suits else cells


@lru_cache(maxsize=512)
def likelihood(condition: Condition) -> Weights:
    """The share of each cell's hands that fulfil the condition, taking its parts as independent of one another.

    Exact where `outer` is, and where no or joins parts that depend on more than shape and points. Shape: (cell,).
    """
    if by_cell_alone(condition):
        return chosen_cells(outer(condition)).astype(np.float64)
    if isinstance(condition, OneOf):
        missing = np.ones(CELLS)
        for term in condition.terms:
            missing *= 1 - likelihood(term)
        return 1 - missing
    if isinstance(condition, AllOf):
        suits, others = _divided(condition.terms)
        share = _hands_in_suits(suits) / CELL_HANDS if suits else np.ones(CELLS)
        for term in others:
            share = share * likelihood(term)
        return share
    return hands_with(condition) / CELL_HANDS


def hands_with(atom: Atom) -> Weights:
    """How many hands of each cell fulfil an atom, exactly. Shape: (cell,)."""
    measure = atom.measure
    if isinstance(measure, OfShape):
        return np.where(_true_by_cell(atom, measure), CELL_HANDS, 0.0)
    if isinstance(measure, OfSuit):
        return _hands_in_suits({_suit(atom): [atom]})
    assert isinstance(measure, OverSuits)
    hands: Weights = hands_by_value(measure) @ value_table(atom).astype(np.float64)
    return hands if atom.suit is None else hands[swapped(atom.suit)]


def _true_by_cell(atom: Atom, measure: OfShape) -> NDArray[np.bool_]:
    """In which cells an atom is true that shape and points decide. Shape: (cell,)."""
    if not measure.plus_hcp:
        return value_table(atom)[measure.table(atom.suit)][CELL_SHAPE]
    counts = measure.table(atom.suit)[CELL_SHAPE] + CELL_HCP.astype(np.uint16)
    return value_table(atom)[counts]


def _suit(atom: Atom) -> Suit:
    assert atom.suit is not None
    return atom.suit


def _divided(terms: tuple[Condition, ...]) -> tuple[dict[Suit, list[Condition]], list[Condition]]:
    """The terms that ask about the cards of one suit, by suit, and the others, atoms of one measure made one."""
    suits: dict[Suit, list[Condition]] = {}
    others: list[Condition] = []
    common: dict[tuple[Measure, Suit | None], Atom] = {}
    for term in terms:
        suit = _only_suit(term)
        if suit is not None:
            suits.setdefault(suit, []).append(term)
        elif isinstance(term, Atom):
            known = common.get((term.measure, term.suit))
            values = term.values if known is None else term.values & known.values
            common[term.measure, term.suit] = Atom(term.measure, term.suit, values)
        else:
            others.append(term)
    return suits, [*common.values(), *others]


def _only_suit(condition: Condition) -> Suit | None:
    """The suit whose cards alone decide the condition, if there is one and it takes more than its length."""
    atoms = list(atoms_of(condition))
    if all(atom.measure.depends_on_cell_alone for atom in atoms):
        return None
    suits = {atom.suit if isinstance(atom.measure, OfSuit) or atom.measure is LENGTH else None for atom in atoms}
    return suits.pop() if len(suits) == 1 else None


def _hands_in_suits(suits: dict[Suit, list[Condition]]) -> Weights:
    return hands_where({suit: _allowed(all_of(terms)) for suit, terms in suits.items()})


def _allowed(condition: Condition) -> Allowed:
    """The holdings of its suit with which a condition about one suit holds."""
    if isinstance(condition, Atom):
        table = condition.measure.table if isinstance(condition.measure, OfSuit) else LENGTHS
        return value_table(condition)[table]
    combine = np.logical_and if isinstance(condition, AllOf) else np.logical_or
    result: Allowed = np.full(len(LENGTHS), isinstance(condition, AllOf))
    for term in condition.terms:
        result = combine(result, _allowed(term))
    return result
