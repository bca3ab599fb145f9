"""Fully connected networks in JAX, the form that is trained; `dense` has their answers."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.nets.parameters import Params, jax, jnp


def init(sizes: tuple[int, ...], rng: np.random.Generator) -> Params:
    """Fresh parameters of the layers between these sizes, inputs first, classes last."""
    layers = []
    for inputs, outputs in pairwise(sizes):
        weight = rng.normal(0, (2 / inputs) ** 0.5, (inputs, outputs)).astype(np.float32)
        layers.append({"weight": weight, "bias": np.zeros(outputs, np.float32)})
    return {"layers": layers}


def scores(params: Params, x: jax.Array, key: jax.Array, dropout: float) -> jax.Array:
    """Class scores, with features of the hidden layers dropped at random. Shape: (row, input) to (row, class)."""
    *hidden, last = params["layers"]
    for number, layer in enumerate(hidden):
        x = jax.nn.relu(x @ layer["weight"] + layer["bias"])
        stays = jax.random.bernoulli(jax.random.fold_in(key, number), 1 - dropout, x.shape)
        x = jnp.where(stays, x / (1 - dropout), 0)
    out: jax.Array = x @ last["weight"] + last["bias"]
    return out


def stored(params: Params, used: NDArray[np.bool_]) -> dict[str, Floats]:
    """The weights as `DenseNet` reads them; those of inputs that were not used (input,) are 0."""
    weights = {
        f"{number}.{name}": np.asarray(value)
        for number, layer in enumerate(params["layers"])
        for name, value in layer.items()
    }
    first = np.zeros((len(used), weights["0.weight"].shape[1]), np.float32)
    first[used] = weights["0.weight"]
    return {**weights, "0.weight": first}
