"""Figure 9: the printed network with parts taken away, each form trained with several seeds."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from overtrick.papers.bidding_2022.printed_recipe import PrintedRecipe
from overtrick.papers.bidding_2022.printed_runs import CurvePoint, FinishedRun, call_figures, finished_run
from overtrick.papers.charts import COLOURS, Chart
from overtrick.papers.paper_report import Advance, Column, Measured, PaperRow, PaperTable, Watch, columns
from overtrick.training.bidding.bidding_material import BiddingMaterial
from overtrick.training.loop import Watcher
from overtrick.training.split import Part

FORMS: dict[str, dict[str, bool]] = {
    "as printed": {},
    "understanding not fed back": {"understanding": False},
    "legality read, no mask": {"mask": False},
    "mask, legality not read": {"legality": False},
    "neither legality nor mask": {"legality": False, "mask": False},
    "no turn bit": {"turn": False},
}
"""The forms of the network, each with what is taken from the printed one."""
TESTED = 2000
"""Auctions of the test part that a finished run is measured on."""

Runs = dict[str, list[FinishedRun]]


def train_all(
    folder: Path, recipe: PrintedRecipe, material: BiddingMaterial, seeds: Sequence[int], watch: Watch
) -> Runs:
    """All forms with the first seed, then with the next; those in the folder are read."""
    test, runs = material.cards[Part.TEST][:TESTED], Runs()
    for seed in seeds:
        for form, taken in FORMS.items():
            own = replace(recipe, net=replace(recipe.net, **taken), training=replace(recipe.training, seed=seed))
            name = f"{form.replace(' ', '-').replace(',', '')}-{seed}"
            with watch(f"{form}, seed {seed}", recipe.training.steps) as advance:
                watcher = Watcher(stepped=partial(_took_a_step, advance))
                run = finished_run(folder / name, own, material, lambda net: call_figures(net, test), watcher)
            runs.setdefault(form, []).append(run)
    return runs


def _took_a_step(advance: Advance, step: int) -> None:
    advance(1 if step else 0)


def ablation_table(runs: Runs, note: str) -> PaperTable:
    """Final figures on the test part: mean over the seeds and its standard error."""
    rows = []
    for form, several in runs.items():
        ours = tuple(_mean([run.figures[name] for run in several]) for name in ("right", "bids_right", "illegal"))
        rows.append(PaperRow(form, (0.89,) if form == "as printed" else (), (*ours, len(several))))
    heads = (*columns("all calls", "bids"), Column("illegal", ".4f"), Column("seeds", "d"))
    notes = (
        "Share of the calls made that the network finds likeliest, and how often its likeliest call is illegal: mean "
        "and standard error over the seeds.",
        note,
        "Alike: inputs, layers, heads, equation 2, every form trained anew. Not alike: robots, size, number of steps. "
        "The paper draws with and without the rule vector and prints one figure, 89 %.",
    )
    return PaperTable("Figure 9", "the network with parts taken away", heads, tuple(rows), notes)


def _mean(values: Sequence[float]) -> Measured:
    return Measured(float(np.mean(values)), _error(values))


def _error(values: Sequence[float]) -> float:
    """The standard error of the mean; 0 for a single value."""
    return float(np.std(values, ddof=1) / len(values) ** 0.5) if len(values) > 1 else 0.0


def curves(runs: Runs) -> Iterator[Chart]:
    """Accuracy over steps, with the standard error over the seeds as bars."""
    for name, title in (("right", "all calls"), ("bids_right", "bids alone")):
        points = [point for several in runs.values() for run in several for point in run.curve]
        last = max(point.step for point in points)
        chart = Chart(f"Fig 9: {title} over steps", "steps", "right", (0, last), (0, 1))
        for (form, several), colour in zip(runs.items(), COLOURS, strict=False):
            steps, means, errors = _curve(several, name)
            chart.line(steps, means, colour, form)
            chart.error_bars(steps, means, errors, colour)
        yield chart


def _curve(several: Sequence[FinishedRun], name: str) -> tuple[list[int], list[float], list[float]]:
    by_step: list[tuple[CurvePoint, ...]] = list(zip(*(run.curve for run in several), strict=True))
    values = [[float(getattr(point, name)) for point in points] for points in by_step]
    return [points[0].step for points in by_step], [float(np.mean(each)) for each in values], list(map(_error, values))
