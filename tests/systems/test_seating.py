"""A table remembers auctions as long as they fit into memory."""

import os

import pytest

from overtrick import Auction
from overtrick.systems import seating
from overtrick.systems.seating import Seating, deals_kept
from overtrick.systems.system import System

OPENING = Auction.parse("1S")


def test_a_tree_forgets_its_nodes_before_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seating, "RENEWED", 100)
    card = System.load("sayc")
    table = Seating(card, card)
    first = table.tree(60).node(OPENING)
    assert table.tree(40).node(OPENING) is first
    assert table.tree(1).node(OPENING) is not first


def test_more_deals_are_kept_where_there_is_more_memory_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", lambda name: 4096 if name == "SC_PAGE_SIZE" else 1 << 22, raising=False)
    kept = []
    for cores in (1, 2, 1000):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        kept.append(deals_kept())
    assert kept == [71_582, 35_791, 5_000]
