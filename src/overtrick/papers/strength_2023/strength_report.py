"""The 2023 paper again: its Tables IX to XII and its Figures 2 to 4, on solved pairs or on a quick sample."""

from collections.abc import Iterator

import numpy as np

from overtrick.arrays import Holdings, concatenate, masks_of, random_deals
from overtrick.core import Deal, Hand
from overtrick.papers.paper_report import Advance, Paper, PaperOptions, PaperReport, PaperTable, Watch, unwatched
from overtrick.papers.strength_2023.strength_charts import convergence, strength_and_tricks
from overtrick.papers.strength_2023.strength_study import StrengthStudy, fits_needed
from overtrick.papers.strength_2023.strength_tables import table_ix, table_x, table_xi, table_xii
from overtrick.strength.genetic import Genetics
from overtrick.strength.pairs import SolvedPairs
from overtrick.strength.prediction import correlation_interval
from overtrick.tricks.distributions import expected_tricks
from overtrick.tricks.estimators import four_hands

PAPER = Paper(
    2023,
    "Hand Strength Evaluation in Bridge Games with the Genetic Algorithm",
    "Jan, Huang and Yang",
    "40th Symposium on Combinatorial Mathematics and Computational Theory, 2023",
)
CONTENTS = ("Table IX", "Table X", "Table XI", "Table XII", "Fig 2a", "Fig 2b", "Fig 3", "Fig 4")
"""What `--only` may name."""

DATA = "pair_mean_tricks.csv.gz"
HOW_TO_MAKE = "make one of your own with: overtrick strength pairs -n 10000 --layouts 10 -o pairs.npz, some hours"

QUICK_PAIRS, QUICK_LAYOUTS, QUICK_GENERATIONS = 6500, 10, 20
"""Enough pairs that 5,000 take seven tricks and about 400 suit notrump, and a search that takes less than a minute."""
_AT_ONCE = 100  # pairs estimated together


def report(options: PaperOptions, watch: Watch = unwatched) -> PaperReport:
    """The paper's pipeline on solved pairs or, if quick, on pairs that the four-hand network estimates on the spot."""
    if options.quick:
        return _quick_report(options, watch)
    files = options.files(DATA, HOW_TO_MAKE)
    pairs, *tests = map(SolvedPairs.load, files[:2])
    basis = [f"{len(pairs):,} pairs of {files[0].name}, {pairs.layouts} layouts each; seed {options.seed}."]
    basis += [f"Tested on {len(test):,} pairs of {files[1].name}, {test.layouts} layouts each." for test in tests]
    return report_on(pairs, options, tuple(basis), tests=tests[0] if tests else None, watch=watch)


def _quick_report(options: PaperOptions, watch: Watch) -> PaperReport:
    with watch("estimating", QUICK_PAIRS) as advance:
        pairs = estimated_pairs(QUICK_PAIRS, QUICK_LAYOUTS, options.seed, advance)
    basis = (
        f"Quick: {QUICK_PAIRS:,} random pairs dealt now with seed {options.seed}, {QUICK_LAYOUTS} layouts each, their "
        f"tricks estimated by the network {four_hands().model} (not solved), {QUICK_GENERATIONS} generations of the "
        "genetic algorithm instead of 200.",
        "All of our figures come from this small sample. Estimated tricks are smoother than solved ones: r is too "
        "high, in Table XII (some 400 pairs) by several hundredths.",
    )
    return report_on(pairs, options, basis, genetics=Genetics(generations=QUICK_GENERATIONS), watch=watch)


def report_on(
    pairs: SolvedPairs,
    options: PaperOptions,
    basis: tuple[str, ...],
    *,
    tests: SolvedPairs | None = None,
    genetics: Genetics = Genetics(),  # noqa: B008  (frozen)
    watch: Watch = unwatched,
) -> PaperReport:
    """The report on given pairs, tested on `tests` or on the half of the pairs that is not fitted on."""
    with watch("fitting", fits_needed(options)) as advance:
        study = StrengthStudy.of(pairs, tests, options.seed, genetics, advance)
        tables = list(_tables(study, options))
        of_figures, charts = convergence(study, options)
    low, high = correlation_interval(0.92, len(study.test))
    tested = f"{len(study.test):,} pairs in suits were not used for fitting: an r of 0.920 is {low:.3f} to {high:.3f}."
    return PaperReport(PAPER, options, (*basis, tested), (*tables, *of_figures), (*charts, *strength_and_tricks(study)))


def _tables(study: StrengthStudy, options: PaperOptions) -> Iterator[PaperTable]:
    if options.wants("Table IX"):
        yield table_ix(study)
    if options.wants("Table X"):
        yield from table_x(study)
    if options.wants("Table XI"):
        yield table_xi(study.test)
    if options.wants("Table XII"):
        yield from table_xii(study)


def estimated_pairs(count: int, layouts: int, seed: int, advance: Advance) -> SolvedPairs:
    """Random pairs with their mean tricks over random layouts, as the four-hand network estimates them."""
    rng = np.random.default_rng(seed)
    holdings = random_deals(count, rng).holdings[:, [0, 2]]
    tricks = np.empty((count, 2, 5), np.float32)
    for start in range(0, count, _AT_ONCE):
        part = holdings[start : start + _AT_ONCE]
        deals = concatenate(random_deals(layouts, rng, _known(pair)) for pair in part)
        by_declarer = expected_tricks(four_hands().probabilities(deals))[:, [0, 2]]
        tricks[start : start + len(part)] = by_declarer.reshape(len(part), layouts, 2, 5).mean(axis=1)
        advance(len(part))
    return SolvedPairs(holdings, tricks, layouts)


def _known(pair: Holdings) -> Deal:
    """The deal in which only these two hands, North and South, are known."""
    north, south = (Hand(int(mask)) for mask in masks_of(pair))
    return Deal((north, Hand(), south, Hand()))
