"""Training the printed network: losses of calls and understanding, the run, and its export as an artifact."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from overtrick.arrays.auctions import CALLS, LEGAL, NO_CALL
from overtrick.core import BridgeError
from overtrick.nets.artifact import Artifact
from overtrick.nets.bidding import packed
from overtrick.nets.bidding_steps import Steps
from overtrick.nets.parameters import Params, by_name, jax, jnp
from overtrick.papers.bidding_2022 import printed_network_jax
from overtrick.papers.bidding_2022.printed_network import KIND, PrintedNet
from overtrick.papers.bidding_2022.printed_network_jax import Switches, scores
from overtrick.papers.bidding_2022.printed_recipe import PrintedRecipe
from overtrick.training import checkpoint
from overtrick.training.bidding.bidding_accuracy import CallAccuracy, call_accuracy, rounded
from overtrick.training.bidding.bidding_batches import BiddingBatches, Piece, held_out
from overtrick.training.bidding.bidding_material import BiddingMaterial
from overtrick.training.bidding.bidding_recipe import BiddingSchedule
from overtrick.training.bidding.bidding_training import TESTED, BiddingNote, golden_views
from overtrick.training.bidding.bidding_views import Truth
from overtrick.training.export import export_run
from overtrick.training.loop import Run, Watcher, take_steps, take_up
from overtrick.training.split import Part
from overtrick.training.step import Trees, advance

_PARTNER = 1
_STEPS = 4  # a piece's loss is about that of so many steps
_NOTHING = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


class PrintedTally(NamedTuple):
    """Sums over the steps of some views; the last three are counts."""

    calls: Any
    """Cross-entropies of the calls made, and of what is understood."""
    points: Any
    lengths: Any
    cards: Any
    right: Any
    bids_right: Any
    illegal: Any
    """Turns at which the likeliest of the network's calls is illegal."""
    steps: Any
    turns: Any
    bids: Any


def tally(switches: Switches, params: Params, steps: Steps, truth: Truth) -> PrintedTally:
    """How well these weights do on some views."""
    said = scores(switches, params, steps)
    valid = (steps.times >= 0).astype(jnp.float32)
    turn = (truth.calls != NO_CALL).astype(jnp.float32)
    bid = turn * (truth.calls > 2)
    made = jnp.where(truth.calls == NO_CALL, 0, truth.calls).astype(jnp.int32)
    likeliest = said.calls.argmax(axis=-1)
    right = (likeliest == made).astype(jnp.float32)
    legal = jnp.asarray(LEGAL[:, :CALLS])[steps.standings.astype(jnp.int32), likeliest]
    held = (jnp.asarray(truth.cards)[:, None, :] == jnp.arange(3)[:, None]).astype(jnp.float32)
    cards = (jnp.logaddexp(0.0, said.cards) - held * said.cards).mean(axis=(-2, -1))
    losses = (
        _surprise(said.calls, made) * turn,
        _surprise(said.points, jnp.asarray(truth.points)[:, _PARTNER]) * valid,
        _surprise(said.lengths, jnp.asarray(truth.lengths)[:, _PARTNER]).mean(axis=-1) * valid,
        cards * valid,
    )
    counted = right * turn, right * bid, (1.0 - legal) * turn, valid, turn, bid
    return PrintedTally(*(each.sum() for each in (*losses, *counted)))


def _surprise(scores: jax.Array, actual: Any) -> jax.Array:
    """Cross-entropy. Shape: (…, class) to (…)."""
    places = jnp.broadcast_to(jnp.asarray(actual, jnp.int32), scores.shape[:-1])
    return jax.nn.logsumexp(scores, axis=-1) - jnp.take_along_axis(scores, places[..., None], axis=-1)[..., 0]


@partial(jax.jit, donate_argnums=3)
def _add_gradients(
    switches: Switches,
    counts: PrintedTally,
    params: Params,
    total: tuple[Params, PrintedTally],
    steps: Steps,
    truth: Truth,
) -> tuple[Params, PrintedTally]:
    """Gradients and sums with those of a piece added; `counts` is what each sum counts in the loss."""

    def loss(params: Params) -> tuple[jax.Array, PrintedTally]:
        tallied = tally(switches, params, steps, truth)
        return jnp.asarray(sum(factor * part for factor, part in zip(counts, tallied, strict=True))), tallied

    gradients, tallied = jax.grad(loss, has_aux=True)(params)
    added: tuple[Params, PrintedTally] = jax.tree.map(jnp.add, total, (gradients, tallied))
    return added


def _counts(schedule: BiddingSchedule) -> PrintedTally:
    one = 1 / (_STEPS * schedule.piece * schedule.pieces)
    losses = one * schedule.calls, one * schedule.points, one * schedule.lengths, one * schedule.cards
    return PrintedTally(*losses, *_NOTHING)


@partial(jax.jit, static_argnums=0, donate_argnums=1)
def _update(schedule: BiddingSchedule, trees: Trees, gradients: Params) -> Trees:
    length = jnp.sqrt(sum((each * each).sum() for each in jax.tree.leaves(gradients)))
    scale = jnp.minimum(1.0, schedule.clip / (length + 1e-9)) if schedule.clip else 1.0
    return advance(schedule, trees, jax.tree.map(lambda each: each * scale, gradients))


_tally = jax.jit(tally)


def means(tallies: Sequence[PrintedTally]) -> dict[str, float]:
    """Means from sums: a turn, a bid or a step."""
    sums = PrintedTally(*np.sum([[float(each) for each in one] for one in tallies], axis=0))
    per = dict.fromkeys(("calls", "right", "illegal"), sums.turns) | {"bids_right": sums.bids}
    per |= dict.fromkeys(("points", "lengths", "cards"), sums.steps)
    return {name: float(getattr(sums, name) / max(count, 1.0)) for name, count in per.items()}


def load_run(folder: Path, recipe: PrintedRecipe) -> Run:
    """The run in a folder; when it has no checkpoint yet, a fresh one."""
    return take_up(folder, printed_network_jax.init(recipe.net, recipe.training.seed))


def train(folder: Path, recipe: PrintedRecipe, material: BiddingMaterial, watcher: Watcher | None = None) -> Run:
    """Train to the last step, or until the watcher says stop; the folder's run goes on where it was."""
    course = BiddingBatches(material, recipe)
    validation = held_out(material.cards[Part.VALIDATION], recipe.training.held_out, recipe)
    if not validation:
        raise BridgeError("expected held-out auctions, got none: too few deals")
    switches, schedule = Switches.of(recipe.net), recipe.training
    alike = replace(schedule, seed=0)  # so that runs with other seeds need not be compiled again

    def take(trees: Trees, pieces: list[Piece]) -> tuple[Trees, PrintedTally]:
        zero = PrintedTally(*(jnp.zeros(()) for _ in PrintedTally._fields))
        total = jax.tree.map(jnp.zeros_like, trees["params"]), zero
        for steps, truth in pieces:
            assert isinstance(truth, Truth)
            total = _add_gradients(switches, _counts(schedule), trees["params"], total, steps, truth)
        return _update(alike, trees, total[0]), total[1]

    def note(step: int, seconds: float, recent: list[PrintedTally], average: Params) -> BiddingNote:
        held = tally_all(switches, average, validation)
        return BiddingNote(step, schedule.steps, course.epoch(step), seconds, means(recent), held)

    with checkpoint.open_run(folder, recipe, material):
        run = load_run(folder, recipe)
        return take_steps(folder, run, schedule, course.steps(run.step), take, note, watcher)


def tally_all(switches: Switches, params: Params, pieces: Sequence[Piece]) -> dict[str, float]:
    """How well these weights do on all these pieces."""
    return means([_tally(switches, params, *piece) for piece in pieces])


def network(run: Run, recipe: PrintedRecipe) -> PrintedNet:
    """The run's averaged weights, as they are stored, as a network with NumPy alone."""
    return PrintedNet(_config(recipe), _stored(run))


def _config(recipe: PrintedRecipe) -> dict[str, Any]:
    return {**asdict(recipe.net), "systems": list(recipe.systems)}


def _stored(run: Run) -> dict[str, Any]:
    return {name: array.astype(np.float16) for name, array in by_name(run.average).items()}


def export(run: Run, recipe: PrintedRecipe, material: BiddingMaterial, folder: Path, command: str) -> CallAccuracy:
    """Write the run's averaged weights as a folder, tested as they are stored on the deals kept for that."""
    net = network(run, recipe)
    tested = call_accuracy(net, material.cards[Part.TEST][: TESTED // 4])
    inputs = packed(golden_views(net))
    card = {
        "says": "The network of Zhang et al. 2022 as printed: the next call, and what is understood of hidden hands.",
        "data": material.describe(),
        "command": command,
        "metrics": rounded(tested),
    }
    golden = inputs, net.golden_answers(inputs)
    export_run(folder, recipe, run, Artifact(KIND, _config(recipe), _stored(run), card, golden))
    return tested
