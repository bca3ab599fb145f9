"""The soft walk: hands keep to what they have shown, and to the cards that are known."""

import numpy as np

from hands.cell_numbers import cell_of
from overtrick.arrays import DealBatch
from overtrick.core import Card, Hand, Seat, Suit
from overtrick.hands import features as hands
from overtrick.hands.bounds import outer
from overtrick.hands.cells import ALL_CELLS, CellSet
from overtrick.layouts.known_cards import Barred
from overtrick.layouts.sampler import OUTSIDE, Proposals, costs, propose
from overtrick.systems.language.hand_reader import condition

OWN = Hand.parse("KQ84.A97.A762.T6")
HANDS = np.array([[OWN.holding(suit) for suit in Suit]], np.uint16)
EAST = np.array([Seat.EAST])


def _propose(count: int, shown: list[CellSet], barred: Barred | None = None) -> Proposals:
    return propose(HANDS, EAST, [shown], count, np.random.default_rng(2), barred=barred)


def test_a_narrow_meaning_is_found_from_any_start() -> None:
    proposals = _propose(200, [ALL_CELLS, outer(condition("20-21 hcp, balanced")), ALL_CELLS])
    dealt, cost = DealBatch(proposals.holdings[0]).require_complete().holdings, proposals.costs[0]
    assert (dealt[:, Seat.EAST] == HANDS).all()
    agrees = cost[:, 1] == 0
    points = hands.hcp(dealt[:, Seat.WEST])
    assert agrees.mean() > 0.7
    assert ((points[agrees] >= 20) & (points[agrees] <= 21)).all()
    assert (cost[:, [0, 2]] == 0).all()


def test_with_nothing_shown_the_walk_is_as_random_as_dealing() -> None:
    dealt = _propose(1500, [ALL_CELLS] * 3).holdings[0]
    for seat in (Seat.SOUTH, Seat.WEST, Seat.NORTH):
        assert np.allclose(hands.lengths(dealt[:, seat]).mean(axis=0), [11 / 3, 3, 10 / 3, 3], atol=0.15)
        assert abs(hands.hcp(dealt[:, seat]).mean() - 9) < 0.4


def test_a_card_that_is_barred_from_two_stays_with_the_third() -> None:
    king = Card.parse("HK")
    barred = np.zeros((3, 52), bool)
    barred[[0, 1], king.index] = True
    dealt = DealBatch(_propose(200, [ALL_CELLS] * 3, barred).holdings[0])
    assert (dealt.owners[:, king.index] == Seat.NORTH).all()


def test_cards_that_are_barred_from_one_go_to_the_others() -> None:
    top = [Card.parse(text).index for text in ("SA", "HK", "DK", "CA")]
    barred = np.zeros((3, 52), bool)
    barred[1, top] = True
    owners = DealBatch(_propose(200, [ALL_CELLS] * 3, barred).holdings[0]).owners[:, top]
    assert (owners == Seat.WEST).mean() < 0.01
    assert 0.4 < (owners == Seat.NORTH).mean() < 0.6


def test_straying_costs_more_the_further_it_leads() -> None:
    cost = costs(outer(condition("15-17 hcp, balanced")))
    inside, near, far = (
        cost[cell_of(Hand.parse(text))] for text in ("KQ84.A97.A762.K6", "KQ84.A97.A762.J6", "KQ84.A9752.7432.")
    )
    assert inside == 0
    assert OUTSIDE <= near < far
