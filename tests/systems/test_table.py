"""Two systems at a table: they bid, explain, keep their files' state, and remember a bounded number of auctions."""

import os
from collections import OrderedDict
from pathlib import Path

import pytest

from overtrick import PASS, Auction, BridgeError, Call, Deal, Seat, Vulnerability
from overtrick.systems import table as tables
from overtrick.systems.system import System
from overtrick.systems.table import Table, nodes_for_batches

OPENING = Auction.parse("1S")
TINY = "system: {name}\nsituations: [{{when: opening, rules: [{{call: 1N, hand: {hcp} hcp}}]}}]"
HAND = "KQ52.AJ73.84.K62"


@pytest.fixture(autouse=True)
def no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins without a table."""
    monkeypatch.setattr(Table, "_tables", OrderedDict())


def test_a_table_bids_and_says_what_the_call_means() -> None:
    table = Table(System.load("sayc"))
    chosen = table.bid(HAND, "1N P", Seat.EAST, Vulnerability.BOTH)
    assert chosen.call == Call.parse("2C")
    assert chosen.rule in chosen.meaning.rules
    assert chosen.meaning.seat is Seat.WEST
    assert [str(meaning.call) for meaning in table.explain("1N P 2C")] == ["1N", "P", "2C"]


def test_a_table_bids_a_deal() -> None:
    deal = Deal.parse("N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT")
    table = Table(System.load("sayc"), System.load("acol"))
    auction = table.bid_deal(deal, Seat.WEST)
    assert auction.is_over
    for turn, (seat, call) in enumerate(auction):
        assert table.bid(deal[seat], Auction(Seat.WEST, auction.calls[:turn])).call == call


@pytest.mark.parametrize(("auction", "hand", "where"), [("1N P P P", HAND, "auction"), ("1S", "AK.2..", "hand")])
def test_errors_name_what_was_wrong(auction: str, hand: str, where: str) -> None:
    with pytest.raises(BridgeError, match=f"^{where}"):
        Table(System.load("sayc")).bid(hand, auction)


def test_each_side_plays_its_own_system() -> None:
    table = Table.of("sayc", "acol")
    assert [table.system_of(seat).name for seat in Seat] == ["SAYC", "Acol", "SAYC", "Acol"]
    assert Table.of("SAYC", "acol") is table
    assert Table.of("acol", "sayc") is not table


def test_a_changed_file_makes_a_new_table_and_leaves_the_one_in_use_alone(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(TINY.format(name="Before", hcp="13-15"))
    before = Table.of(str(path))
    assert Table.of(str(path)) is before
    path.write_text(TINY.format(name="And after", hcp="20-21"))
    assert [system.name for system in before.systems] == ["Before", "Before"]
    assert str(before.bid(HAND).call) == "1N"
    assert str(Table.of(str(path)).bid(HAND).call) == "P"
    path.unlink()
    assert str(before.bid(HAND).call) == "1N"


def test_a_tree_forgets_what_one_auction_came_through_before_there_is_too_much() -> None:
    table = Table(System.load("sayc"), most_nodes=20)
    first = table.node(OPENING)
    for call in first.auction.legal_calls():
        first.child(call)
    assert table.tree.nodes > 20
    raised = first.child(Call.parse("2S"))
    assert table.node(OPENING) is first  # the only one with two ways on
    assert table.tree.nodes == 2
    assert raised.child(PASS).auction == Auction.parse("1S 2S P")  # a node that is in use goes on working
    assert first.child(Call.parse("2S")) is not raised


def test_a_tree_forgets_all_where_that_is_not_enough() -> None:
    table = Table(System.load("sayc"), most_nodes=20)
    first = table.node(OPENING)
    for call in list(first.auction.legal_calls())[:16]:
        for following in list(first.child(call).auction.legal_calls())[:2]:
            first.child(call).child(following)
    assert table.node(OPENING) is not first
    assert table.tree.nodes == 2


def test_tables_have_a_bound_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_REMEMBERED", 10)
    monkeypatch.setattr(tables, "LOOKUPS", 1)
    for system in ("sayc", "acol", "2/1"):
        Table.of(system).bid(HAND, "1C 1D 1H 1S")
    sizes = [table.tree.size for table in Table._tables.values()]
    fresh = [Table(table.systems[0]).tree.size for table in Table._tables.values()]
    assert sizes[:2] == fresh[:2]
    assert sizes[2] > fresh[2]


def test_a_tree_starts_with_new_books_before_they_are_too_large() -> None:
    table = Table(System.load("sayc"))
    table.tree.most_entries = 30
    node = table.node(OPENING)
    first = node.lines
    for call in node.auction.legal_calls():
        assert node.child(call).lines
    before = table.tree.size
    again = table.node(OPENING)
    assert again is not node
    assert table.tree.size < before
    assert [line.rule for line in again.lines] == [line.rule for line in first]


def test_no_more_tables_than_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_TABLES", 2)
    first = Table.of("sayc")
    for system in ("acol", "2/1"):
        Table.of(system)
    assert len(Table._tables) == 2
    assert Table.of("sayc") is not first


def test_more_nodes_are_remembered_where_there_is_more_memory_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_NODES", 20_000)
    monkeypatch.setattr(tables, "NODE_BYTES", 5_000)
    monkeypatch.setattr(os, "sysconf", lambda name: 4096 if name == "SC_PAGE_SIZE" else 1 << 22, raising=False)
    bounds = []
    for cores in (1, 2, 1000):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        bounds.append(nodes_for_batches())
    assert bounds == [429_496, 214_748, 20_000]
