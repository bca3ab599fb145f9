"""The paper's pipeline on any set of solved pairs: all combinations fitted, the best rounded, Tables IX to XII."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from overtrick.core import BridgeError
from overtrick.papers.paper_report import Advance, PaperRow, PaperTable, columns
from overtrick.papers.strength_2023.published_strength import TABLE_IX, TABLE_X, TABLE_XI, TABLE_XII, PrintedNumbers
from overtrick.strength.evaluators import evaluator, with_long, with_pavlicek, with_short
from overtrick.strength.fitting import FittedFormula, fit, rounded
from overtrick.strength.formulas import Formula, combinations
from overtrick.strength.genetic import Genetics
from overtrick.strength.pairs import SolvedPairs, TrickSet
from overtrick.strength.prediction import Thresholds, correlation
from overtrick.strength.scales import PAPER_SCALES

SMALL_SET = 3000
"""Pairs on which all 374 combinations are trained."""


@dataclass(frozen=True)
class Reproduction:
    """All four tables, the fits behind them, and the pairs in suits that were not used for fitting."""

    tables: tuple[PaperTable, ...]
    best: tuple[FittedFormula, ...]
    small: tuple[FittedFormula, ...] = field(repr=False)
    test: TrickSet = field(repr=False)


_ACCURACY = columns("r", "exact", "within 1", "within 2")

STEPS = 374 + 25 + len(TABLE_IX)
"""Fits that `reproduce` reports to `advance`."""


def reproduce(
    pairs: SolvedPairs,
    seed: int,
    *,
    genetics: Genetics = Genetics(),  # noqa: B008  (frozen)
    advance: Advance = lambda finished: None,
) -> Reproduction:
    """The paper's pipeline: 374 combinations on a small set, the best 25 on a large one, rounding, comparison.

    Half of the pairs train, the other half give the figures.
    """
    rng = np.random.default_rng(seed)
    train, test = pairs.in_suits().split(0.5, rng)

    def fits(formulas: Iterable[Formula], data: TrickSet) -> Iterator[FittedFormula]:
        for formula in formulas:
            yield fit(formula, data, rng, genetics=genetics)
            advance(1)

    small = tuple(fits(combinations(), train[:SMALL_SET]))
    chosen = sorted(small, key=lambda fitted: -fitted.correlation)[:25]
    best = tuple(fits((fitted.formula for fitted in chosen), train))
    printed = tuple(fits(map(Formula.parse, TABLE_IX), train))
    notrump = pairs.in_notrump()
    tables = (
        _table_ix(printed, best, train, test),
        PaperTable(
            "Table X",
            "H + TL + NL at different resolutions",
            _ACCURACY,
            _at_resolutions(printed[0], TABLE_X, train, test),
        ),
        table_xi(pairs.in_suits()),  # nothing is fitted here, so all pairs may speak
        _table_xii(*notrump.split(0.5, rng), rng, genetics),
    )
    return Reproduction(tables, best, small, test)


def figures(fitted: FittedFormula, train: TrickSet, test: TrickSet) -> tuple[float, ...]:
    """Correlation and accuracy within 0, 1 and 2 tricks on the test set, with thresholds from the training set."""
    thresholds = Thresholds.of(fitted.strength(train), train.tricks)
    strength = fitted.strength(test)
    return (correlation(strength, test.tricks), *thresholds.accuracy(strength, test.tricks))


def _table_ix(
    printed: tuple[FittedFormula, ...], best: tuple[FittedFormula, ...], train: TrickSet, test: TrickSet
) -> PaperTable:
    rows = [
        PaperRow(str(found.formula), TABLE_IX[str(found.formula)], figures(found, train, test)) for found in printed
    ]
    names = {row.label for row in rows}
    rows += [
        PaperRow(f"{found.formula} (ours)", (), figures(found, train, test))
        for found in best
        if str(found.formula) not in names
    ]
    notes = (
        "The paper announces 25 formulas and prints 24.",
        "Formulas marked (ours) are among the best 25 of the 374 on our small set.",
    )
    return PaperTable("Table IX", "The best combinations of formulas in suit contracts", _ACCURACY, tuple(rows), notes)


def table_xi(data: TrickSet) -> PaperTable:
    """The classical counts of nine scales on these pairs."""
    holdings, trumps = data.hands.holdings, data.hands.strains[:, np.newaxis]

    def r(count: Callable[..., np.ndarray[tuple[int, ...], np.dtype[np.float32]]]) -> float:
        return correlation(count(holdings, trumps).sum(axis=1).astype(np.float64), data.tricks)

    rows = [
        PaperRow(
            scale.name,
            TABLE_XI[scale.name],
            (r(evaluator(scale.name).count), r(with_long(scale)), r(with_short(scale)), r(with_pavlicek(scale))),
        )
        for scale in PAPER_SCALES
    ]
    rows.append(PaperRow("losers", (0.700,), (-r(evaluator("losers").count),)))
    notes = (
        "The paper's rows NT neural, Suit neural and Spade neural use weights it does not print.",
        "Pavlicek: the paper does not say which adjustments it took; his printed rules do better than its figure.",
    )
    heads = columns("points", "with long", "with short", "Pavlicek")
    return PaperTable("Table XI", "Classical counts in suit contracts (r)", heads, tuple(rows), notes)


def _table_xii(train: TrickSet, test: TrickSet, rng: np.random.Generator, genetics: Genetics) -> PaperTable:
    title = "H + L_wh in notrump"
    try:
        ga = fit(Formula.parse("H + L_wh"), train, rng, genetics=genetics)
    except BridgeError as error:
        rows = [PaperRow(label, paper) for label, _, paper in TABLE_XII]
        notes = (f"Too few pairs that suit notrump, {len(train) + len(test)}: {error}.",)
        return PaperTable("Table XII", title, _ACCURACY, tuple(rows), notes)
    return PaperTable("Table XII", title, _ACCURACY, _at_resolutions(ga, TABLE_XII, train, test))


def _at_resolutions(
    ga: FittedFormula, printed: PrintedNumbers, train: TrickSet, test: TrickSet
) -> tuple[PaperRow, ...]:
    """The numbers the paper prints for a formula at each resolution, and our own numbers rounded in the same way."""
    rows = []
    for label, weights, paper in printed:
        theirs = FittedFormula(ga.formula, np.array(weights), 0.0)
        rows.append(PaperRow(f"{label}, the paper's numbers", paper, figures(theirs, train, test)))
        own = ga if label == "GA" else rounded(ga, train, float(label))
        rows.append(PaperRow(f"{label}, our numbers", (), figures(own, train, test)))
    return tuple(rows)
