"""What the contract network learns from: decisions as features and choices, and what every choice would have won."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.contract.features import WIDTH, features
from overtrick.training.data import decisions as decided
from overtrick.training.data.decisions import ILLEGAL, Rows

_AT_ONCE = 20_000


@dataclass(frozen=True, eq=False)
class Decisions:
    """Decisions by the hundred thousand."""

    features: NDArray[np.float16]
    """Shape: (decision, feature)."""
    best: NDArray[np.uint8]
    """The best choice, the class to be learnt. Shape: (decision,)."""
    reached: NDArray[np.uint8]
    won: NDArray[np.int8]
    """IMPs of every choice against the one made, on the deal as it was; ILLEGAL where the laws forbid it.

    Shape: (decision, choice)."""
    expected: NDArray[np.float16]
    """The same on average over the layouts. Shape: (decision, choice)."""
    boards: NDArray[np.int64]
    """Decisions of one deal share their number. Shape: (decision,)."""
    weights: NDArray[np.float32]
    """How many boards of those that were dealt each stands for. Shape: (decision,)."""

    def __len__(self) -> int:
        return len(self.best)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "Decisions":
        return Decisions(
            self.features[chosen],
            self.best[chosen],
            self.reached[chosen],
            self.won[chosen],
            self.expected[chosen],
            self.boards[chosen],
            self.weights[chosen],
        )

    @property
    def legal(self) -> NDArray[np.bool_]:
        """Which choices the laws allow. Shape: (decision, choice)."""
        legal: NDArray[np.bool_] = self.won != ILLEGAL
        return legal


def read(paths: Sequence[Path], most: int | None = None, *, whole: bool = False) -> Decisions:
    """The decisions of files of `overtrick data contracts`, one after the other.

    The player is to call; with `whole`, he has called, and the auction tells the contract that was reached.
    """
    parts = [_read(path, number, whole) for number, path in enumerate(paths)]
    names = Decisions.__dataclass_fields__
    found = Decisions(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
    return found if most is None else found[:most]


def _read(path: Path, number: int, whole: bool) -> Decisions:
    rows, weights = decided.load(path)
    return of_rows(decided.with_the_choice(rows) if whole else rows, weights, number)


def of_rows(rows: Rows, weights: NDArray[np.float32], file: int = 0) -> Decisions:
    """Decisions in memory; `file` keeps the boards of several files apart."""
    found = np.empty((len(rows), WIDTH), np.float16)
    for start in range(0, len(rows), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        found[part] = features(decided.positions_of(rows[part]))
    boards = rows["board"].astype(np.int64) + (file << 32)
    return Decisions(found, rows["best"], rows["reached"], rows["won"], rows["expected"], boards, weights)
