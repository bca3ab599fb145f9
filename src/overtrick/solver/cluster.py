"""Double-dummy tables from other processes: many machines at once, or with a limit on the time."""

from functools import partial

import numpy as np

from overtrick.arrays import DealBatch, Holdings
from overtrick.parallel import executor, in_order, run_apart
from overtrick.solver.tables import Progress, Tricks, solve_tables

_CHUNK = 8  # deals a task: a few seconds of work


def solve_tables_on(
    scheduler: str | None, deals: DealBatch, *, jobs: int = 0, progress: Progress | None = None
) -> Tricks:
    """The tables of a batch, solved by the Dask cluster at that address (None: by processes here)."""
    deals.require_complete()
    chunks = [deals.holdings[start : start + _CHUNK] for start in range(0, len(deals), _CHUNK)]
    parts = [np.empty((0, 4, 5), np.uint8)]
    with executor(jobs, scheduler) as workers:
        for part in in_order(_solve_chunk, chunks, workers):
            parts.append(part)
            if progress:
                progress(len(part))
    return np.concatenate(parts)


def solve_tables_within(seconds: float, deals: DealBatch) -> Tricks:
    """The tables of a batch, or TimeLimitReached: a freak deal can keep the solver busy for minutes."""
    return run_apart(partial(_solve_chunk, threads=0), deals.holdings, seconds)


def _solve_chunk(holdings: Holdings, threads: int = 1) -> Tricks:
    return solve_tables(DealBatch(holdings), threads=threads)
