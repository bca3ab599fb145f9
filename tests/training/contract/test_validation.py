"""Cross-validation: every fold once, and a killed run goes on."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

from overtrick.core import BridgeError
from overtrick.training.contract import network
from overtrick.training.contract.tables import tables
from overtrick.training.contract.validation import FOREST, Plan, cross_validate, mean_and_deviation
from training.contract.toy import SMALL, decisions

DATA = decisions(300)
PLAN = Plan({"paper": SMALL}, folds=3, seed=4)


class Counted:
    """Stands in for training: knows the classes without learning, counts, and may be killed."""

    def __init__(self, killed_at: int = 99) -> None:
        self.fits, self.killed_at = 0, killed_at

    def __call__(self, data: Any, recipe: Any, seed: int, progress: Any) -> dict[str, Any]:
        if self.fits == self.killed_at:
            raise KeyboardInterrupt
        self.fits += 1
        assert 95 <= len(set(data.boards)) <= 105  # two thirds of the deals
        width = data.features.shape[1]
        weights: dict[str, Any] = {"mean": np.zeros(width), "scale": np.ones(width)}
        for number, (rows, columns) in enumerate(((width, 16), (16, 37))):
            weights |= {f"{number}.weight": np.zeros((rows, columns)), f"{number}.bias": np.zeros(columns)}
        weights["1.bias"][16] = 1  # always 3NT
        return weights


def test_a_killed_run_goes_on_with_the_next_fold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Counted(killed_at=2)
    monkeypatch.setattr(network, "fit", first)
    with pytest.raises(KeyboardInterrupt):
        cross_validate(tmp_path, DATA, PLAN)
    with (tmp_path / "folds.jsonl").open("a") as log:
        log.write('{"model": "paper", "rep')
    then = Counted()
    monkeypatch.setattr(network, "fit", then)
    found = cross_validate(tmp_path, DATA, PLAN)
    assert (first.fits, then.fits) == (2, 1)
    assert [(each.repeat, each.fold) for each in found] == [(0, 0), (0, 1), (0, 2)]
    assert sum(each.measures.decisions for each in found) == 300
    share = float((DATA.best == 16).mean())
    assert mean_and_deviation(found, "paper", "accuracy")[0] == pytest.approx(share, abs=0.02)


def test_another_plan_in_the_same_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "fit", Counted())
    cross_validate(tmp_path, DATA, PLAN)
    with pytest.raises(BridgeError, match="expected a cross-validation with"):
        cross_validate(tmp_path, DATA, Plan({"paper": SMALL}, folds=5, seed=4))


def test_the_forest_learns_and_the_tables_put_ours_beside_the_papers(tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    told = list[str]()
    found = cross_validate(tmp_path, DATA, Plan({"paper": SMALL, FOREST: None}, folds=2), told.append)
    assert mean_and_deviation(found, FOREST, "accuracy")[0] > 0.7
    assert sum(each.endswith("IMPs\n") for each in told) == 4
    printed = tables(DATA, found)
    accuracy, deviation = mean_and_deviation(found, "paper", "accuracy")
    assert [line.split()[0] for line in printed.splitlines() if line and line[0] != " "] == ["VII", "VIII", "IX", "X"]
    assert f"{accuracy:.3f} ± {deviation:.3f}       0.872 ± 0.004" in printed
    assert "published 13% of 450,000" in printed
    assert "random forest" in printed
    assert "0.854 ± 0.001" in printed
    assert "without augmentation" not in printed
