"""One step of a trick network: losses by strain, and gradients in pieces that stay in the cache."""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from overtrick.nets.frames_jax import JaxFrameNet
from overtrick.nets.parameters import Params
from overtrick.training.data.lessons import CERTAIN
from overtrick.training.step import Trees, advance
from overtrick.training.tricks.trick_recipe import MICRO_BATCH, TrickSchedule


def losses(class_scores: jax.Array, chances: jax.Array) -> jax.Array:
    """Cross-entropy of every declarer and strain; chances are bytes. Shape: (example, declarer, strain)."""
    truth = chances.astype(class_scores.dtype) / CERTAIN  # rounded at random, so the sum is one on average only
    return jax.nn.logsumexp(class_scores, axis=-1) * truth.sum(axis=-1) - (class_scores * truth).sum(axis=-1)


def gradients(
    net: JaxFrameNet, params: Params, schedule: TrickSchedule, key: jax.Array, rows: jax.Array, chances: jax.Array
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
    net: JaxFrameNet, schedule: TrickSchedule, trees: Trees, rows: jax.Array, chances: jax.Array
) -> tuple[Trees, jax.Array]:
    """The trees one step on, and the loss of each strain before it."""
    key = jax.random.fold_in(jax.random.key(schedule.seed), trees["optimizer"]["step"])
    by_strain, grads = gradients(net, trees["params"], schedule, key, rows, chances)
    return advance(schedule, trees, grads), by_strain
