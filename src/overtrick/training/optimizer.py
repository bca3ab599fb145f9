"""Muon for the dense maps inside the blocks, Adam for tables, heads and biases.

A `turn` weight (2, rows, columns) is the complex matrix re + i · im, acting as [[re, im], [-im, re]]. That
form is closed under products and transposition, so its Newton-Schulz iteration needs the upper half only.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from overtrick.nets.parameters import Params

QUINTIC = (3.4445, -4.7750, 2.0315)
"""Keller Jordan's coefficients: five steps bring singular values to between 0.7 and 1.2."""

MUON_MOMENTUM = 0.95
ADAM_MOMENTUM, ADAM_SQUARES = 0.9, 0.99

Whole = Callable[[jax.Array], jax.Array]


def _as_it_is(matrix: jax.Array) -> jax.Array:
    return matrix


def _both_halves(half: jax.Array) -> jax.Array:
    """The whole matrix [[re, im], [-im, re]] of its upper half [re, im]."""
    re, im = jnp.split(half, 2, axis=1)
    return jnp.concatenate([half, jnp.concatenate([-im, re], axis=1)], axis=0)


def orthogonal(matrix: jax.Array, whole: Whole = _as_it_is) -> jax.Array:
    """About the nearest matrix with orthonormal rows, by five Newton-Schulz steps."""
    a, b, c = QUINTIC

    def closer(_: jax.Array, x: jax.Array) -> jax.Array:
        gram = x @ whole(x).T
        return a * x + (b * gram + c * gram @ whole(gram)) @ whole(x)

    start = matrix / (jnp.linalg.norm(whole(matrix)) + 1e-7)
    nearest: jax.Array = jax.lax.fori_loop(0, 5, closer, start)
    return nearest


def muon_direction(gradient: jax.Array) -> jax.Array:
    """Muon's step for a plain (rows, columns) or turn (2, rows, columns) weight, as long as Adam's would be."""
    *_, rows, columns = gradient.shape
    if gradient.ndim == 2:
        step = orthogonal(gradient.T).T if rows > columns else orthogonal(gradient)
        return jnp.multiply(step, 0.2 * max(rows, columns) ** 0.5)
    re, im = gradient
    if rows > columns:  # iterate on the short side; transposition conjugates
        re, im = re.T, -im.T
    re, im = jnp.split(orthogonal(jnp.concatenate([re, im], axis=1), _both_halves), 2, axis=1)
    turn = jnp.stack([re.T, -im.T] if rows > columns else [re, im])
    return jnp.multiply(turn, 0.2 * (2 * max(rows, columns)) ** 0.5)


def is_muon(path: tuple[Any, ...]) -> bool:
    """Whether a parameter is a dense map inside a block."""
    names = [getattr(key, "key", None) for key in path]
    return names[0] in ("blocks", "pool", "reader", "recurrent", "mlps") and not {"bias", "biases", "heads"} & set(
        names
    )


def is_table(path: tuple[Any, ...]) -> bool:
    """Whether a parameter is a table: its rows decay, so that rare ones fall back on the vectors of their cards."""
    names = [getattr(key, "key", None) for key in path]
    return names[0] == "embed" and "card" not in names


def start(params: Params) -> Params:
    """The optimiser before its first step. Muon's weights have a first moment only."""

    def first(weight: Any) -> NDArray[np.float32]:
        return np.zeros(weight.shape, np.float32)

    def second(path: tuple[Any, ...], weight: Any) -> NDArray[np.float32]:
        return np.zeros(() if is_muon(path) else weight.shape, np.float32)

    return {
        "step": np.zeros((), np.int32),
        "first": jax.tree.map(first, params),
        "second": jax.tree_util.tree_map_with_path(second, params),
    }


def update(
    params: Params,
    gradients: Params,
    state: Params,
    *,
    muon_rate: jax.Array | float,
    adam_rate: jax.Array | float,
    decay: float = 0.0,
    table_decay: float = 0.0,
) -> tuple[Params, Params]:
    """Parameters and optimiser one step on; dense maps shrink by `decay`, tables by `table_decay`, times the rate."""
    step = state["step"] + 1

    def one(path: tuple[Any, ...], w: jax.Array, g: jax.Array, m: jax.Array, v: jax.Array) -> tuple[jax.Array, ...]:
        if is_muon(path):
            m = MUON_MOMENTUM * m + g
            return w * (1 - muon_rate * decay) - muon_rate * muon_direction(g + MUON_MOMENTUM * m), m, v
        m, v = ADAM_MOMENTUM * m + (1 - ADAM_MOMENTUM) * g, ADAM_SQUARES * v + (1 - ADAM_SQUARES) * g * g
        mean, squares = m / (1 - ADAM_MOMENTUM**step), v / (1 - ADAM_SQUARES**step)
        kept = w * (1 - adam_rate * table_decay) if is_table(path) else w
        return kept - adam_rate * mean / (jnp.sqrt(squares) + 1e-8), m, v

    results = jax.tree_util.tree_map_with_path(one, params, gradients, state["first"], state["second"])
    weights, first, second = jax.tree.transpose(jax.tree.structure(params), jax.tree.structure((0, 0, 0)), results)
    return weights, {"step": step, "first": first, "second": second}
