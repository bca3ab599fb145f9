"""Pairs of hands with tricks: choosing among them, refusing what is no file of them."""

from pathlib import Path

import numpy as np
import pytest

from overtrick import BridgeError, Deal
from overtrick.arrays import DealBatch
from overtrick.solver import solve_tables
from overtrick.strength.pairs import SolvedPairs, TrickSet


def test_suits_and_notrump_choose_their_pairs() -> None:
    deal = Deal.parse("N:AKQ2.K32.A32.432 J3.QJ8.KQJ9.KQJ9 T984.A654.654.A5 765.T97.T87.T876")
    tables = solve_tables(DealBatch.stack([deal]))
    suits = TrickSet.of_deals(DealBatch.stack([deal]), tables)
    assert suits.hands.strains.tolist() == [3, 1] or suits.hands.strains.tolist() == [3, 0]
    assert suits.tricks[0] == tables[0, [0, 2], 3].max()
    pair = SolvedPairs(np.array([[[1 << 12 | 3, 7, 7, 7 << 4]] * 2], np.uint16), np.full((1, 2, 5), 8, np.float32), 1)
    assert len(pair.in_notrump()) == 0  # nobody stops diamonds


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.npz").write_bytes(b"rubbish")
    with pytest.raises(BridgeError, match="expected solved pairs"):
        SolvedPairs.load(tmp_path / "bad.npz")
    (tmp_path / "bad.csv").write_text("north;south\nAKQ.JT9.876.5432;oops;1;2\n")
    with pytest.raises(BridgeError, match=r"bad\.csv:2"):
        SolvedPairs.load(tmp_path / "bad.csv")
    with pytest.raises(BridgeError, match="cannot read"):
        SolvedPairs.load(tmp_path / "missing.csv")
