"""Cells count every hand once, and say what conditions mean without ever being wrong."""

from itertools import permutations
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from hands.cell_numbers import cell_of
from overtrick import Hand, Suit
from overtrick.arrays import random_deals
from overtrick.hands.bounds import hands_with, inner, likelihood, outer
from overtrick.hands.cells import (
    ALL_CELLS,
    CELL_HANDS,
    CELL_HCP,
    CELL_NUMBER,
    CELL_SHAPE,
    CELLS,
    HANDS,
    cell_set,
    chosen_cells,
)
from overtrick.hands.conditions import atoms_of, between
from overtrick.hands.hand_batch import HandBatch, value_table
from overtrick.hands.holdings import HCP as HCP_IN
from overtrick.hands.holdings import LENGTHS
from overtrick.hands.measures import MEASURES, Measure, OfShape, OfSuit
from overtrick.hands.shapes import SHAPES
from overtrick.systems.language.hand_reader import condition
from systems.words import SETTING, conditions, hands

SOME = HandBatch(random_deals(5000, np.random.default_rng(11)).holdings.reshape(-1, 4))
SOME_CELLS = CELL_NUMBER[SOME.shapes, SOME.hcp]


def test_every_hand_lies_in_one_cell() -> None:
    assert CELLS == 15_152
    assert int(CELL_HANDS.sum()) == HANDS == comb(52, 13) == 635_013_559_600
    assert CELL_HANDS.sum() == HANDS
    by_shape = np.bincount(CELL_SHAPE, CELL_HANDS)
    assert by_shape.tolist() == [prod(comb(13, length) for length in shape) for shape in SHAPES]


def test_hands_with_some_points_are_as_many_as_can_be_worked_out() -> None:
    by_hcp = np.bincount(CELL_HCP, CELL_HANDS).astype(int).tolist()
    assert by_hcp[0] == comb(36, 13)
    assert by_hcp[1] == 4 * comb(36, 12)
    assert by_hcp[2] == 4 * comb(36, 12) + comb(4, 2) * comb(36, 11)
    assert by_hcp[37] == 4


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("37 hcp", 4),
        ("13 S", 1),
        ("5=3=3=2", comb(13, 5) * comb(13, 3) ** 2 * comb(13, 2)),
        ("4 aces", comb(48, 9)),
        ("0 aces", comb(48, 13)),
        ("2 kings", comb(4, 2) * comb(48, 11)),
        ("5 key cards H", comb(47, 8)),
        ("12 controls", comb(44, 5)),
        ("queen S", comb(51, 12)),
        ("queen S, king H", comb(50, 11)),
        ("3 of top 3 in D", comb(49, 10)),
        ("ace S, ace H, ace D, ace C", comb(48, 9)),
        ("no ace S, no king S", comb(50, 13)),
        ("8 quick tricks", comb(44, 5)),
    ],
)
def test_numbers_of_hands_that_can_be_worked_out(text: str, number: int) -> None:
    assert round(float(likelihood(condition(text)) @ CELL_HANDS)) == number


@settings(max_examples=250, deadline=None)
@given(conditions(), hands())
def test_meanings_are_sound(text: str, hand: Hand) -> None:
    found = condition(text, SETTING)
    can, must = outer(found), inner(found)
    cell = 1 << cell_of(hand)
    assert not must & ~can
    if found.holds(hand):
        assert cell & can
    if cell & must:
        assert found.holds(hand)


@settings(max_examples=60, deadline=None)
@given(conditions())
def test_meanings_are_sound_for_many_hands(text: str) -> None:
    found = condition(text, SETTING)
    holds = SOME.holds(found)
    assert chosen_cells(outer(found))[SOME_CELLS][holds].all()
    assert holds[chosen_cells(inner(found))[SOME_CELLS]].all()


@settings(max_examples=40, deadline=None)
@given(conditions())
def test_a_negation_turns_can_into_must(text: str) -> None:
    found = condition(text, SETTING)
    assert outer(found.negated()) == ALL_CELLS & ~inner(found)
    share = likelihood(found)
    assert share.min() >= -1e-9
    assert share.max() <= 1 + 1e-9
    assert not (cell_set(share > 1e-9) & ~outer(found))


def test_words_about_shape_and_points_are_exact() -> None:
    for text in ("15-17 hcp, balanced", "10-12 support points H, 3+ H", "13+ total points or (10+ hcp and rule of 20)"):
        found = condition(text)
        assert outer(found) == inner(found)
        assert chosen_cells(outer(found))[SOME_CELLS].tolist() == SOME.holds(found).tolist()


def test_words_about_single_suits_are_taken_together_exactly() -> None:
    ten = condition("10 hcp, ace S, king H, 4 S, 3 H")
    assert outer(ten) == outer(condition("10 hcp, 4 S, 3 H"))
    assert outer(condition("10 hcp, ace S, king H, king D, 4 S")) != outer(condition("11 hcp"))
    assert not outer(condition("9 hcp, ace S, king H, king D"))
    assert not outer(condition("2 of top 3 in S, 0-4 suit points S"))


@pytest.mark.parametrize(("suit", "other"), list(permutations(Suit, 2)))
def test_key_cards_count_the_king_of_their_own_suit(suit: Suit, other: Suit) -> None:
    assert not outer(condition(f"5 key cards {suit}, 0-1 {suit}"))
    assert outer(condition(f"5 key cards {suit}, 1 {other}"))
    assert not outer(condition(f"5 key cards {suit}, 0 {other}"))


def test_words_about_the_same_measure_are_taken_together_exactly() -> None:
    assert outer(condition("1-3 aces, 3-4 aces")) == outer(condition("3 aces"))
    assert not outer(condition("0-1 aces, (3-4 aces, 12+ hcp)"))


@pytest.mark.parametrize("each", [each for each in MEASURES if not isinstance(each, OfShape)], ids=str)
def test_shares_of_values_agree_with_random_hands(each: Measure) -> None:
    suit = Suit.HEARTS if each.names_suit else None
    counts = SOME.count(each, suit)
    shares = [float(hands_with(between(each, value, value, suit)).sum()) / HANDS for value in range(each.most + 1)]
    assert sum(shares) == pytest.approx(1)
    for value, share in enumerate(shares):
        error = np.sqrt(share * (1 - share) / len(SOME))
        assert float((counts == value).mean()) == pytest.approx(share, abs=5 * error + 1e-4)


@pytest.mark.parametrize("text", ["2 of top 3 in H", "stopper in S", "solid C", "second round control in D"])
def test_counting_by_transforms_is_exact(text: str) -> None:
    atom = next(atoms_of(condition(text)))
    assert isinstance(atom.measure, OfSuit)
    allowed = value_table(atom)[atom.measure.table]
    grid = np.zeros((560, 41), object)
    suits = [_holdings(allowed if suit is atom.suit else np.ones(8192, bool)) for suit in Suit]
    for number, shape in enumerate(SHAPES[::37]):
        product = np.array([1], object)
        for counts, length in zip(suits, shape, strict=True):
            product = np.convolve(product, counts[length])
        grid[37 * number] = product
    chosen = CELL_SHAPE % 37 == 0
    assert hands_with(atom)[chosen].astype(int).tolist() == grid[CELL_SHAPE[chosen], CELL_HCP[chosen]].tolist()


def _holdings(allowed: NDArray[np.bool_]) -> NDArray[np.object_]:
    """Holdings by length and points, as Python integers."""
    counts = np.zeros((14, 11), object)
    for holding in np.flatnonzero(allowed):
        counts[LENGTHS[holding], HCP_IN[holding]] += 1
    return counts
