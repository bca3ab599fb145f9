"""The soft walk: hands keep to what they have shown, and to the cards that are known."""

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, random_deals
from overtrick.core import Card, Deal, Hand, Seat, Suit
from overtrick.hands import features as hands
from overtrick.hands.bounds import outer
from overtrick.hands.cells import ALL_CELLS, cell_of
from overtrick.layouts.sampler import OUTSIDE, costs, walk
from overtrick.systems.language.hand_reader import condition

OWN = Hand.parse("KQ84.A97.A762.T6")
KNOWN = Deal((Hand(), OWN, Hand(), Hand()))
ANYWHERE = np.zeros((3, 52), bool)


def _start(count: int) -> NDArray[np.uint8]:
    return random_deals(count, np.random.default_rng(1), KNOWN).owners


def test_a_narrow_meaning_is_found_from_any_start() -> None:
    shown = [ALL_CELLS, outer(condition("20-21 hcp, balanced")), ALL_CELLS]
    owners, cost = walk(_start(200), Seat.EAST, shown, ANYWHERE, np.random.default_rng(2))
    dealt = DealBatch.of_owners(owners).require_complete().holdings
    assert (dealt[:, Seat.EAST] == [OWN.holding(suit) for suit in Suit]).all()
    agrees = cost[:, 1] == 0
    points = hands.hcp(dealt[:, Seat.WEST])
    assert agrees.mean() > 0.7
    assert ((points[agrees] >= 20) & (points[agrees] <= 21)).all()
    assert (cost[:, [0, 2]] == 0).all()


def test_with_nothing_shown_the_walk_is_as_random_as_dealing() -> None:
    owners, _ = walk(_start(1500), Seat.EAST, [ALL_CELLS] * 3, ANYWHERE, np.random.default_rng(2))
    dealt = DealBatch.of_owners(owners).holdings
    for seat in (Seat.SOUTH, Seat.WEST, Seat.NORTH):
        assert np.allclose(hands.lengths(dealt[:, seat]).mean(axis=0), [11 / 3, 3, 10 / 3, 3], atol=0.15)
        assert abs(hands.hcp(dealt[:, seat]).mean() - 9) < 0.4


def test_a_card_that_is_barred_from_two_stays_with_the_third() -> None:
    king = Card.parse("HK").index
    barred = ANYWHERE.copy()
    barred[[0, 1], king] = True
    owners, _ = walk(_start(200), Seat.EAST, [ALL_CELLS] * 3, barred, np.random.default_rng(2))
    assert (owners[:, king] == Seat.NORTH).all()


def test_straying_costs_more_the_further_it_leads() -> None:
    cost = costs(outer(condition("15-17 hcp, balanced")))
    inside, near, far = (
        cost[cell_of(Hand.parse(text))] for text in ("KQ84.A97.A762.K6", "KQ84.A97.A762.J6", "KQ84.A9752.7432.")
    )
    assert inside == 0
    assert OUTSIDE <= near < far
