"""The deals of every step: the same in every run with that seed, also in one that was stopped and goes on."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.nets.four_hands import Owners
from overtrick.training.data.lessons import Chances, certain
from overtrick.training.recipe import Recipe
from overtrick.training.tricks.material import Material

_SPOTS_STREAM, _LESSONS_STREAM = 1, 2  # beside the stream of the order of the solved deals


class Batch(NamedTuple):
    """Deals and what is known of their tricks. Shapes: (deal, suit, rank) and (deal, seat, strain, tricks)."""

    owners: Owners
    chances: Chances


def batches(material: Material, recipe: Recipe, step: int) -> Iterator[Batch]:
    """The batch of every step from this one on: lessons with the teachers' chances, solved deals with their results."""
    schedule, taught = recipe.training, recipe.taught
    if taught and not material.lessons:
        raise BridgeError(f"{recipe.name}: expected lessons for {taught} deals of every batch, got none")
    solved = _orders(len(material.train), schedule.batch - taught, (schedule.seed,), step)
    lessons = _orders(len(material.lessons or ()), taught, (schedule.seed, _LESSONS_STREAM), step)
    for number in range(step, schedule.steps):
        rng = np.random.default_rng((schedule.seed, _SPOTS_STREAM, number))
        chosen = material.train[next(solved)]
        batch = Batch(with_spots_shuffled(chosen.owners, schedule.spots, rng), certain(chosen.tricks))
        if material.lessons:
            rows = material.lessons.rows[next(lessons)]
            batch = Batch(*map(np.concatenate, zip((rows["owners"], rows["chances"]), batch, strict=True)))
        yield batch


def passes(material: Material, recipe: Recipe, step: int) -> float:
    """How often each deal was seen by then: each lesson where there are some, else each solved deal."""
    if material.lessons and recipe.taught:
        return step * recipe.taught / len(material.lessons)
    return step * recipe.training.batch / len(material.train)


def _orders(count: int, size: int, stream: tuple[int, ...], step: int) -> Iterator[NDArray[np.intp]]:
    """The row numbers of every step from this one on: all rows in a new order each epoch."""
    if count < size:
        raise BridgeError(f"expected at least {size} deals to train on, one batch, got {count}")
    per_epoch = count // size if size else 1
    while True:
        order = np.random.default_rng((*stream, step // per_epoch)).permutation(count)
        for number in range(step % per_epoch, per_epoch):
            yield order[number * size : (number + 1) * size]
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
