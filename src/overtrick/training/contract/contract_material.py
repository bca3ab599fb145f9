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
class LabelledDecisions:
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

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "LabelledDecisions":
        return LabelledDecisions(
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


def read(paths: Sequence[Path], most: int | None = None, *, whole: bool = False) -> LabelledDecisions:
    """The decisions of files of `overtrick data contracts`, one after the other.

    The player is to call; with `whole`, the call is made, and the auction tells the contract that was reached.
    """
    parts = [_read(path, number, whole) for number, path in enumerate(paths)]
    names = LabelledDecisions.__dataclass_fields__
    whole_set = LabelledDecisions(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
    return whole_set if most is None else whole_set[:most]


def _read(path: Path, number: int, whole: bool) -> LabelledDecisions:
    rows, weights = decided.load(path)
    return of_rows(decided.with_the_choice(rows) if whole else rows, weights, number)


def of_rows(rows: Rows, weights: NDArray[np.float32], file: int = 0) -> LabelledDecisions:
    """Decisions in memory; `file` keeps the boards of several files apart."""
    vectors = np.empty((len(rows), WIDTH), np.float16)
    for start in range(0, len(rows), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        vectors[part] = features(decided.positions_of(rows[part]))
    boards = rows["board"].astype(np.int64) + (file << 32)
    return LabelledDecisions(vectors, rows["best"], rows["reached"], rows["won"], rows["expected"], boards, weights)


def stratified_folds(data: LabelledDecisions, folds: int, seed: int) -> NDArray[np.uint8]:
    """The fold of every decision, 0 to `folds` - 1: each has its share of every class, and all decisions of a deal.

    A deal goes by the class of its first decision. The StratifiedGroupKFold of scikit-learn draws other folds, goes
    through the deals one by one in Python, and the published figures of `docs/experiments.md` are of these.
    """
    rng = np.random.default_rng(seed)
    _, first, deal = np.unique(data.boards, return_index=True, return_inverse=True)
    classes, of_deal = data.best[first], np.empty(len(first), np.uint8)
    for chosen in np.unique(classes):
        places = np.flatnonzero(classes == chosen)
        start = rng.integers(folds)  # so that rare classes do not all begin in the first fold
        of_deal[rng.permutation(places)] = (start + np.arange(len(places))) % folds
    return of_deal[deal]
