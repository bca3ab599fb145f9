"""A self-contained web page about how well strength tells tricks: the paper's figures and tables with ours."""

from html import escape

import numpy as np
from numpy.typing import NDArray

from overtrick.papers.strength_2023.charts import COLOURS, Chart
from overtrick.papers.strength_2023.reproduction import TABLE_X, PaperTable, Reproduction
from overtrick.strength.evaluators import with_short
from overtrick.strength.fitting import FittedFormula
from overtrick.strength.formulas import Formula
from overtrick.strength.pairs import TrickSet
from overtrick.strength.prediction import correlation
from overtrick.strength.scales import PAPER_SCALES

_DOTS = 3000
_STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
table{border-collapse:collapse;margin:.5rem 0 1.5rem;font-variant-numeric:tabular-nums}
th,td{padding:.15rem .6rem;text-align:right;border-bottom:1px solid #ddd}th:first-child,td:first-child{text-align:left}
thead th{border-bottom:2px solid #888}.charts{display:flex;flex-wrap:wrap;gap:1rem}.notes{color:#555;font-size:.9em}
"""


def html_report(found: Reproduction, test: TrickSet, source: str) -> str:
    """Tables IX to XII, Figures 2 to 4 and a reliability curve in one page without outside parts."""
    recommended = FittedFormula(Formula.parse("H + TL + NL"), np.array(TABLE_X[3][1]), 0.0)
    short = with_short(PAPER_SCALES[0])(test.hands.holdings, test.hands.strains[:, np.newaxis]).sum(axis=1)
    charts = [
        convergence(found),
        scatter("Fig 3: H + TL + NL, halves", recommended.strength(test), test.tricks),
        scatter("Fig 4: points with short 5-3-1", short.astype(np.float64), test.tricks),
        reliability(recommended.strength(test), test.tricks),
    ]
    tables = "".join(_table(table) for table in found.tables)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Hand strength</title><style>{_STYLE}</style>'
        f"<h1>Hand strength and tricks</h1><p>{escape(source)}. {len(test):,} pairs were not used for fitting.</p>"
        f'<div class="charts">{"".join(chart.svg() for chart in charts)}</div>{tables}</html>\n'
    )


def convergence(found: Reproduction) -> Chart:
    """Fig 2: the best correlation after each generation, for the best formulas."""
    chart = Chart("Fig 2: convergence", "generation", "correlation", (0, len(found.best[0].curve)), (0.8, 0.95))
    for place, fitted in enumerate(found.best[: len(COLOURS)]):
        heights = [max(0.8, value) for value in fitted.curve]
        chart.line(range(len(heights)), heights, COLOURS[place], str(fitted.formula))
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


def _table(table: PaperTable) -> str:
    head = "".join(f"<th>{escape(column)}<th>paper" for column in table.columns)
    rows = "".join(
        f"<tr><td>{escape(row.label)}"
        + "".join(f"<td>{_number(ours)}<td>{_number(paper)}" for ours, paper in zip(row.ours, row.paper, strict=True))
        for row in table.rows
    )
    notes = "".join(f'<p class="notes">{escape(note)}</p>' for note in table.notes)
    return f"<h2>Table {table.name}: {escape(table.title)}</h2><table><thead><tr><th>{head}<tbody>{rows}</table>{notes}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
