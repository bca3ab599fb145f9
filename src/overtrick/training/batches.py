"""The deals of every step: the same in every run with that seed, also in one that was stopped and goes on."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.nets.four_hands import Owners
from overtrick.training.material import Examples
from overtrick.training.recipe import Schedule

_SPOTS_STREAM = 1  # beside the stream of the order of the deals


def batches(examples: Examples, schedule: Schedule, step: int) -> Iterator[Examples]:
    """The batch of every step from this one on: all deals in a new order each epoch."""
    size, seed = schedule.batch, schedule.seed
    per_epoch = len(examples) // size
    if not per_epoch:
        raise BridgeError(f"expected at least {size} deals to train on, one batch, got {len(examples)}")
    while step < schedule.steps:
        order = np.random.default_rng((seed, step // per_epoch)).permutation(len(examples))
        for number in range(step % per_epoch, min(per_epoch, step % per_epoch + schedule.steps - step)):
            chosen = examples[order[number * size : (number + 1) * size]]
            rng = np.random.default_rng((seed, _SPOTS_STREAM, step))
            yield Examples(with_spots_shuffled(chosen.owners, schedule.spots, rng), chosen.tricks)
            step += 1


def with_spots_shuffled(owners: Owners, spots: tuple[tuple[int, float], ...], rng: np.random.Generator) -> Owners:
    """The deals with the lowest cards of each suit dealt out anew among the hands that held them.

    The lowest four hardly ever matter double dummy (no change among 320 results, 3 % for the lowest six), and
    a network that never sees the same spots twice does not learn deals by heart.
    """
    counts, chances = zip(*spots, strict=True)
    if not any(counts):
        return owners
    lowest = rng.choice(np.array(counts), p=np.array(chances), size=(*owners.shape[:2], 1))
    rank = np.arange(13, dtype=np.float32)
    key = np.where(rank < lowest, rng.random(owners.shape, np.float32), rank)
    order: NDArray[np.intp] = key.argsort(axis=-1)
    return np.take_along_axis(owners, order, axis=-1)
