"""What a condition says about the cell a hand lies in: where it can hold, where it must, and how likely it is.

`outer` has every cell in which some hand fulfils the condition, perhaps more; `inner` has only cells in which every
hand does, perhaps not all of them. What lies outside `outer` is where the *negation* must hold, so the complement of an
outer set is an inner set of the negation, never an outer one.
"""

from functools import lru_cache

import numpy as np

from overtrick.core import Suit
from overtrick.hands.atoms import Atom
from overtrick.hands.cells import (
    ALL_CELLS,
    CELL_HANDS,
    CELL_HCP,
    CELL_SHAPE,
    CELLS,
    Allowed,
    CellSet,
    Weights,
    cell_set,
    chosen_cells,
    hands_where,
    swapped,
)
from overtrick.hands.conditions import AllOf, Condition, OneOf, all_of, atoms_of
from overtrick.hands.counting import hands_by_value
from overtrick.hands.hand_batch import value_table
from overtrick.hands.holdings import LENGTHS
from overtrick.hands.measures import LENGTH, Measure, OfShape, OfSuit, OverSuits


@lru_cache(maxsize=1 << 16)
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
    return cell_set(hands_with(condition) > 0)


@lru_cache(maxsize=1 << 16)
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


@lru_cache(maxsize=1 << 16)
def by_cell_alone(condition: Condition) -> bool:
    """Whether shape and points decide the condition."""
    if isinstance(condition, Atom):
        return condition.measure.depends_on_cell_alone
    return all(map(by_cell_alone, condition.terms))


@lru_cache(maxsize=1 << 14)
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
        counts = measure.table(atom.suit)[CELL_SHAPE]
        if measure.plus_hcp:
            counts = counts + CELL_HCP.astype(np.uint16)
        return np.where(value_table(atom)[counts], CELL_HANDS, 0.0)
    if isinstance(measure, OfSuit):
        return _hands_in_suits({_suit(atom): [atom]})
    assert isinstance(measure, OverSuits)
    hands: Weights = hands_by_value(measure) @ value_table(atom).astype(np.float64)
    return hands if atom.suit is None else hands[swapped(atom.suit)]


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
