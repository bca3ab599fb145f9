"""What the bidding of a board cost, on deals where one can see it."""

from pathlib import Path

import pytest

from contract.small_net import random_predictor
from overtrick import Auction, Board, BridgeError, Deal, Record, Seat, Vulnerability
from overtrick.contract.cost import BiddingCost, CostTotals, MeanAndError, costs_of, last_predictions
from overtrick.contract.positions import position_of
from overtrick.contract.predictor import ContractPredictor, contract_after, predict
from overtrick.core import DDTable, Position, Side
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from overtrick.tricks.estimators import four_hands

SLAM = Deal.parse("N:AKQJ32.A2.K32.K2 T98.QJT9.QJ9.T98 7654.K3.A4.AQJ54 .87654.T8765.763")
"""North-South take all the tricks in spades, and in notrump."""


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(System.load("sayc"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return random_predictor(tmp_path_factory.mktemp("net"))


def cost_of(tree: Tree, folder: Path, deal: Deal, auction: str, dealer: Seat = Seat.NORTH) -> BiddingCost:
    record = Record(Board(deal, dealer, Vulnerability.NS), Auction.parse(auction, dealer))
    (found,) = costs_of([record], [four_hands().table(deal)], tree, ContractPredictor.load(folder), layouts=40)
    return found


def test_a_missed_grand_slam_costs_seventeen_imps(tree: Tree, folder: Path) -> None:
    """Vulnerable, 7NT scores 2,220 and four spades with three tricks more 710: 1,510 points, 17 IMPs."""
    found = cost_of(tree, folder, SLAM, "1S P 4S AP")
    assert (str(found.reached), found.side) == ("4SN", Side.NORTH_SOUTH)
    assert str(found.best)[0] == "7"
    assert 14 <= found.lost.over_layouts.value <= 17
    assert found.lost.on_deal in (16, 17)


def test_the_other_side_is_judged_alike(tree: Tree, folder: Path) -> None:
    """The same deal turned by a seat, where East-West have the cards; they are not vulnerable."""
    turned = Deal.of(tuple(SLAM), Seat.EAST)
    found = cost_of(tree, folder, turned, "1S P 4S AP", Seat.EAST)
    assert (str(found.reached), found.side) == ("4SE", Side.EAST_WEST)
    assert found.best is not None
    assert found.best.side is Side.EAST_WEST
    assert found.best.level == 7
    assert found.lost.on_deal in (14, 15)  # 1,470 or 1,520 against 510: 960 or 1,010 points


def test_the_best_contract_costs_nothing(tree: Tree, folder: Path) -> None:
    missed = cost_of(tree, folder, SLAM, "1S P 4S AP")
    assert missed.best is not None
    found = cost_of(tree, folder, SLAM, f"{missed.best.bid} AP", missed.best.declarer)
    assert found.reached == found.best
    assert (found.lost.over_layouts, found.lost.on_deal) == (MeanAndError(0, 0), 0)


def test_only_contracts_above_the_opponents_bids_could_have_been_declared(tree: Tree, folder: Path) -> None:
    """Five diamonds over four spades: the little that East-West could make is out of reach, and so is passing."""
    found = cost_of(tree, folder, SLAM, "4S 5D X AP")
    assert (str(found.reached), found.side) == ("5DXE", Side.EAST_WEST)
    assert found.best is not None
    assert (found.best.level, found.best.strain) > (4, 3)


def test_a_passed_out_board_is_compared_with_nothing(tree: Tree, folder: Path) -> None:
    found = cost_of(tree, folder, SLAM, "P P P P", Seat.EAST)
    assert found.reached is None
    assert found.side is Side.NORTH_SOUTH  # North passed last
    assert found.lost.over_layouts.value > 15


def test_the_predictor_is_asked_before_the_last_bid(tree: Tree, folder: Path) -> None:
    record = Record(Board(SLAM), Auction.parse("1S P 3S P 4S AP"))
    (said,) = last_predictions([record], tree, ContractPredictor.load(folder))
    assert str(said.before) == "1S P 3S P"
    alone = predict(position_of(tree, Position(SLAM[Seat.NORTH], said.before)), folder)
    assert said.choice == alone.ranked[0][0]
    assert said.p == pytest.approx(alone.ranked[0][1], abs=1e-5)
    assert last_predictions([], tree, ContractPredictor.load(folder)) == []


def test_a_choice_is_played_by_whoever_named_the_strain_first() -> None:
    auction = Auction.parse("1S P 2H P")
    for choice, played in (("4S", "4SN"), ("4H", "4HS"), ("3N", "3NN"), ("Pass", "2HS")):
        assert str(contract_after(auction, choice)) == played
    assert str(contract_after(Auction.parse("1S"), "X")) == "1SXN"
    assert contract_after(Auction.parse("P P P"), "Pass") is None


def test_averages_come_with_their_standard_error() -> None:
    assert MeanAndError.of([1.0, 3.0]) == MeanAndError(2.0, 1.0)
    assert MeanAndError.of([5.0]) == MeanAndError(5.0, 0.0)
    assert MeanAndError.of([]) == MeanAndError(0.0, 0.0)


def test_totals_are_a_board_and_over_boards(tree: Tree, folder: Path) -> None:
    some = [cost_of(tree, folder, SLAM, auction) for auction in ("1S P 4S AP", "1S P 3S AP")]
    totals = CostTotals.of(some)
    assert totals.boards == 2
    assert totals.lost.value == pytest.approx(sum(each.lost.over_layouts.value for each in some) / 2)
    assert totals.won_on_deal.value == pytest.approx(sum(each.predicted.won.on_deal for each in some) / 2)


def test_a_board_without_a_whole_auction_is_refused(tree: Tree, folder: Path) -> None:
    for auction, came in ((None, "got none"), (Auction.parse("1S P"), "1S P with a call to come")):
        with pytest.raises(BridgeError, match=came):
            costs_of([Record(Board(SLAM), auction)], [DDTable.of([[7] * 5] * 4)], tree, ContractPredictor.load(folder))
