"""One step of training: loss, gradients in small pieces, learning rate, averaged weights."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

import jax
import jax.numpy as jnp

from overtrick.nets.framed_jax import FramedNet, Params
from overtrick.training.data.lessons import CERTAIN
from overtrick.training.optimizer import update
from overtrick.training.recipe import MICRO_BATCH, Schedule

Trees = Mapping[str, Any]
"""What a step changes: `params`, their running `average`, and the `optimizer`."""


class Pace(Protocol):
    """What the learning rate depends on: the steps of the run, those it rises in, the part of the run it falls in."""

    @property
    def steps(self) -> int: ...
    @property
    def warmup(self) -> int: ...
    @property
    def cooldown(self) -> float: ...


def rate(schedule: Pace, step: jax.Array | int) -> jax.Array:
    """The factor of the learning rates: it rises, stays at one, and falls to zero."""
    left = (schedule.steps - step) / (schedule.steps * schedule.cooldown)
    return jnp.clip(jnp.minimum((step + 1) / schedule.warmup, left), 0.0, 1.0)


def losses(class_scores: jax.Array, chances: jax.Array) -> jax.Array:
    """Cross-entropy of every declarer and strain; chances are bytes. Shape: (example, declarer, strain)."""
    truth = chances.astype(class_scores.dtype) / CERTAIN  # rounded at random, so the sum is one on average only
    return jax.nn.logsumexp(class_scores, axis=-1) * truth.sum(axis=-1) - (class_scores * truth).sum(axis=-1)


def gradients(
    net: FramedNet, params: Params, schedule: Schedule, key: jax.Array, rows: jax.Array, chances: jax.Array
) -> tuple[jax.Array, Params]:
    """The mean loss of each strain and the gradients of a batch.

    Everything behind the tables runs in small pieces that stay in the cache; the tables' own gradient is
    scattered once, for the whole batch.
    """
    weight = jnp.array([1.0, 1.0, 1.0, 1.0, schedule.notrump_weight])
    rest = {name: value for name, value in params.items() if name != "embed"}
    h, pull = jax.vjp(lambda tables: net.embed({**rest, "embed": tables}, rows), params["embed"])

    def loss(rest: Params, piece: tuple[Any, ...]) -> tuple[jax.Array, jax.Array]:
        h, chances, key = piece
        each = losses(net.scores(rest, h, key, schedule.dropout), chances).mean(axis=(0, 1))
        return (each * weight).sum() / weight.sum(), each

    def one(total: Params, piece: tuple[Any, ...]) -> tuple[Params, tuple[jax.Array, Any]]:
        h, *others = piece
        by_rest_and_h = jax.value_and_grad(lambda rest, h: loss(rest, (h, *others)), (0, 1), has_aux=True)
        (_, each), (of_rest, of_h) = by_rest_and_h(rest, h)
        return jax.tree.map(jnp.add, total, of_rest), (each, of_h)

    count = schedule.batch // MICRO_BATCH
    pieces = jax.tree.map(lambda x: x.reshape(count, -1, *x.shape[1:]), (h, chances))
    total, (each, of_h) = jax.lax.scan(one, jax.tree.map(jnp.zeros_like, rest), (*pieces, jax.random.split(key, count)))
    (of_tables,) = pull(jax.tree.map(lambda x: x.reshape(-1, *x.shape[2:]) / count, of_h))
    return each.mean(axis=0), {"embed": of_tables, **jax.tree.map(lambda x: x / count, total)}


@partial(jax.jit, static_argnums=(0, 1), donate_argnums=2)
def take_step(
    net: FramedNet, schedule: Schedule, trees: dict[str, Any], rows: jax.Array, chances: jax.Array
) -> tuple[dict[str, Any], jax.Array]:
    """The trees one step on, and the loss of each strain before it."""
    params, average, optimizer = trees["params"], trees["average"], trees["optimizer"]
    step = optimizer["step"]
    key = jax.random.fold_in(jax.random.key(schedule.seed), step)
    each, grads = gradients(net, params, schedule, key, rows, chances)
    factor = rate(schedule, step)
    params, optimizer = update(
        params,
        grads,
        optimizer,
        muon_rate=schedule.muon_rate * factor,
        adam_rate=schedule.adam_rate * factor,
        decay=schedule.decay,
        table_decay=schedule.table_decay,
    )
    average = averaged(average, params, schedule.average, step)
    return {"params": params, "average": average, "optimizer": optimizer}, each


def averaged(average: Params, params: Params, most: float, step: jax.Array) -> Params:
    """The running average with these weights added; `most` of it stays, less while it is young."""
    keep = jnp.minimum(most, (2.0 + step) / (11.0 + step))
    found: Params = jax.tree.map(lambda a, w: keep * a + (1 - keep) * w, average, params)
    return found
