"""Figures 2 to 4 of the 2023 paper: how the search converges, and strength against tricks."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from overtrick.papers.charts import COLOURS, Chart
from overtrick.papers.paper_report import Column, PaperOptions, PaperRow, PaperTable
from overtrick.papers.strength_2023.published_strength import TABLE_IX, TABLE_X
from overtrick.papers.strength_2023.strength_study import ITERATIONS, MIDDLE_SET, SMALL_SET, StrengthStudy
from overtrick.strength.evaluators import with_short
from overtrick.strength.fitting import FittedFormula
from overtrick.strength.formulas import Formula
from overtrick.strength.prediction import correlation
from overtrick.strength.scales import PAPER_SCALES

SETS = {"Fig 2a": SMALL_SET, "Fig 2b": MIDDLE_SET}
_CONVERGED = 0.9
MOMENTS = (1, 10, 50, ITERATIONS)
_DOTS = 3000


def convergence(study: StrengthStudy, options: PaperOptions) -> tuple[list[PaperTable], list[Chart]]:
    """Figures 2a and 2b, of those asked for: in figures, and drawn."""
    sets = {name: study.converging(pairs) for name, pairs in SETS.items() if options.wants(name)}
    tables = [_converging(name, fits, len(study.everything)) for name, fits in sets.items()]
    return tables, [_curves(name, fits) for name, fits in sets.items() if fits]


def _converging(name: str, fits: tuple[FittedFormula, ...], at_hand: int) -> PaperTable:
    rows, notes = [], [f"Needs {SETS[name]:,} pairs in suits, {at_hand:,} are at hand."]
    if fits:
        curves = np.array([fitted.curve for fitted in fits])
        rows = [
            PaperRow(label, (), (*(curve[moment - 1] for moment in MOMENTS), curve[-1]))
            for label, curve in (("H + TL + NL", curves[0]), ("median of the 24", np.median(curves, axis=0)))
        ]
        reached = int((curves[:, MOMENTS[-1] - 1] >= _CONVERGED).sum())
        notes = [
            f"The paper: most formulas reach {_CONVERGED} within {MOMENTS[-1]} iterations. Ours: {reached} of the "
            f"{len(TABLE_IX)}; an iteration of ours is a generation of 200, the paper does not say how many its has."
        ]
    heads = [*(Column(f"after {moment}", ".3f") for moment in MOMENTS), Column("at the end", ".3f")]
    title = f"convergence of r on {SETS[name]:,} pairs, iterations of the genetic algorithm"
    return PaperTable(name, title, tuple(heads), tuple(rows), tuple(notes))


def _curves(name: str, fits: tuple[FittedFormula, ...]) -> Chart:
    """The best correlation after each generation: all formulas of Table IX, the first of them by name."""
    title = f"{name}: convergence on {SETS[name]:,} pairs"
    chart = Chart(title, "generation", "correlation", (0, len(fits[0].curve)), (0.8, 0.95))
    for number, fitted in reversed(list(enumerate(fits))):
        named = number < len(COLOURS)
        heights = [max(0.8, value) for value in fitted.curve]
        chart.line(
            range(1, len(heights) + 1),
            heights,
            COLOURS[number] if named else "#bbb",
            str(fitted.formula) if named else "",
        )
    return chart


def strength_and_tricks(study: StrengthStudy) -> Iterator[Chart]:
    """Figures 3 and 4, and a reliability curve."""
    test = study.test
    recommended = FittedFormula(Formula.parse("H + TL + NL"), np.array(TABLE_X[3][1]), 0.0).strength(test)
    short = with_short(PAPER_SCALES[0])(test.hands.holdings, test.hands.strains[:, np.newaxis]).sum(axis=1)
    yield scatter("Fig 3: H + TL + NL, halves", recommended, test.tricks)
    yield scatter("Fig 4: points with short 5-3-1", short.astype(np.float64), test.tricks)
    yield reliability(recommended, test.tricks)


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
