"""Counts over many hands agree with counting one hand at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Deal, Hand, Suit
from overtrick.arrays import DealBatch
from overtrick.hands import features as hands
from overtrick.hands import holdings
from strategies import deals


def suits(hand: Hand) -> list[str]:
    """The ranks of each suit as text, clubs first."""
    return str(hand).split(".")[::-1]


def losers_of(text: str) -> int:
    return {0: 0, 1: "A" not in text, 2: 2 - ("A" in text) - ("K" in text)}.get(
        len(text), 3 - len(set("AKQ") & set(text))
    )


@given(st.lists(deals(), min_size=1, max_size=4))
def test_counts_agree_with_the_plain_ones(some: list[Deal]) -> None:
    batch = DealBatch.stack(some).holdings
    every = [[suits(hand) for hand in deal] for deal in some]
    assert hands.hcp(batch).tolist() == [[hand.hcp for hand in deal] for deal in some]
    assert hands.lengths(batch).tolist() == [[[len(text) for text in hand] for hand in deal] for deal in every]
    assert hands.losers(batch).tolist() == [[sum(map(losers_of, hand)) for hand in deal] for deal in every]
    controls = [[sum(2 * ("A" in text) + ("K" in text) for text in hand) for hand in deal] for deal in every]
    assert hands.controls(batch).tolist() == controls


@given(st.lists(deals(), min_size=1, max_size=4))
def test_kaplan_rubens_adds_up_suit_by_suit(some: list[Deal]) -> None:
    for deal, counted in zip(some, hands.kaplan_rubens(DealBatch.stack(some).holdings), strict=True):
        for hand, points in zip(deal, counted, strict=True):
            cards = [hand.mask >> 13 * suit & 0x1FFF for suit in Suit]
            short = sum(max(0, 3 - holding.bit_count()) for holding in cards)
            plain = sum(map(holdings.kaplan_rubens_in, cards)) + (short - 1 if short else -0.5)
            assert points == pytest.approx(plain, abs=1e-4)


@pytest.mark.parametrize(
    ("text", "points"),
    [  # worked out by hand from the rules in EVALUATORS.md
        ("AKQJ.AKQ.AKQ.AKQ", 24 + 4 + 8.1 - 0.5),
        ("5432.432.432.432", -0.5),
        ("K.Q2.JT98765.432", 0.5 + 0.3 + 0.5 + 0.4 + 0.25 + 1.4 + 2),
    ],
)
def test_kaplan_rubens_of_some_hands(text: str, points: float) -> None:
    hand = Hand.parse(text)
    masks = np.array([[hand.mask, 0, 0, 0]], np.uint64)
    counted = hands.kaplan_rubens(DealBatch.of_masks(masks).holdings)[0, 0]
    assert counted == pytest.approx(points, abs=1e-4)


@given(st.integers(0, (1 << 13) - 1))
def test_tables_hold_the_plain_functions(holding: int) -> None:
    assert holdings.LENGTHS[holding] == holding.bit_count()
    assert holdings.HCP[holding] == holdings.hcp_in(holding)
    assert holdings.CONTROLS[holding] == holdings.controls_in(holding)
    assert holdings.LOSERS[holding] == holdings.losers_in(holding)
    assert holdings.QUALITY[holding] == pytest.approx(holdings.quality_in(holding))
    assert holdings.KAPLAN_RUBENS[holding] == pytest.approx(holdings.kaplan_rubens_in(holding))
