"""Pairs of hands with tricks: making them, keeping them, choosing among them."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from overtrick import BridgeError, Deal, Hand, Strain
from overtrick.arrays import DealBatch
from overtrick.solver import solve_tables
from overtrick.strength.pairs import SolvedPairs, TrickSet
from overtrick.training.data.pairs import Labelling, label_pairs, random_pairs


def points_as_tricks(deals: DealBatch, strains: list[Strain]) -> NDArray[np.uint8]:
    """A stand-in for the solver: declarer's spade length in every strain."""
    lengths = np.bitwise_count(deals.holdings[:, :, 3]).astype(np.uint8)
    return np.repeat(lengths[:, :, np.newaxis], 5, axis=2)


def test_labels_are_means_over_layouts_that_keep_the_pair(tmp_path: Path) -> None:
    pairs = list(random_pairs(6, seed=3))
    solved = label_pairs(iter(pairs), tmp_path / "p.npz", Labelling(layouts=4, seed=1), points_as_tricks)
    for number, (north, south) in enumerate(pairs):
        asked = ~np.isnan(solved.tricks[number, 0])
        np.testing.assert_allclose(solved.tricks[number, 0][asked], north.lengths[3])
        np.testing.assert_allclose(solved.tricks[number, 1][asked], south.lengths[3])
    assert solved.layouts == 4
    again = SolvedPairs.load(tmp_path / "p.npz")
    np.testing.assert_array_equal(again.holdings, solved.holdings)


def test_a_killed_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = label_pairs(random_pairs(5, 3), tmp_path / "whole.npz", Labelling(layouts=3), points_as_tricks)
    calls = 0

    def dies(deals: DealBatch, strains: list[Strain]) -> NDArray[np.uint8]:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return points_as_tricks(deals, strains)

    with pytest.raises(KeyboardInterrupt):
        label_pairs(random_pairs(5, 3), tmp_path / "cut.npz", Labelling(layouts=3), dies)
    partial = tmp_path / "cut.npz.partial"
    partial.write_bytes(partial.read_bytes() + b"torn")  # killed in the middle of a row
    calls = 10
    rest = label_pairs(random_pairs(5, 3), tmp_path / "cut.npz", Labelling(layouts=3), dies)
    assert calls == 13
    np.testing.assert_array_equal(rest.tricks, whole.tricks)
    assert not partial.exists()


def test_exact_labels_come_from_the_solver(tmp_path: Path) -> None:
    north, south = Hand.parse("AKQJT98765432..."), Hand.parse(".AKQJT98765432..")
    solved = label_pairs(iter([(north, south)]), tmp_path / "e.npz", Labelling(layouts=2, all_strains=True))
    assert solved.tricks[0, :, Strain.SPADES].tolist() == [13, 13]
    assert solved.tricks[0, :, Strain.CLUBS].tolist() == [0, 0]


def test_an_opponent_who_bids_holds_his_suit(tmp_path: Path) -> None:
    seen: list[DealBatch] = []

    def remember(deals: DealBatch, strains: list[Strain]) -> NDArray[np.uint8]:
        seen.append(deals)
        return points_as_tricks(deals, strains)

    pairs = [(Hand.parse("AK32.432.432.432"), Hand.parse("QJ54.8765.765.65"))]
    solved = label_pairs(iter(pairs), tmp_path / "b.npz", Labelling(layouts=20, east_bids=True), remember)
    assert solved.theirs is not None
    assert solved.theirs.tolist() == [0]
    clubs = seen[0].holdings[:, 1, 0]
    assert (np.bitwise_count(clubs) >= 5).all()
    assert solved.in_suits(least=0).hands.theirs is not None


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
    with pytest.raises(BridgeError, match="expected a file of solved pairs"):
        SolvedPairs.load(tmp_path / "bad.npz")
    (tmp_path / "bad.csv").write_text("north;south\nAKQ.JT9.876.5432;oops;1;2\n")
    with pytest.raises(BridgeError, match=r"bad\.csv:2"):
        SolvedPairs.load(tmp_path / "bad.csv")
    with pytest.raises(BridgeError, match="cannot read"):
        SolvedPairs.load(tmp_path / "missing.csv")
