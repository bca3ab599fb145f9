"""What a step of training is whatever the network: the learning rate, the update, the averaged weights."""

from typing import Any, Protocol

import jax
import jax.numpy as jnp

from overtrick.nets.parameters import Params
from overtrick.training.optimizer import update

Trees = dict[str, Any]
"""What a step changes: `params`, their running `average`, and the `optimizer`."""


class Pace(Protocol):
    """How fast a run learns: the steps of the run, those the rate rises in, the part of the run it falls in; rates."""

    @property
    def steps(self) -> int: ...
    @property
    def warmup(self) -> int: ...
    @property
    def cooldown(self) -> float: ...
    @property
    def muon_rate(self) -> float: ...
    @property
    def adam_rate(self) -> float: ...
    @property
    def decay(self) -> float: ...
    @property
    def table_decay(self) -> float: ...
    @property
    def average(self) -> float: ...


def rate(schedule: Pace, step: jax.Array | int) -> jax.Array:
    """The factor of the learning rates: it rises, stays at one, and falls to zero."""
    left = (schedule.steps - step) / (schedule.steps * schedule.cooldown)
    return jnp.clip(jnp.minimum((step + 1) / schedule.warmup, left), 0.0, 1.0)


def advance(schedule: Pace, trees: Trees, gradients: Params) -> Trees:
    """The trees one step on."""
    step = trees["optimizer"]["step"]
    factor = rate(schedule, step)
    params, optimizer = update(
        trees["params"],
        gradients,
        trees["optimizer"],
        muon_rate=schedule.muon_rate * factor,
        adam_rate=schedule.adam_rate * factor,
        decay=schedule.decay,
        table_decay=schedule.table_decay,
    )
    average = averaged(trees["average"], params, schedule.average, step)
    return {"params": params, "average": average, "optimizer": optimizer}


def averaged(average: Params, params: Params, most: float, step: jax.Array) -> Params:
    """The running average with these weights added; `most` of it stays, less while it is young."""
    keep = jnp.minimum(most, (2.0 + step) / (11.0 + step))
    mixed: Params = jax.tree.map(lambda a, w: keep * a + (1 - keep) * w, average, params)
    return mixed
