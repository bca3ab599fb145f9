"""An honest account of a search for deals."""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch

Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class ConjunctReport:
    """How one of the conditions fared over random deals, by itself and beside the others.

    `passes` is the share of deals it lets through; `rejects_alone` the share that it rejects and all others
    accept. Both are None when testing random deals would take too long (it asks for tricks). `is_exact`
    means that `passes` was counted rather than sampled.
    """

    text: str
    passes: float | None
    rejects_alone: float | None
    is_exact: bool = False


@dataclass(frozen=True, slots=True)
class AverageReport:
    """A mean over the deals found, with its standard error."""

    text: str
    mean: float
    error: float
    count: int


@dataclass(frozen=True, slots=True, eq=False)
class FrequencyReport:
    """How often each value occurred; the first and last place of each axis are for values below and above.

    Shape: (value,) or (value, value of the second expression).
    """

    text: str
    lows: tuple[int, ...]
    highs: tuple[int, ...]
    counts: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class DealingReport:
    """What a search tried and found.

    Smart predeal looks among a known share of all deals only (`searched`; 1 when it looks everywhere), so
    `tried` is far below what plain dealing would have needed; `acceptance` is among all deals nevertheless.
    All shares are among deals with the predealt cards in place. `surveyed` random deals were used to say
    how each condition fares.
    """

    wanted: int
    tried: int
    accepted: int
    searched: float = 1.0
    surveyed: int = 0
    conjuncts: tuple[ConjunctReport, ...] = ()
    averages: tuple[AverageReport, ...] = ()
    frequencies: tuple[FrequencyReport, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether all deals asked for were found."""
        return self.accepted >= self.wanted

    @property
    def acceptance(self) -> float:
        """The share of all deals that satisfy the condition, as estimated from this search."""
        return self.searched * self.accepted / self.tried if self.tried else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval (Wilson's) of the acceptance."""
        low, high = wilson(self.accepted, self.tried)
        return self.searched * low, self.searched * high

    @property
    def rejects_most(self) -> ConjunctReport | None:
        """The condition that lets the fewest deals through."""
        known = [conjunct for conjunct in self.conjuncts if conjunct.passes is not None]
        return min(known, key=lambda conjunct: conjunct.passes or 0.0, default=None)

    def __str__(self) -> str:
        low, high = self.interval
        lines = [f"{self.accepted:,} of {self.wanted:,} deals found in {self.tried:,} tries"]
        lines.append(f"acceptance {self.acceptance:.3g} of all deals (95 % interval {low:.3g} to {high:.3g})")
        if self.searched < 1:
            lines.append(f"smart predeal searched {self.searched:.3g} of all deals")
        most = self.rejects_most
        lines += [f"  {_conjunct_line(row)}{'  <- rejects most' if row is most else ''}" for row in self.conjuncts]
        lines += [f"average {row.text}: {row.mean:.4f} ± {Z95 * row.error:.4f}" for row in self.averages]
        return "\n".join(lines)


def _conjunct_line(conjunct: ConjunctReport) -> str:
    if conjunct.passes is None or conjunct.rejects_alone is None:
        return f"not sampled: {conjunct.text}"
    passes = f"passes {100 * conjunct.passes:.3g} %"
    return f"{passes}, alone rejects {100 * conjunct.rejects_alone:.3g} %: {conjunct.text}"


@dataclass(frozen=True, slots=True, eq=False)
class Dealt:
    """Deals that satisfy a condition, and the account of how they were found."""

    deals: DealBatch
    report: DealingReport


def wilson(hits: int, tries: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a probability.

    >>> [round(bound, 3) for bound in wilson(0, 100)]
    [0.0, 0.037]
    """
    if tries == 0:
        return 0.0, 1.0
    share, z2 = hits / tries, Z95**2
    middle = share + z2 / (2 * tries)
    width = Z95 * sqrt(share * (1 - share) / tries + z2 / (4 * tries**2))
    return max(0.0, (middle - width) / (1 + z2 / tries)), min(1.0, (middle + width) / (1 + z2 / tries))
