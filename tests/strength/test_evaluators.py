"""Every evaluator against a plain count of one hand."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import BridgeError, Deal, Hand, Seat, Strain
from overtrick.arrays import DealBatch
from overtrick.strength.evaluators import BINKY_PATTERNS, EVALUATORS, evaluate, evaluator
from strategies import deals
from strength import plain

HAND = Hand.parse("AKJ94.Q3.KT5.A72")


@settings(max_examples=60)
@given(deals(), st.sampled_from([None, *Strain]))
def test_array_counts_agree_with_the_plain_ones(deal: Deal, trump: Strain | None) -> None:
    batch = DealBatch.stack([deal])
    trumps = None if trump is None else np.full((1, 4), trump, np.uint8)
    for name, scale in plain.SCALES.items():
        _same(evaluate(batch, name)[0], [plain.points(hand, scale) for hand in deal])
    _same(evaluate(batch, "long")[0], [plain.long(hand) for hand in deal])
    _same(evaluate(batch, "short", trumps)[0], [plain.short(hand, trump) for hand in deal])
    _same(evaluate(batch, "pavlicek", trumps)[0], [plain.pavlicek(hand, trump) for hand in deal])
    _same(evaluate(batch, "losers")[0], [plain.losers(hand) for hand in deal])
    _same(evaluate(batch, "new losers")[0], [plain.new_losers(hand) for hand in deal])
    _same(evaluate(batch, "controls")[0], [plain.controls(hand) for hand in deal])
    _same(evaluate(batch, "zar")[0], [plain.zar(hand) for hand in deal])
    _same(evaluate(batch, "quick tricks")[0], [plain.quick_tricks(hand) for hand in deal])
    _same(evaluate(batch, "kaplan-rubens")[0], [plain.kaplan_rubens(hand) for hand in deal])


def _same(found: np.ndarray[tuple[int, ...], np.dtype[np.float32]], expected: list[float]) -> None:
    np.testing.assert_allclose(found, expected, atol=1e-4)


def test_one_hand_by_hand() -> None:
    """♠AKJ94 ♥Q3 ♦KT5 ♣A72, counted on paper."""
    values = {each.name: each.of_hand(HAND) for each in EVALUATORS}
    assert values["hcp"] == 17
    assert values["losers"] == 7
    assert values["long"] == 18
    assert values["zar"] == 17 + 6 + 8 + 3
    assert values["quick tricks"] == 3.5
    assert values["binky pattern"] == 3.94
    assert evaluator("short").of_hand(HAND, Strain.HEARTS) == 17
    assert evaluator("short").of_hand(HAND, Strain.SPADES) == 18


def test_patterns_outside_the_published_list_have_no_value() -> None:
    assert evaluator("binky pattern").of_hand(Hand.parse("AKQJT98765432...")) is None
    for lengths, value in BINKY_PATTERNS.items():
        suits = ["AKQJT98765432"[:length] for length in lengths]
        assert evaluator("binky pattern").of_hand(Hand.parse(".".join(suits))) == pytest.approx(value)


def test_unknown_names_list_the_close_ones() -> None:
    with pytest.raises(BridgeError, match=r"losers.*got 'loosers'"):
        evaluator("loosers")
    with pytest.raises(BridgeError, match="expected a hand of 13 cards, got 2"):
        evaluator("hcp").of_hand(Hand.parse("AK..."))


def test_every_evaluator_says_what_it_counts_and_where_it_is_from() -> None:
    assert len({each.name for each in EVALUATORS}) == len(EVALUATORS)
    assert all(each.says and each.source for each in EVALUATORS)


def test_seats_are_kept_apart() -> None:
    deal = Deal.parse("N:AKQJ.AKQJ.AKQJ.A T987.T987.T987.T 6543.6543.6543.9 2.2.2.KQJ8765432")
    assert evaluate(DealBatch.stack([deal]), "hcp")[0].tolist() == [deal[seat].hcp for seat in Seat] == [34, 0, 0, 6]
