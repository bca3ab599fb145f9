"""What a set of cells shows."""

import numpy as np
import pytest
from hypothesis import given, settings

from hands.cell_numbers import cell_of
from overtrick import BridgeError, Hand
from overtrick.hands.bounds import likelihood, outer
from overtrick.hands.cells import CELL_HANDS, CELL_HCP, CELL_SHAPE, HANDS, Shown, chosen_cells, shown, stated
from overtrick.hands.shapes import SHAPES
from overtrick.systems.language.hand_reader import condition
from systems.words import SETTING, conditions, hands


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("15-17 hcp, balanced", "15-17 hcp, balanced, 2-5 S, 2-5 H, 2-5 D, 2-5 C"),
        ("12-14 hcp, 4=3=3=3", "12-14 hcp, balanced, 4 S, 3 H, 3 D, 3 C"),
        ("20+ hcp, 6 H, 5 S", "20-28 hcp, 5 S, 6 H, 0-2 D, 0-2 C"),  # both suits headed by AKQJ, two aces
        ("any", "0+ hcp"),
        ("6+ D", "0-33 hcp, 0-7 S, 0-7 H, 6+ D, 0-7 C"),  # AKQJ, three aces, three kings, a queen
        ("37 hcp", "37 hcp, balanced, 3-4 S, 3-4 H, 3-4 D, 3-4 C"),
    ],
)
def test_hard_ranges(text: str, wanted: str) -> None:
    assert str(shown(outer(condition(text)))) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("15-17 hcp, balanced", "15-17 hcp, balanced, 2-5 S, 2-5 H, 2-5 D, 2-5 C"),
        ("12+ hcp, 5+ H", "12-25 hcp, 0-6 S, 5-8 H, 0-6 D, 0-6 C"),
        ("5-11 hcp, 6 H, 2 of top 3 in H", "5-11 hcp, 0-6 S, 6 H, 0-6 D, 0-6 C"),
    ],
)
def test_stated_ranges(text: str, wanted: str) -> None:
    found = condition(text)
    assert str(stated(outer(found), likelihood(found))) == wanted


def test_balanced_is_known_unknown_or_excluded() -> None:
    assert shown(outer(condition("balanced"))).balanced is True
    assert shown(outer(condition("6+ S"))).balanced is False
    assert shown(outer(condition("5 S"))).balanced is None
    assert shown(outer(condition("any"))).weight == HANDS


def test_likelihood_narrows_what_is_stated() -> None:
    found = condition("4 aces")
    assert shown(outer(found)).hcp == (16, 37)
    cells = outer(condition("any"))
    assert stated(cells).hcp == (0, 24)  # 25 and more: 0.05 %, 24 and more: 0.10 %
    assert stated(cells, likelihood(found)).hcp[0] == 16
    assert stated(outer(condition("10 hcp")), likelihood(found)).hcp == (10, 10)


def test_a_meaning_that_no_hand_has_is_refused() -> None:
    with pytest.raises(BridgeError, match="no hand has"):
        shown(0)


@settings(max_examples=120, deadline=None)
@given(conditions(), hands())
def test_a_hand_lies_within_what_its_cells_show(text: str, hand: Hand) -> None:
    cells = outer(condition(text, SETTING)) | 1 << cell_of(hand)
    hard = shown(cells)
    assert within(hard, hand.hcp, hand.lengths)
    assert hard.balanced in (None, hand.is_balanced)


@settings(max_examples=60, deadline=None)
@given(conditions())
def test_stated_ranges_lose_little(text: str) -> None:
    cells = outer(condition(text, SETTING))
    if not cells:
        return
    hard, said = shown(cells), stated(cells)
    weights = CELL_HANDS * chosen_cells(cells)
    kept = [within(said, int(points), SHAPES[shape]) for shape, points in zip(CELL_SHAPE, CELL_HCP, strict=True)]
    assert weights[~np.array(kept)].sum() < 0.01 * weights.sum()
    assert said.weight == hard.weight == weights.sum()
    for inside, outside in zip((said.hcp, *said.lengths), (hard.hcp, *hard.lengths), strict=True):
        assert outside[0] <= inside[0] <= inside[1] <= outside[1]


def within(found: Shown, hcp: int, lengths: tuple[int, ...]) -> bool:
    pairs = zip((found.hcp, *found.lengths), (hcp, *lengths), strict=True)
    return all(low <= value <= high for (low, high), value in pairs)
