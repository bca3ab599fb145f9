"""The training loop of a bidding network: steps, looks at held-out deals, checkpoints; it goes on after a kill."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import jax

from overtrick.core import BridgeError
from overtrick.nets import bidding_jax
from overtrick.nets.framed_jax import Params
from overtrick.training import checkpoint
from overtrick.training.bidding.batches import Course, Pieces, held_out
from overtrick.training.bidding.recipe import BiddingRecipe
from overtrick.training.bidding.stepping import Tally, gained, means, take_step, tally_all
from overtrick.training.bidding.tables import BiddingMaterial
from overtrick.training.loop import Run, Trees, Watcher, take_steps, take_up
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
    """The run in a folder; when it has no checkpoint yet, a fresh one, or one from another run's averaged weights.

    Where only a reader learns, it is added to the other run, which has none.
    """
    net, seed = asdict(recipe.net), recipe.training.seed
    fresh = bidding_jax.init(net, seed)
    if not recipe.training.reader_only or (folder / checkpoint.CHECKPOINT).exists():
        return take_up(folder, fresh, start_from)
    if start_from is None:
        raise BridgeError("expected a run to start from, to which a reader of the hidden hands is added")
    before = take_up(folder, bidding_jax.init({**net, "reader": 0}, seed), start_from).average
    return take_up(folder, _with_fresh_reader(before, fresh))


def _with_fresh_reader(before: Params, fresh: Params) -> Params:
    """The parameters of a network that read hidden hands and calls from the same features, now with a reader."""
    read = {part: {"calls": before[part]["calls"]} for part in ("heads", "biases")}
    return {**jax.device_get(before), **jax.device_get(read), "reader": fresh["reader"]}


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
    course = Course(material, recipe)
    validation = held_out(material.cards[Part.VALIDATION], recipe.training.held_out, recipe)
    if not validation:
        raise BridgeError("expected held-out auctions, got none: too few deals")
    checkpoint.open_run(folder, recipe, material)
    run = load_run(folder, recipe, start_from)

    def take(trees: Trees, pieces: Pieces) -> tuple[Trees, Tally]:
        return take_step(recipe.training, trees, pieces)

    def note(step: int, seconds: float, recent: list[Tally], average: Params) -> BiddingNote:
        held = tally_all(average, validation)
        if course.trials is not None:
            held["gained"] = gained(average, course.trials.held_out)
        return BiddingNote(step, recipe.training.steps, course.epoch(step), seconds, means(recent), held)

    return take_steps(folder, run, recipe.training, course.steps(run.step), take, note, watcher)
