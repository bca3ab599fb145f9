"""Training a bidding network: the run, its notes on held-out auctions, and its export as an artifact."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from importlib.resources.abc import Traversable
from itertools import repeat
from pathlib import Path
from typing import Any

import jax
import numpy as np

from overtrick.arrays import random_deals
from overtrick.core import BridgeError
from overtrick.nets import bidding_jax
from overtrick.nets.artifact import Artifact
from overtrick.nets.bidding import KIND, BiddingNet, CallNet, packed
from overtrick.nets.bidding_rollout import bid_out
from overtrick.nets.bidding_steps import Steps
from overtrick.nets.parameters import Params, by_name
from overtrick.systems.network import ARTIFACTS, TRUE_TO_CARD
from overtrick.training import checkpoint
from overtrick.training.bidding.bidding_batches import BiddingBatches, held_out
from overtrick.training.bidding.bidding_material import BiddingMaterial, BidTables
from overtrick.training.bidding.bidding_recipe import BiddingRecipe
from overtrick.training.bidding.bidding_report import BiddingReport, report
from overtrick.training.bidding.bidding_step import Pieces, Tally, means, take_step, tally_all
from overtrick.training.bidding.bidding_views import by_steps, views_after
from overtrick.training.bidding.self_play import SelfPlaySetting, self_play
from overtrick.training.export import SPLIT, export_run
from overtrick.training.loop import Run, Watcher, take_steps, take_up
from overtrick.training.split import Part
from overtrick.training.step import Trees

GOLDEN_SEED, GOLDEN_DEALS = 8, 4
TESTED = 20000
"""Views of held-out auctions for the card."""


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
    """The run in a folder; without a checkpoint a fresh one, or one from the weights of another run or network.

    Where only a reader learns, it is added to the other run, which has none.
    """
    net, seed = asdict(recipe.net), recipe.training.seed
    fresh = bidding_jax.init(net, seed)
    if start_from is not None and not checkpoint.is_in(start_from):
        return take_up(folder, _shipped(start_from, fresh))
    if not recipe.training.reader_only or checkpoint.is_in(folder):
        return take_up(folder, fresh, start_from)
    if start_from is None:
        raise BridgeError("expected a run to start from, to which a reader of the hidden hands is added")
    before = take_up(folder, bidding_jax.init({**net, "reader": 0}, seed), start_from).average
    return take_up(folder, _with_fresh_reader(before, fresh))


def _shipped(folder: Traversable, fresh: Params) -> Params:
    """The parameters of an exported network of the same sizes."""
    weights, named = Artifact.load(folder, KIND).weights, by_name(fresh)
    if {name: array.shape for name, array in named.items()} != {name: array.shape for name, array in weights.items()}:
        raise BridgeError(f"expected a network of the recipe's sizes to start from in {folder}, got other ones")
    leaves = [np.asarray(weights[name], np.float32) for name in named]
    params: Params = jax.tree.unflatten(jax.tree.structure(fresh), leaves)
    return params


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
    playing: SelfPlaySetting | None = None,
) -> Run:
    """Train to the last step, or until the watcher says stop; the folder's run goes on where it was.

    A run that is new starts with the averaged weights of the one in `start_from`, where that is given. A recipe with
    rounds learns from calls that the network tries as it learns, `playing` so.
    """
    course = BiddingBatches(material, recipe)
    validation = held_out(material.cards[Part.VALIDATION], recipe.training.held_out, recipe)
    if not validation:
        raise BridgeError("expected held-out auctions, got none: too few deals")

    with checkpoint.open_run(folder, recipe, material), ExitStack() as until_done:
        run = load_run(folder, recipe, start_from)
        play = None
        if recipe.training.round:
            play = until_done.enter_context(self_play(recipe, playing or SelfPlaySetting(), run.trees["params"]))
        anchor = _shipped(ARTIFACTS / TRUE_TO_CARD, run.trees["params"]) if recipe.training.tie else None

        def lessons() -> Iterator[Pieces]:
            tried = play.steps(run.step) if play else repeat([])
            for learnt, won in zip(course.steps(run.step), tried, strict=False):  # neither ends
                yield [*learnt, *won]

        def take(trees: Trees, pieces: Pieces) -> tuple[Trees, Tally]:
            after, tallied = take_step(recipe.training, trees, pieces, anchor)
            if play:
                play.params = after["params"]
            return after, tallied

        def note(step: int, seconds: float, recent: list[Tally], average: Params) -> BiddingNote:
            held = tally_all(average, validation)
            return BiddingNote(step, recipe.training.steps, course.epoch(step), seconds, means(recent), held)

        return take_steps(folder, run, recipe.training, lessons(), take, note, watcher)


def export(
    run: Run,
    recipe: BiddingRecipe,
    material: BiddingMaterial,
    folder: Path,
    command: str,
) -> BiddingReport:
    """Write the run's averaged weights as a folder, tested as they are stored on the deals kept for that."""
    config = {**asdict(recipe.net), "systems": list(recipe.systems)}
    weights = {name: array.astype(np.float16) for name, array in by_name(run.average).items()}
    net = BiddingNet(config, weights)
    tested = report(net, material, TESTED)
    inputs = packed(golden_views(net))
    card = {
        "says": "The next call, and lho's, partner's and rho's points, lengths and cards, from one player's view.",
        "data": {**material.describe(), "split": SPLIT},
        "command": command,
        "metrics": tested.as_dict(),
        "golden": f"{GOLDEN_DEALS} random deals of seed {GOLDEN_SEED}, bid by the network, all seats, with NumPy",
    }
    export_run(folder, recipe, run, Artifact(KIND, config, weights, card, (inputs, net.golden_answers(inputs))))
    return tested


def golden_views(net: CallNet) -> Steps:
    """All seats of a few random deals at the end of the auctions that the network bids."""
    holdings = random_deals(GOLDEN_DEALS, np.random.default_rng(GOLDEN_SEED)).holdings
    turn = np.arange(GOLDEN_DEALS, dtype=np.uint8) % 4
    systems = np.stack([turn, turn[::-1]], axis=1) % len(net.systems)
    calls = bid_out(net, holdings, turn, turn, systems)
    tables = BidTables(holdings, turn, turn, systems, calls)
    _, steps, _ = next(by_steps(tables, views_after(tables, None), net.window))
    return steps
