"""The contract network in JAX: 612-1224-612-37, rectifiers, dropout, cross-entropy, Adam."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from overtrick.contract.decisions import CHOICES
from overtrick.nets.dense import DenseNet
from overtrick.training import optimizer
from overtrick.training.contract.material import Decisions

Params = dict[str, Any]


@dataclass(frozen=True)
class NetworkRecipe:
    """How a contract network is made."""

    hidden: tuple[int, ...] = (1224, 612)
    dropout: float = 0.2
    rate: float = 0.0006
    """Of Adam at the beginning; it falls to nothing along a cosine."""
    batch: int = 512
    """The paper has 4,096, and 600 passes; smaller batches take as many steps in a fraction of the passes."""
    epochs: float = 4.0
    augmented: float = 0.0
    """The share of decisions that are shown again, so many that rarer contracts come as often as common ones."""
    utility: bool = False
    """Learn what wins most IMPs over the layouts instead of the label."""


def fit(
    data: Decisions,
    recipe: NetworkRecipe,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, NDArray[np.float32]]:
    """Train a network on these decisions; its weights as `DenseNet` reads them."""
    rng = np.random.default_rng(seed)
    used = _used(data.features)
    mean, scale = _standard(data.features)
    params = _init((int(used.sum()), *recipe.hidden, CHOICES), rng)
    state = optimizer.start(params)
    key = jax.random.key(seed, impl="rbg")  # several times faster than the default on a CPU
    steps = max(1, round(len(data) * (1 + recipe.augmented) * recipe.epochs / recipe.batch))
    order = _order(data, recipe, rng)
    for step in range(steps):
        rows = next(order)
        x = ((data.features[rows].astype(np.float32) - mean) / scale)[:, used]
        target = _target(data, rows, recipe)
        rate = recipe.rate * 0.5 * (1 + np.cos(np.pi * step / steps))
        drawn = jax.random.fold_in(key, step)
        params, state = _step(params, state, x, target, drawn, rate, recipe.dropout, recipe.utility)
        if progress:
            progress(step + 1, steps)
    return {"mean": mean, "scale": scale, **_stored(params, used)}


def _used(features: NDArray[np.float16]) -> NDArray[np.bool_]:
    """The features that are ever anything but 0: nothing can be learnt of the others. Shape: (feature,)."""
    used: NDArray[np.bool_] = (features != 0).any(axis=0)
    return used


def _stored(params: Params, used: NDArray[np.bool_]) -> dict[str, NDArray[np.float32]]:
    """The weights by name, those of unused features 0."""
    weights = {
        f"{number}.{name}": np.asarray(value)
        for number, layer in enumerate(params["layers"])
        for name, value in layer.items()
    }
    first = np.zeros((len(used), weights["0.weight"].shape[1]), np.float32)
    first[used] = weights["0.weight"]
    return {**weights, "0.weight": first}


def predictor(weights: dict[str, NDArray[np.float32]], recipe: NetworkRecipe) -> DenseNet:
    """The trained network, in NumPy."""
    return DenseNet({"layers": len(recipe.hidden) + 1}, weights)


def predict(net: DenseNet, data: Decisions) -> NDArray[np.uint8]:
    """The likeliest legal choice of every decision."""
    likely: NDArray[np.uint8] = net.probabilities(data.features, data.legal).argmax(axis=1).astype(np.uint8)
    return likely


def _standard(features: NDArray[np.float16]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Bits stay as they are; counts are brought to mean 0 and deviation 1."""
    some = features[:: max(1, len(features) // 50_000)].astype(np.float32)
    counts = some.max(axis=0) > 1
    mean = np.where(counts, some.mean(axis=0), 0).astype(np.float32)
    return mean, np.where(counts, np.maximum(some.std(axis=0), 0.1), 1).astype(np.float32)


def _init(sizes: tuple[int, ...], rng: np.random.Generator) -> Params:
    layers = []
    for inputs, outputs in pairwise(sizes):
        weight = rng.normal(0, (2 / inputs) ** 0.5, (inputs, outputs)).astype(np.float32)
        layers.append({"weight": weight, "bias": np.zeros(outputs, np.float32)})
    return {"layers": layers}


def _order(data: Decisions, recipe: NetworkRecipe, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """Rows batch by batch, for ever; in each pass all of them once, and rare classes some more times."""
    counts = np.bincount(data.best, minlength=CHOICES)
    rarity = 1 / np.maximum(counts, 200)[data.best]
    rarity /= rarity.sum()
    left = np.empty(0, np.int64)
    while True:
        while len(left) < recipe.batch:
            again = (
                rng.choice(len(data), round(recipe.augmented * len(data)), p=rarity) if recipe.augmented else left[:0]
            )
            left = np.concatenate([left, rng.permutation(np.concatenate([np.arange(len(data)), again]))])
        yield left[: recipe.batch]
        left = left[recipe.batch :]


def _target(data: Decisions, rows: NDArray[Any], recipe: NetworkRecipe) -> NDArray[Any]:
    if not recipe.utility:
        return np.asarray(data.best[rows], np.int32)
    return np.where(data.legal[rows], data.expected[rows].astype(np.float32), np.float32(-20))


@partial(jax.jit, static_argnames=("dropout", "utility"), donate_argnums=(0, 1))
def _step(
    params: Params,
    state: Params,
    x: jax.Array,
    target: jax.Array,
    key: jax.Array,
    rate: float,
    dropout: float,
    utility: bool,
) -> tuple[Params, Params]:
    gradients = jax.grad(_loss)(params, x, target, key, dropout, utility)
    return optimizer.update(params, gradients, state, muon_rate=0.0, adam_rate=rate)


def _loss(params: Params, x: jax.Array, target: jax.Array, key: jax.Array, dropout: float, utility: bool) -> jax.Array:
    logs = jax.nn.log_softmax(_forward(params, x, key, dropout))
    if utility:
        return -(jnp.exp(logs) * jnp.maximum(target, -20)).sum(axis=1).mean()
    return -jnp.take_along_axis(logs, target[:, None], axis=1).mean()


def _forward(params: Params, x: jax.Array, key: jax.Array, dropout: float) -> jax.Array:
    *hidden, last = params["layers"]
    for number, layer in enumerate(hidden):
        x = jax.nn.relu(x @ layer["weight"] + layer["bias"])
        kept = jax.random.bernoulli(jax.random.fold_in(key, number), 1 - dropout, x.shape)
        x = jnp.where(kept, x / (1 - dropout), 0)
    out: jax.Array = x @ last["weight"] + last["bias"]
    return out
