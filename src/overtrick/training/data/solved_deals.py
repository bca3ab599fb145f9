"""The label maker: random deals solved exactly, millions of them, on all cores or on a cluster.

Deals come in chunks, and a chunk depends on the seed and its number only. So a run that was killed goes on
where it stopped, a finished file grows when more deals are asked for, and the result is always the same.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, library, random_deals
from overtrick.arrays.library import SolvedDeals
from overtrick.arrays.npz import load_arrays, save_arrays
from overtrick.core import BridgeError
from overtrick.parallel import executor, in_order
from overtrick.solver import solve_tables
from overtrick.training.data.writer import Progress, RowWriter

CHUNK = 8
"""Deals a task: a few seconds of work."""

ROW = np.dtype([("hands", "<u8", 4), ("tricks", "u1", (4, 5))])
"""A solved deal on disk, 52 bytes: the four hands as masks, then tricks by seat and strain."""


def chunk_deals(seed: int, number: int) -> DealBatch:
    """The deals of a chunk."""
    return random_deals(CHUNK, np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,))))


def make_labels(
    path: Path,
    count: int,
    *,
    seed: int = 0,
    jobs: int = 0,
    scheduler: str | None = None,
    progress: Progress | None = None,
) -> SolvedDeals:
    """Solve `count` random deals and save them at `path` (.npz); finished chunks are kept in `path`.partial."""
    if path.exists() and len(done := _rows_of_finished(path, seed)) >= count:
        return _solved(done)
    with RowWriter.beside(path, {"seed": seed}) as writer:
        settled = _resume(writer, path, seed)
        if progress:
            progress(min(settled, count))
        with executor(jobs, scheduler) as workers:
            tasks = ((seed, first // CHUNK, count - first) for first in range(settled, count, CHUNK))
            for chunk in in_order(_solve_chunk, tasks, workers):
                writer.append(chunk)
                if progress:
                    progress(len(chunk) // ROW.itemsize)
        rows = np.fromfile(writer.rows, ROW)[:count]
        save_arrays(path, {"hands": rows["hands"], "tricks": rows["tricks"], "seed": np.int64(seed)})
        writer.remove()
    return load(path)


def load(path: Path) -> SolvedDeals:
    """Solved deals of a file: labels we made (.npz), or the Ginsberg library, text or binary (.gz too)."""
    if not path.is_file():
        raise BridgeError(f"expected a file of solved deals, and there is no file {str(path)!r}")
    solved = _solved(_read(path)[0]) if path.suffix == ".npz" else library.load(path)
    if not len(solved):
        raise BridgeError(f"expected solved deals in {path}, got none")
    return solved


def _solve_chunk(task: tuple[int, int, int]) -> bytes:
    """The rows of a chunk, or its first ones, solved by one thread: the processes around it use the other cores."""
    seed, number, most = task
    deals = chunk_deals(seed, number)[:most]
    rows = np.zeros(len(deals), ROW)
    rows["hands"], rows["tricks"] = deals.masks, solve_tables(deals, threads=1)
    return rows.tobytes()


def _resume(writer: RowWriter, finished: Path, seed: int) -> int:
    """Deals that need not be solved again: whole chunks of an earlier run, or else of the finished file."""
    if not writer.bytes and finished.exists():
        writer.append(_rows_of_finished(finished, seed).tobytes())
    settled = writer.bytes // (CHUNK * ROW.itemsize) * CHUNK
    writer.truncate(settled * ROW.itemsize)
    return settled


def _rows_of_finished(path: Path, seed: int) -> NDArray[np.void]:
    rows, its_seed = _read(path)
    if its_seed != seed:
        raise BridgeError(f"expected the deals of seed {seed} in {path}, got those of seed {its_seed}")
    return rows


def _read(path: Path) -> tuple[NDArray[np.void], int]:
    """The rows and the seed of a finished file."""
    file = load_arrays(path, "solved deals (hands, tricks, seed)")
    try:
        seed = int(file["seed"])
        rows = np.zeros(len(file["hands"]), ROW)
        rows["hands"], rows["tricks"] = file["hands"], file["tricks"]
    except (ValueError, KeyError, TypeError) as error:
        raise BridgeError(f"expected solved deals (hands, tricks, seed) in {path}: {error}") from None
    return rows, seed


def _solved(rows: NDArray[np.void]) -> SolvedDeals:
    return SolvedDeals(DealBatch.of_masks(rows["hands"].astype(np.uint64)), rows["tricks"].copy())
