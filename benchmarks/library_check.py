"""Deals of a Ginsberg library file solved again: every trick count must be the one in the file."""

import argparse
import gzip
from itertools import islice
from pathlib import Path

import numpy as np

from overtrick.arrays import DealBatch
from overtrick.data import data_file
from overtrick.formats import gib
from overtrick.solver import solve_tables


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--deals", type=int, default=200)
    arguments.add_argument("--library", type=Path, default=data_file("dd_library.gib.gz"))
    asked = arguments.parse_args()
    if asked.library is None:
        arguments.exit(0, "no dd_library.gib.gz: set OVERTRICK_DATA to the folder that has it\n")
    with gzip.open(asked.library, "rt") as file:
        every = 120_000 // asked.deals
        records = gib.loads("".join(islice(file, 0, every * asked.deals, every)))
    tables = solve_tables(DealBatch.stack(record.board.deal for record in records), chunk=8)
    stored = np.array([record.table.tricks for record in records if record.table is not None])
    print(f"{len(records)} deals solved again, {int((tables != stored).any(axis=(1, 2)).sum())} mismatches")


if __name__ == "__main__":
    main()
