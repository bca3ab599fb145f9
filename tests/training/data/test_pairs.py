"""Making pairs of hands with tricks: means over layouts, the same after a kill, never two data sets in one file."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from overtrick import BridgeError, Hand, Strain
from overtrick.arrays import DealBatch
from overtrick.strength.pairs import SolvedPairs
from overtrick.training.data.east_bids import HandPair
from overtrick.training.data.pairs import Labelling, label_pairs, random_pairs
from overtrick.training.data.writer import RowWriter


def points_as_tricks(deals: DealBatch, strains: list[Strain]) -> NDArray[np.uint8]:
    """A stand-in for the solver: declarer's spade length in every strain."""
    lengths = np.bitwise_count(deals.holdings[:, :, 3]).astype(np.uint8)
    return np.repeat(lengths[:, :, np.newaxis], 5, axis=2)


def test_labels_are_means_over_layouts_that_keep_the_pair(tmp_path: Path) -> None:
    pairs = list(random_pairs(6, seed=3))
    solved = label_pairs(iter(pairs), tmp_path / "p.npz", Labelling(layouts=4, seed=1), points_as_tricks)
    for number, pair in enumerate(pairs):
        asked = ~np.isnan(solved.tricks[number, 0])
        np.testing.assert_allclose(solved.tricks[number, 0][asked], pair.north.lengths[3])
        np.testing.assert_allclose(solved.tricks[number, 1][asked], pair.south.lengths[3])
    assert solved.layouts == 4
    again = SolvedPairs.load(tmp_path / "p.npz")
    np.testing.assert_array_equal(again.holdings, solved.holdings)


def test_a_killed_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    label_pairs(random_pairs(5, 3), tmp_path / "whole.npz", Labelling(layouts=3), points_as_tricks)
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
    label_pairs(random_pairs(5, 3), tmp_path / "cut.npz", Labelling(layouts=3), dies)
    assert calls == 13
    assert (tmp_path / "cut.npz").read_bytes() == (tmp_path / "whole.npz").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["cut.npz", "whole.npz"]


@pytest.mark.parametrize(
    "changed", [{"seed": 1}, {"layouts": 4}, {"all_strains": True}, {"east_bids": True}, {"tricks": "net"}]
)
def test_a_run_with_other_settings_is_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    begun = Labelling(layouts=3)
    with RowWriter.beside(tmp_path / "p.npz", asdict(begun)):
        pass
    ((name, value),) = changed.items()
    with pytest.raises(BridgeError, match=f"{name} was {getattr(begun, name)} and is now {value}; remove it"):
        label_pairs(random_pairs(2, 3), tmp_path / "p.npz", replace(begun, **{name: value}), points_as_tricks)


def test_labels_of_other_hands_are_refused(tmp_path: Path) -> None:
    def killed() -> Iterator[HandPair]:
        yield from random_pairs(2, seed=3)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        label_pairs(killed(), tmp_path / "p.npz", Labelling(layouts=3), points_as_tricks)
    with pytest.raises(BridgeError, match="got those of other hands"):
        label_pairs(random_pairs(2, seed=4), tmp_path / "p.npz", Labelling(layouts=3), points_as_tricks)


def test_exact_labels_come_from_the_solver(tmp_path: Path) -> None:
    north, south = Hand.parse("AKQJT98765432..."), Hand.parse(".AKQJT98765432..")
    solved = label_pairs(iter([HandPair(north, south)]), tmp_path / "e.npz", Labelling(layouts=2, all_strains=True))
    assert solved.tricks[0, :, Strain.SPADES].tolist() == [13, 13]
    assert solved.tricks[0, :, Strain.CLUBS].tolist() == [0, 0]
