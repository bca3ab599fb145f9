"""Lessons: fresh random deals, with the mean chances that four-hand networks, the teachers, give each result.

Deals come in chunks, and a chunk depends on the seed, its number and the teachers only. So lessons that were
cut short by a kill go on where they stopped, and grow when more deals are asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats, random_deals
from overtrick.storage import make_folder
from overtrick.training.data.writer import Progress, RowWriter
from overtrick.tricks.estimators import FourHandEstimator

Chances = NDArray[np.uint8]
"""255 times the probability of 0 to 13 tricks. Shape: (deal, seat, strain, tricks)."""

CERTAIN = 255
CHUNK = 1000
"""Deals a chunk: a fraction of a second for each teacher."""

ROW = np.dtype([("owners", "u1", (4, 13)), ("chances", "u1", (4, 5, 14))])
"""A deal on disk, 332 bytes: who holds each card, then chances by seat and strain."""

ROWS, ABOUT = "lessons.bin", "lessons.json"


@dataclass(frozen=True, eq=False)
class Lessons:
    """Deals with their chances, left on disk until they are read, and who taught them."""

    rows: NDArray[np.void]
    about: dict[str, Any]

    def __len__(self) -> int:
        return len(self.rows)

    def describe(self) -> dict[str, Any]:
        """For the settings of a run and the card of what is trained on it."""
        return {"deals": len(self), **self.about}


def make_lessons(
    folder: Path,
    count: int,
    teachers: Sequence[FourHandEstimator],
    *,
    seed: int = 0,
    progress: Progress | None = None,
) -> Lessons:
    """So many lessons, kept in a folder; what is there already is not asked again."""
    about = {"seed": seed, "teachers": [teacher.model for teacher in teachers]}
    make_folder(folder)
    with RowWriter(folder / ROWS, about, folder / ABOUT) as writer:
        settled = writer.bytes // (CHUNK * ROW.itemsize)
        writer.truncate(settled * CHUNK * ROW.itemsize)
        if progress:
            progress(min(settled * CHUNK, count))
        for number in range(settled, -(-count // CHUNK)):
            writer.append(_chunk(teachers, seed, number).tobytes())
            if progress:
                progress(CHUNK)
    return Lessons(np.memmap(folder / ROWS, ROW, "r", shape=(count,)), about)


def load_teachers(folders: Sequence[Path]) -> list[FourHandEstimator]:
    """The networks in these folders, checked; the shipped one where there are none."""
    return [FourHandEstimator.load(folder) for folder in folders] or [FourHandEstimator.load()]


def rounded(chances: Floats, rng: np.random.Generator) -> Chances:
    """Chances as bytes, rounded up as often as what is cut off says, so that their expectation is exact."""
    raised = chances * np.float32(CERTAIN) + rng.random(chances.shape, np.float32)
    answer: Chances = np.minimum(raised, CERTAIN).astype(np.uint8)
    return answer


def certain(tricks: NDArray[np.uint8]) -> Chances:
    """Known results as chances. Shape: (…) to (…, tricks)."""
    answer: Chances = (np.eye(14, dtype=np.uint8) * np.uint8(CERTAIN))[tricks]
    return answer


def _chunk(teachers: Sequence[FourHandEstimator], seed: int, number: int) -> NDArray[np.void]:
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
    deals = random_deals(CHUNK, rng)
    mean: Floats = np.mean([teacher.probabilities(deals) for teacher in teachers], axis=0, dtype=np.float32)
    rows = np.zeros(CHUNK, ROW)
    rows["owners"], rows["chances"] = deals.owners.reshape(-1, 4, 13), rounded(mean, rng)
    return rows
