"""Reasons for contracts, from layouts in which all players hold what they have shown."""

import numpy as np
import pytest

from overtrick import Auction, Hand, Position, Seat, Vulnerability
from overtrick.arrays import DealBatch
from overtrick.contract.explain import LAYOUTS, reasons, sample
from overtrick.hands import features as hands
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System

HAND = Hand.parse("KJ32.843.A32.432")


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(System.load("sayc"))


def test_layouts_keep_the_hand_and_agree_with_the_auction(tree: Tree) -> None:
    position = Position(HAND, Auction.parse("2N P", Seat.EAST))
    layouts, agree = sample(tree.node(position.auction), position, np.random.default_rng(1))
    dealt = DealBatch.of_owners(layouts).require_complete()
    assert agree
    assert len(dealt) == LAYOUTS
    assert (dealt.masks[:, Seat.WEST] == HAND.mask).all()
    points, lengths = hands.hcp(dealt.holdings[:, Seat.EAST]), hands.lengths(dealt.holdings[:, Seat.EAST])
    assert ((points >= 20) & (points <= 21)).all()
    assert lengths.min() >= 2
    assert len(np.unique(dealt.masks[:, Seat.EAST])) > LAYOUTS // 2


def test_reasons_are_our_fit_our_points_and_what_declarer_takes(tree: Tree) -> None:
    auction = Auction.parse("1S P")
    found = reasons(
        tree.node(auction, Vulnerability.NS), Position(HAND, auction, Vulnerability.NS), ["4S", "3N", "Pass"]
    )
    game, notrump, passed = found.by_contract
    assert [str(each.contract) for each in found.by_contract] == ["4SN", "3NS", "1SN"]
    assert game.fit is not None
    assert game.fit[0] == 9
    assert notrump.fit is None
    assert 8 + 10 <= game.points[0] <= 8 + 13
    assert game.tricks == passed.tricks > notrump.tricks
    assert passed.chance > game.chance > 0
    assert game.score == pytest.approx(620 * game.chance, rel=0.7)  # vulnerable, less what the failures cost
    again = reasons(tree.node(auction, Vulnerability.NS), Position(HAND, auction, Vulnerability.NS), ["4S"])
    assert again.by_contract[0] == game


def test_leaving_it_to_the_opponents_scores_for_us(tree: Tree) -> None:
    auction = Auction.parse("3H", Seat.WEST)
    position = Position(Hand.parse("AKQ2.AK3.A432.43"), auction)
    passed, doubled = reasons(tree.node(auction), position, ["Pass", "X"]).by_contract
    assert (str(passed.contract), str(doubled.contract)) == ("3HW", "3HXW")
    assert passed.fit is None
    assert passed.chance == doubled.chance < 0.4
    assert doubled.score > passed.score > 0


def test_before_any_bid_passing_scores_nothing(tree: Tree) -> None:
    (passed,) = reasons(tree.node(Auction()), Position(HAND), ["Pass"]).by_contract
    assert (passed.contract, passed.score) == (None, 0)
    assert passed.points == (8, 32)
