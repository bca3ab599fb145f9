"""What the bidding of a board cost, on deals where one can see it."""

from pathlib import Path

import pytest

from contract.small_net import random_predictor
from overtrick import Auction, Board, BridgeError, Deal, Record, Seat, Vulnerability
from overtrick.contract.cost import BiddingCost, CostTotals, costs_of, last_predictions
from overtrick.contract.outcomes import MeanAndError, choices_of
from overtrick.contract.positions import position_of
from overtrick.contract.predictor import ContractPredictor, contract_after, predict
from overtrick.core import DDTable, Position, Side
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from overtrick.tricks.estimators import four_hands

SLAM = Deal.parse("N:AKQJ32.A2.K32.K2 T98.QJT9.QJ9.T98 7654.K3.A4.AQJ54 .87654.T8765.763")
"""North-South take all the tricks in spades, and in notrump."""
FLAT = Deal.parse("N:J5432.Q32.Q32.Q2 KQ9.A54.KJ4.KJ43 876.J76.T98.T987 AT.KT98.A765.A65")
"""North-South take five tricks in spades; nobody has a long suit."""


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


def test_defending_is_a_choice_and_the_save_that_was_too_dear_is_named(tree: Tree, folder: Path) -> None:
    """Five diamonds doubled over four spades: East-West do better to leave them there."""
    found = cost_of(tree, folder, SLAM, "4S 5D X AP")
    assert (str(found.reached), found.side, str(found.best), found.place) == ("5DXE", Side.EAST_WEST, "4SN", 1)
    assert found.lost.over_layouts.value == found.lost_by[Side.EAST_WEST] > 5


def test_doubling_what_makes_and_not_doubling_what_fails_are_choices_too(tree: Tree, folder: Path) -> None:
    doubled = cost_of(tree, folder, SLAM, "7S P P X AP")
    assert (doubled.side, str(doubled.best), doubled.place) == (Side.EAST_WEST, "7SN", 3)
    left = cost_of(tree, folder, FLAT, "P P P 4S P P P", Seat.EAST)
    assert (left.side, str(left.best), left.place) == (Side.EAST_WEST, "4SXN", 6)


def test_a_double_that_beats_the_contract_is_no_fault(tree: Tree, folder: Path) -> None:
    """Most layouts let five clubs make, as the estimator says of the deal itself; on the deal it takes ten tricks."""
    deal = Deal.parse("N:Q.A6.QJT873.AJ87 AK642.KT753.92.Q J3.Q4.AK5.T96542 T9875.J982.64.K3")
    record = Record(Board(deal), Auction.parse("1D 1S 2C 4S 5C X AP"))
    clubs_of_south = {10: None, 11: 5}
    for tricks, place in clubs_of_south.items():
        table = DDTable.of([[7] * 5, [6] * 5, [tricks, *[7] * 4], [6] * 5])
        (found,) = costs_of([record], [table], tree, ContractPredictor.load(folder), layouts=40)
        assert (found.place, str(found.best)) == (place, "5CXS" if place is None else "5CS")


@pytest.mark.parametrize(
    ("calls", "side", "choices", "none"),
    [
        ("1S P 2S 3H P P P", Side.NORTH_SOUTH, {"3HW": 6, "3HXW": 6, "3SN": 6, "4SN": 6}, ("2SN", "2NS")),
        ("1S P 2S 3H P P P", Side.EAST_WEST, {"2SN": 3, "3CW": 3, "3NE": 5}, ("2SXN", "1SN")),
        ("1S P 4S P P P", Side.NORTH_SOUTH, {"1SN": 2, "4SN": 4, "3NS": 2, "6SN": 4, "None": 0}, ("1CS",)),
        ("P P P P", Side.EAST_WEST, {"None": 3, "1CW": 3}, ("1CE",)),
    ],
)
def test_what_a_side_could_have_had_and_its_last_chance(
    calls: str, side: Side, choices: dict[str, int], none: tuple[str, ...]
) -> None:
    found = {str(contract): place for contract, place in choices_of(Auction.parse(calls), side).items()}
    assert {name: found.get(name) for name in choices} == choices
    assert not set(none) & set(found)


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
