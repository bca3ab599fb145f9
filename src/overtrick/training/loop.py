"""The training loop: takes steps, looks at the held-out deals, writes checkpoints, goes on after a kill."""

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import jax
import numpy as np

from overtrick.core import BridgeError
from overtrick.nets.framed_jax import Params
from overtrick.training import checkpoint
from overtrick.training.optimizer import start
from overtrick.training.recipe import Recipe
from overtrick.training.step import take_step
from overtrick.training.tricks.batches import batches, passes
from overtrick.training.tricks.evaluation import Accuracy, accuracy
from overtrick.training.tricks.kinds import KINDS
from overtrick.training.tricks.material import Examples, Material

Trees = dict[str, Any]
"""Weights, their average, and the state of the optimiser."""
Batch = TypeVar("Batch")
Found = TypeVar("Found")


class Lasting(Protocol):
    """How long a run lasts, and when it looks up."""

    @property
    def steps(self) -> int: ...
    @property
    def evaluate_every(self) -> int: ...
    @property
    def save_every(self) -> int: ...


class Noted(Protocol):
    """How far a run is."""

    def as_dict(self) -> dict[str, Any]: ...


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
    trees: Trees

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
    kind = KINDS[recipe.kind]
    net = kind.framed()
    if not len(material.validation):
        raise BridgeError(f"expected held-out deals among {len(material.train)}, got none: too few deals")
    checkpoint.open_run(folder, recipe, material)
    run = load_run(folder, recipe, start_from)

    def take(trees: Trees, batch: tuple[Any, Any]) -> tuple[Trees, jax.Array]:
        owners, chances = batch
        rows, examples = net.rows(kind.seen(owners)), kind.by_example(chances)
        taken: tuple[Trees, jax.Array] = take_step(net, recipe.training, trees, rows, examples)
        return taken

    def note(step: int, seconds: float, recent: list[jax.Array], average: Params) -> Note:
        return _note(step, recipe, material, recent, average, seconds)

    return take_steps(folder, run, recipe.training, batches(material, recipe, run.step), take, note, watcher)


def take_steps(
    folder: Path,
    run: Run,
    schedule: Lasting,
    batches: Iterable[Batch],
    take: Callable[[Trees, Batch], tuple[Trees, Found]],
    note: Callable[[int, float, list[Found], Params], Noted],
    watcher: Watcher | None = None,
) -> Run:
    """Take a run's steps to the last one, or until the watcher says stop, with notes and checkpoints on the way.

    `take` makes the next trees of a batch; `note` gets the step, the seconds, what was found since the last note and
    the averaged weights.
    """
    watcher = watcher or Watcher()
    checkpoint.trim_log(folder, run.step)
    step, trees, begin, recent = run.step, run.trees, time.monotonic() - run.seconds, list[Found]()
    watcher.stepped(step)
    for batch in batches:
        if step >= schedule.steps:
            break
        trees, found = take(trees, batch)
        recent.append(found)
        step += 1
        watcher.stepped(step)
        is_last = step == schedule.steps
        if is_last or step % schedule.evaluate_every == 0:
            noted = note(step, time.monotonic() - begin, recent, trees["average"])
            _log(folder, noted)
            watcher.noted(noted)
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


def _log(folder: Path, note: Noted) -> None:
    with (folder / checkpoint.LOG).open("a", encoding="utf-8") as file:
        file.write(json.dumps(note.as_dict()) + "\n")
