"""What a trick network learns from and is tested on: solved deals from files, split, and in batches.

The deals of every step are the same in every run with that seed, also in one that was stopped and goes on.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.arrays.library import SolvedDeals
from overtrick.core import BridgeError
from overtrick.nets.four_hands import Owners
from overtrick.training.data import solved_deals
from overtrick.training.data.lessons import Chances, Lessons, certain
from overtrick.training.split import split
from overtrick.training.tricks.trick_recipe import Spots, TrickRecipe

_BLOCK = 1 << 15  # deals worked on at a time
_RANKS = np.arange(13, dtype=np.uint16)
_SPOTS_STREAM, _LESSONS_STREAM = 1, 2  # beside the stream of the order of the solved deals


@dataclass(frozen=True, eq=False)
class TrickExamples:
    """Deals by the owners of their cards (deal, suit, rank), with declarer's tricks (deal, seat, strain)."""

    owners: Owners
    tricks: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.owners)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "TrickExamples":
        """Some of the deals, by slice, index array or mask."""
        return TrickExamples(self.owners[chosen], self.tricks[chosen])

    @classmethod
    def of(cls, solved: SolvedDeals) -> "TrickExamples":
        """Solved deals in the form a network reads."""
        return cls(owners_of(solved.deals), solved.tricks)


@dataclass(frozen=True, eq=False)
class TrickMaterial:
    """The deals of a run in their three parts, and the files they came from with the number of deals in each."""

    train: TrickExamples
    validation: TrickExamples
    test: TrickExamples
    files: tuple[tuple[str, int], ...] = ()
    lessons: Lessons | None = None
    """More to train on: deals that teachers have labelled."""

    @classmethod
    def read(cls, paths: Sequence[Path], random_deals: int = 0, *, only_random: bool = False) -> "TrickMaterial":
        """The files one after the other, each deal once; `random_deals` as in `split`, or no others at all."""
        read = [TrickExamples.of(solved_deals.load(path)) for path in paths]
        files = tuple((path.name, len(part)) for path, part in zip(paths, read, strict=True))
        whole = concatenate(read)
        if only_random and random_deals:
            whole = whole[:random_deals]
        rows = split(whole.owners, random_deals)
        return cls(whole[rows.train], whole[rows.validation], whole[rows.test], files)

    def checksum(self) -> str:
        """A number that tells other deals to learn from apart."""
        digest = hashlib.sha256(np.ascontiguousarray(self.train.owners).tobytes())
        digest.update(np.ascontiguousarray(self.train.tricks).tobytes())
        return digest.hexdigest()

    def describe(self) -> dict[str, Any]:
        """Files and sizes, for the card of what is trained on it."""
        parts = {"train": len(self.train), "validation": len(self.validation), "test": len(self.test)}
        lessons = {"lessons": self.lessons.describe()} if self.lessons else {}
        return {"files": [{"name": name, "deals": count} for name, count in self.files], **parts, **lessons}


def concatenate(parts: Sequence[TrickExamples]) -> TrickExamples:
    """One set of examples after the other."""
    return TrickExamples(
        np.concatenate([part.owners for part in parts]), np.concatenate([part.tricks for part in parts])
    )


def owners_of(deals: DealBatch) -> Owners:
    """The seat that holds each card of complete deals. Shape: (deal, suit, rank)."""
    deals.require_complete()
    owners = np.empty((len(deals), 4, 13), np.uint8)
    for start in range(0, len(deals), _BLOCK):
        holdings = deals.holdings[start : start + _BLOCK]
        owners[start : start + _BLOCK] = (holdings[..., np.newaxis] >> _RANKS & 1).argmax(axis=1)
    return owners


class TrickBatch(NamedTuple):
    """Deals and what is known of their tricks. Shapes: (deal, suit, rank) and (deal, seat, strain, tricks)."""

    owners: Owners
    chances: Chances


def batches(material: TrickMaterial, recipe: TrickRecipe, step: int) -> Iterator[TrickBatch]:
    """The batch of every step from this one on: lessons with the teachers' chances, solved deals with their results."""
    schedule, taught = recipe.training, recipe.taught
    if taught and not material.lessons:
        raise BridgeError(f"{recipe.name}: expected lessons for {taught} deals of every batch, got none")
    solved = _orders(len(material.train), schedule.batch - taught, (schedule.seed,), step)
    lessons = _orders(len(material.lessons or ()), taught, (schedule.seed, _LESSONS_STREAM), step)
    for number in range(step, schedule.steps):
        rng = np.random.default_rng((schedule.seed, _SPOTS_STREAM, number))
        chosen = material.train[next(solved)]
        batch = TrickBatch(with_spots_shuffled(chosen.owners, schedule.spots, rng), certain(chosen.tricks))
        if material.lessons:
            rows = material.lessons.rows[next(lessons)]
            batch = TrickBatch(*map(np.concatenate, zip((rows["owners"], rows["chances"]), batch, strict=True)))
        yield batch


def passes(material: TrickMaterial, recipe: TrickRecipe, step: int) -> float:
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


def with_spots_shuffled(owners: Owners, spots: Spots, rng: np.random.Generator) -> Owners:
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
