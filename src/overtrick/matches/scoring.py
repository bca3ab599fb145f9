"""The score of a duplicate match: each deal is bid at two tables, and the scores are compared.

The first player sits North-South in the open room and East-West in the closed room, as two teams of four would.
"""

import heapq
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.arrays.scores import won_by
from overtrick.core import Auction, Board, Contract, Doubling, Result, Scoring, imps
from overtrick.solver import solve_contracts
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.tools.findings import kind_of
from overtrick.tricks.estimators import four_hands

Tricks = NDArray[np.uint8]


class Swing(NamedTuple):
    """A board on which the rooms differ; the IMPs are those of the player who sits North-South in the open room."""

    size: int
    place: int
    """Smaller for later boards, so that of equal swings the earlier stays."""
    imps: int
    board: Board
    results: tuple[Result, Result]
    auctions: tuple[Auction, Auction]


class PerBoard(NamedTuple):
    """What a player won a board, on average, and the standard error of that."""

    mean: float
    error: float


@dataclass
class Match:
    """How a match went, from the first player's side."""

    names: tuple[str, str]
    most: int = 20
    scoring: Scoring = "imps"
    """What the players who simulate decide by."""
    differences: Counter[int] = field(default_factory=Counter)
    """How many boards were worth each difference in points between the rooms."""
    punished: Counter[int] = field(default_factory=Counter)
    """The same if defenders doubled every contract that fails."""
    contracts: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    """By player, the kinds of contracts declared."""
    calls: int = 0
    largest: list[Swing] = field(default_factory=list)
    stopped: str | None = None
    """Why the match ended before all boards were played."""

    @property
    def boards(self) -> int:
        return self.differences.total()

    @property
    def imps(self) -> Counter[int]:
        """How many boards were worth each number of IMPs."""
        counts: Counter[int] = Counter()
        for points, times in self.differences.items():
            counts[imps(points)] += times
        return counts

    @property
    def won(self) -> int:
        return sum(times for won, times in self.imps.items() if won > 0)

    @property
    def lost(self) -> int:
        return sum(times for won, times in self.imps.items() if won < 0)

    @property
    def mean(self) -> float:
        """IMPs a board."""
        return self.per_board("imps").mean

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.per_board("imps").error

    def per_board(self, scoring: Scoring) -> PerBoard:
        """What a board was worth: IMPs, matchpoints more than half of them, or points."""
        return _per_board(self.differences, scoring)

    @property
    def against_doublers(self) -> PerBoard:
        """IMPs a board if defenders doubled every contract that fails, whoever declares it."""
        return _per_board(self.punished, "imps")

    @property
    def swings(self) -> list[Swing]:
        """The boards on which the tables differ most, the largest first."""
        return sorted(self.largest, reverse=True)

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
        self.differences[scores[0] - scores[1]] += 1
        punished = [_doubled_if_it_fails(result).score(vulnerability) or 0 for result in results]
        self.punished[punished[0] - punished[1]] += 1
        won = imps(scores[0] - scores[1])
        if won:
            swing = Swing(abs(won), -boards.first - place, won, boards[place], (results[0], results[1]), auctions)
            heapq.heappush(self.largest, swing)
            if len(self.largest) > self.most:
                heapq.heappop(self.largest)


def _per_board(differences: Counter[int], scoring: Scoring) -> PerBoard:
    boards, times = differences.total(), np.array(list(differences.values()), np.float64)
    won = won_by(np.array(list(differences), np.int64), scoring)
    mean = float(won @ times) / max(1, boards)
    squares = float((won - mean) ** 2 @ times)
    return PerBoard(mean, (squares / (boards - 1) / boards) ** 0.5 if boards > 1 else 0.0)


def _doubled_if_it_fails(result: Result) -> Result:
    contract, tricks = result.contract, result.tricks
    if contract is None or tricks is None or tricks >= contract.target or contract.doubling != Doubling.UNDOUBLED:
        return result
    return Result(replace(contract, doubling=Doubling.DOUBLED), tricks)


Rooms = Sequence[tuple[Auction, Auction]]
"""By board, the auction of the open and of the closed room."""


def contract_tricks(
    deals: DealBatch, rooms: Rooms, *, exact: bool, tables: Tricks | None = None, threads: int = 0
) -> tuple[Tricks, Tricks]:
    """Declarer's tricks in both rooms, from the tables (deal, seat, strain) where these are known.

    Where both rooms have the same contract they tie, so nothing is worked out there.
    """
    contracts = [tuple(auction.contract for auction in both) for both in rooms]
    tricks = np.zeros((2, len(deals)), np.uint8)
    unlike = [place for place, (own, other) in enumerate(contracts) if own != other]
    differing = np.array(unlike, np.intp)
    if not len(differing):
        return tricks[0], tricks[1]
    if tables is not None:
        tables = tables[differing]
    elif not exact:
        tables = four_hands().tricks(deals[differing])
    for room in (0, 1):
        places = [_place(contracts[place][room]) for place in unlike]
        declarers, strains = np.array(places, np.uint8).T
        if tables is None:
            tricks[room, differing] = solve_contracts(deals[differing], declarers, strains, threads=threads)
        else:
            tricks[room, differing] = tables[np.arange(len(differing)), declarers, strains]
    return tricks[0], tricks[1]


def _place(contract: Contract | None) -> tuple[int, int]:
    """Declarer and strain; those of no contract do not matter."""
    return (0, 0) if contract is None else (contract.declarer, contract.strain)
