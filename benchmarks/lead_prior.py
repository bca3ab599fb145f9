"""What leads take at experts' tables by what they are led from: the numbers of `overtrick.advice.lead_prior`.

python -m benchmarks.lead_prior vugraph.jsonl.gz --tables 2500 --rows deals.jsonl

On each table all leads are solved on the deal as it was. A line is fitted to what each takes against the mean of the
hand, by the traits of the lead, apart for suits and notrump; printed are the tricks with their standard errors. The
tables come from the second half of the file, so that `benchmarks/leads.py` measures on others. A killed run goes on.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.leads import tables, view_of
from overtrick.advice.lead_prior import cards_of, traits_of
from overtrick.arrays import DealBatch
from overtrick.core import Contract, Record, Strain
from overtrick.solver import solve_leads
from overtrick.storage import append_line

FIRST_LINE, EVERY = 400_000, 101
"""Where in the file the tables begin, and how far they are apart."""
RIDGE = 8.0
"""What holds back the numbers of rare traits: as many leads that take nothing beyond the others."""
NAMES = (
    *("trump", "partner's", "own", "declarer's", "dummy's", "both opponents'", "singleton", "doubleton", "long"),
    *("ace and king", "king and queen", "queen and jack", "jack and ten"),
    *("bare ace", "bare king", "bare queen", "bare jack"),
    *("under the ace", "under the king", "under the queen", "under the jack"),
)


class Fit(NamedTuple):
    """Tricks by trait with their standard errors, from so many tables."""

    extra: NDArray[np.float64]
    errors: NDArray[np.float64]
    tables: int


class Solved(NamedTuple):
    """A table with the tricks that each lead takes."""

    contract: Contract
    traits: NDArray[np.float64]
    """Shape: (card, trait)."""
    tricks: NDArray[np.float64]
    """Shape: (card,)."""


def solved(record: Record, contract: Contract, tricks: list[int], card: str) -> Solved:
    view = view_of(record, contract, card)
    found = [traits_of(each, view, contract) for each in cards_of(view.hand)]
    traits = np.array([[each.get(name, 0) for name in NAMES] for each in found], float)
    return Solved(contract, traits, np.array(tricks, float))


def fit(some: list[Solved]) -> Fit:
    """Least squares within the hands; a hand's cards are alike, so that its errors are taken together."""
    parts = [(each.traits - each.traits.mean(axis=0), each.tricks - each.tricks.mean()) for each in some]
    traits, tricks = (np.concatenate(each) for each in zip(*parts, strict=True))
    inverse = np.linalg.inv(traits.T @ traits + RIDGE * np.eye(len(NAMES)))
    extra = inverse @ traits.T @ tricks
    pulls = np.array([part.T @ (taken - part @ extra) for part, taken in parts])
    return Fit(extra, np.sqrt(np.diag(inverse @ pulls.T @ pulls @ inverse)), len(some))


def solve_more(asked: argparse.Namespace) -> Iterator[Solved]:
    """The tables, those of an earlier run as it kept them."""
    rows = {row["line"]: row for row in map(json.loads, _lines(asked.rows))}
    for line, record, contract in islice(tables(asked.vugraph, FIRST_LINE, EVERY), asked.tables):
        if line not in rows:
            (found,) = solve_leads(DealBatch.stack([record.board.deal]), contract.declarer, contract.strain, threads=1)
            rows[line] = {"line": line, "deal": found[found >= 0][::-1].tolist()}
            append_line(asked.rows, json.dumps(rows[line]))
        yield solved(record, contract, rows[line]["deal"], asked.card)


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("vugraph", type=Path)
    arguments.add_argument("--tables", type=int, default=2500)
    arguments.add_argument("--card", default="2/1")
    arguments.add_argument("--rows", type=Path, required=True, help="kept here, so that a killed run goes on")
    every = list(solve_more(arguments.parse_args()))
    notrump = [each for each in every if each.contract.strain is Strain.NOTRUMP]
    suits, others = fit([each for each in every if each.contract.strain is not Strain.NOTRUMP]), fit(notrump)
    print(f"# {suits.tables} tables in a suit, {others.tables} in notrump")
    for name, *values in zip(NAMES, suits.extra, suits.errors, others.extra, others.errors, strict=True):
        one, error, other, wide = values
        print(f'    "{name}": Extra({one:.2f}, {other:.2f}),  # ± {error:.2f}, {wide:.2f}')


if __name__ == "__main__":
    main()
