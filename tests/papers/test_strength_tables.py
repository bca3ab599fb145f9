"""The 2023 paper's pipeline on a small set of pairs, and its θ and r recomputed by hand."""


import numpy as np
import pytest

from overtrick.arrays import random_deals
from overtrick.papers.paper_report import PaperOptions, PaperReport
from overtrick.papers.strength_2023 import strength_charts, strength_study
from overtrick.papers.strength_2023.published_strength import PARAMETERS_IX
from overtrick.papers.strength_2023.strength_report import CONTENTS, report_on
from overtrick.papers.strength_2023.strength_study import fits_needed
from overtrick.strength.genetic import Genetics
from overtrick.strength.pairs import SolvedPairs

TINY = Genetics(population=8, generations=2)


def made_up(count: int, seed: int = 5) -> SolvedPairs:
    """Pairs whose honours take tricks."""
    rng = np.random.default_rng(seed)
    holdings = random_deals(count, rng).holdings[:, [0, 2]]
    points = np.bitwise_count(holdings >> 9).sum(axis=(1, 2))
    tricks = (5 + points / 2 + rng.normal(0, 0.5, count)).astype(np.float32)
    return SolvedPairs(holdings, np.broadcast_to(tricks[:, None, None], (count, 2, 5)).copy(), layouts=1)


def report(pairs: SolvedPairs, *only: str, tests: SolvedPairs | None = None) -> PaperReport:
    return report_on(pairs, PaperOptions(only=only), ("Made up.",), tests=tests, genetics=TINY).only_wanted()


def test_every_table_and_figure_comes_with_the_papers_parameters_and_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength_charts, "SETS", {"Fig 2a": 300, "Fig 2b": 500})
    monkeypatch.setattr(strength_study, "ITERATIONS", 3)
    monkeypatch.setattr(strength_charts, "MOMENTS", (1, 2))
    steps: list[int] = []

    class Watch:
        def __init__(self, title: str, total: int | None) -> None:
            self.total = total

        def __enter__(self) -> object:
            return steps.append

        def __exit__(self, *error: object) -> None:
            assert sum(steps) == self.total

    found = report_on(made_up(1300), PaperOptions(), (), genetics=TINY, watch=Watch)  # type: ignore[arg-type]
    tables = {table.heading: table for table in found.tables}
    shown = [table.name for table in found.tables] + [chart.title.split(":")[0] for chart in found.charts]
    assert set(CONTENTS) <= set(shown)
    assert len(steps) == fits_needed(PaperOptions()) == 374 + 25 + 3 * 24
    best = next(table for table in found.tables if table.name == "Table IX")
    for row in best.rows[:24]:
        assert row.ours[0] == row.paper[0] == PARAMETERS_IX[row.label]
    numbers = tables["Table X: H + TL + NL at different resolutions: the numbers"]
    assert [row.label for row in numbers.rows][:2] == ["ace", "king"]
    assert numbers.rows[1].paper == (2.473, 2.5, 2.5, 2.5, 2)
    for row in numbers.rows:
        for ours, step in zip(row.ours[1:], (0.1, 0.25, 0.5, 1), strict=True):
            assert isinstance(ours, float)
            assert row.label == "trumps not counted" or ours / step == pytest.approx(round(ours / step))


def test_one_table_alone_has_the_figures_it_has_among_all_and_needs_fewer_fits() -> None:
    pairs = made_up(1500)
    (_, alone) = report(pairs, "X").tables
    assert alone in report(pairs, "X", "XI", "XII").tables
    assert fits_needed(PaperOptions(only=("X",))) < fits_needed(PaperOptions(only=("IX",)))


def test_few_pairs_cost_only_what_cannot_be_fitted() -> None:
    found = report(made_up(300))
    by_name = {table.heading: table for table in found.tables}
    nine = next(table for table in found.tables if table.name == "Table IX")
    assert len(nine.rows[0].ours) == 5  # H + TL + NL has few parameters
    assert "of the 374 have too many parameters" in nine.notes[-1]
    assert "Too few pairs" in by_name["Table XII: H + L_wh in notrump"].notes[0]
    assert "Needs 5,000 pairs" in next(table for table in found.tables if table.name == "Fig 2b").notes[0]


def test_other_pairs_can_be_the_test() -> None:
    tests = made_up(400, seed=9)
    found = report(made_up(1500), "XI", tests=tests)
    assert f"{len(tests.in_suits()):,} pairs in suits were not used for fitting" in found.basis[-1]
