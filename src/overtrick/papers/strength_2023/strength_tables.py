"""Tables IX to XII of the 2023 paper: our figures and numbers beside its own."""

from collections.abc import Callable, Iterator

import numpy as np

from overtrick.core import BridgeError
from overtrick.papers.paper_report import Column, PaperRow, PaperTable, columns
from overtrick.papers.strength_2023.published_strength import (
    NEURAL_XI,
    PARAMETERS_IX,
    TABLE_IX,
    TABLE_X,
    TABLE_XI,
    TABLE_XII,
    PrintedNumbers,
)
from overtrick.papers.strength_2023.strength_study import StrengthStudy, figures
from overtrick.strength.counts import load_count
from overtrick.strength.evaluators import evaluator, with_long, with_pavlicek, with_short
from overtrick.strength.fitting import FittedFormula, rounded
from overtrick.strength.formulas import Formula
from overtrick.strength.pairs import TrickSet
from overtrick.strength.prediction import correlation
from overtrick.strength.scales import PAPER_SCALES

_ACCURACY = columns("r", "exact", "within 1", "within 2")


def table_ix(study: StrengthStudy) -> PaperTable:
    """The formulas that the paper prints, and those of ours that are better on the small set."""
    fitted = {str(found.formula): found for found in study.printed}
    rows = []
    for name, paper in TABLE_IX.items():
        count = len(Formula.parse(name).parameters)
        ours = (count, *figures(fitted[name], study.train, study.test)) if name in fitted else (count,)
        rows.append(PaperRow(name, (PARAMETERS_IX[name], *paper), ours))
    rows += [
        PaperRow(f"{found.formula} (ours)", (), (len(found.parameters), *figures(found, study.train, study.test)))
        for found in study.best
        if str(found.formula) not in TABLE_IX
    ]
    notes = [
        "The paper announces 25 formulas and prints 24.",
        "Formulas marked (ours) are among the best 25 of the 374 on our small set, which favours many parameters.",
    ]
    if left_out := 374 - len(study.small):
        notes.append(f"{left_out} of the 374 have too many parameters for our {len(study.train):,} pairs to fit on.")
    title, heads = "The best combinations of formulas in suit contracts", (Column("parameters", "d"), *_ACCURACY)
    return PaperTable("Table IX", title, heads, tuple(rows), tuple(notes))


def two_hands(study: StrengthStudy) -> PaperTable:
    """Our counts of two hands beside their fair rivals: counts of one hand that were fitted to the same pairs."""
    counts = {name: load_count(name) for name in ("h-tl-nl", "overtrick", "overtrick-14")}
    shipped = {name: FittedFormula(each.formula, np.array(each.parameters), 0.0) for name, each in counts.items()}
    rivals = sorted((*study.printed, *study.best), key=lambda fitted: -fitted.correlation)
    shown = {"one hand: H + TL + NL in halves, as published": shipped.pop("h-tl-nl")}
    shown |= {f"one hand: {fitted.formula}, fitted here": fitted for fitted in (*study.printed[:1], *rivals[:1])}
    shown |= {f"two hands: {name}": fitted for name, fitted in shipped.items()}
    rows = [
        PaperRow(label, (), (len(fitted.parameters), *figures(fitted, study.train, study.test)))
        for label, fitted in shown.items()
    ]
    notes = ("The fair rival of a count of two hands is the best count of one hand fitted to the same pairs.",)
    heads = (Column("parameters", "d"), *_ACCURACY)
    return PaperTable("", "Beyond the paper: counts that look at both hands", heads, tuple(rows), notes)


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
    rows += [PaperRow(name, paper, (), "weights not printed") for name, paper in NEURAL_XI.items()]
    notes = (
        "The rows neural are missing: their weights are those of its reference [10] (2009), in no paper at hand.",
        "Pavlicek: the paper does not say which adjustments it took; his printed rules do better than its figure.",
    )
    heads = columns("points", "with long", "with short", "Pavlicek")
    return PaperTable("Table XI", "Classical counts in suit contracts (r)", heads, tuple(rows), notes)


def table_x(study: StrengthStudy) -> Iterator[PaperTable]:
    """H + TL + NL at four resolutions: the numbers, and how good they are."""
    title = "H + TL + NL at different resolutions"
    return _at_resolutions("Table X", title, "H + TL + NL", TABLE_X, study, (study.train, study.test))


def table_xii(study: StrengthStudy) -> Iterator[PaperTable]:
    """H + L_wh in notrump; where too few pairs suit notrump, the paper's figures alone."""
    return _at_resolutions("Table XII", "H + L_wh in notrump", "H + L_wh", TABLE_XII, study, study.notrump)


def _at_resolutions(
    name: str,
    title: str,
    formula: str,
    printed: PrintedNumbers,
    study: StrengthStudy,
    data: tuple[TrickSet, TrickSet],
) -> Iterator[PaperTable]:
    """The numbers the paper prints for a formula at each resolution, and our own numbers rounded in the same way."""
    train, test = data
    own: list[FittedFormula] = []
    accuracy = [PaperRow(label, paper) for label, _, paper in printed]
    notes: tuple[str, ...] = ()
    try:
        ga = study.fit(Formula.parse(formula), train)
        own = [ga, *(rounded(ga, train, float(label)) for label, *_ in printed[1:])]
        accuracy = list(_resolved(own, printed, train, test))
    except BridgeError as error:
        notes = (f"Too few pairs, {len(train):,} to fit on and {len(test):,} to test on: {error}.",)
    heads = columns(*(label for label, *_ in printed), form=".4g")
    rows = (
        PaperRow(
            parameter.name, tuple(numbers[1][place] for numbers in printed), tuple(f.parameters[place] for f in own)
        )
        for place, parameter in enumerate(Formula.parse(formula).parameters)
    )
    yield PaperTable(name, f"{title}: the numbers", heads, tuple(rows), _UNKNOWABLE if "TL" in formula else ())
    yield PaperTable(name, title, _ACCURACY, tuple(accuracy), notes)


_UNKNOWABLE = ("Trumps not counted change every pair alike, so that no r depends on them and no fit finds them.",)


def _resolved(own: list[FittedFormula], printed: PrintedNumbers, train: TrickSet, test: TrickSet) -> Iterator[PaperRow]:
    for fitted, (label, weights, paper) in zip(own, printed, strict=True):
        theirs = FittedFormula(fitted.formula, np.array(weights), 0.0)
        yield PaperRow(f"{label}, the paper's numbers", paper, figures(theirs, train, test))
        yield PaperRow(f"{label}, our numbers", (), figures(fitted, train, test))
