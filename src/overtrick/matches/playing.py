"""Duplicate matches over random deals between any two players by name, on several cores."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from overtrick.arrays import library
from overtrick.arrays.library import SolvedDeals
from overtrick.core import CALLS, Auction, BridgeError, Record, Scoring, Seat
from overtrick.matches.rooms import BothRooms, Pair, bid_both_rooms
from overtrick.matches.scoring import Match, contract_tricks
from overtrick.matches.swings import swing_records
from overtrick.parallel import executor, in_order
from overtrick.players.outside import SECONDS, OutsideError, OutsideProgram
from overtrick.players.policies import NetworkPlayer, SystemPlayer
from overtrick.players.simulated import BOLD, MEASURED, SimulatingPlayer
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.network import IMPROVED, bidding_network
from overtrick.systems.table import BATCH_NODES, Table

DEFAULT = "sayc"
"""The system of players that name none."""
CHUNK = 2500
"""Boards that are dealt together."""
SIMULATED = 125
"""Boards a portion when a player simulates: a minute's work."""
WITH_OUTSIDE = 25
"""Boards a portion when an outside program plays: those that end unscored where it fails."""

OUTSIDE = "ext"
KINDS = ("card", "net", "advice", "sim", "cardsim", OUTSIDE)
"""Players by their kind: a system, the network, what advice says, the network with bold simulation, a system with it, a
program."""

Progress = Callable[[int], None]


class PlayerName(NamedTuple):
    """A player by name: its kind, the system it plays, and its network, shipped or in a folder."""

    kind: str
    system: str
    network: str = IMPROVED
    command: str = ""
    """That starts an outside program."""

    @classmethod
    def parse(cls, text: str, outside_system: str = DEFAULT) -> "PlayerName":
        """Read `sayc`, a system's file, `net`, `net:2/1`, `advice:sayc`, `sim:acol`, `cardsim:sayc` or `ext:COMMAND`.

        A network other than the improved one follows its system: `net:sayc@bidding`, `sim:acol@FOLDER`. An
        outside program plays what it likes; `outside_system` is what the others think it plays.
        """
        kind, colon, system = text.partition(":")
        network = ""
        if kind == OUTSIDE and colon:
            Table.of(outside_system, outside_system, BATCH_NODES)
            return cls(kind, outside_system, command=system)
        if kind not in KINDS or kind == "card":
            kind, system = "card", text
        else:
            system, _, network = (system if colon else DEFAULT).partition("@")
        if not system:
            raise BridgeError(f"expected a player such as {DEFAULT}, net:{DEFAULT} or sim:{DEFAULT}, got {text!r}")
        Table.of(system, system, BATCH_NODES)  # what is wrong with a system is said at once
        if kind in ("net", "advice", "sim"):
            bidding_network(network or IMPROVED)
        return cls(kind, system, network or IMPROVED)

    def __str__(self) -> str:
        if self.kind == OUTSIDE:
            return f"{OUTSIDE}:{self.command}"
        network = f"@{self.network}" * (self.network != IMPROVED)
        return self.system if self.kind == "card" else f"{self.kind}:{self.system}{network}"

    def player(
        self, against: str, seed: int = 0, scoring: Scoring = "imps"
    ) -> SystemPlayer | NetworkPlayer | SimulatingPlayer:
        """The player itself, against opponents with that system; one that simulates decides by the scoring."""
        if self.kind == "card":
            return SystemPlayer(self.system, against)
        settings = replace(MEASURED if self.kind == "advice" else BOLD, scoring=scoring)
        if self.kind == "cardsim":
            return SimulatingPlayer(SystemPlayer(self.system, against), settings=settings, seed=seed)
        by_network = NetworkPlayer(bidding_network(self.network), self.system, against)
        return by_network if self.kind == "net" else SimulatingPlayer(by_network, settings=settings, seed=seed)


def pair_of(first: PlayerName, second: PlayerName, seeds: Sequence[int] = (0, 0), scoring: Scoring = "imps") -> Pair:
    """Two players who know each other's systems."""
    return first.player(second.system, seeds[0], scoring), second.player(first.system, seeds[1], scoring)


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
    scoring: Scoring = "imps"
    library: Path | None = None
    """A file of solved deals, bid in their order instead of random ones."""

    @property
    def solved(self) -> SolvedDeals | None:
        """Its deals of the file, with their tricks."""
        first = self.number * CHUNK
        return None if self.library is None else _load(self.library)[first + self.start : first + self.stop]

    @property
    def boards(self) -> BoardBatch:
        solved, first = self.solved, self.number * CHUNK + self.start + 1
        if solved is not None:
            return BoardBatch(solved.deals, first)
        dealt = BoardBatch.random(self.dealt, self.seed, self.number)
        return BoardBatch(dealt.deals[self.start : self.stop], first)

    @property
    def seeds(self) -> list[int]:
        """Of the two players' simulations."""
        seeds: list[int] = np.random.SeedSequence((self.seed, self.number, self.start)).generate_state(2).tolist()
        return seeds


@lru_cache(maxsize=1)
def _load(path: Path) -> SolvedDeals:
    """The deals of a file, for all portions of a process."""
    return library.load(path)


def portions(
    first: str,
    second: str,
    count: int,
    seed: int,
    most: int = 0,
    scoring: Scoring = "imps",
    solved: Path | None = None,
) -> list[Portion]:
    """A match of that many boards in portions of at most `most` (0: whole chunks), which do not change the deals."""
    tasks = []
    for number, dealt in enumerate(min(CHUNK, count - start) for start in range(0, count, CHUNK)):
        size = most or CHUNK
        starts = range(0, dealt, size)
        tasks += [
            Portion(first, second, seed, number, dealt, at, min(at + size, dealt), scoring, solved) for at in starts
        ]
    return tasks


def play_match(
    first: str,
    second: str,
    count: int = 10_000,
    *,
    seed: int = 1,
    scoring: Scoring = "imps",
    exact: bool = False,
    solved: Path | None = None,
    most: int = 20,
    jobs: int = 0,
    progress: Progress | None = None,
    outside_system: str = DEFAULT,
    seconds: float = SECONDS,
) -> Match:
    """A match over random deals between two players by name, with estimated or exact tricks.

    With a file of solved deals (a Ginsberg library) those are bid in their order, and scored by their own tricks.
    Players who simulate decide by the scoring. `most` is how many of the largest swings are remembered. Outside
    programs play `outside_system`, as far as the others know, and may take so many seconds for a call; one that fails
    stops the match, which then says why.
    """
    names = PlayerName.parse(first, outside_system), PlayerName.parse(second, outside_system)
    match = Match((str(names[0]), str(names[1])), most, scoring)
    if solved is not None and len(_load(solved)) < count:
        raise BridgeError(
            f"expected {count:,} solved deals or more in {solved}, got {len(_load(solved)):,}: ask with -n"
        )
    if any(name.kind == OUTSIDE for name in names):
        with ExitStack() as programs:
            seated = [_program(name, other, seconds, programs) for name, other in (names, names[::-1])]
            tasks = portions(first, second, count, seed, WITH_OUTSIDE, scoring, solved)
            rooms = map(partial(_bid_with_programs, names, seated), tasks)
            try:
                _score(match, tasks, rooms, exact, jobs, progress)
            except OutsideError as error:
                match.stopped = str(error)
        return match
    size = SIMULATED if any(name.kind in ("advice", "sim", "cardsim") for name in names) else 0
    tasks = portions(first, second, count, seed, size, scoring, solved)
    _play(match, tasks, exact=exact, jobs=jobs, progress=progress)
    return match


def _program(name: PlayerName, other: PlayerName, seconds: float, programs: ExitStack) -> OutsideProgram | None:
    if name.kind != OUTSIDE:
        return None
    against = None if other.kind == OUTSIDE else other.system
    return programs.enter_context(OutsideProgram(name.command, against, seconds))


def compare_systems(
    first: str,
    second: str,
    count: int = 10_000,
    *,
    seed: int = 1,
    exact: bool = False,
    most: int = 20,
    jobs: int = 0,
    progress: Progress | None = None,
) -> Match:
    """The match of two systems (names or files), under the names that their files give them."""
    systems = Table.of(first, second, BATCH_NODES).systems
    match = Match((systems[0].name, systems[1].name), most)
    _play(match, portions(first, second, count, seed), exact=exact, jobs=jobs, progress=progress)
    return match


def records_of_swings(match: Match, first: str, second: str, outside_system: str = DEFAULT) -> list[Record]:
    """The largest swings of a match between players by name, noted by their systems."""
    return swing_records(match, *(PlayerName.parse(name, outside_system).system for name in (first, second)))


def _play(match: Match, tasks: list[Portion], *, exact: bool, jobs: int, progress: Progress | None) -> None:
    """Let the boards be bid, on several cores, and score them for the match in their order."""
    if len(tasks) == 1 or jobs == 1:
        _score(match, tasks, map(_bid_portion, tasks), exact, jobs, progress)
    else:
        with executor(min(jobs, len(tasks)) if jobs else 0) as workers:
            _score(match, tasks, in_order(_bid_portion, tasks, workers), exact, jobs, progress)


def _bid_portion(task: Portion) -> BothRooms:
    first, second = PlayerName.parse(task.first), PlayerName.parse(task.second)
    if first.kind == second.kind == "card":
        return _bid_by_systems(task.boards, first.system, second.system)
    return bid_both_rooms(pair_of(first, second, task.seeds, task.scoring), task.boards)


def _bid_with_programs(
    names: tuple[PlayerName, PlayerName], programs: Sequence[OutsideProgram | None], task: Portion
) -> BothRooms:
    first, second = (
        program or name.player(other.system, seed, task.scoring)
        for program, name, other, seed in zip(programs, names, names[::-1], task.seeds, strict=True)
    )
    return bid_both_rooms((first, second), task.boards)


def _bid_by_systems(boards: BoardBatch, first: str, second: str) -> BothRooms:
    """The same for two systems: their tree bids whole auctions at once, twice as fast."""
    rooms = [boards.bid(Table.of(*pair, BATCH_NODES).tree) for pair in ((first, second), (second, first))]
    packed = [[bytes(call.index for call in end.auction.calls) for end in room] for room in rooms]
    return list(zip(*packed, strict=True))


def _score(
    match: Match,
    tasks: Sequence[Portion],
    rooms_of_tasks: Iterable[BothRooms],
    exact: bool,
    jobs: int,
    progress: Progress | None,
) -> None:
    for task, packed in zip(tasks, rooms_of_tasks, strict=True):
        boards, solved = task.boards, task.solved
        rooms = [
            (_auction(dealer, own), _auction(dealer, other))
            for dealer, (own, other) in zip(boards.dealers, packed, strict=True)
        ]
        tables = None if solved is None else solved.tricks
        match.add(boards, rooms, contract_tricks(boards.deals, rooms, exact=exact, tables=tables, threads=jobs))
        if progress:
            progress(len(boards))


def _auction(dealer: Seat, packed: bytes) -> Auction:
    return Auction(dealer, tuple(CALLS[index] for index in packed))
