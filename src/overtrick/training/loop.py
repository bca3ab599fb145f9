"""The training loop: takes steps, looks at the held-out deals, writes checkpoints, goes on after a kill."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import jax
import numpy as np

from overtrick.core import BridgeError
from overtrick.nets.framed_jax import Params
from overtrick.training import checkpoint
from overtrick.training.batches import batches, passes
from overtrick.training.evaluation import Accuracy, accuracy
from overtrick.training.kinds import KINDS
from overtrick.training.material import Examples, Material
from overtrick.training.optimizer import start
from overtrick.training.recipe import Recipe
from overtrick.training.stepping import take_step


@dataclass(frozen=True)
class Note:
    """How far a run is: the mean loss since the last note, and the averaged weights on held-out deals."""

    step: int
    steps: int
    epoch: float
    seconds: float
    loss: dict[str, float]
    held_out: dict[str, Accuracy]

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


@dataclass(frozen=True)
class Watcher:
    """Who is told about a run: of every step, of every note, and asked whether to stop."""

    stepped: Callable[[int], None] = lambda step: None
    noted: Callable[[Any], None] = lambda note: None
    should_stop: Callable[[], bool] = lambda: False


@dataclass(frozen=True, eq=False)
class Run:
    """A run as its last checkpoint has it."""

    step: int
    seconds: float
    trees: dict[str, Any]

    @property
    def average(self) -> Params:
        """The averaged weights, those that are used."""
        average: Params = self.trees["average"]
        return average


def load_run(folder: Path, recipe: Recipe, start_from: Path | None = None) -> Run:
    """The run in a folder; when it has no checkpoint yet, a fresh one, or one from another run's averaged weights."""
    params = KINDS[recipe.kind].framed().init(asdict(recipe.net), recipe.training.seed)
    return take_up(folder, params, start_from)


def take_up(folder: Path, params: Params, start_from: Path | None = None) -> Run:
    """The run in a folder, or a fresh one with these parameters or those of another run."""
    if start_from is not None:
        if not (start_from / checkpoint.CHECKPOINT).exists():
            raise BridgeError(f"expected a run to start from, and there is no checkpoint in {start_from}")
        params = jax.device_get(take_up(start_from, params).average)
    trees = {"params": params, "average": jax.tree.map(np.copy, params), "optimizer": start(params)}
    if not (folder / checkpoint.CHECKPOINT).exists():
        return Run(0, 0.0, jax.device_put(trees))
    trees, seconds = checkpoint.restore(folder, trees)
    return Run(int(trees["optimizer"]["step"]), seconds, trees)


def train(
    folder: Path,
    recipe: Recipe,
    material: Material,
    watcher: Watcher | None = None,
    start_from: Path | None = None,
) -> Run:
    """Train to the last step, or until the watcher says stop; the folder's run goes on where it was.

    A run that is new starts with the averaged weights of the one in `start_from`, where that is given.
    """
    watcher, schedule, kind = watcher or Watcher(), recipe.training, KINDS[recipe.kind]
    net = kind.framed()
    if not len(material.validation):
        raise BridgeError(f"expected held-out deals among {len(material.train)}, got none: too few deals")
    checkpoint.open_run(folder, recipe, material)
    run = load_run(folder, recipe, start_from)
    checkpoint.trim_log(folder, run.step)
    step, trees, begin, recent = run.step, run.trees, time.monotonic() - run.seconds, list[jax.Array]()
    watcher.stepped(step)
    for owners, chances in batches(material, recipe, step):
        trees, each = take_step(net, schedule, trees, net.rows(kind.seen(owners)), kind.by_example(chances))
        recent.append(each)
        step += 1
        watcher.stepped(step)
        is_last = step == schedule.steps
        if is_last or step % schedule.evaluate_every == 0:
            note = _note(step, recipe, material, recent, trees["average"], time.monotonic() - begin)
            _log(folder, note)
            watcher.noted(note)
            recent = []
        stopping = not is_last and watcher.should_stop()
        if is_last or stopping or step % schedule.save_every == 0:
            checkpoint.save(folder, trees, time.monotonic() - begin)
        if stopping:
            break
    return Run(step, time.monotonic() - begin, trees)


def _note(
    step: int, recipe: Recipe, material: Material, recent: list[jax.Array], average: Params, seconds: float
) -> Note:
    by_strain = np.mean([np.asarray(each) for each in recent], axis=0)
    return Note(
        step,
        recipe.training.steps,
        passes(material, recipe, step),
        seconds,
        {"suits": float(by_strain[:4].mean()), "notrump": float(by_strain[4])},
        held_out_accuracy(recipe, average, material.validation),
    )


def held_out_accuracy(recipe: Recipe, params: Params, examples: Examples) -> dict[str, Accuracy]:
    """The accuracy of these weights on deals they were not trained on."""
    kind = KINDS[recipe.kind]
    estimate = kind.estimate(partial(kind.framed().probabilities, params))
    return accuracy(estimate(examples.owners), examples.tricks)


def _log(folder: Path, note: Note) -> None:
    with (folder / checkpoint.LOG).open("a", encoding="utf-8") as file:
        file.write(json.dumps(note.as_dict()) + "\n")
