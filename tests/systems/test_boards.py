"""Whole auctions: many at once as one by one, legal, and true to what they show."""

import gc
from itertools import pairwise
from weakref import ref

import numpy as np
import pytest

from hands.cell_numbers import cell_of
from overtrick import PASS, Auction, Seat, Vulnerability, board_dealer, board_vulnerability
from overtrick.arrays import random_deals
from overtrick.systems.engine import tree as tree_of_auctions
from overtrick.systems.engine.boards import bid_deal, bid_nodes
from overtrick.systems.engine.memo import set_aside, uncollected
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import NAMES, System

SYSTEMS = tuple(sorted(set(NAMES.values())))
BOARDS = 48


@pytest.fixture(scope="module")
def dealt() -> tuple[list[Seat], list[Vulnerability]]:
    numbers = range(1, BOARDS + 1)
    return [board_dealer(number) for number in numbers], [board_vulnerability(number) for number in numbers]


@pytest.mark.parametrize("system", SYSTEMS)
def test_many_at_once_bid_as_one_by_one(system: str, dealt: tuple[list[Seat], list[Vulnerability]]) -> None:
    deals = random_deals(BOARDS, np.random.default_rng(11))
    ends = bid_nodes(Tree(System.load(system)), deals.holdings, *dealt)
    together = [Auction(dealer, end.auction.calls) for dealer, end in zip(dealt[0], ends, strict=True)]
    tree = Tree(System.load(system))  # another one, so that nothing is remembered
    singly = [bid_deal(tree, deal, *how) for deal, how in zip(deals, zip(*dealt, strict=True), strict=True)]
    assert together == singly


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("against", SYSTEMS)
def test_hands_lie_in_what_they_show_and_forcing_bids_are_kept(
    system: str, against: str, dealt: tuple[list[Seat], list[Vulnerability]]
) -> None:
    deals = random_deals(BOARDS, np.random.default_rng(12))
    tree = Tree(System.load(system), System.load(against))
    for deal, dealer, end in zip(deals, dealt[0], bid_nodes(tree, deals.holdings, *dealt), strict=True):
        assert end.auction.is_over
        assert len(end.auction) <= 40
        for seat in range(4):
            assert end.shown_by(seat) >> cell_of(deal[dealer.after(seat)]) & 1, (str(deal), str(end.auction), seat)
        node = end
        while node.parent is not None:
            passed = node.auction.calls[-1] == PASS and node.parent.must_act
            assert not passed or node.parent.force.by_double, (str(deal), str(node.auction))
            node = node.parent


def test_dealers_share_their_nodes() -> None:
    tree = Tree(System.load("sayc"))
    north, east = Auction.parse("1S P", dealer=Seat.NORTH), Auction.parse("1S P", dealer=Seat.EAST)
    assert tree.node(north) is tree.node(east)
    assert tree.node(north, Vulnerability.NS) is tree.node(east, Vulnerability.EW)
    assert tree.node(north, Vulnerability.NS) is not tree.node(north)
    tree.forget()
    assert tree.node(north) is tree.node(east)


def test_one_by_one_nodes_are_set_aside_from_the_collector_many_together(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = Tree(System.load("sayc"))
    made: list[int] = []
    monkeypatch.setattr(tree_of_auctions, "SET_ASIDE", 40)
    monkeypatch.setattr(tree_of_auctions, "set_aside", lambda: made.append(tree.nodes))
    for _ in range(2):
        made.clear()
        for deal in random_deals(20, np.random.default_rng(4)):
            bid_deal(tree, deal)
        assert len(made) > 1
        assert all(later - earlier >= 40 for earlier, later in pairwise([0, *made]))
        assert tree.nodes - made[-1] < 80
        tree.forget()  # then the count begins anew


class Loop:
    """Garbage that only the collector frees."""

    def __init__(self) -> None:
        self.itself = self


def test_garbage_set_aside_with_the_nodes_is_found_when_the_tree_is_full() -> None:
    tree = Tree(System.load("sayc"), most_nodes=30)
    with uncollected():
        garbage = ref(Loop())
        set_aside()
        for deal in random_deals(8, np.random.default_rng(5)):
            bid_deal(tree, deal)
        assert garbage() is None


def test_what_was_made_of_a_card_is_freed_with_its_tree_without_the_collector() -> None:
    deals = random_deals(4, np.random.default_rng(3))
    tree = Tree(System.load("sayc"))
    bid_nodes(tree, deals.holdings, [Seat.NORTH] * 4, [Vulnerability.NONE] * 4)
    book = ref(tree.root().books[0])
    with uncollected():
        del tree
        assert book() is None


def test_nodes_are_freed_with_their_tree_without_the_collector() -> None:
    gc.unfreeze()
    deals = random_deals(4, np.random.default_rng(1))
    tree = Tree(System.load("sayc"))
    end = bid_nodes(tree, deals.holdings, [Seat.NORTH] * 4, [Vulnerability.NONE] * 4)[0]
    assert gc.get_freeze_count()
    root = ref(tree.root())
    held = end.parent
    assert held is not None
    before = len(held.lines)
    del tree
    assert not gc.get_freeze_count()
    assert root() is not None  # the end of an auction still has its way back
    assert len(held.lines) == before
    with uncollected():
        del end, held
        assert root() is None
