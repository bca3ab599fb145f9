"""Cross-validation: every decision is predicted by a model that has not seen its deal. Repeated, and resumable."""

import json
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
        return _validate_share(folder / "folds.jsonl", data, plan, progress, share)


def _validate_share(
    log: Path,
    data: LabelledDecisions,
    plan: ValidationPlan,
    progress: Callable[[str], None] | None,
    share: tuple[int, int],
) -> list[Validated]:
    done = _read(log, _settings(data, plan))
    known = {(each.model, each.repeat, each.fold) for each in done}
    for number, (model, repeat, fold) in enumerate(plan.jobs()):
        if (model, repeat, fold) in known or number % share[1] != share[0]:
            continue
        each = _validate(data, plan, model, repeat, fold, progress)
        done.append(each)
        append_line(log, json.dumps({"model": model, "repeat": repeat, "fold": fold, **each.measures.as_dict()}))
        if progress:
            progress(
                f"{model} fold {fold + 1}: accuracy {each.measures.accuracy:.4f}, {each.measures.imps:+.3f} IMPs\n"
            )
    return done


def _validate(
    data: LabelledDecisions,
    plan: ValidationPlan,
    model: str,
    repeat: int,
    fold: int,
    progress: Callable[[str], None] | None,
) -> Validated:
    folds = stratified_folds(data, plan.folds, plan.seed + repeat)
    train, test = data[folds != fold], data[folds == fold]
    recipe = plan.models[model]
    seed = plan.seed + 1000 * repeat + fold
    if recipe.is_forest:
        return Validated(model, repeat, fold, measure(test, fit_and_predict(train, test, recipe.forest.trees, seed)))

    def report(step: int, steps: int) -> None:
        if progress and step % 20 == 0:
            progress(f"{model} fold {fold + 1} of {plan.folds}: step {step} of {steps}")

    weights = fit(train, recipe, seed, report)
    return Validated(model, repeat, fold, measure(test, predict(predictor(weights, recipe), test)))


def _settings(data: LabelledDecisions, plan: ValidationPlan) -> dict[str, Any]:
    recipes = {name: asdict(recipe) for name, recipe in plan.models.items()}
    settings = {"decisions": len(data), "folds": plan.folds, "seed": plan.seed, "models": recipes}
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
            entry = json.loads(line)
            model, repeat, fold = (entry.pop(name) for name in ("model", "repeat", "fold"))
            done.append(Validated(model, repeat, fold, Measures(**entry)))
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
