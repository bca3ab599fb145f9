"""One step of training: losses of calls and hidden hands, gradients piece by piece, the update."""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from overtrick.arrays.auctions import NO_CALL
from overtrick.nets.bidding_jax import Scores, answers, remembered
from overtrick.nets.bidding_steps import Steps
from overtrick.nets.parameters import Params, jax, jnp
from overtrick.training.bidding.bidding_recipe import BiddingSchedule
from overtrick.training.bidding.bidding_views import TriedCalls, Truth
from overtrick.training.step import Trees, advance

Pieces = Sequence[tuple[Steps, Truth | TriedCalls]]
"""What one step learns from."""

_STEPS = 4  # of a usual view: a piece's loss is about that of one step


class Tally(NamedTuple):
    """Sums over the steps of some views; the last two are counts of steps and of own turns."""

    calls: Any
    """Cross-entropy of the calls made; then of the points, lengths and cards, each the mean over the hidden hands."""
    points: Any
    lengths: Any
    cards: Any
    right: Any
    """Calls that were the most likely one."""
    bids_right: Any
    points_off: Any
    """How far the means lie from the truth at the last step, averaged over the hidden hands; lengths likewise."""
    lengths_off: Any
    steps: Any
    turns: Any
    bids: Any
    ends: Any


def tally(params: Params, steps: Steps, truth: Truth, *, ends: bool = False, hidden: bool = True) -> Tally:
    """How well these weights do on some views, at all steps or at the last of each; without hidden hands, in half the
    time: what is not counted is not computed."""
    layers = remembered(params, steps)
    if ends:
        layers, steps, truth = *_ends(layers, steps), truth._replace(calls=_at_end(truth.calls, steps))
    logits = answers(params, layers, steps)
    valid = (steps.times >= 0).astype(jnp.float32)
    turn = (truth.calls != NO_CALL).astype(jnp.float32)
    bid = turn * (truth.calls > 2)
    made = jnp.where(truth.calls == NO_CALL, 0, truth.calls).astype(jnp.int32)
    surprise = -jnp.take_along_axis(jax.nn.log_softmax(logits.calls), made[..., None], axis=-1)[..., 0]
    right = (logits.calls.argmax(axis=-1) == made).astype(jnp.float32)
    of_hands = _hidden(logits, truth) if hidden else [jnp.zeros_like(valid)] * 3
    points, lengths, cards = ((each * valid).sum() for each in of_hands)
    after = jnp.concatenate([steps.times[1:], jnp.full_like(steps.times[:1], -1)])
    last = valid * (after < 0)
    return Tally(
        (surprise * turn).sum(),
        points,
        lengths,
        cards,
        (right * turn).sum(),
        (right * bid).sum(),
        (_off(logits.points, truth.points) * last).sum() if hidden else jnp.zeros(()),
        (_off(logits.lengths, truth.lengths) * last).sum() if hidden else jnp.zeros(()),
        valid.sum(),
        turn.sum(),
        bid.sum(),
        last.sum(),
    )


def _ends(layers: list[jax.Array], steps: Steps) -> tuple[list[jax.Array], Steps]:
    """The last step of each view alone."""
    by_step = {name: _at_end(getattr(steps, name), steps) for name in ("codes", "standings", "turns", "times")}
    return [_at_end(layer, steps) for layer in layers], steps._replace(**by_step)


def _at_end(by_step: Any, steps: Steps) -> Any:
    """Of what is known at every step, that at the last one of each view. Shape: (step, view, …) to (1, view, …)."""
    last = (steps.times >= 0).sum(axis=0) - 1
    return jnp.asarray(by_step)[last, jnp.arange(steps.times.shape[1])][None]


def _hidden(logits: Scores, truth: Truth) -> tuple[jax.Array, ...]:
    """Cross-entropies of points, lengths and cards at every step. Shape: (step, view) each."""

    def surprise(scores: jax.Array, actual: Any) -> jax.Array:
        places = jnp.broadcast_to(jnp.asarray(actual, jnp.int32), scores.shape[:-1])
        return jax.nn.logsumexp(scores, axis=-1) - jnp.take_along_axis(scores, places[..., None], axis=-1)[..., 0]

    points = surprise(logits.points, truth.points).mean(axis=-1)
    lengths = surprise(logits.lengths, truth.lengths).mean(axis=(-2, -1))
    owner = jnp.asarray(truth.cards)[None, :, None, :] == jnp.arange(3)[:, None]
    hidden = owner.any(axis=2)
    of_truth = jnp.where(owner, logits.cards, 0).sum(axis=2)
    cards = (jnp.where(hidden, jax.nn.logsumexp(logits.cards, axis=2), 0) - of_truth).sum(axis=-1) / hidden.sum(axis=-1)
    return points, lengths, cards


def _off(scores: jax.Array, actual: Any) -> jax.Array:
    """How far the mean is from the truth, averaged over hands and suits. Shape: (step, view)."""
    scores = jax.lax.stop_gradient(scores)
    mean = jax.nn.softmax(scores) @ jnp.arange(scores.shape[-1], dtype=jnp.float32)
    return jnp.abs(mean - actual).reshape(*scores.shape[:2], -1).mean(axis=-1)


@partial(jax.jit, static_argnums=0, donate_argnums=2)
def _add_gradients(
    schedule: BiddingSchedule, params: Params, total: tuple[Params, Tally], steps: Steps, truth: Truth
) -> tuple[Params, Tally]:
    def loss(params: Params) -> tuple[jax.Array, Tally]:
        if schedule.reader_only:
            params = _with_reader(jax.lax.stop_gradient(params), params)
        tallied = tally(params, steps, truth, ends=schedule.reader_only, hidden=schedule.learns_hands)
        parts = (getattr(schedule, name) * getattr(tallied, name) for name in ("calls", "points", "lengths", "cards"))
        return jnp.asarray(sum(parts)) / (_STEPS * schedule.piece * schedule.pieces), tallied

    gradients, tallied = jax.grad(loss, has_aux=True)(params)
    added: tuple[Params, Tally] = jax.tree.map(jnp.add, total, (gradients, tallied))
    return added


def _with_reader(params: Params, other: Params) -> Params:
    """The parameters with another one's reader."""
    return {**params, "reader": other["reader"]}


@partial(jax.jit, static_argnums=0, donate_argnums=1)
def _update(schedule: BiddingSchedule, trees: Trees, gradients: Params) -> Trees:
    length = jnp.sqrt(sum((each * each).sum() for each in jax.tree.leaves(gradients)))
    scale = jnp.minimum(1.0, schedule.clip / (length + 1e-9)) if schedule.clip else 1.0
    after = advance(schedule, trees, jax.tree.map(lambda each: each * scale, gradients))
    if schedule.reader_only:
        return after | {name: _with_reader(trees[name], after[name]) for name in ("params", "average")}
    return after


def take_step(
    schedule: BiddingSchedule,
    trees: Trees,
    pieces: Pieces,
    anchor: Params | None = None,
) -> tuple[Trees, Tally]:
    """The trees one step on, and how well the weights before it did.

    The anchor is the network that calls tried are tied to.
    """
    zero = Tally(*(jnp.zeros(()) for _ in Tally._fields))
    gradients, tallied = jax.tree.map(jnp.zeros_like, trees["params"]), zero
    for steps, truth in pieces:
        if isinstance(truth, TriedCalls):
            gradients = _add_gains(schedule, trees["params"], gradients, steps, truth, anchor)
        else:
            gradients, tallied = _add_gradients(schedule, trees["params"], (gradients, tallied), steps, truth)
    return _update(schedule, trees, gradients), tallied


def _last_calls(params: Params, steps: Steps) -> jax.Array:
    """The scores of all calls at the last step. Shape: (view, call)."""
    calls: jax.Array = answers(params, *_ends(remembered(params, steps), steps)).calls[0]
    return calls


@partial(jax.jit, static_argnums=0, donate_argnums=2)
def _add_gains(
    schedule: BiddingSchedule, params: Params, gradients: Params, steps: Steps, tried: TriedCalls, anchor: Params | None
) -> Params:
    """Gradients towards calls that win: what is expected of a choice between the call tried and the usual one, less
    what it costs to leave the anchor."""
    tied = None if anchor is None else jax.nn.log_softmax(_last_calls(anchor, steps))

    def loss(params: Params) -> jax.Array:
        calls = _last_calls(params, steps)
        views = jnp.arange(len(calls))
        lead = calls[views, tried.tried.astype(jnp.int32)] - calls[views, tried.usual.astype(jnp.int32)]
        won = jax.nn.sigmoid(lead) * tried.gains
        if tied is not None:
            chances = jnp.exp(tied)
            apart = jnp.where(chances > 0, chances * (tied - jax.nn.log_softmax(calls)), 0).sum(axis=-1)
            won = won - schedule.tie * apart
        return -schedule.gains * won.mean() / schedule.trial_pieces

    added: Params = jax.tree.map(jnp.add, gradients, jax.grad(loss)(params))
    return added


_tally = jax.jit(tally)


def tally_all(params: Params, pieces: Sequence[tuple[Steps, Truth]]) -> dict[str, float]:
    """How well these weights do on all these pieces."""
    return means([_tally(params, *piece) for piece in pieces])


def means(tallies: Sequence[Tally]) -> dict[str, float]:
    """Means from sums: losses and right calls a step or turn, distances from the truth an end."""
    sums = Tally(*np.sum([[float(each) for each in one] for one in tallies], axis=0))
    per = {"calls": sums.turns, "right": sums.turns, "bids_right": sums.bids, "points_off": sums.ends}
    per |= {"lengths_off": sums.ends, "points": sums.steps, "lengths": sums.steps, "cards": sums.steps}
    return {name: float(getattr(sums, name) / max(count, 1.0)) for name, count in per.items()}
