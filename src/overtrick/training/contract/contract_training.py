"""Training a contract network: 612-1224-612-37, rectifiers, dropout, cross-entropy, Adam; and its export.

Runs of our settings take minutes; with the paper's 600 passes over large files they take hours, and write checkpoints.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import date
from functools import partial
from itertools import islice
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
from overtrick.storage import make_folder
from overtrick.training import checkpoint, optimizer
from overtrick.training.contract.contract_material import LabelledDecisions, stratified_folds
from overtrick.training.contract.contract_measures import Measures, measure
from overtrick.training.contract.contract_recipe import ContractRecipe, ContractSchedule

KIND = "contract"
HELD_OUT = 20
"""One deal in this number is held out for the figures on the card."""
CHECKPOINT_SECONDS = 300.0
_GOLDEN = 32


def fit(
    data: LabelledDecisions,
    recipe: ContractRecipe,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    kept: Path | None = None,
) -> dict[str, Floats]:
    """Train a network on these decisions; its weights as `DenseNet` reads them.

    In the folder `kept` a long training writes checkpoints, and the next call with the same data goes on from the last.
    """
    schedule, rng = recipe.training, np.random.default_rng(seed)
    used = _used(data.features)
    mean, scale = _standard(data.features)
    params = dense_jax.init((int(used.sum()), *recipe.net.hidden, CHOICES), rng)
    trees: Params = {"params": params, "state": optimizer.start(params), "step": np.int64(0)}
    if kept is not None and checkpoint.is_in(kept):
        trees, _ = checkpoint.restore(kept, trees)
    key = jax.random.key(seed, impl="rbg")  # several times faster than the default on a CPU
    first, steps, written = int(trees["step"]), recipe.steps(len(data)), time.monotonic()
    params, state = trees["params"], trees["state"]
    for step, rows in enumerate(islice(_order(data, schedule, rng), first, steps), first):
        x = ((data.features[rows].astype(np.float32) - mean) / scale)[:, used]
        target = _target(data, rows, schedule)
        rate = schedule.rate * (0.5 * (1 + np.cos(np.pi * step / steps)) if schedule.falling else 1.0)
        drawn = jax.random.fold_in(key, step)
        params, state = _step(params, state, x, target, drawn, rate, schedule.dropout, schedule.utility)
        if kept is not None and time.monotonic() - written > CHECKPOINT_SECONDS:
            make_folder(kept)
            checkpoint.save(kept, {"params": params, "state": state, "step": np.int64(step + 1)}, 0.0)
            written = time.monotonic()
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
            f"expected a network to export, such as ours, paper, plain or utility, got the forest {recipe.name}"
        )
    held_out = stratified_folds(data, HELD_OUT, seed) == 0
    train, test = data.split(held_out, augmented=recipe.training.augmented)
    weights = fit(train, recipe, seed)
    stored: dict[str, NDArray[Any]] = {
        name: array if name in ("mean", "scale") else array.astype(np.float16) for name, array in weights.items()
    }
    config = {"layers": len(recipe.net.hidden) + 1}
    net = DenseNet(config, stored)
    measures = measure(test, predict(net, test))
    inputs = test.features[:_GOLDEN]
    card = {
        "says": "Probabilities that pass, double or each of 35 bids is the best contract, from 612 features.",
        "recipe": asdict(recipe),
        "data": {"decisions": len(train) + len(test), "held_out": len(test), **about},
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
    counts, batch = np.bincount(data.best, minlength=CHOICES), min(schedule.batch, len(data))
    rarity = 1 / np.maximum(counts, 200)[data.best]
    rarity /= rarity.sum()
    every = np.arange(len(data))
    left = every[:0]
    while True:
        while len(left) < batch:
            again = left[:0]
            if schedule.shown_again:
                again = rng.choice(len(data), round(schedule.shown_again * len(data)), p=rarity)
            left = np.concatenate([left, rng.permutation(np.concatenate([every, again]))])
        yield left[:batch]
        left = left[batch:]


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
