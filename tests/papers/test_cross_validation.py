"""Cross-validation: every fold once, and a killed run goes on."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")
pytest.importorskip("sklearn")

from sklearn.metrics import f1_score

from overtrick.core import BridgeError
from overtrick.papers.contract_2025 import cross_validation
from overtrick.papers.contract_2025.contract_tables import f1_scores, tables
from overtrick.papers.contract_2025.cross_validation import (
    ValidationPlan,
    as_reached,
    cross_validate,
    mean_and_deviation,
)
from overtrick.papers.rendering import table_text
from training.contract.toy import FOREST, SMALL, decisions, with_augmented

DATA = decisions(300)
PLAN = ValidationPlan({"paper": SMALL}, folds=3, seed=4)


class Counted:
    """Stands in for training: knows the classes without learning, counts, and may be killed."""

    def __init__(self, killed_at: int = 99) -> None:
        self.fits, self.killed_at = 0, killed_at

    def __call__(self, data: Any, recipe: Any, seed: int, progress: Any, kept: Any) -> dict[str, Any]:
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
    monkeypatch.setattr(cross_validation, "fit", first)
    with pytest.raises(KeyboardInterrupt):
        cross_validate(tmp_path, DATA, PLAN)
    with (tmp_path / "folds.jsonl").open("a") as log:
        log.write('{"model": "paper", "rep')
    then = Counted()
    monkeypatch.setattr(cross_validation, "fit", then)
    found = cross_validate(tmp_path, DATA, PLAN)
    assert (first.fits, then.fits) == (2, 1)
    assert [(each.repeat, each.fold) for each in found] == [(0, 0), (0, 1), (0, 2)]
    assert sum(each.measures.decisions for each in found) == 300
    share = float((DATA.best == 16).mean())
    assert mean_and_deviation(found, "paper", "accuracy")[0] == pytest.approx(share, abs=0.02)


def test_another_plan_in_the_same_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_validation, "fit", Counted())
    cross_validate(tmp_path, DATA, PLAN)
    with pytest.raises(BridgeError, match="other settings: folds was 3 and is now 5"):
        cross_validate(tmp_path, DATA, ValidationPlan({"paper": SMALL}, folds=5, seed=4))


def test_two_runs_share_a_folder_only_with_other_shares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def meanwhile(*given: Any) -> dict[str, Any]:
        monkeypatch.setattr(cross_validation, "fit", Counted())
        with pytest.raises(BridgeError, match="another run is writing"):
            cross_validate(tmp_path, DATA, PLAN, share=(0, 2))
        cross_validate(tmp_path, DATA, PLAN, share=(1, 2))
        return Counted()(*given)

    monkeypatch.setattr(cross_validation, "fit", meanwhile)
    cross_validate(tmp_path, DATA, PLAN, share=(0, 2))
    monkeypatch.setattr(cross_validation, "fit", Counted(killed_at=0))  # both halves are there
    assert len(cross_validate(tmp_path, DATA, PLAN)) == 3


def test_a_damaged_fold_is_done_again_and_damaged_settings_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cross_validation, "fit", Counted())
    cross_validate(tmp_path, DATA, PLAN)
    log = tmp_path / "folds.jsonl"
    settings, *folds = log.read_text().splitlines()
    log.write_text("\n".join([settings, "[1]", *folds[1:]]) + "\n")
    monkeypatch.setattr(cross_validation, "fit", again := Counted())
    assert len(cross_validate(tmp_path, DATA, PLAN)) == 3
    assert again.fits == 1
    log.write_bytes(bytes(100))
    with pytest.raises(BridgeError, match="expected the settings of a cross-validation"):
        cross_validate(tmp_path, DATA, PLAN)


def test_the_forest_learns_and_the_tables_put_ours_beside_the_papers(tmp_path: Path) -> None:
    told = list[str]()
    found = cross_validate(tmp_path, DATA, ValidationPlan({"paper": SMALL, "forest": FOREST}, folds=2), told.append)
    assert mean_and_deviation(found, "forest", "accuracy")[0] > 0.7
    assert sum(each.endswith("IMPs\n") for each in told) == 4
    found += as_reached(DATA, ValidationPlan({}, folds=2))
    reached = float((DATA.best == DATA.reached).mean())
    assert mean_and_deviation(found, "reached", "accuracy")[0] == pytest.approx(reached, abs=0.01)
    every = tables(DATA, found)
    assert [table.name for table in every] == ["Table VII", "Table VIII", "Table IX", "Table X", "Section IV.B"]
    printed = "\n".join(map(table_text, every))
    accuracy, deviation = mean_and_deviation(found, "paper", "accuracy")
    assert f"{accuracy:.3f} ± {deviation:.3f}  0.872 ± 0.004" in printed
    assert "is a choice and not a finding" in printed
    assert "Exact tricks: 150 decisions" in printed
    assert "150 decisions, 28 steps" in printed
    assert "as reached" in printed
    assert "random forest" in printed
    assert "0.854 ± 0.001" in printed
    assert "without augmentation" not in printed


def test_f1_scores_are_those_of_scikit_learn() -> None:
    rng = np.random.default_rng(2)
    best, predicted = rng.integers(0, 5, (2, 200))
    confusion = np.zeros((6, 6), np.int64)
    np.add.at(confusion, (best, predicted), 1)
    theirs = f1_score(best, predicted, labels=range(6), average=None, zero_division=0)
    np.testing.assert_allclose(f1_scores(confusion), theirs)


def test_augmentation_is_learnt_from_only_by_recipes_that_ask_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt = list[tuple[str, int, int]]()

    def fit(data: Any, recipe: Any, *given: Any) -> dict[str, Any]:
        learnt.append((recipe.name, len(data), int(data.augmented.sum())))
        return Counted()(DATA[:200], recipe, *given)

    monkeypatch.setattr(cross_validation, "fit", fit)
    grown = with_augmented(DATA, np.arange(0, 300, 2))
    with_it = replace(SMALL, name="with", training=replace(SMALL.training, augmented=True))
    found = cross_validate(tmp_path, grown, ValidationPlan({"paper": with_it, "plain": SMALL}, folds=2))
    assert [each.measures.decisions for each in found] == [150] * 4
    assert [each.learnt_from for each in found] == [225, 150, 225, 150]
    assert [each.steps for each in found] == [round(rows * 12 / 64) for rows in (225, 150)] * 2
    assert learnt == [("with", 225, 75), ("small", 150, 0)] * 2
