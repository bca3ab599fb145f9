"""The 2023 paper again: Tables IX to XII, its Figures 2 to 4, and a reliability curve."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings, concatenate, masks_of, random_deals
from overtrick.core import Deal, Hand
from overtrick.papers.charts import COLOURS, Chart
from overtrick.papers.paper_report import Advance, Paper, PaperOptions, PaperReport, Watch, unwatched
from overtrick.papers.strength_2023.published_strength import TABLE_X
from overtrick.papers.strength_2023.strength_tables import STEPS, Reproduction, reproduce
from overtrick.strength.evaluators import with_short
from overtrick.strength.fitting import FittedFormula
from overtrick.strength.formulas import Formula
from overtrick.strength.genetic import Genetics
from overtrick.strength.pairs import SolvedPairs
from overtrick.strength.prediction import correlation
from overtrick.strength.scales import PAPER_SCALES
from overtrick.tricks.distributions import expected_tricks
from overtrick.tricks.estimators import four_hands

PAPER = Paper(
    2023,
    "Hand Strength Evaluation in Bridge Games with the Genetic Algorithm",
    "Jan, Huang and Yang",
    "40th Symposium on Combinatorial Mathematics and Computational Theory, 2023",
)
CONTENTS = ("Table IX", "Table X", "Table XI", "Table XII", "Fig 2", "Fig 3", "Fig 4")
"""What `--only` may name."""

DATA = "pair_mean_tricks.csv.gz"
HOW_TO_MAKE = "make one of your own with: overtrick strength pairs -n 10000 --layouts 10 -o pairs.npz, some hours"

QUICK_PAIRS, QUICK_LAYOUTS, QUICK_GENERATIONS = 3000, 10, 20
"""Enough pairs that about 200 suit notrump, and a search that takes less than a minute."""
_AT_ONCE = 100  # pairs estimated together
_DOTS = 3000


def report(options: PaperOptions, watch: Watch = unwatched) -> PaperReport:
    """The paper's pipeline on solved pairs or, if quick, on pairs that the four-hand network estimates on the spot."""
    if not options.quick:
        (path, *_) = options.files(DATA, HOW_TO_MAKE)
        pairs = SolvedPairs.load(path)
        source = f"{len(pairs):,} pairs of {path.name}, {pairs.layouts} layouts each; seed {options.seed}."
        return report_on(pairs, options, (source,), watch=watch)
    with watch("estimating", QUICK_PAIRS) as advance:
        pairs = estimated_pairs(QUICK_PAIRS, QUICK_LAYOUTS, options.seed, advance)
    basis = (
        f"Quick: {QUICK_PAIRS:,} random pairs dealt now with seed {options.seed}, {QUICK_LAYOUTS} layouts each, their "
        f"tricks estimated by the network {four_hands().model} (not solved), {QUICK_GENERATIONS} generations of the "
        "genetic algorithm instead of 200.",
        "All of our figures come from this small sample. Estimated tricks are smoother than solved ones: r is too "
        "high, in Table XII (some 200 pairs) by several hundredths.",
    )
    return report_on(pairs, options, basis, genetics=Genetics(generations=QUICK_GENERATIONS), watch=watch)


def report_on(
    pairs: SolvedPairs,
    options: PaperOptions,
    basis: tuple[str, ...],
    *,
    genetics: Genetics = Genetics(),  # noqa: B008  (frozen)
    watch: Watch = unwatched,
) -> PaperReport:
    """The report on given pairs."""
    with watch("fitting", STEPS) as advance:
        results = reproduce(pairs, options.seed, genetics=genetics, advance=advance)
    basis = (*basis, f"{len(results.test):,} pairs in suits were not used for fitting.")
    return PaperReport(PAPER, options, basis, results.tables, tuple(_charts(results)))


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


def _charts(results: Reproduction) -> Iterator[Chart]:
    test = results.test
    recommended = FittedFormula(Formula.parse("H + TL + NL"), np.array(TABLE_X[3][1]), 0.0).strength(test)
    short = with_short(PAPER_SCALES[0])(test.hands.holdings, test.hands.strains[:, np.newaxis]).sum(axis=1)
    yield convergence(results)
    yield scatter("Fig 3: H + TL + NL, halves", recommended, test.tricks)
    yield scatter("Fig 4: points with short 5-3-1", short.astype(np.float64), test.tricks)
    yield reliability(recommended, test.tricks)


def convergence(results: Reproduction) -> Chart:
    """Fig 2: the best correlation after each generation, for the best formulas."""
    chart = Chart("Fig 2: convergence", "generation", "correlation", (0, len(results.best[0].curve)), (0.8, 0.95))
    for number, fitted in enumerate(results.best[: len(COLOURS)]):
        heights = [max(0.8, value) for value in fitted.curve]
        chart.line(range(len(heights)), heights, COLOURS[number], str(fitted.formula))
    return chart


def scatter(title: str, strength: NDArray[np.float64], tricks: NDArray[np.float64]) -> Chart:
    """Figs 3 and 4: strength against mean tricks."""
    r = correlation(strength, tricks)
    span = float(strength.min()), float(strength.max())
    chart = Chart(f"{title}, r = {r:.3f}", "strength", "mean tricks", span, (6, 13.5))
    chart.points(strength[:_DOTS].tolist(), tricks[:_DOTS].tolist())
    return chart


def reliability(strength: NDArray[np.float64], tricks: NDArray[np.float64]) -> Chart:
    """Mean tricks of equal groups by strength, against the tricks a straight line through all pairs predicts."""
    slope, constant = np.polyfit(strength, tricks, 1)
    groups = np.array_split(np.argsort(strength), 20)
    predicted = [float(slope * strength[group].mean() + constant) for group in groups]
    real = [float(tricks[group].mean()) for group in groups]
    chart = Chart("Reliability of H + TL + NL", "predicted tricks", "mean tricks", (6, 13), (6, 13))
    chart.line([6, 13], [6, 13], "#999", "perfect")
    chart.line(predicted, real, COLOURS[0], "twentieths of the pairs")
    return chart
