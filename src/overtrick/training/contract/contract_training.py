"""Training a contract network: 612-1224-612-37, rectifiers, dropout, cross-entropy, Adam; and its export.

A run takes minutes, so it has no checkpoints.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.contract.decisions import CHOICES
from overtrick.core import BridgeError
from overtrick.nets import dense_jax
from overtrick.nets.artifact import Artifact
from overtrick.nets.dense import DenseNet
from overtrick.nets.parameters import Params, jax, jnp
from overtrick.training import optimizer
from overtrick.training.contract.contract_material import LabelledDecisions, stratified_folds
from overtrick.training.contract.contract_measures import Measures, measure
from overtrick.training.contract.contract_recipe import ContractRecipe, ContractSchedule

KIND = "contract"
HELD_OUT = 20
"""One deal in this number is held out for the figures on the card."""
_GOLDEN = 32


def fit(
    data: LabelledDecisions,
    recipe: ContractRecipe,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Floats]:
    """Train a network on these decisions; its weights as `DenseNet` reads them."""
    schedule, rng = recipe.training, np.random.default_rng(seed)
    used = _used(data.features)
    mean, scale = _standard(data.features)
    params = dense_jax.init((int(used.sum()), *recipe.net.hidden, CHOICES), rng)
    state = optimizer.start(params)
    key = jax.random.key(seed, impl="rbg")  # several times faster than the default on a CPU
    steps = max(1, round(len(data) * (1 + schedule.augmented) * schedule.epochs / schedule.batch))
    order = _order(data, schedule, rng)
    for step in range(steps):
        rows = next(order)
        x = ((data.features[rows].astype(np.float32) - mean) / scale)[:, used]
        target = _target(data, rows, schedule)
        rate = schedule.rate * 0.5 * (1 + np.cos(np.pi * step / steps))
        drawn = jax.random.fold_in(key, step)
        params, state = _step(params, state, x, target, drawn, rate, schedule.dropout, schedule.utility)
        if progress:
            progress(step + 1, steps)
    return {"mean": mean, "scale": scale, **dense_jax.stored(params, used)}


def predictor(weights: dict[str, Floats], recipe: ContractRecipe) -> DenseNet:
    """The trained network, in NumPy."""
    return DenseNet({"layers": len(recipe.net.hidden) + 1}, weights)


def predict(net: DenseNet, data: LabelledDecisions) -> NDArray[np.uint8]:
    """The likeliest legal choice of every decision."""
    likely: NDArray[np.uint8] = net.probabilities(data.features, data.legal).argmax(axis=1).astype(np.uint8)
    return likely


def train_and_export(
    data: LabelledDecisions, recipe: ContractRecipe, folder: Path, about: dict[str, Any], seed: int = 0
) -> Measures:
    """Train on nearly all decisions, test on the rest, and write the artifact."""
    if recipe.is_forest:
        raise BridgeError(
            f"expected a network to export, such as paper, plain or utility, got the forest {recipe.name}"
        )
    held_out = stratified_folds(data, HELD_OUT, seed) == 0
    weights = fit(data[~held_out], recipe, seed)
    stored: dict[str, NDArray[Any]] = {
        name: array if name in ("mean", "scale") else array.astype(np.float16) for name, array in weights.items()
    }
    config = {"layers": len(recipe.net.hidden) + 1}
    net, test = DenseNet(config, stored), data[held_out]
    measures = measure(test, predict(net, test))
    inputs = test.features[:_GOLDEN]
    card = {
        "says": "Probabilities that pass, double or each of 35 bids is the best contract, from 612 features.",
        "recipe": asdict(recipe),
        "data": {"decisions": len(data), "held_out": int(held_out.sum()), **about},
        "metrics": measures.as_dict(),
        "date": date.today().isoformat(),
    }
    Artifact(KIND, config, stored, card, (inputs, net.probabilities(inputs))).save(folder)
    return measures


def _used(features: NDArray[np.float16]) -> NDArray[np.bool_]:
    """The features that are ever anything but 0: nothing can be learnt of the others. Shape: (feature,)."""
    used: NDArray[np.bool_] = (features != 0).any(axis=0)
    return used


def _standard(features: NDArray[np.float16]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Bits stay as they are; counts are brought to mean 0 and deviation 1."""
    some = features[:: max(1, len(features) // 50_000)].astype(np.float32)
    counts = some.max(axis=0) > 1
    mean = np.where(counts, some.mean(axis=0), 0).astype(np.float32)
    return mean, np.where(counts, np.maximum(some.std(axis=0), 0.1), 1).astype(np.float32)


def _order(
    data: LabelledDecisions, schedule: ContractSchedule, rng: np.random.Generator
) -> Iterator[NDArray[np.int64]]:
    """Rows batch by batch, for ever; in each pass all of them once, and rare classes some more times."""
    counts = np.bincount(data.best, minlength=CHOICES)
    rarity = 1 / np.maximum(counts, 200)[data.best]
    rarity /= rarity.sum()
    left = np.empty(0, np.int64)
    while True:
        while len(left) < schedule.batch:
            again = (
                rng.choice(len(data), round(schedule.augmented * len(data)), p=rarity)
                if schedule.augmented
                else left[:0]
            )
            left = np.concatenate([left, rng.permutation(np.concatenate([np.arange(len(data)), again]))])
        yield left[: schedule.batch]
        left = left[schedule.batch :]


def _target(data: LabelledDecisions, rows: NDArray[Any], schedule: ContractSchedule) -> NDArray[Any]:
    if not schedule.utility:
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
    logs = jax.nn.log_softmax(dense_jax.scores(params, x, key, dropout))
    if utility:
        return -(jnp.exp(logs) * jnp.maximum(target, -20)).sum(axis=1).mean()
    return -jnp.take_along_axis(logs, target[:, None], axis=1).mean()
