"""Table VII of the 2023 paper: what the suit that East bid adds to H + TL + NL. The paper has the formulas alone."""

import numpy as np

from overtrick.core import BridgeError
from overtrick.papers.paper_report import Column, Measured, PaperRow, PaperTable, columns
from overtrick.papers.strength_2023.strength_study import StrengthStudy, figures
from overtrick.strength.formulas import Formula
from overtrick.strength.pairs import SolvedPairs
from overtrick.strength.prediction import correlation

BASE = "H + TL + NL"
ADDED = ("cH", "cS", "cD", "cL", "cH + cD")
HOW_TO_MAKE = "overtrick strength pairs --deals vugraph.jsonl.gz --east-bids -n 4000 --estimate -o east.npz"
_RESAMPLES = 200
_TITLE = "what the suit that East bid adds in suit contracts"
_HEADS = (Column("parameters", "d"), *columns("r", "exact", "within 1"), Column("gain in r", "+.4f"))
_PARAMETERS = {"cH": 12, "cS": 3, "cD": 3, "cL": 2}


def table_vii(study: StrengthStudy, bids: SolvedPairs | None) -> PaperTable:
    """Each formula of the paper's Table VII added to H + TL + NL, half of the pairs fitted on and half to test."""
    rows = [PaperRow(name, (number,), (len(Formula.parse(name).parameters),)) for name, number in _PARAMETERS.items()]
    if bids is None:
        notes = [f"Needs pairs with what East bid, --data east.npz, made with: {HOW_TO_MAKE}."]
        return PaperTable("Table VII", _TITLE, _HEADS, tuple(rows), tuple(notes))
    try:
        rows, notes = _rows(study, bids), [_NOTE]
    except BridgeError as error:
        notes = [f"Too few pairs, {len(bids):,}: {error}."]
    return PaperTable("Table VII", _TITLE, _HEADS, tuple(rows), tuple(notes))


_NOTE = (
    "The paper prints the formulas and their parameters (cH 12, cS 3, cD 3, cL 2), and no figure for them. The gain is "
    "over the first row on the same pairs; ± is its standard error over resampled pairs."
)


def _rows(study: StrengthStudy, bids: SolvedPairs) -> list[PaperRow]:
    train, test = bids.in_suits().split(0.5, np.random.default_rng(study.seed))
    base = study.fit(Formula.parse(BASE), train)
    first = base.strength(test)
    rows = [PaperRow(BASE, (), (len(base.parameters), *figures(base, train, test)[:3]))]
    for name in ADDED:
        found = study.fit(Formula.parse(f"{BASE} + {name}"), train)
        gain = _gain(first, found.strength(test), test.tricks, study.seed)
        rows.append(PaperRow(f"+ {name}", (), (len(found.parameters), *figures(found, train, test)[:3], gain)))
    return rows


def _gain(before: np.ndarray, after: np.ndarray, tricks: np.ndarray, seed: int) -> Measured:
    """How much r grows, with its standard error by resampling the pairs."""
    rng = np.random.default_rng(seed)
    draws = (rng.integers(0, len(tricks), len(tricks)) for _ in range(_RESAMPLES))
    gains = [correlation(after[drawn], tricks[drawn]) - correlation(before[drawn], tricks[drawn]) for drawn in draws]
    return Measured(correlation(after, tricks) - correlation(before, tricks), float(np.std(gains)))
