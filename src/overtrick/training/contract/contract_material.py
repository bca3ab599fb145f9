"""What the contract network learns from: decisions as features and choices, and what every choice would have won."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.contract.features import WIDTH, features
from overtrick.contract.labels import MARGIN, LabelRule, by_margin
from overtrick.core import BridgeError
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
    as_bid: NDArray[np.bool_]
    """Which choices keep the trump suit. Shape: (decision, choice)."""
    by_category: NDArray[np.uint8]
    """The best choice by the paper's rule. Shape: (decision,)."""
    solved: NDArray[np.bool_]
    """Whether the deal as it was is solved. Shape: (decision,)."""
    won_exactly: NDArray[np.int8]
    """As `won`, by exact tricks, where it is solved. Shape: (decision, choice)."""
    augmented: NDArray[np.bool_]
    """Decisions on new deals around the hand of another decision, whose board they have: to learn from, not to test on.

    Shape: (decision,)."""

    def __len__(self) -> int:
        return len(self.best)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "LabelledDecisions":
        return LabelledDecisions(*(getattr(self, field.name)[chosen] for field in fields(self)))

    def split(self, held_out: NDArray[np.bool_], *, augmented: bool) -> "tuple[LabelledDecisions, LabelledDecisions]":
        """What is learnt from, with the augmented decisions or without, and what it is tested on."""
        if augmented and not self.augmented.any():
            raise BridgeError("expected augmented decisions (overtrick data contracts --augment 0.75), got none")
        return self[~held_out & (augmented | ~self.augmented)], self[held_out & ~self.augmented]

    def labelled(self, rule: LabelRule) -> "LabelledDecisions":
        """The same with the labels of a rule."""
        best = self.by_category if rule is LabelRule.PAPER else self.by_margin(MARGIN)
        return replace(self, best=best)

    def by_margin(self, margin: float) -> NDArray[np.uint8]:
        """The labels of our rule with that margin. Shape: (decision,)."""
        return by_margin(self.reached, self.as_bid, self.expected.astype(np.float32), margin)

    @property
    def legal(self) -> NDArray[np.bool_]:
        """Which choices the laws allow. Shape: (decision, choice)."""
        legal: NDArray[np.bool_] = self.won != ILLEGAL
        return legal


def read(
    paths: Sequence[Path], most: int | None = None, *, whole: bool = False, rule: LabelRule | None = None
) -> LabelledDecisions:
    """The decisions of files of `overtrick data contracts`, one after the other.

    Their labels are those of the file or of a rule. The player is to call; with `whole`, the call is made, and the
    auction tells the contract that was reached.
    """
    parts = [_read(path, number, whole) for number, path in enumerate(paths)]
    names = [field.name for field in fields(LabelledDecisions)]
    every = LabelledDecisions(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
    if most is not None:
        first = every.boards[np.flatnonzero(~every.augmented)[:most]]
        dealt = np.cumsum(~every.augmented) <= most
        every = every[np.where(every.augmented, np.isin(every.boards, first), dealt)]
    return every if rule is None else every.labelled(rule)


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
    names = ("as_bid", "by_category", "solved", "won_exactly", "augmented")
    others = {name: rows[name] for name in ("best", "reached", "won", "expected", *names)}
    return LabelledDecisions(features=vectors, boards=boards, weights=weights, **others)


def stratified_folds(data: LabelledDecisions, folds: int, seed: int) -> NDArray[np.uint8]:
    """The fold of every decision, 0 to `folds` - 1: each has its share of every class, and all decisions of a deal.

    A deal goes by the class of its first decision, an augmented decision with the deal whose hand it has. The
    StratifiedGroupKFold of scikit-learn draws other folds, goes through the deals one by one in Python, and the
    published figures of `docs/experiments.md` are of these.
    """
    rng = np.random.default_rng(seed)
    dealt = np.flatnonzero(~data.augmented)
    boards, first = np.unique(data.boards[dealt], return_index=True)
    classes, of_deal = data.best[dealt[first]], np.empty(len(first), np.uint8)
    for chosen in np.unique(classes):
        places = np.flatnonzero(classes == chosen)
        start = rng.integers(folds)  # so that rare classes do not all begin in the first fold
        of_deal[rng.permutation(places)] = (start + np.arange(len(places))) % folds
    return of_deal[np.searchsorted(boards, data.boards)]
