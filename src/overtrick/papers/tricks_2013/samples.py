"""Deals to learn from and deals to be tested on; a deal's own hash says on which side it is, so none is on both."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, library, random_deals
from overtrick.core import BridgeError, Seat, Side, Strain
from overtrick.solver import solve_contracts
from overtrick.tricks.estimators import four_hands

Progress = Callable[[int], None]
"""Called with the number of deals just solved."""

TEST_SHARE = 4
"""One deal in this many is kept for testing."""

_CHUNK = 20  # deals solved between two looks at the progress bar
_FACTORS = np.array([0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0xD6E8FEB86659FD93], np.uint64)


@dataclass(frozen=True)
class PaperQuestion:
    """Whose tricks, in what: those of North-South when this player declares in this strain.

    The paper does not say which of the library's 20 numbers it took.
    """

    declarer: Seat = Seat.SOUTH
    strain: Strain = Strain.NOTRUMP

    def north_south(self, tricks: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """North-South's tricks from declarer's. Shape: (deal,)."""
        return tricks if self.declarer.side is Side.NORTH_SOUTH else 13 - tricks


@dataclass(frozen=True, eq=False)
class Sample:
    """Deals with North-South's tricks. Shape of the tricks: (deal,)."""

    deals: DealBatch
    tricks: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.tricks)

    def __getitem__(self, chosen: slice | NDArray[np.bool_]) -> "Sample":
        return Sample(self.deals[chosen], self.tricks[chosen])


def is_for_testing(deals: DealBatch) -> NDArray[np.bool_]:
    """Whether each deal is kept for testing, told by a hash of its cards alone. Shape: (deal,)."""
    mixed = (deals.masks * _FACTORS).sum(axis=1, dtype=np.uint64)
    for shift, factor in ((30, _FACTORS[1]), (27, _FACTORS[2])):
        mixed = (mixed ^ mixed >> np.uint64(shift)) * factor
    hashed: NDArray[np.uint64] = mixed ^ mixed >> np.uint64(31)
    tested: NDArray[np.bool_] = hashed % np.uint64(TEST_SHARE) == 0
    return tested


def from_library(
    path: Path, question: PaperQuestion, *, errors: list[BridgeError] | None = None
) -> tuple[Sample, Sample]:
    """All deals of a file of the Ginsberg library, to learn from and to test on; `errors` as in `library.load`."""
    solved = library.load(path, errors=errors)
    if not len(solved):
        raise BridgeError(f"expected solved deals in {path}, got none")
    tricks = question.north_south(solved.tricks[:, question.declarer, question.strain])
    whole, tested = Sample(solved.deals, tricks), is_for_testing(solved.deals)
    return whole[~tested], whole[tested]


def from_solver(
    train: int, test: int, question: PaperQuestion, rng: np.random.Generator, progress: Progress | None = None
) -> tuple[Sample, Sample]:
    """Random deals to learn from and to test on, solved on the spot, some 40 a second and core."""
    sides = _sides(train, test, rng)
    return _solved(sides[0], question, progress), _solved(sides[1], question, progress)


def from_estimator(train: int, test: int, question: PaperQuestion, rng: np.random.Generator) -> tuple[Sample, Sample]:
    """Random deals to learn from and to test on, with the most likely tricks of the four-hand network."""
    learnt, tested = _sides(train, test, rng)
    return _estimated(learnt, question), _estimated(tested, question)


def _sides(train: int, test: int, rng: np.random.Generator) -> tuple[DealBatch, DealBatch]:
    """Random deals of either side of the split."""
    deals = random_deals(2 * TEST_SHARE * max(train, test) + 100, rng)  # so many that either side gets enough
    tested = is_for_testing(deals)
    return deals[~tested][:train], deals[tested][:test]


def _estimated(deals: DealBatch, question: PaperQuestion) -> Sample:
    tricks = four_hands().tricks(deals)[:, question.declarer, question.strain]
    return Sample(deals, question.north_south(tricks))


def _solved(deals: DealBatch, question: PaperQuestion, progress: Progress | None) -> Sample:
    tricks = np.empty(len(deals), np.uint8)
    for start in range(0, len(deals), _CHUNK):
        part = deals[start : start + _CHUNK]
        found = solve_contracts(part, [question.declarer] * len(part), [question.strain] * len(part))
        tricks[start : start + len(part)] = found
        if progress:
            progress(len(part))
    return Sample(deals, question.north_south(tricks))
