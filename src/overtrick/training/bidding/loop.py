"""The training loop of a bidding network: steps, looks at held-out deals, checkpoints; it goes on after a kill."""

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from overtrick.core import BridgeError
from overtrick.nets import bidding_jax
from overtrick.training import checkpoint
from overtrick.training.bidding.batches import Course, held_out
from overtrick.training.bidding.recipe import BiddingRecipe
from overtrick.training.bidding.stepping import Tally, means, take_step, tally_all
from overtrick.training.bidding.tables import BiddingMaterial
from overtrick.training.loop import Run, Watcher, take_up
from overtrick.training.split import Part


@dataclass(frozen=True)
class BiddingNote:
    """How far a run is: means since the last note, and the averaged weights on held-out deals."""

    step: int
    steps: int
    epoch: float
    seconds: float
    trained: dict[str, float]
    held_out: dict[str, float]

    def as_dict(self) -> dict[str, Any]:
        """A line of the log."""
        rounded = {name: {k: round(v, 4) for k, v in getattr(self, name).items()} for name in ("trained", "held_out")}
        return {**asdict(self), "epoch": round(self.epoch, 3), "seconds": round(self.seconds, 1), **rounded}


def load_run(folder: Path, recipe: BiddingRecipe, start_from: Path | None = None) -> Run:
    """The run in a folder; when it has no checkpoint yet, a fresh one, or one from another run's averaged weights."""
    return take_up(folder, bidding_jax.init(asdict(recipe.net), recipe.training.seed), start_from)


def train(
    folder: Path,
    recipe: BiddingRecipe,
    material: BiddingMaterial,
    watcher: Watcher | None = None,
    start_from: Path | None = None,
) -> Run:
    """Train to the last step, or until the watcher says stop; the folder's run goes on where it was.

    A run that is new starts with the averaged weights of the one in `start_from`, where that is given.
    """
    watcher, schedule = watcher or Watcher(), recipe.training
    course, validation = Course(material, recipe), held_out(material.cards[Part.VALIDATION], schedule.held_out, recipe)
    if not validation:
        raise BridgeError("expected held-out auctions, got none: too few deals")
    checkpoint.open_run(folder, recipe, material)
    run = load_run(folder, recipe, start_from)
    checkpoint.trim_log(folder, run.step)
    step, trees, begin, recent = run.step, run.trees, time.monotonic() - run.seconds, list[Tally]()
    watcher.stepped(step)
    for pieces in course.steps(step):
        if step >= schedule.steps:
            break
        trees, found = take_step(schedule, trees, pieces)
        recent.append(found)
        step += 1
        watcher.stepped(step)
        is_last = step == schedule.steps
        if is_last or step % schedule.evaluate_every == 0:
            note = _note(step, recipe, course, recent, tally_all(trees["average"], validation), begin)
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
    step: int, recipe: BiddingRecipe, course: Course, recent: list[Tally], held: dict[str, float], begin: float
) -> BiddingNote:
    steps, seconds = recipe.training.steps, time.monotonic() - begin
    return BiddingNote(step, steps, course.epoch(step), seconds, means(recent), held)


def _log(folder: Path, note: BiddingNote) -> None:
    with (folder / checkpoint.LOG).open("a", encoding="utf-8") as file:
        file.write(json.dumps(note.as_dict()) + "\n")
