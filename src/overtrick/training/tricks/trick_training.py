"""Training a trick network: the run, its notes on held-out deals, and its export as an artifact."""

from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import jax
import numpy as np

from overtrick.arrays import random_deals
from overtrick.core import BridgeError
from overtrick.nets.artifact import Artifact
from overtrick.nets.frames_jax import stored
from overtrick.nets.parameters import Params
from overtrick.training import checkpoint
from overtrick.training.export import SPLIT, export_run
from overtrick.training.loop import Run, Watcher, take_steps, take_up
from overtrick.training.step import Trees
from overtrick.training.tricks.kinds import KINDS
from overtrick.training.tricks.trick_material import (
    TrickBatch,
    TrickExamples,
    TrickMaterial,
    batches,
    owners_of,
    passes,
)
from overtrick.training.tricks.trick_recipe import TrickRecipe
from overtrick.training.tricks.trick_report import TrickAccuracy, TrickReport, accuracy, evaluate
from overtrick.training.tricks.trick_step import take_step

GOLDEN_SEED, GOLDEN_DEALS = 8, 8


@dataclass(frozen=True)
class TrickNote:
    """How far a run is: the mean loss since the last note, and the averaged weights on held-out deals."""

    step: int
    steps: int
    epoch: float
    seconds: float
    loss: dict[str, float]
    held_out: dict[str, TrickAccuracy]

    def as_dict(self) -> dict[str, Any]:
        """A line of the log."""
        return {
            "step": self.step,
            "steps": self.steps,
            "epoch": round(self.epoch, 2),
            "seconds": round(self.seconds, 1),
            "loss": {name: round(value, 4) for name, value in self.loss.items()},
            "held_out": {name: each.as_dict() for name, each in self.held_out.items()},
        }


def load_run(folder: Path, recipe: TrickRecipe, start_from: Path | None = None) -> Run:
    """The run in a folder; when it has no checkpoint yet, a fresh one, or one from another run's averaged weights."""
    params = KINDS[recipe.kind].framed().init(asdict(recipe.net), recipe.training.seed)
    return take_up(folder, params, start_from)


def train(
    folder: Path,
    recipe: TrickRecipe,
    material: TrickMaterial,
    watcher: Watcher | None = None,
    start_from: Path | None = None,
) -> Run:
    """Train to the last step, or until the watcher says stop; the folder's run goes on where it was.

    A run that is new starts with the averaged weights of the one in `start_from`, where that is given.
    """
    kind = KINDS[recipe.kind]
    net = kind.framed()
    if not len(material.validation):
        raise BridgeError(f"expected held-out deals among {len(material.train)}, got none: too few deals")

    def take(trees: Trees, batch: TrickBatch) -> tuple[Trees, jax.Array]:
        rows, examples = net.rows(kind.seen(batch.owners)), kind.by_example(batch.chances)
        taken: tuple[Trees, jax.Array] = take_step(net, recipe.training, trees, rows, examples)
        return taken

    def note(step: int, seconds: float, recent: list[jax.Array], average: Params) -> TrickNote:
        return _note(step, recipe, material, recent, average, seconds)

    with checkpoint.open_run(folder, recipe, material):
        run = load_run(folder, recipe, start_from)
        return take_steps(folder, run, recipe.training, batches(material, recipe, run.step), take, note, watcher)


def _note(
    step: int, recipe: TrickRecipe, material: TrickMaterial, recent: list[jax.Array], average: Params, seconds: float
) -> TrickNote:
    by_strain = np.mean([np.asarray(each) for each in recent], axis=0)
    return TrickNote(
        step,
        recipe.training.steps,
        passes(material, recipe, step),
        seconds,
        {"suits": float(by_strain[:4].mean()), "notrump": float(by_strain[4])},
        held_out_accuracy(recipe, average, material.validation),
    )


def held_out_accuracy(recipe: TrickRecipe, params: Params, examples: TrickExamples) -> dict[str, TrickAccuracy]:
    """The accuracy of these weights on deals they were not trained on."""
    kind = KINDS[recipe.kind]
    estimate = kind.estimate(partial(kind.framed().probabilities, params))
    return accuracy(estimate(examples.owners), examples.tricks)


def export(run: Run, recipe: TrickRecipe, material: TrickMaterial, folder: Path, command: str) -> TrickReport:
    """Write the run's averaged weights as a folder, tested as they are stored on the deals kept for that."""
    if not len(material.test):
        raise BridgeError("expected deals to test the network on, got none: too few deals")
    kind, config = KINDS[recipe.kind], asdict(recipe.net)
    weights = {name: array.astype(np.float16) for name, array in stored(kind.framed(), run.average).items()}
    answer = kind.plain(config, weights)
    report = evaluate(kind.estimate(answer), material.test)
    inputs = kind.seen(owners_of(random_deals(GOLDEN_DEALS, np.random.default_rng(GOLDEN_SEED))))
    card = {
        "says": kind.says,
        "data": {**material.describe(), "random_deals": recipe.random_deals, "split": SPLIT},
        "command": command,
        "metrics": report.as_dict(),
        "golden": f"{GOLDEN_DEALS} random deals of seed {GOLDEN_SEED}, answered with NumPy",
    }
    export_run(folder, recipe, run, Artifact(kind.name, config, weights, card, (inputs, answer(inputs))))
    return report
