"""Cross-validation: every decision is predicted by a model that has not seen its deal. Repeated, and resumable."""

import json
import shutil
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier

from overtrick.contract.decisions import CHOICES
from overtrick.core import BridgeError
from overtrick.storage import append_line, locked, make_folder
from overtrick.training.contract.contract_material import LabelledDecisions, stratified_folds
from overtrick.training.contract.contract_measures import Measures, measure
from overtrick.training.contract.contract_recipe import ContractRecipe
from overtrick.training.contract.contract_training import fit, predict, predictor
from overtrick.training.recipe import differences

REACHED = "reached"
"""In place of a model: the contract as it was reached."""


@dataclass(frozen=True)
class ValidationPlan:
    """What is cross-validated."""

    models: Mapping[str, ContractRecipe]
    folds: int = 10
    repeats: int = 1
    seed: int = 0

    def jobs(self) -> Iterator[tuple[str, int, int]]:
        """Model, repeat and fold, the first fold of every model first, so that one sees soon how they compare."""
        for repeat in range(self.repeats):
            for fold in range(self.folds):
                for model in self.models:
                    yield model, repeat, fold


@dataclass(frozen=True)
class Validated:
    """The figures of one fold."""

    model: str
    repeat: int
    fold: int
    measures: Measures
    confusion: NDArray[np.int64]
    """How often each choice was predicted (second) where another was right (first). Shape: (choice, choice)."""
    learnt_from: int = 0
    """Decisions."""
    steps: int = 0
    """Of the training; 0 for a forest."""

    @classmethod
    def of(
        cls,
        job: tuple[str, int, int],
        test: LabelledDecisions,
        predicted: NDArray[np.uint8],
        learnt_from: int = 0,
        steps: int = 0,
    ) -> "Validated":
        confusion = np.zeros((CHOICES, CHOICES), np.int64)
        np.add.at(confusion, (test.best, predicted), 1)
        return cls(*job, measure(test, predicted), confusion, learnt_from, steps)

    def as_dict(self) -> dict[str, Any]:
        """For the log: of the confusion only what is not 0."""
        pairs = np.argwhere(self.confusion)
        counts = [[*pair, int(self.confusion[tuple(pair)])] for pair in pairs.tolist()]
        job = {"model": self.model, "repeat": self.repeat, "fold": self.fold}
        sizes = {"learnt_from": self.learnt_from, "steps": self.steps}
        return {**job, **sizes, **self.measures.as_dict(), "confusion": counts}

    @classmethod
    def of_dict(cls, entry: dict[str, Any]) -> "Validated":
        confusion = np.zeros((CHOICES, CHOICES), np.int64)
        for best, predicted, count in entry.pop("confusion"):
            confusion[best, predicted] = count
        model, repeat, fold, learnt_from, steps = (
            entry.pop(name) for name in ("model", "repeat", "fold", "learnt_from", "steps")
        )
        return cls(model, repeat, fold, Measures(**entry), confusion, learnt_from, steps)


def as_reached(data: LabelledDecisions, plan: ValidationPlan) -> list[Validated]:
    """The figures of the same folds where every contract stays as it was reached."""
    done = []
    for repeat in range(plan.repeats):
        folds = stratified_folds(data, plan.folds, plan.seed + repeat)
        for fold in range(plan.folds):
            test = data[(folds == fold) & ~data.augmented]
            done.append(Validated.of((REACHED, repeat, fold), test, test.reached))
    return done


def cross_validate(
    folder: Path,
    data: LabelledDecisions,
    plan: ValidationPlan,
    progress: Callable[[str], None] | None = None,
    share: tuple[int, int] = (0, 1),
) -> list[Validated]:
    """The figures of every fold. They are kept in `folder`, and a run that was killed goes on with the next.

    With a `share` such as (0, 2), every second fold only: the other half is another process's, in the same folder.
    """
    make_folder(folder)
    with locked(folder / f"share-{share[0] + 1}-of-{share[1]}.lock", str(folder)):
        return _validate_share(folder, data, plan, progress, share)


def _validate_share(
    folder: Path,
    data: LabelledDecisions,
    plan: ValidationPlan,
    progress: Callable[[str], None] | None,
    share: tuple[int, int],
) -> list[Validated]:
    log = folder / "folds.jsonl"
    done = _read(log, _settings(data, plan))
    known = {(each.model, each.repeat, each.fold) for each in done}
    for number, job in enumerate(plan.jobs()):
        if job in known or number % share[1] != share[0]:
            continue
        kept = folder / "-".join(map(str, job))
        each = _validate(data, plan, job, kept, progress)
        done.append(each)
        append_line(log, json.dumps(each.as_dict()))
        shutil.rmtree(kept, ignore_errors=True)
        if progress:
            measures = each.measures
            progress(f"{job[0]} fold {job[2] + 1}: accuracy {measures.accuracy:.4f}, {measures.imps:+.3f} IMPs\n")
    return done


def _validate(
    data: LabelledDecisions,
    plan: ValidationPlan,
    job: tuple[str, int, int],
    kept: Path,
    progress: Callable[[str], None] | None,
) -> Validated:
    model, repeat, fold = job
    held_out = stratified_folds(data, plan.folds, plan.seed + repeat) == fold
    recipe = plan.models[model]
    train, test = data.split(held_out, augmented=recipe.training.augmented)
    seed, steps = plan.seed + 1000 * repeat + fold, recipe.steps(len(train))
    if recipe.is_forest:
        return Validated.of(job, test, fit_and_predict(train, test, recipe.forest.trees, seed), len(train))

    def report(step: int, steps: int) -> None:
        if progress and step % 20 == 0:
            progress(f"{model} fold {fold + 1} of {plan.folds}: step {step} of {steps}")

    weights = fit(train, recipe, seed, report, kept)
    return Validated.of(job, test, predict(predictor(weights, recipe), test), len(train), steps)


def _settings(data: LabelledDecisions, plan: ValidationPlan) -> dict[str, Any]:
    recipes = {name: asdict(recipe) for name, recipe in plan.models.items()}
    sizes = {"decisions": int((~data.augmented).sum()), "augmented": int(data.augmented.sum())}
    labels = zlib.crc32(np.ascontiguousarray(data.best).tobytes())
    settings = {**sizes, "labels": labels, "folds": plan.folds, "seed": plan.seed, "models": recipes}
    plain: dict[str, Any] = json.loads(json.dumps(settings))
    return plain


def _read(log: Path, settings: dict[str, Any]) -> list[Validated]:
    """What is known of an earlier run with the same settings; the fold of a damaged line is done again."""
    if not log.exists() or not log.stat().st_size:
        append_line(log, json.dumps(settings))
        return []
    first, *lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    try:
        changed = differences(json.loads(first), settings)
    except (ValueError, AttributeError, TypeError):
        raise BridgeError(f"expected the settings of a cross-validation in {log}, got something else") from None
    if changed:
        raise BridgeError(f"the cross-validation in {log} has other settings: {'; '.join(changed)}")
    done = []
    for line in lines:
        with suppress(ValueError, AttributeError, KeyError, TypeError):
            done.append(Validated.of_dict(json.loads(line)))
    return done


def mean_and_deviation(folds: Sequence[Validated], model: str, name: str) -> tuple[float, float]:
    """Of one figure of a model, over its folds."""
    values: NDArray[np.float64] = np.array([getattr(each.measures, name) for each in folds if each.model == model])
    return float(values.mean()), float(values.std(ddof=1)) if len(values) > 1 else 0.0


_AT_ONCE = 20_000


def fit_and_predict(
    train: LabelledDecisions, test: LabelledDecisions, trees: int, seed: int = 0, jobs: int = 1
) -> NDArray[np.uint8]:
    """A forest grown on some decisions, and the likeliest legal choices for others."""
    forest = RandomForestClassifier(
        n_estimators=trees,
        criterion="gini",
        max_features="sqrt",  # what `auto` meant
        bootstrap=True,
        class_weight="balanced",
        random_state=seed,
        n_jobs=jobs,
    )
    forest.fit(train.features.astype(np.float32), train.best)
    predicted = np.empty(len(test), np.uint8)
    for start in range(0, len(test), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        votes = np.zeros((len(predicted[part]), CHOICES), np.float32)
        votes[:, forest.classes_] = forest.predict_proba(test.features[part].astype(np.float32))
        predicted[part] = np.where(test.legal[part], votes, -1).argmax(axis=1)
    return predicted
