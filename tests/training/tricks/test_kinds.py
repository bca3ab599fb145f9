"""What the networks see of a deal, and whose their answers are."""

import numpy as np
import pytest

from overtrick.arrays import random_deals
from overtrick.core import Seat
from overtrick.training.tricks.kinds import FOUR_HANDS, KINDS, TWO_HANDS
from overtrick.training.tricks.trick_material import owners_of


def test_two_hands_see_north_south_then_east_west_of_each_deal() -> None:
    deals = random_deals(3, np.random.default_rng(1))
    pairs = TWO_HANDS.seen(owners_of(deals))
    hands = deals.holdings
    assert pairs.shape == (6, 2, 4)
    np.testing.assert_array_equal(pairs[2], hands[1, [Seat.NORTH, Seat.SOUTH]])
    np.testing.assert_array_equal(pairs[3], hands[1, [Seat.EAST, Seat.WEST]])


def test_four_hands_see_the_deal() -> None:
    owners = owners_of(random_deals(3, np.random.default_rng(2)))
    np.testing.assert_array_equal(FOUR_HANDS.seen(owners), owners)


@pytest.mark.parametrize("name", KINDS)
def test_answers_come_back_to_their_seats(name: str) -> None:
    by_seat = np.arange(3 * 4 * 5).reshape(3, 4, 5)
    kind = KINDS[name]
    np.testing.assert_array_equal(kind.by_deal(kind.by_example(by_seat)), by_seat)


def test_an_estimate_is_made_of_both_sides() -> None:
    deals = random_deals(4, np.random.default_rng(3))

    def spades(pairs: np.ndarray) -> np.ndarray:
        """Sure of as many tricks as declarer has spades."""
        lengths = np.bitwise_count(pairs[:, :, 3]).astype(int)
        return np.repeat(np.eye(14, dtype=np.float32)[lengths][:, :, np.newaxis], 5, axis=2)

    found = TWO_HANDS.estimate(spades)(owners_of(deals)).argmax(axis=-1)
    np.testing.assert_array_equal(found[:, :, 0], np.bitwise_count(deals.holdings[:, :, 3]))
