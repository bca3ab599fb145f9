"""Many hands judged at once agree with one hand judged at a time, and that with counting letters."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import BridgeError, Hand, Suit
from overtrick.arrays import HOLDINGS, tabulate
from overtrick.hands.conditions import Atom, atoms_of, between
from overtrick.hands.hand_batch import HandBatch
from overtrick.hands.holdings import quick_tricks_in
from overtrick.hands.measures import (
    HCP,
    LENGTH,
    MEASURES,
    PLAYING_TRICKS,
    QUICK_TRICKS,
    SHAPE,
    Measure,
    OfSuit,
    OverSuits,
    measure,
)
from overtrick.systems.language.hand_reader import condition
from systems import plain
from systems.words import SETTING, conditions, hands

COUNTED = [each for each in MEASURES if each not in (SHAPE, PLAYING_TRICKS)]


def suits_of(each: Measure) -> list[Suit | None]:
    return list(Suit) if each.names_suit else [None]


@settings(max_examples=60, deadline=None)
@given(st.lists(hands(), min_size=1, max_size=5))
def test_measures_agree_with_counting_letters(some: list[Hand]) -> None:
    batch = HandBatch.of(some)
    for each in COUNTED:
        for suit in suits_of(each):
            wanted = [plain.value(each.name, hand, suit) * (2 if each.in_halves else 1) for hand in some]
            assert [each.of_hand(hand, suit) for hand in some] == wanted, each.name
            assert batch.count(each, suit).tolist() == wanted, each.name
            assert max(wanted) <= each.most


@settings(max_examples=120, deadline=None)
@given(st.lists(conditions(), min_size=1, max_size=4), st.lists(hands(), min_size=1, max_size=30))
def test_columns_agree_with_the_plain_twin(texts: list[str], some: list[Hand]) -> None:
    found = [condition(text, SETTING) for text in texts]
    batch = HandBatch.of(some)
    for each in found:
        assert batch.holds(each).tolist() == [each.holds(hand) for hand in some]
        for atom in atoms_of(each):
            assert batch.column(atom).tolist() == [atom.holds(hand) for hand in some]


def test_tables_hold_the_plain_functions_of_every_holding() -> None:
    for each in MEASURES:
        if isinstance(each, OfSuit | OverSuits):
            np.testing.assert_array_equal(each.table, tabulate(each.in_suit, np.uint8))
    np.testing.assert_array_equal(QUICK_TRICKS.table, [2 * quick_tricks_in(holding) for holding in HOLDINGS])


def test_atoms_are_equal_when_they_say_the_same() -> None:
    assert condition("void S") == condition("0 S") == between(LENGTH, 0, 0, Suit.SPADES)
    assert condition("no 4-card major") == condition("4-card major").negated()
    assert condition("not 15+ hcp") == condition("0-14 hcp")
    assert condition("S < H") == condition("H > S") != condition("S > H")
    assert between(HCP, 12, 37) == Atom(HCP, None, HCP.everything >> 12 << 12)


def test_atoms_travel_between_processes() -> None:
    found = condition("15-17 hcp, balanced, stopper in S", SETTING)
    assert pickle.loads(pickle.dumps(found)) == found
    assert measure("hcp") is HCP


def test_hands_that_are_not_complete_are_refused() -> None:
    with pytest.raises(BridgeError, match="expected hands of 13 cards"):
        HandBatch.of([Hand.parse("AKQ.AKQ.AKQ.AKQ")])
    with pytest.raises(BridgeError, match=r"expected holdings of shape \(hand, 4 suits\)"):
        HandBatch(np.zeros((3, 4, 4), np.uint16))
