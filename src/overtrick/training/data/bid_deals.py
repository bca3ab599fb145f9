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

from overtrick.arrays import DealBatch, concatenate
from overtrick.arrays.auctions import NO_CALL, Bytes
from overtrick.core import CALLS, Auction, BridgeError, Seat, Vulnerability
from overtrick.hands.shown import Shown, stated
from overtrick.parallel import executor, in_order
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.tree import Node
from overtrick.systems.seating import seated

CHUNK = 1000
"""Boards that are dealt together."""
GROUP = 200_000
"""Boards that are bid before they are written: many enough for each pair of cards to find its auctions again."""
MOST = 20_000
"""Boards a task."""
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
_Task = tuple[tuple[str, ...], int, int, int, tuple[int, int], int]
"""Cards, seed, first board and how many; the pair of cards, and which of its parts."""


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

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "BidDeals":
        """Some of the deals, by slice, index array or mask."""
        return BidDeals(
            self.deals[chosen],
            self.dealers[chosen],
            self.vulnerabilities[chosen],
            self.systems[chosen],
            self.calls[chosen],
            self.shown[chosen],
            self.names,
            self.seed,
        )

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
        with partial.open("ab") as file, executor(jobs, scheduler) as workers:
            for first in range(kept, count, GROUP):
                rows = np.zeros(min(GROUP, count - first), ROW)
                tasks = _tasks(names, seed, first, len(rows))
                for places, bid in in_order(_bid_part, tasks, workers, _AHEAD_ON_CLUSTER if scheduler else 0):
                    rows[places] = np.frombuffer(bid, ROW)
                    if progress:
                        progress(len(places))
                file.write(rows.tobytes())
                file.flush()
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


def _tasks(names: tuple[str, ...], seed: int, first: int, count: int) -> list[_Task]:
    """The boards of a group by the pair of cards that bids them, so that a task meets the same auctions again."""
    _, systems = _dealt(names, seed, first, count)
    tasks: list[_Task] = []
    for north_south, east_west in np.unique(systems, axis=0).tolist():
        boards = int((systems == (north_south, east_west)).all(axis=1).sum())
        parts = range(-(-boards // MOST))
        tasks += [(names, seed, first, count, (north_south, east_west), part) for part in parts]
    return tasks


def _bid_part(task: _Task) -> tuple[NDArray[np.intp], bytes]:
    """The places of a task's boards in their group, and their rows."""
    names, seed, first, count, pair, part = task
    boards, systems = _dealt(names, seed, first, count)
    places = np.flatnonzero((systems == pair).all(axis=1))[part * MOST : (part + 1) * MOST]
    return places, _bid(boards, systems, places, names).tobytes()


def _bid_chunk(names: tuple[str, ...], seed: int, number: int) -> bytes:
    """The rows of one chunk."""
    boards, systems = _dealt(names, seed, number * CHUNK, CHUNK)
    rows = np.zeros(CHUNK, ROW)
    for pair in np.unique(systems, axis=0):
        places = np.flatnonzero((systems == pair).all(axis=1))
        rows[places] = _bid(boards, systems, places, names)
    return rows.tobytes()


def _dealt(names: tuple[str, ...], seed: int, first: int, count: int) -> tuple[BoardBatch, Bytes]:
    """Boards from `first` on, where a chunk begins, and the cards each of them is bid with."""
    deals, systems = [], []
    for number in range(first // CHUNK, -(-(first + count) // CHUNK)):
        deals.append(BoardBatch.random(CHUNK, seed, number).deals)
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number, 1)))
        systems.append(rng.integers(0, len(names), (CHUNK, 2), np.uint8))
    return BoardBatch(concatenate(deals)[:count], first + 1), np.concatenate(systems)[:count]


def _bid(boards: BoardBatch, systems: Bytes, places: NDArray[np.intp], names: tuple[str, ...]) -> NDArray[np.void]:
    """The rows of the boards at these places, which one pair of cards bids."""
    rows = np.zeros(len(places), ROW)
    owners = boards.deals[places].owners.reshape(-1, 13, 4)
    rows["owners"] = (owners << np.arange(0, 8, 2, dtype=np.uint8)).sum(axis=-1, dtype=np.uint8)
    rows["dealer"] = [boards.dealers[place] for place in places.tolist()]
    rows["vulnerability"] = [boards.vulnerabilities[place] for place in places.tolist()]
    rows["systems"], rows["calls"] = systems[places], NO_CALL
    tree = seated(*(names[card] for card in systems[places[0]].tolist())).tree(len(places))
    ranges: dict[Node, Bytes] = {}
    for row, dealer, end in zip(rows, rows["dealer"], boards.bid(tree, places), strict=True):
        calls = [call.index for call in end.auction.calls]
        if len(calls) > LONGEST:
            raise BridgeError(f"expected at most {LONGEST} calls, got {end.auction}")
        row["calls"][: len(calls)] = calls
        if end not in ranges:
            ranges[end] = np.array([_numbers(stated(cells)) for cells in end.shown], np.uint8)
        row["shown"] = np.roll(ranges[end], dealer, axis=0)
    tree.forget()  # the trees of all pairs together would not fit into memory
    return rows


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
        if last.tobytes() != _bid_chunk(names, seed, size // CHUNK - 1):
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
