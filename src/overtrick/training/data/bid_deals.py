"""Auctions by the million, with what they have shown, in a compact file.

Boards come in chunks, and a chunk depends on the seed, its number and the cards only. So a run that was killed goes on
where it stopped, a finished file grows when more boards are asked for, and the result is always the same.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, concatenate
from overtrick.arrays.auctions import LONGEST, NO_CALL, AuctionBatch, Bytes
from overtrick.arrays.npz import load_arrays, save_arrays
from overtrick.core import Auction, BridgeError, Record, Vulnerability
from overtrick.hands.cells import Shown, stated
from overtrick.parallel import executor, in_order
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.tree import Node
from overtrick.systems.system import System
from overtrick.systems.table import BATCH_NODES, Table
from overtrick.training.data.writer import Progress, RowWriter

CHUNK = 1000
"""Boards that are dealt together."""
GROUP = 200_000
"""Boards that are bid before they are written: many enough for each pair of cards to find its auctions again."""
MOST = 20_000
"""Boards a task."""

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

    def checksum(self) -> str:
        """Tells other deals, or deals that were bid otherwise, apart."""
        digest = hashlib.sha256(self.deals.masks.tobytes())
        for part in (self.dealers, self.vulnerabilities, self.systems, self.calls):
            digest.update(np.ascontiguousarray(part).tobytes())
        return digest.hexdigest()[:16]

    @property
    def auctions(self) -> AuctionBatch:
        return AuctionBatch(self.calls, self.dealers, self.vulnerabilities)

    def pair(self, place: int) -> tuple[str, str]:
        """The cards that bid one of the deals: North-South's and East-West's."""
        north_south, east_west = self.systems[place].tolist()
        return self.names[north_south], self.names[east_west]

    def auction(self, place: int) -> Auction:
        """The auction of one of the deals."""
        return self.auctions.auction(place)

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
    progress: Progress | None = None,
) -> BidDeals:
    """Bid `count` random boards, each side's card drawn from `systems`, and save them at `path` (.npz).

    Finished chunks are kept in `path`.partial.
    """
    names = tuple(systems)
    cards = [
        System.load(name).fingerprint for name in names
    ]  # what is wrong with a card is said before the work begins
    if path.exists() and len(_read_finished(path, names, seed)) >= count:
        return load(path)
    with RowWriter.beside(path, {"seed": seed, "systems": names, "cards": cards}) as writer:
        settled = _resume(writer, path, names, seed)
        if progress:
            progress(min(settled, count))
        with executor(jobs, scheduler) as workers:
            for first in range(settled, count, GROUP):
                rows = np.zeros(min(GROUP, count - first), ROW)
                for places, bid in in_order(_bid_part, _tasks(names, seed, first, len(rows)), workers):
                    rows[places] = np.frombuffer(bid, ROW)
                    if progress:
                        progress(len(places))
                writer.append(rows.tobytes())
        _save(path, np.fromfile(writer.rows, ROW)[:count], names, seed)
        writer.remove()
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


def recorded(records: Iterable[Record], names: tuple[str, str]) -> BidDeals:
    """Boards of files (PBN, LIN, Vugraph) as auctions of a system that is taken to be played.

    Left out are records whose deal or auction is not complete; `names` are the cards of North-South and East-West.
    """
    deals, dealers, vulnerabilities, calls = [], [], [], []
    for record in records:
        auction, board = record.auction, record.board
        if auction is None or not auction.is_over or not board.deal.is_complete or len(auction.calls) > LONGEST:
            continue
        deals.append(board.deal)
        dealers.append(int(auction.dealer))
        vulnerabilities.append(int(board.vulnerability))
        made = [call.index for call in auction.calls]
        calls.append(made + [NO_CALL] * (LONGEST - len(made)))
    if not deals:
        raise BridgeError("expected boards with four hands and a whole auction, got none")
    different = tuple(dict.fromkeys(names))
    return BidDeals(
        DealBatch.stack(deals),
        np.array(dealers, np.uint8),
        np.array(vulnerabilities, np.uint8),
        np.tile(np.array([different.index(name) for name in names], np.uint8), (len(deals), 1)),
        np.array(calls, np.uint8),
        np.zeros((len(deals), 4, 5, 2), np.uint8),
        different,
        0,
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
    north_south, east_west = systems[places[0]].tolist()
    tree = Table.of(names[north_south], names[east_west], BATCH_NODES).tree
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


def _resume(writer: RowWriter, finished: Path, names: tuple[str, ...], seed: int) -> int:
    """Boards that need not be bid again: whole chunks of an earlier run, or else of the finished file."""
    from_finished = not writer.bytes and finished.exists()
    if from_finished:
        writer.append(_read_finished(finished, names, seed).tobytes())
    settled = writer.bytes // (CHUNK * ROW.itemsize) * CHUNK
    writer.truncate(settled * ROW.itemsize)
    if from_finished and settled:
        _check_last_chunk(writer, finished, names, seed)
    return settled


def _check_last_chunk(writer: RowWriter, finished: Path, names: tuple[str, ...], seed: int) -> None:
    """Refuse to let a file grow that the cards, as they are now, would not have bid: it does not say how they were."""
    settled = writer.bytes // ROW.itemsize
    last = np.fromfile(writer.rows, ROW, offset=(settled - CHUNK) * ROW.itemsize)
    if last.tobytes() != _bid_chunk(names, seed, settled // CHUNK - 1):
        writer.remove()
        raise BridgeError(
            f"expected the auctions of seed {seed} and {', '.join(names)} in {finished}, got others "
            "(the cards have changed); remove it to start anew"
        )


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
    file = load_arrays(path, "auctions (calls, shown, owners …)")
    try:
        calls, shown = file["calls"], file["shown"]
        rows = np.zeros(len(calls), ROW)
        rows["calls"] = NO_CALL
        rows["calls"][:, : calls.shape[1]] = calls
        rows["shown"] = np.moveaxis(shown, -1, 0)
        for name in ("owners", "dealer", "vulnerability", "systems"):
            rows[name] = file[name]
        return rows, tuple(map(str, file["names"])), int(file["seed"])
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise BridgeError(f"expected auctions (calls, shown, owners …) in {path}: {error}") from None


def _save(path: Path, rows: NDArray[np.void], names: tuple[str, ...], seed: int) -> None:
    used = int((rows["calls"] != NO_CALL).sum(axis=1).max(initial=0))
    arrays: dict[str, Any] = {name: rows[name] for name in ("owners", "dealer", "vulnerability", "systems")}
    arrays["calls"] = rows["calls"][:, :used]
    arrays["shown"] = np.ascontiguousarray(np.moveaxis(rows["shown"], 0, -1))  # each number by itself packs better
    save_arrays(path, {**arrays, "names": np.array(names), "seed": np.int64(seed)})
