"""Auctions by the million, with what they have shown, in a compact file.

Boards come in chunks, and a chunk depends on the seed, its number and the cards only. So a run that was killed goes on
where it stopped, a finished file grows when more boards are asked for, and the result is always the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.core import CALLS, Auction, BridgeError, Seat, Vulnerability
from overtrick.parallel import executor, in_order
from overtrick.systems.boards import BoardBatch
from overtrick.systems.nodes import Node
from overtrick.systems.seating import seated
from overtrick.systems.shown import Shown, stated

CHUNK = 1000
"""Boards a task: a few seconds of work."""
NO_CALL = 255
"""Stands behind the last call."""
LONGEST = 64
"""Calls for which a row has room."""

ROW = np.dtype(
    [
        ("owners", "u1", 13),
        ("dealer", "u1"),
        ("vulnerability", "u1"),
        ("systems", "u1", 2),
        ("calls", "u1", LONGEST),
        ("shown", "u1", (4, 5, 2)),
    ]
)
"""A board on disk while a file is being made."""

_AHEAD_ON_CLUSTER = 1024
_Task = tuple[tuple[str, ...], int, int, int]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class BidDeals:
    """Deals with their auctions and what those have shown."""

    deals: DealBatch
    dealers: Bytes
    """Shape: (deal,)."""
    vulnerabilities: Bytes
    """Shape: (deal,)."""
    systems: Bytes
    """The cards of North-South and East-West, as places in `names`. Shape: (deal, side)."""
    calls: Bytes
    """Indices of the calls, NO_CALL behind the last. Shape: (deal, step)."""
    shown: Bytes
    """At the end, what each seat's calls state: points, then length of clubs, diamonds, hearts, spades, low and high.

    Shape: (deal, seat, 5, 2)."""
    names: tuple[str, ...]
    seed: int

    def __len__(self) -> int:
        return len(self.deals)

    def auction(self, place: int) -> Auction:
        """The auction of one of the deals."""
        calls = tuple(CALLS[index] for index in self.calls[place].tolist() if index != NO_CALL)
        return Auction(Seat(int(self.dealers[place])), calls)

    def vulnerability(self, place: int) -> Vulnerability:
        return Vulnerability(int(self.vulnerabilities[place]))


def make_auctions(
    path: Path,
    count: int,
    systems: Sequence[str],
    *,
    seed: int = 0,
    jobs: int = 0,
    scheduler: str | None = None,
    progress: Callable[[int], None] | None = None,
) -> BidDeals:
    """Bid so many random boards, each side's card drawn from `systems`, and save them at `path` (.npz).

    Finished chunks are kept in `path`.partial.
    """
    names = tuple(systems)
    for name in names:
        seated(name, name)  # what is wrong with a card is said before the work begins
    if path.exists():
        done = _read_finished(path, names, seed)
        if len(done) >= count:
            return load(path)
    partial = path.with_name(path.name + ".partial")
    try:
        kept = _take_up(partial, path, names, seed)
        if progress:
            progress(min(kept, count))
        tasks = [(names, seed, first // CHUNK, min(CHUNK, count - first)) for first in range(kept, count, CHUNK)]
        with partial.open("ab") as file, executor(jobs, scheduler) as workers:
            for rows in in_order(_bid_chunk, tasks, workers, _AHEAD_ON_CLUSTER if scheduler else 0):
                file.write(rows)
                file.flush()
                if progress:
                    progress(len(rows) // ROW.itemsize)
        _save(path, np.fromfile(partial, ROW)[:count], names, seed)
        partial.unlink()
    except OSError as error:
        raise BridgeError(f"cannot write {path}: {error.strerror or error}") from None
    return load(path)


def load(path: Path) -> BidDeals:
    """The boards of a finished file."""
    rows, names, seed = _read(path)
    owners = np.stack([rows["owners"] >> 2 * place & 3 for place in range(4)], axis=-1).reshape(len(rows), 52)
    used = int((rows["calls"] != NO_CALL).sum(axis=1).max(initial=0))
    return BidDeals(
        DealBatch.of_owners(owners),
        rows["dealer"],
        rows["vulnerability"],
        rows["systems"],
        rows["calls"][:, :used],
        rows["shown"],
        names,
        seed,
    )


def _bid_chunk(task: _Task) -> bytes:
    """The rows of a chunk, at most so many."""
    names, seed, number, most = task
    boards = BoardBatch.random(CHUNK, seed, number, number * CHUNK + 1)
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number, 1)))
    systems = rng.integers(0, len(names), (CHUNK, 2), np.uint8)
    rows = np.zeros(CHUNK, ROW)
    owners = boards.deals.owners.reshape(-1, 13, 4)
    rows["owners"] = (owners << np.arange(0, 8, 2, dtype=np.uint8)).sum(axis=-1, dtype=np.uint8)
    rows["dealer"], rows["vulnerability"], rows["systems"] = boards.dealers, boards.vulnerabilities, systems
    rows["calls"] = NO_CALL
    for pair in np.unique(systems[:most], axis=0):
        places = np.flatnonzero((systems[:most] == pair).all(axis=1))
        _bid_pair(rows, boards, places, names[pair[0]], names[pair[1]])
    return rows[:most].tobytes()


def _bid_pair(rows: NDArray[np.void], boards: BoardBatch, places: NDArray[np.intp], *names: str) -> None:
    """Fill in the auctions of the boards that these two cards bid."""
    ends = boards.bid(seated(*names).tree(len(places)), places)
    ranges: dict[Node, Bytes] = {}
    for place, end in zip(places.tolist(), ends, strict=True):
        calls = [call.index for call in end.auction.calls]
        if len(calls) > LONGEST:
            raise BridgeError(f"expected at most {LONGEST} calls, got {end.auction}")
        rows["calls"][place, : len(calls)] = calls
        if end not in ranges:
            ranges[end] = np.array([_numbers(stated(cells)) for cells in end.shown], np.uint8)
        rows["shown"][place] = np.roll(ranges[end], boards.dealers[place], axis=0)


def _numbers(shown: Shown) -> list[tuple[int, int]]:
    return [shown.hcp, *shown.lengths]


def _take_up(partial: Path, finished: Path, names: tuple[str, ...], seed: int) -> int:
    """Boards that need not be bid again: whole chunks of an earlier run, or else of the finished file."""
    if not partial.exists():
        rows = _read_finished(finished, names, seed) if finished.exists() else np.empty(0, ROW)
        partial.write_bytes(rows[: len(rows) // CHUNK * CHUNK].tobytes())
    size = partial.stat().st_size // (CHUNK * ROW.itemsize) * CHUNK
    with partial.open("r+b") as file:
        file.truncate(size * ROW.itemsize)  # a chunk cut short by a kill is bid again
    if size:
        last = np.fromfile(partial, ROW, offset=(size - CHUNK) * ROW.itemsize)
        if last.tobytes() != _bid_chunk((names, seed, size // CHUNK - 1, CHUNK)):
            raise BridgeError(
                f"expected the auctions of seed {seed} and {', '.join(names)} in {partial}, got others "
                "(another seed, other or changed cards); remove it to start anew"
            )
    return size


def _read_finished(path: Path, names: tuple[str, ...], seed: int) -> NDArray[np.void]:
    rows, its_names, its_seed = _read(path)
    if (its_seed, its_names) != (seed, names):
        raise BridgeError(
            f"expected the auctions of seed {seed} and {', '.join(names)} in {path}, "
            f"got those of seed {its_seed} and {', '.join(its_names)}"
        )
    return rows


def _read(path: Path) -> tuple[NDArray[np.void], tuple[str, ...], int]:
    """The rows, the names of the cards and the seed of a finished file."""
    try:
        with np.load(path, allow_pickle=False) as file:
            calls, shown = file["calls"], file["shown"]
            rows = np.zeros(len(calls), ROW)
            rows["calls"] = NO_CALL
            rows["calls"][:, : calls.shape[1]] = calls
            rows["shown"] = np.moveaxis(shown, -1, 0)
            for name in ("owners", "dealer", "vulnerability", "systems"):
                rows[name] = file[name]
            return rows, tuple(map(str, file["names"])), int(file["seed"])
    except (OSError, ValueError, KeyError, EOFError, TypeError, IndexError) as error:
        raise BridgeError(f"expected auctions (calls, shown, owners …) in {path}: {error}") from None


def _save(path: Path, rows: NDArray[np.void], names: tuple[str, ...], seed: int) -> None:
    unfinished = path.with_name(path.name + ".unfinished")
    used = int((rows["calls"] != NO_CALL).sum(axis=1).max(initial=0))
    arrays: dict[str, Any] = {name: rows[name] for name in ("owners", "dealer", "vulnerability", "systems")}
    arrays["calls"] = rows["calls"][:, :used]
    arrays["shown"] = np.ascontiguousarray(np.moveaxis(rows["shown"], 0, -1))  # each number by itself packs better
    with unfinished.open("wb") as file:
        np.savez_compressed(file, names=np.array(names), seed=np.int64(seed), **arrays)
    unfinished.replace(path)
