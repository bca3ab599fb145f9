"""Double-dummy tricks of whole deals: full tables, chosen strains, or one contract a deal."""

from collections.abc import Callable, Collection, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Holdings
from overtrick.core import DDTable, Deal, Seat, Strain
from overtrick.parallel import executor, in_order
from overtrick.solver import library as dds

Tricks = NDArray[np.uint8]
Progress = Callable[[int], None]
"""Called with the number of deals just finished."""

UNSOLVED = 255
"""Stands in a table of tricks where a strain was not asked for."""

_TASK = 8  # deals a task of another process: a few seconds of work


def solve(deal: Deal, *, threads: int = 0) -> DDTable:
    """The double-dummy table of one complete deal."""
    return DDTable.of(solve_tables(DealBatch.stack([deal.require_complete()]), threads=threads)[0].tolist())


def wrong_table(given: DDTable | None, solved: DDTable) -> str:
    """What is wrong in the table that came with a deal, as a sentence; empty where nothing is."""
    if given is None:
        return ""
    for seat, strain in product(Seat, Strain):
        if given[seat, strain] != solved[seat, strain]:
            return (
                f"the file's double-dummy table is wrong and not used: {given[seat, strain]} tricks for "
                f"{seat.name.capitalize()} in {strain.symbol}, where the solver finds {solved[seat, strain]}"
            )
    return ""


def solve_tables(
    deals: DealBatch,
    strains: Collection[Strain] = tuple(Strain),
    *,
    threads: int = 0,
    chunk: int = dds.MAX_BOARDS,
    progress: Progress | None = None,
) -> Tricks:
    """Tricks of every declarer in the strains asked for, UNSOLVED in the others. Shape: (deal, seat, strain).

    `chunk` deals go into the library at a time, as far as it takes them; smaller ones report progress,
    and let Ctrl-C in, more often. `threads` 0 stands for all cores.
    """
    deals.require_complete()
    wanted = sorted(set(strains))
    tricks = np.full((len(deals), 4, 5), UNSOLVED, np.uint8)
    if not wanted:
        return tricks
    size = max(1, min(chunk, dds.MAX_BOARDS // len(wanted)))
    for start in range(0, len(deals), size):
        part = deals[start : start + size]
        tricks[start : start + size, :, wanted] = _solve_chunk(part, wanted, threads)
        if progress:
            progress(len(part))
    return tricks


def _solve_chunk(deals: DealBatch, strains: list[Strain], threads: int) -> Tricks:
    """Tricks of a chunk small enough for one call. Shape: (deal, seat, strain asked for)."""
    asked = np.zeros(1, dds.TABLE_DEALS)
    asked["count"] = len(deals)
    asked["cards"][0, : len(deals)] = dds.dds_cards(deals.holdings)
    leave_out = np.ones(5, np.int32)
    leave_out[dds.DDS_STRAINS[strains]] = 0
    answered, par = np.zeros(1, dds.TABLE_RESULTS), np.zeros(1, dds.TABLE_PARS)
    dds.library().call("CalcAllTables", asked, -1, leave_out, answered, par, threads=threads)
    by_strain = answered["tricks"][0][: len(deals), dds.DDS_STRAINS[strains]]
    tricks: Tricks = by_strain.transpose(0, 2, 1).astype(np.uint8)
    return tricks


def solve_tables_on(
    scheduler: str | None, deals: DealBatch, *, jobs: int = 0, progress: Progress | None = None
) -> Tricks:
    """The tables of a batch, solved by the Dask cluster at that address (None: by processes here)."""
    deals.require_complete()
    tasks = [deals.holdings[start : start + _TASK] for start in range(0, len(deals), _TASK)]
    parts = [np.empty((0, 4, 5), np.uint8)]
    with executor(jobs, scheduler) as workers:
        for part in in_order(_solve_task, tasks, workers):
            parts.append(part)
            if progress:
                progress(len(part))
    return np.concatenate(parts)


def _solve_task(holdings: Holdings) -> Tricks:
    """The tables of one task, by one thread: the processes around it use the other cores."""
    return solve_tables(DealBatch(holdings), threads=1)


def solve_contracts(
    deals: DealBatch,
    declarers: Sequence[Seat] | NDArray[np.uint8],
    strains: Sequence[Strain] | NDArray[np.uint8],
    *,
    threads: int = 0,
    progress: Progress | None = None,
) -> Tricks:
    """Declarer's tricks in one contract a deal, some six times faster than its whole table. Shape: (deal,)."""
    deals.require_complete()
    leaders = (np.asarray(declarers, np.int32) + 1) % 4
    trumps = dds.DDS_STRAINS[np.asarray(strains, np.int32)]
    tricks = np.empty(len(deals), np.uint8)
    for start in range(0, len(deals), dds.MAX_BOARDS):
        part = slice(start, min(start + dds.MAX_BOARDS, len(deals)))
        count = part.stop - part.start
        asked, answered = np.zeros(1, dds.BOARDS), np.zeros(1, dds.SOLVED)
        asked["count"] = count
        boards = asked["deals"][0, :count]
        boards["trump"], boards["first"] = trumps[part], leaders[part]
        boards["cards"] = dds.dds_cards(deals.holdings[part])
        asked["target"][0, :count], asked["solutions"][0, :count] = -1, 1
        dds.library().call("SolveAllChunksBin", asked, answered, 1, threads=threads)
        tricks[part] = 13 - answered["boards"]["score"][0, :count, 0]
        if progress:
            progress(count)
    return tricks
