"""The audit counts what a plain walk through every auction counts, and finds what is made to be wrong."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from hands.cell_numbers import cell_of
from overtrick import PASS, Auction, BridgeError, Call, Contract
from overtrick.arrays import Holdings
from overtrick.hands.cells import CellSet, Shown
from overtrick.systems.engine import boards
from overtrick.systems.engine.boards import BoardBatch, bid_nodes
from overtrick.systems.engine.meaning import Meaning, meaning
from overtrick.systems.engine.tree import Node, Tree
from overtrick.systems.system import System
from overtrick.systems.table import Table
from overtrick.systems.tools import audit as auditing
from overtrick.systems.tools.audit import audit_boards
from overtrick.systems.tools.findings import HARD, HCP, LENGTHS, Audit, kind_of, spread
from systems.tables import STRONG, WEAK

CARD, OTHER = System.loads(STRONG), System.loads(WEAK)
BOARDS = BoardBatch.random(80, seed=3)


def plainly(sides: tuple[int, ...], east_west: System) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Counts, rules and opening bids, board by board and call by call."""
    tree = Tree(CARD, east_west)
    counts, made, openings = Counter[str](), Counter[str](), Counter[str]()
    for place in range(len(BOARDS)):
        board = BOARDS[place]
        node, seat = tree.root(board.dealer, board.vulnerability), board.dealer
        while node.legal:
            hand = board.deal[seat]
            call, line = node.bid(hand)
            if seat & 1 in sides:
                said = meaning(node, call)
                counts["calls"] += 1
                counts[HARD] += not said.cells >> cell_of(hand) & 1
                counts[HCP] += not said.shown.hcp[0] <= hand.hcp <= said.shown.hcp[1]
                lengths = zip(hand.lengths, said.shown.lengths, strict=True)
                counts[LENGTHS] += not all(low <= length <= high for length, (low, high) in lengths)
                made[f"{line.rule} ({line.source})" if line.source else line.rule] += 1
                if call != PASS and node.opener < 0:
                    openings[str(call)] += 1
            counts["all calls"] += 1
            node, seat = node.child(call), seat.lho
    return counts, made, openings


@pytest.mark.parametrize(("sides", "east_west"), [((0, 1), CARD), ((0,), OTHER)])
def test_an_audit_counts_as_a_plain_walk_does(sides: tuple[int, ...], east_west: System) -> None:
    found = audit_boards(Table(CARD, east_west), BOARDS, sides)
    counts, made, openings = plainly(sides, east_west)
    assert {name: found.counts[name] for name in counts} == dict(counts)
    assert (found.made, found.openings) == (made, openings)
    assert sum(found.contracts[kind] for kind in found.contracts if kind != "doubled") == len(BOARDS)
    assert found.faults == 0
    natural = sum(times for rule, times in made.items() if rule.startswith("natural: "))
    assert sum(times for (_, name), times in found.rounds.items() if name == "natural calls") == natural > 0
    assert sum(times for (_, name), times in found.rounds.items() if name == "calls") == counts["calls"]


def test_the_parts_of_an_audit_add_up() -> None:
    whole = audit_boards(Table(CARD, CARD), BOARDS)
    parts = Audit(CARD.name, CARD.name)
    for start in (0, 32):
        part = BoardBatch(BOARDS.deals[start : 80 if start else 32], start + 1)
        parts.add(audit_boards(Table(CARD, CARD), part, total=1_000_000))
    assert parts.counts == whole.counts
    assert (parts.made, parts.rounds, parts.longest) == (whole.made, whole.rounds, whole.longest)


def test_hands_outside_what_is_said_are_found_with_their_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    def boastful(node: Node, call: Call) -> Meaning:
        said = meaning(node, call)
        if str(call) != "1N" or node.opener >= 0:
            return said
        return replace(said, shown=replace(said.shown, hcp=(16, 17), lengths=((2, 5), (2, 5), (2, 5), (4, 5))))

    monkeypatch.setattr(auditing, "meaning", boastful)
    found = audit_boards(Table(CARD, CARD), BOARDS)
    openers = [end for end in BOARDS.bid(Tree(CARD)) if str(end.auction).replace("P ", "").startswith("1N")]
    worst, counts = found.worst_rules()[0]
    assert worst.startswith("1N (card:")
    assert counts["made"] == len(openers) > 3
    assert counts[HCP] > 0
    assert counts[LENGTHS] > 0
    assert counts[HARD] == 0
    example = next(each for each in found.examples_of(worst) if each.kind == HCP)
    assert example.call == "1N"
    assert example.shown.startswith("16-17 hcp")
    assert not found.is_clean


def test_a_hand_where_none_can_be_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Node.cells

    def narrow(node: Node, call: Call) -> CellSet:
        cells = honest(node, call)
        return 0 if str(call) == "1D" and node.opener < 0 else cells

    monkeypatch.setattr(Node, "cells", narrow)
    found = audit_boards(Table(CARD, CARD), BOARDS)
    assert found.counts[HARD] == found.openings["1D"] > 0
    assert {each.kind for each in found.problems} == {HARD}
    assert found.problems[0].deal
    assert not found.is_clean


def test_a_passed_forcing_bid_and_a_long_auction_are_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    long = "1C P P X P P XX P P 1D P P X P P XX P P 1H P P X P P XX P P 1S P P X P P XX P P 1N P P X P P P"
    for text, kind in (("2C P P P", "forcing bids passed"), (long, "long auctions")):
        end = Auction.parse(text)
        monkeypatch.setattr(BoardBatch, "bid", lambda self, tree, end=end: [tree.node(end)] * len(self))
        found = audit_boards(Table(CARD, CARD), BoardBatch(BOARDS.deals[:2]))
        assert found.counts[kind] == 2, kind
        assert found.faults >= 2


def test_a_deal_that_breaks_the_bidder_costs_itself_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaking(tree: Tree, holdings: Holdings, *conditions: object) -> list[Node]:
        if (holdings == BOARDS.deals.holdings[7]).all(axis=(1, 2)).any():
            raise BridgeError("no line for some hand")
        return honest(tree, holdings, *conditions)  # type: ignore[arg-type]

    honest = bid_nodes
    monkeypatch.setattr(boards, "bid_nodes", breaking)
    found = audit_boards(Table(CARD, CARD), BoardBatch(BOARDS.deals[:12]))
    assert (found.counts["broken"], found.counts["deals"]) == (1, 12)
    assert [(each.kind, each.board, each.shown) for each in found.problems] == [("broken", 8, "no line for some hand")]
    assert sum(found.contracts[kind] for kind in found.contracts if kind != "doubled") == 11


def test_a_range_far_beyond_what_comes_up_is_loose() -> None:
    hcp = np.repeat([12, 13, 14], 100)
    lengths = np.tile([3, 3, 3, 4], (300, 1))
    found = Audit("A", "A")
    exact = ((3, 3), (3, 3), (3, 3), (4, 4))
    for stated, cards, wanted in (
        ((12, 14), exact, []),
        ((10, 16), exact, []),
        ((9, 14), exact, ["hcp"]),
        ((12, 17), exact, ["hcp"]),
        ((12, 14), ((2, 4), (3, 3), (3, 3), (2, 4)), ["S"]),
    ):
        found.spreads = {("1N", Shown(stated, cards, 1.0), "1N"): spread(hcp, lengths)}
        assert [each.axis for each in found.loose()] == wanted, (stated, cards)
    assert found.loose()[0].seen == (4, 4)
    found.spreads = {key: counts // 2 for key, counts in found.spreads.items()}
    assert not found.loose()  # too few to tell


def test_contracts_are_sorted_by_what_they_are_worth() -> None:
    kinds = {"2SN": "part score", "5CE": "game", "4DW": "part score", "4HXS": "game", "6CN": "small slam"}
    assert {text: kind_of(Contract.parse(text)) for text in kinds} == kinds
    assert kind_of(Contract.parse("7NN")) == "grand slam"
