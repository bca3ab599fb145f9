"""The paper's pipeline on solved pairs: what is fitted on which pairs, each fit made once and when a table needs it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from zlib import crc32

import numpy as np

from overtrick.papers.paper_report import Advance, PaperOptions
from overtrick.papers.strength_2023.published_strength import TABLE_IX
from overtrick.strength.fitting import FittedFormula, enough_to_fit, fit
from overtrick.strength.formulas import Formula, combinations
from overtrick.strength.genetic import Genetics
from overtrick.strength.pairs import SolvedPairs, TrickSet
from overtrick.strength.prediction import Thresholds, correlation

SMALL_SET, MIDDLE_SET = 3000, 5000
"""Pairs on which all 374 combinations are trained; these and the second number are the sets of Figures 2a and 2b."""
BEST = 25
ITERATIONS = 100
"""Within which most formulas reach 0.9 in Figure 2, as the paper says."""


@dataclass(frozen=True, eq=False)
class StrengthStudy:
    """Pairs to fit on and others to test on, in suits and in notrump, and the fits on them.

    A fit depends on the seed, its formula and its pairs alone: one table gives the same figures as all of them.
    """

    everything: TrickSet
    """All pairs in suits: Figure 2 is about fitting, so none needs to be left for testing."""
    train: TrickSet
    test: TrickSet
    notrump: tuple[TrickSet, TrickSet]
    seed: int
    genetics: Genetics
    advance: Advance = lambda finished: None

    @classmethod
    def of(
        cls, pairs: SolvedPairs, tests: SolvedPairs | None, seed: int, genetics: Genetics, advance: Advance
    ) -> "StrengthStudy":
        """Fit on these pairs and test on `tests` or, where there are none, on the half that is not fitted on."""
        rng, suits, notrump = np.random.default_rng(seed), pairs.in_suits(), pairs.in_notrump()
        if tests is not None:
            return cls(suits, suits, tests.in_suits(), (notrump, tests.in_notrump()), seed, genetics, advance)
        return cls(suits, *suits.split(0.5, rng), notrump.split(0.5, rng), seed, genetics, advance)

    @cached_property
    def small(self) -> tuple[FittedFormula, ...]:
        """Step 3 of the paper: the 374 combinations, those with too many parameters left out, on the small set."""
        return tuple(self._fits(combinations(), self.train[:SMALL_SET]))

    @cached_property
    def best(self) -> tuple[FittedFormula, ...]:
        """Step 4: the best of those, fitted on all pairs."""
        chosen = sorted(self.small, key=lambda fitted: -fitted.correlation)[:BEST]
        return tuple(self._fits((fitted.formula for fitted in chosen), self.train))

    @cached_property
    def printed(self) -> tuple[FittedFormula, ...]:
        """The formulas of Table IX, fitted on all pairs."""
        return tuple(self._fits(map(Formula.parse, TABLE_IX), self.train))

    def converging(self, pairs: int) -> tuple[FittedFormula, ...]:
        """The formulas of Table IX fitted on so many pairs (none where there are fewer), with their curves."""
        if len(self.everything) < pairs:
            return ()
        longer = replace(self.genetics, generations=max(ITERATIONS, self.genetics.generations))
        return tuple(self._fits(map(Formula.parse, TABLE_IX), self.everything[:pairs], longer))

    def _fits(
        self, formulas: Iterable[Formula], data: TrickSet, genetics: Genetics | None = None
    ) -> Iterator[FittedFormula]:
        for formula in formulas:
            if enough_to_fit(formula, data):
                yield self.fit(formula, data, genetics)
            self.advance(1)

    def fit(self, formula: Formula, data: TrickSet, genetics: Genetics | None = None) -> FittedFormula:
        """One formula, by the genetic algorithm."""
        rng = np.random.default_rng([self.seed, crc32(str(formula).encode()), len(data)])
        return fit(formula, data, rng, genetics=genetics or self.genetics)


def fits_needed(options: PaperOptions) -> int:
    """How many fits `advance` hears of for the tables and figures asked for."""
    number = len(TABLE_IX) * options.wants("Table IX", "Table X") + (374 + BEST) * options.wants("Table IX")
    return number + len(TABLE_IX) * (options.wants("Fig 2a") + options.wants("Fig 2b"))


def figures(fitted: FittedFormula, train: TrickSet, test: TrickSet) -> tuple[float, ...]:
    """Correlation and accuracy within 0, 1 and 2 tricks on the test set, with thresholds from the training set."""
    thresholds = Thresholds.of(fitted.strength(train), train.tricks)
    strength = fitted.strength(test)
    return (correlation(strength, test.tricks), *thresholds.accuracy(strength, test.tricks))
