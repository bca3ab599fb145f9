"""From strength to tricks: thresholds between groups (equation 3 of the 2023 paper) and how often they are right."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError


def whole_tricks(tricks: NDArray[Any]) -> NDArray[np.int64]:
    """Mean tricks rounded to whole ones; a half goes up, so that all groups are equally wide."""
    return np.floor(tricks + 0.5).astype(np.int64)


@dataclass(frozen=True)
class Thresholds:
    """Strength at which a pair counts as good for one more trick; below the first it takes `least` tricks."""

    least: int
    borders: tuple[float, ...]

    @classmethod
    def of(cls, strength: NDArray[np.float64], tricks: NDArray[np.float64]) -> "Thresholds":
        """Half-way between the mean strengths of neighbouring groups of rounded tricks."""
        rounded = whole_tricks(tricks)
        groups = range(int(rounded.min()), int(rounded.max()) + 1)
        seen = [group for group in groups if (rounded == group).any()]
        if len(seen) < 2:
            raise BridgeError("expected pairs with different numbers of tricks, got only one")
        means = np.interp(groups, seen, [strength[rounded == group].mean() for group in seen])
        return cls(groups[0], tuple(float(border) for border in (means[:-1] + means[1:]) / 2))

    def tricks(self, strength: NDArray[np.float64]) -> NDArray[np.int64]:
        """The predicted number of tricks."""
        return self.least + np.searchsorted(np.sort(self.borders), strength, side="right")

    def accuracy(self, strength: NDArray[np.float64], tricks: NDArray[np.float64]) -> tuple[float, float, float]:
        """How often the prediction is right, at most one trick off, and at most two off the rounded mean."""
        off = np.abs(self.tricks(strength) - whole_tricks(tricks))
        exact, one, two = (float((off <= distance).mean()) for distance in range(3))
        return exact, one, two


def correlation(strength: NDArray[np.float64], tricks: NDArray[np.float64]) -> float:
    """Pearson's r; 0 when one of the two is constant."""
    spread = float(strength.std() * tricks.std())
    return float(((strength - strength.mean()) * (tricks - tricks.mean())).mean() / spread) if spread > 1e-12 else 0.0


def correlation_interval(r: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a correlation (Fisher's transformation)."""
    if count < 4 or abs(r) >= 1:
        return r, r
    middle, width = np.arctanh(r), 1.96 / np.sqrt(count - 3)
    return float(np.tanh(middle - width)), float(np.tanh(middle + width))
