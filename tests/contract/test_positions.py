"""Positions read off the convention cards."""

from dataclasses import replace

import numpy as np
import pytest

from overtrick import Auction, BridgeError, Hand, Position, Seat, Vulnerability
from overtrick.arrays import DealBatch
from overtrick.arrays.auctions import NO_CALL
from overtrick.contract.features import NAMES, features
from overtrick.contract.positions import PositionBatch, position_of
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.meaning import explain, shown_by_seat
from overtrick.systems.engine.tree import Node, Tree
from overtrick.systems.system import System

HAND = Hand.parse("AQT9.K4.KJ32.A32")


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(System.load("sayc"))


def named(tree: Tree, auction: str, dealer: Seat = Seat.NORTH) -> dict[str, float]:
    batch = position_of(tree, Position(HAND, Auction.parse(auction, dealer), Vulnerability.EW))
    return dict(zip(NAMES, features(batch)[0].tolist(), strict=True))


def test_stayman_is_artificial_and_a_notrump_shows_its_points(tree: Tree) -> None:
    found = named(tree, "1N P 2C P 2D P", Seat.EAST)
    assert found["own 2C artificial"] == found["partner 1N bid"] == found["opened"] == found["vulnerable own"] == 1
    assert found["partner 1N artificial"] == found["vulnerable opponents"] == 0
    assert (found["partner hcp low"], found["partner hcp high"]) == (15, 17)
    assert found["partner S high"] == found["partner H high"] == 3  # 2♦ denied a major
    assert found["lho hcp low"] == 0


def test_a_player_yet_to_call_has_shown_nothing(tree: Tree) -> None:
    batch = position_of(tree, Position(HAND, Auction.parse("1H", Seat.SOUTH)))
    lho, partner, rho = batch.shown[0].tolist()
    assert lho == partner
    assert rho[3][0] == 5
    assert lho[3][0] == 0


def test_a_call_the_system_does_not_know_is_marked(tree: Tree) -> None:
    node = tree.node(Auction.parse("1N P"))
    known, strange = PositionBatch.of([(node, HAND)]), strange_position(tree)
    assert known.meaning_known.tolist() == [True]
    assert strange.meaning_known.tolist() == [False]


def strange_position(tree: Tree) -> PositionBatch:
    """After an opening bid of six notrump, which no rule of the card makes."""
    auction = Auction.parse("6N")
    assert explain(tree, auction)[0].kind == "unknown"
    return position_of(tree, Position(HAND, auction.after(Auction.parse("P").calls[0])))


def test_many_positions_are_the_single_ones_in_a_row(tree: Tree) -> None:
    boards = BoardBatch.random(20, seed=3)
    nodes, rows = [], []
    for place, end in enumerate(boards.bid(tree)):
        node: Node | None = end.parent
        while node is not None:
            nodes.append(node)
            rows.append(boards.deals.holdings[place, boards.dealers[place].after(node.turn)])
            node = node.parent
    batch = PositionBatch.at_nodes(nodes, np.array(rows))
    assert len(batch) == len(nodes) > 100
    x = features(batch)
    for place in range(0, len(batch), 17):
        assert batch.calls[place].tolist().count(NO_CALL) == batch.calls.shape[1] - len(nodes[place].auction)
        single = PositionBatch.at_nodes([nodes[place]], batch.holdings[place : place + 1])
        np.testing.assert_array_equal(features(single)[0], x[place])
        np.testing.assert_array_equal(features(batch[place : place + 1])[0], x[place])
        assert _plain_shown(nodes[place]) == batch.shown[place].tolist()


def _plain_shown(node: Node) -> list[list[list[int]]]:
    shown = shown_by_seat(node)
    players = [shown[(node.turn + turns) % 4] for turns in (1, 2, 3)]
    return [[list(each.hcp), *map(list, each.lengths)] for each in players]


def test_no_positions_at_all_are_a_batch_too() -> None:
    empty = PositionBatch.at_nodes([], DealBatch.stack([]).holdings[:, 0])
    assert features(empty).shape == (0, 612)


def test_what_cannot_be_a_position_is_refused(tree: Tree) -> None:
    with pytest.raises(BridgeError, match="13 cards, got 12"):
        position_of(tree, Position(Hand.parse("AQT9.K4.KJ32.A3")))
    with pytest.raises(BridgeError, match="ended in 1NT by North"):
        position_of(tree, Position(HAND, Auction.parse("1N AP")))
    batch = position_of(tree, Position(HAND))
    with pytest.raises(BridgeError, match="expected seats of shape"):
        replace(batch, seats=batch.seats[:0])
