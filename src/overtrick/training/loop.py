"""The training loop: takes steps, notes how far the run is, writes checkpoints, goes on after a kill."""

import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

import jax
import numpy as np

from overtrick.core import BridgeError
from overtrick.nets.parameters import Params
from overtrick.storage import append_line
from overtrick.training import checkpoint
from overtrick.training.optimizer import start
from overtrick.training.step import Trees

Batch = TypeVar("Batch")
Outcome = TypeVar("Outcome")
"""What a step says of its batch, such as its loss."""


class Lasting(Protocol):
    """How long a run lasts, and how often it is noted and saved."""

    @property
    def steps(self) -> int: ...
    @property
    def evaluate_every(self) -> int: ...
    @property
    def save_every(self) -> int: ...


class RunNote(Protocol):
    """How far a run is."""

    def as_dict(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Watcher:
    """Who hears of a run: of every step, of every note; and is asked whether to stop."""

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


def take_up(folder: Path, params: Params, start_from: Path | None = None) -> Run:
    """The run in a folder, or a fresh one with these parameters or those of another run."""
    if start_from is not None:
        if not checkpoint.is_in(start_from):
            raise BridgeError(f"expected a run to start from, and there is no checkpoint in {start_from}")
        params = jax.device_get(take_up(start_from, params).average)
    trees = {"params": params, "average": jax.tree.map(np.copy, params), "optimizer": start(params)}
    if not checkpoint.is_in(folder):
        return Run(0, 0.0, jax.device_put(trees))
    trees, seconds = checkpoint.restore(folder, trees)
    return Run(int(trees["optimizer"]["step"]), seconds, trees)


def take_steps(
    folder: Path,
    run: Run,
    schedule: Lasting,
    batches: Iterable[Batch],
    take: Callable[[Trees, Batch], tuple[Trees, Outcome]],
    note: Callable[[int, float, list[Outcome], Params], RunNote],
    watcher: Watcher | None = None,
) -> Run:
    """Take a run's steps to the last one, or until the watcher says stop, with notes and checkpoints on the way.

    `take` makes the next trees of a batch; `note` gets the step, the seconds, the outcomes since the last note and the
    averaged weights.
    """
    watcher = watcher or Watcher()
    checkpoint.trim_log(folder, run.step)
    step, trees, begin, recent = run.step, run.trees, time.monotonic() - run.seconds, list[Outcome]()
    watcher.stepped(step)
    for batch in batches:
        if step >= schedule.steps:
            break
        trees, outcome = take(trees, batch)
        recent.append(outcome)
        step += 1
        watcher.stepped(step)
        is_last = step == schedule.steps
        if is_last or step % schedule.evaluate_every == 0:
            noted = note(step, time.monotonic() - begin, recent, trees["average"])
            append_line(folder / checkpoint.LOG, json.dumps(noted.as_dict()))
            watcher.noted(noted)
            recent = []
        stopping = not is_last and watcher.should_stop()
        if is_last or stopping or step % schedule.save_every == 0:
            checkpoint.save(folder, trees, time.monotonic() - begin)
        if stopping:
            break
    return Run(step, time.monotonic() - begin, trees)
