"""A newcomer's edit: a weak notrump in a copy of the SAYC card, and everything that follows from it."""

from pathlib import Path

import pytest

from overtrick import Auction, Hand
from overtrick.systems.engine.meaning import explain
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import SHIPPED, System, SystemErrors


@pytest.fixture(scope="module")
def weak(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    path: Path = tmp_path_factory.mktemp("cards") / "ours.yaml"
    path.write_text((SHIPPED / "sayc.yaml").read_text().replace("  nt: 15-17", "  nt: 12-14"))
    return Tree(System.load(path))


@pytest.mark.parametrize(
    ("auction", "hand", "call"),
    [
        ("", "AQ32.K43.KJ32.32", "1N"),  # 13 balanced
        ("", "AQ32.K43.KJ32.A2", "1D"),  # 17 balanced is too strong now
        ("1N P", "KQ54.KJ4.432.876", "P"),  # nine points were an invitation
        ("1N P", "KQ54.KQ4.K2.8763", "2C"),  # eleven or more ask for a major
        ("1D P 1S P", "A32.K43.KQJ2.K32", "1N"),  # and the rebid shows the strong notrump
        ("1D P 1S P", "A32.KQ3.KQJ2.K32", "2N"),
    ],
)
def test_bids_follow(weak: Tree, auction: str, hand: str, call: str) -> None:
    assert str(weak.node(Auction.parse(auction)).bid(Hand.parse(hand))[0]) == call


def test_explanations_follow(weak: Tree) -> None:
    opening = explain(weak, Auction.parse("1N"))[0]
    assert opening.shown.hcp == (12, 14)
    assert opening.announce == "12-14"
    assert "12-14" in opening.text
    rebid = explain(weak, Auction.parse("1D P 1S P 1N"))[-1]
    assert rebid.shown.hcp[1] == 17


TOUCHING = """\
system: Ours
include: [sayc]
params: {nt: 16-18, two_nt: 19-20}
"""


@pytest.fixture(scope="module")
def touching() -> Tree:
    """Between the two notrump openings no hand is left for the jump to 2NT."""
    return Tree(System.loads(TOUCHING))


@pytest.mark.parametrize(
    ("auction", "hand", "call"),
    [
        ("", "AQ32.K43.KQJ2.A2", "2N"),  # 19
        ("", "AQ32.K43.KJ32.AQ", "2N"),
        ("", "AQ32.K43.KJ32.AJ", "1N"),  # 18
        ("", "AQ32.A43.AQ32.AQ", "2C"),  # 22
        ("", "AQ32.K43.AQ32.AQ", "2C"),  # 21, above the 2NT opening
        ("2C P 2D P", "AQ32.K43.AQ32.AQ", "2N"),
        ("1D P 1S P", "A32.K43.KQJ2.Q32", "1N"),  # 15
    ],
)
def test_openings_that_touch_leave_nothing_between(touching: Tree, auction: str, hand: str, call: str) -> None:
    assert str(touching.node(Auction.parse(auction)).bid(Hand.parse(hand))[0]) == call


def test_a_jump_for_which_no_hand_is_left_is_not_written(touching: Tree) -> None:
    lines = touching.node(Auction.parse("1D P 1S P")).rule_lines
    assert "2N" not in [line.rule for line in lines]


def test_a_range_written_backwards_is_refused() -> None:
    with pytest.raises(SystemErrors, match=r"expected a range such as 15-17 for nt, got .18-16."):
        System.loads(TOUCHING.replace("16-18", "18-16"))
