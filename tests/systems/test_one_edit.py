"""A newcomer's edit: a weak notrump in a copy of the SAYC card, and everything that follows from it."""

from pathlib import Path

import pytest

from overtrick import Auction, Hand
from overtrick.systems.engine.meaning import explain
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import SHIPPED, System


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
