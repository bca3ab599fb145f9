"""A duplicate match between two cards: each deal is bid at two tables, and the scores are compared in IMPs.

The first card sits North-South in the open room and East-West in the closed room, as two teams of four would.
"""

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.core import CALLS, Auction, Board, Contract, Note, Record, Result, Seat
from overtrick.core.comparing import imps
from overtrick.parallel import executor, in_order
from overtrick.solver import solve_contracts
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.tree import Node, Tree
from overtrick.systems.table import BATCH_NODES, Table
from overtrick.systems.tools.findings import kind_of
from overtrick.tricks.estimators import four_hands

CHUNK = 2500
ROOMS = ("Open", "Closed")

Tricks = NDArray[np.uint8]


class Swing(NamedTuple):
    """A board on which the rooms differ; the IMPs are those of the card that sits North-South in the open room."""

    size: int
    place: int
    """Smaller for later boards, so that of equal swings the earlier is kept."""
    imps: int
    board: Board
    results: tuple[Result, Result]
    auctions: tuple[Auction, Auction]


@dataclass
class Match:
    """How a match went, from the first card's side."""

    names: tuple[str, str]
    most: int = 20
    imps: Counter[int] = field(default_factory=Counter)
    """How many boards were worth so many IMPs."""
    contracts: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    """By card, the kinds of contracts it has declared."""
    calls: int = 0
    kept: list[Swing] = field(default_factory=list)

    @property
    def boards(self) -> int:
        return self.imps.total()

    @property
    def won(self) -> int:
        return sum(times for won, times in self.imps.items() if won > 0)

    @property
    def lost(self) -> int:
        return sum(times for won, times in self.imps.items() if won < 0)

    @property
    def mean(self) -> float:
        """IMPs a board."""
        return sum(won * times for won, times in self.imps.items()) / max(1, self.boards)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        boards, mean = self.boards, self.mean
        squares = sum(times * (won - mean) ** 2 for won, times in self.imps.items())
        return float((squares / (boards - 1) / boards) ** 0.5) if boards > 1 else 0.0

    @property
    def swings(self) -> list[Swing]:
        """The boards on which the tables differ most, the largest first."""
        return sorted(self.kept, reverse=True)

    def add(self, boards: BoardBatch, rooms: "Rooms", tricks: tuple[Tricks, Tricks]) -> None:
        """Score some boards, given the tricks of both rooms' contracts."""
        for place, auctions in enumerate(rooms):
            self._add_board(boards, place, auctions, [int(room[place]) for room in tricks])

    def _add_board(self, boards: BoardBatch, place: int, auctions: tuple[Auction, Auction], tricks: list[int]) -> None:
        contracts = [auction.contract for auction in auctions]
        for room, contract in enumerate(contracts):
            if contract is not None:
                self.contracts[contract.side ^ room][kind_of(contract)] += 1
        self.calls += sum(map(len, auctions))
        vulnerability = boards.vulnerabilities[place]
        results = [
            Result(contract, None if contract is None else taken)
            for contract, taken in zip(contracts, tricks, strict=True)
        ]
        scores = [result.score(vulnerability) or 0 for result in results]
        won = imps(scores[0] - scores[1])
        self.imps[won] += 1
        if won:
            swing = Swing(abs(won), -boards.first - place, won, boards[place], (results[0], results[1]), auctions)
            heapq.heappush(self.kept, swing)
            if len(self.kept) > self.most:
                heapq.heappop(self.kept)

    def as_dict(self) -> dict[str, Any]:
        return {
            "cards": list(self.names),
            "boards": self.boards,
            "imps_per_board": self.mean,
            "standard_error": self.error,
            "won": self.won,
            "tied": self.boards - self.won - self.lost,
            "lost": self.lost,
            "calls_per_auction": self.calls / max(1, 2 * self.boards),
            "contracts": [dict(each) for each in self.contracts],
            "swings": [
                {
                    "board": swing.board.number,
                    "imps": swing.imps,
                    "deal": swing.board.deal.text(swing.board.dealer),
                    "dealer": str(swing.board.dealer),
                    "vul": str(swing.board.vulnerability),
                    "results": list(map(str, swing.results)),
                    "auctions": list(map(str, swing.auctions)),
                }
                for swing in self.swings
            ],
        }


Rooms = Sequence[tuple[Auction, Auction]]
"""By board, the auction of the open and of the closed room."""


def play_match(
    first: str,
    second: str,
    count: int = 10_000,
    *,
    seed: int = 1,
    exact: bool = False,
    most: int = 20,
    jobs: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Match:
    """A match over random deals between two cards (names or files), with estimated or exact tricks.

    `most` is how many of the largest swings are kept.
    """
    cards = Table.of(first, second, BATCH_NODES).systems
    match = Match((cards[0].name, cards[1].name), most)
    play(match, _bid_portion, portions(first, second, count, seed), exact=exact, jobs=jobs, progress=progress)
    return match


class Portion(NamedTuple):
    """Boards that are bid together, and who bids them."""

    first: str
    second: str
    seed: int
    number: int
    """Of the chunk in which the boards are dealt."""
    dealt: int
    """Boards in the chunk."""
    start: int
    """The place in the chunk of the first board that is bid."""
    stop: int

    @property
    def boards(self) -> BoardBatch:
        dealt = BoardBatch.random(self.dealt, self.seed, self.number)
        return BoardBatch(dealt.deals[self.start : self.stop], self.number * CHUNK + self.start + 1)


def portions(first: str, second: str, count: int, seed: int, most: int = 0) -> list[Portion]:
    """A match of so many boards in portions of at most `most` (0: whole chunks), which do not change the deals."""
    found = []
    for number, dealt in enumerate(min(CHUNK, count - start) for start in range(0, count, CHUNK)):
        size = most or CHUNK
        starts = range(0, dealt, size)
        found += [Portion(first, second, seed, number, dealt, at, min(at + size, dealt)) for at in starts]
    return found


BothRooms = list[tuple[bytes, bytes]]
"""By board, the calls of the open and of the closed room as their indices: little to send between processes."""


def play(
    match: Match,
    bid: Callable[[Portion], BothRooms],
    tasks: Sequence[Portion],
    *,
    exact: bool = False,
    jobs: int = 0,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Let the boards be bid, on several cores, and score them for the match in their order."""
    if len(tasks) == 1 or jobs == 1:
        _score(match, tasks, map(bid, tasks), exact, jobs, progress)
    else:
        with executor(min(jobs, len(tasks)) if jobs else 0) as workers:
            _score(match, tasks, in_order(bid, tasks, workers), exact, jobs, progress)


def _bid_portion(task: Portion) -> BothRooms:
    boards = task.boards
    names = task.first, task.second
    rooms = [boards.bid(Table.of(*each, BATCH_NODES).tree) for each in (names, names[::-1])]
    return [(_packed(own), _packed(other)) for own, other in zip(*rooms, strict=True)]


def _packed(end: Node) -> bytes:
    return bytes(call.index for call in end.auction.calls)


def _score(
    match: Match,
    tasks: Sequence[Portion],
    bid: Iterable[BothRooms],
    exact: bool,
    jobs: int,
    progress: Callable[[int], None] | None,
) -> None:
    for task, packed in zip(tasks, bid, strict=True):
        boards = task.boards
        rooms = [
            (_auction(dealer, own), _auction(dealer, other))
            for dealer, (own, other) in zip(boards.dealers, packed, strict=True)
        ]
        match.add(boards, rooms, contract_tricks(boards.deals, rooms, exact=exact, threads=jobs))
        if progress:
            progress(len(boards))


def _auction(dealer: Seat, packed: bytes) -> Auction:
    return Auction(dealer, tuple(CALLS[index] for index in packed))


def contract_tricks(deals: DealBatch, rooms: Rooms, *, exact: bool, threads: int = 0) -> tuple[Tricks, Tricks]:
    """Declarer's tricks in both rooms. Where both have the same contract they tie, so nothing is worked out there."""
    contracts = [tuple(auction.contract for auction in both) for both in rooms]
    found = np.zeros((2, len(deals)), np.uint8)
    unlike = [place for place, (own, other) in enumerate(contracts) if own != other]
    differing = np.array(unlike, np.intp)
    if not len(differing):
        return found[0], found[1]
    tables = None if exact else four_hands().tricks(deals[differing])
    for room in (0, 1):
        places = [_place(contracts[place][room]) for place in unlike]
        declarers, strains = np.array(places, np.uint8).T
        if tables is None:
            found[room, differing] = solve_contracts(deals[differing], declarers, strains, threads=threads)
        else:
            found[room, differing] = tables[np.arange(len(differing)), declarers, strains]
    return found[0], found[1]


def _place(contract: Contract | None) -> tuple[int, int]:
    """Declarer and strain; those of no contract do not matter."""
    return (0, 0) if contract is None else (contract.declarer, contract.strain)


def swing_records(match: Match, first: str, second: str) -> list[Record]:
    """The largest swings as records, two a board, with what each call comes from as its note."""
    names = (first, second), (second, first)
    trees = [Table.of(*each, BATCH_NODES).tree for each in names]
    return [_record(match, swing, room, trees[room]) for swing in match.swings for room in (0, 1)]


def _record(match: Match, swing: Swing, room: int, tree: Tree) -> Record:
    board, auction = swing.board, swing.auctions[room]
    own, other = match.names if room == 0 else match.names[::-1]
    players = {seat: other if seat & 1 else own for seat in Seat}
    tags = {"Room": ROOMS[room], "Scoring": "IMP", "ScoreIMP": f"NS {swing.imps if room == 0 else -swing.imps}"}
    notes = notes_of(tree, board, auction)
    return Record(board, auction, notes, swing.results[room], players=players, tags=tags)


def notes_of(tree: Tree, board: Board, auction: Auction) -> dict[int, Note]:
    """By call, what its line says, and the rule it comes from; passes that need no words have none.

    Of a call that is not the card's, what the card would have called.
    """
    node = tree.root(auction.dealer, board.vulnerability)
    notes = {}
    for index, (seat, call) in enumerate(auction):
        by_card, line = node.bid(board.deal[seat])
        text = f"{line.text or line.hand_text} [{line.rule}]".strip()
        if by_card != call:
            notes[index] = Note(f"the card calls {by_card}: {text}")
        elif call.index or line.artificial:
            notes[index] = Note(text, alerted=line.artificial)
        node = node.child(call)
    return notes
