"""Calls tried out: at some turns of an auction the network makes another call, on the very same deal, and bids on.

What that wins or loses, over many deals, tells which calls are better than the usual ones; a network learns from it
(`overtrick train bidding --trials`). One deal says little, but a million cost no more than a hundred simulations.

Random deals are scored by the estimator, and a network that learns from it learns its errors too. Solved deals are few,
and a network that learns from them alone learns them by heart. So both are taken, as many of one as of the other, and
a solved deal counts for what the estimator misses: the sum is what calls win by exact tricks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Floats, random_deals
from overtrick.arrays.auctions import LEGAL, LONGEST, NO_CALL, OVER, Bytes, Indices
from overtrick.arrays.library import SolvedDeals
from overtrick.arrays.npz import load_arrays, save_arrays
from overtrick.core import CALLS, DOUBLE, PASS, BridgeError, Call, Strain
from overtrick.nets.bidding_rollout import PIECE, Rollout, opposed, seated
from overtrick.players.results import Results
from overtrick.systems.engine.forcing import GAME_LEVEL
from overtrick.systems.network import TRUE_TO_CARD, Network, bidding_network
from overtrick.systems.system import NAMES
from overtrick.training.data import solved_deals
from overtrick.training.data.writer import Progress, RowWriter
from overtrick.tricks.estimators import four_hands_fast

TASK = 8 * PIECE
"""Deals a task."""
TRIES = 3
"""Calls tried a deal: the usual auction is bid once for all of them."""
BOLD = 0.001
"""What a turn weighs at which the network is sure of its call; others weigh more by what they leave open."""
NOTHING_OPEN = 0.05
"""What trying nothing weighs: where the network is sure at every turn, other calls lose 11 IMPs and teach nothing."""

ROW = np.dtype(
    [
        ("holdings", "u2", (4, 4)),
        ("dealer", "u1"),
        ("vulnerability", "u1"),
        ("systems", "u1", 2),
        ("calls", "u1", LONGEST),
        ("usual", "u1"),
        ("tried", "u1"),
        ("gain", "f2"),
    ]
)
"""A trial on disk: the calls before that turn, NO_CALL behind; IMPs of the call tried against the usual one by the
estimator or, on a solved deal, by how much it misses them."""

Rows = NDArray[np.void]


def _worth_a_try() -> Floats:
    """What a call weighs besides its chance: those that may settle the contract are tried now and then."""
    games = [Call.of(GAME_LEVEL[strain], strain) for strain in Strain]
    settles = [call in (PASS, DOUBLE, *games) for call in CALLS]
    return np.where(settles, 0.001, 0.0001).astype(np.float32)


_WORTH = _worth_a_try()


@dataclass
class _Drawn:
    """For each table turns and another call at each, drawn while it bids. Arrays have shape (table, try)."""

    weight: NDArray[np.float64]
    """Of trying nothing and of all turns so far."""
    made: Indices
    usual: Bytes
    tried: Bytes

    @classmethod
    def nothing_yet(cls, count: int) -> "_Drawn":
        shape = count, TRIES
        calls = (np.full(shape, NO_CALL, np.uint8) for _ in range(2))
        return cls(np.full(shape, NOTHING_OPEN), np.full(shape, -1), *calls)

    def consider(self, tables: Indices, turn: Rollout, chances: Floats, rng: np.random.Generator) -> None:
        """One more turn of these tables, taken instead of an earlier one as often as it weighs."""
        rows = np.arange(len(tables))
        usual = chances.argmax(axis=1)
        others = (chances + _WORTH) * LEGAL[turn.standings, : len(CALLS)]
        others[rows, usual] = 0
        sums = others.cumsum(axis=1)[:, np.newaxis]
        tried = (sums <= rng.random((len(rows), TRIES, 1)) * sums[:, :, -1:]).sum(axis=2)
        weight = np.where(sums[:, :, -1] > 0, 1 + BOLD - chances[rows, usual, np.newaxis], 0)
        self.weight[tables] += weight
        taken, tries = np.nonzero(rng.random((len(rows), TRIES)) * self.weight[tables] < weight)
        places = tables[taken], tries
        self.made[places], self.usual[places], self.tried[places] = turn.made, usual[taken], tried[taken, tries]


def try_calls(
    network: Network,
    deals: DealBatch | SolvedDeals,
    rng: np.random.Generator,
    opponents: Sequence[Network] = (),
) -> Rows:
    """Trials on these deals, scored by the estimator or, where they are solved, by what it misses.

    Each side plays one of the systems that its network knows. Some deals the network bids at all four seats, as many
    with each of the opponents at two of them.
    """
    count = len(deals)
    rows = np.zeros(count, ROW)
    cards = np.array([place for place, name in enumerate(network.net.systems) if name in NAMES], np.uint8)
    rows["holdings"] = (deals.deals if isinstance(deals, SolvedDeals) else deals).holdings
    rows["dealer"], rows["vulnerability"] = rng.integers(0, 4, (2, count), np.uint8)
    rows["systems"] = rng.choice(cards, (count, 2))
    pieces = [slice(start, start + PIECE) for start in range(0, count, PIECE)]
    return np.concatenate([_try(network, rows[at], deals[at], rng, opponents) for at in pieces])


def _try(
    network: Network,
    rows: Rows,
    deals: DealBatch | SolvedDeals,
    rng: np.random.Generator,
    opponents: Sequence[Network],
) -> Rows:
    """The calls tried on these deals, at most TRIES on each, and what they gained."""
    number, place = int(rng.integers(0, 1 + len(opponents))), int(rng.integers(0, 2))
    opponent = opponents[number - 1] if number else None
    going, rollout = np.arange(len(rows)), _begin(network, rows, opponent, place)
    usual, drawn = np.full((len(rows), LONGEST), NO_CALL, np.uint8), _Drawn.nothing_yet(len(rows))
    turns: list[_Turn] = []
    while len(going) and rollout.made < LONGEST:
        rollout.listen()
        turns.append(_Turn(going, rollout))
        chances = rollout.chances()
        if opponent is None or rollout.made % 2 == place:
            drawn.consider(going, rollout, chances, rng)
        usual[going, rollout.made] = chances.argmax(axis=1)
        after = rollout[:]
        after.make(usual[going, rollout.made])
        is_open = after.standings != OVER
        going, rollout = going[is_open], after[is_open]
    tables, tries = np.nonzero(drawn.tried != NO_CALL)  # by deal, so that a split of the file is one by deals
    rows, made = rows[tables], drawn.made[tables, tries]
    rows["usual"], rows["tried"] = drawn.usual[tables, tries], drawn.tried[tables, tries]
    instead = _auctions_with(rows["tried"], tables, made, turns)
    rows["calls"] = np.where(np.arange(LONGEST) < made[:, np.newaxis], usual[tables], NO_CALL)
    auctions = np.stack([usual[tables], instead], axis=1)
    dealt = deals.deals if isinstance(deals, SolvedDeals) else deals
    rows["gain"] = _gains(rows, auctions, made, four_hands_fast().probabilities(dealt)[tables])
    if isinstance(deals, SolvedDeals):
        exact = np.eye(14, dtype=np.float32)[deals.tricks[tables]]
        rows["gain"] = _gains(rows, auctions, made, exact) - rows["gain"]
    return rows


class _Turn(NamedTuple):
    """A turn of the usual auctions: the tables that are still bidding, and what their players have heard."""

    tables: Indices
    rollout: Rollout


def _auctions_with(tried: Bytes, tables: Indices, made: Indices, turns: Sequence[_Turn]) -> Bytes:
    """The whole auctions with one call tried in each, after `made` usual calls of its table. Shape: (trial, call)."""
    ends = np.full((len(tables), LONGEST), NO_CALL, np.uint8)
    going = np.empty(0, np.intp)
    rollout = turns[0].rollout[going]
    while rollout.made < len(turns) or (len(going) and rollout.made < LONGEST):
        leaving = np.flatnonzero(made == rollout.made)
        rollout.listen()
        calls = rollout.chances().argmax(axis=1)
        if len(leaving):
            turn = turns[rollout.made]
            rollout = Rollout.join([rollout, turn.rollout[np.searchsorted(turn.tables, tables[leaving])]])
            going, calls = np.concatenate([going, leaving]), np.concatenate([calls, tried[leaving]])
        ends[going, rollout.made] = calls
        rollout.make(calls)
        is_open = rollout.standings != OVER
        going, rollout = going[is_open], rollout[is_open]
    return ends


def _begin(network: Network, rows: Rows, opponent: Network | None, place: int) -> Rollout:
    """The tables before the first call, with an opponent against whoever sits at `place` from the dealer on."""
    deals = rows["holdings"], rows["dealer"], rows["vulnerability"]
    ours = seated(network.net, *deals, rows["systems"])
    if opponent is None:
        return ours
    names = network.net.systems
    known = np.array([_place_of(name, opponent.net.systems) for name in names], np.uint8)
    return opposed(ours, seated(opponent.net, *deals, known[rows["systems"]]), place)


def _place_of(name: str, systems: Sequence[str]) -> int:
    """Of a system among those that another network knows; of its first where it does not know it."""
    return systems.index(name) if name in systems else 0


def _gains(rows: Rows, calls: Bytes, made: Indices, tricks: Floats) -> NDArray[np.float64]:
    """IMPs of the second auction of each deal against the first, for the player who called.

    Calls (deal, 2, call), chances of every number of tricks (deal, seat, strain, tricks).
    """
    seats = rows["dealer"].astype(np.intp) + made & 3
    auctions, chances = calls[:, :, np.newaxis], tricks[:, np.newaxis]  # of one layout each
    return Results.of(auctions, rows["dealer"], rows["vulnerability"], seats, chances).gains


def make_trials(
    path: Path,
    count: int,
    *,
    network: str = TRUE_TO_CARD,
    opponents: Sequence[str] = (),
    library: Path | None = None,
    seed: int = 0,
    jobs: int = 0,
    progress: Progress | None = None,
) -> Rows:
    """Let a network, shipped or in a folder, try calls on `count` deals, and save them at `path` (.npz).

    At some tables others of the kind are its opponents. With a file of solved deals, every second deal is one of them.
    A run that was killed goes on.
    """
    names = network, *opponents
    tasks = []
    for number, start in enumerate(range(0, count, TASK)):
        solved = None if library is None or number % 2 == 0 else _Solved(library, count // 2, number // 2 * TASK)
        tasks.append(_Task(names, solved, start, min(TASK, count - start), seed))
    models = [bidding_network(name).model for name in names]
    settings = {
        "network": models[0],
        "opponents": models[1:],
        "seed": seed,
        "deals": count,
        "library": library and str(library),
    }
    with RowWriter.beside(path, settings) as writer:
        writer.complete(_run, tasks, attrgetter("size"), jobs=jobs, progress=progress)
        made: Rows = np.fromfile(writer.rows, ROW)
        save_arrays(path, {name: made[name] for name in ROW.names or ()})
        writer.remove()
    return made


class _Solved(NamedTuple):
    """Where solved deals come from."""

    library: Path
    whole: int
    """Those of all tasks."""
    start: int


class _Task(NamedTuple):
    """Deals on which calls are tried together."""

    networks: tuple[str, ...]
    solved: _Solved | None
    start: int
    size: int
    seed: int


def _run(task: _Task) -> bytes:
    rng = np.random.default_rng(np.random.SeedSequence(task.seed, spawn_key=(task.start // TASK,)))
    deals = random_deals(task.size, rng) if task.solved is None else _turned(task.solved, task.size)
    network, *opponents = (bidding_network(name) for name in task.networks)
    return try_calls(network, deals, rng, opponents).tobytes()


def _turned(wanted: _Solved, size: int) -> SolvedDeals:
    """So many deals of the file. If more are asked for than it has, each comes again with the seats turned."""
    solved = _load(wanted.library)
    times = -(-wanted.whole // len(solved))
    places, turns = np.divmod(wanted.start + np.arange(size), times)
    places %= len(solved)
    seats = (np.arange(4) + turns[:, np.newaxis]) & 3
    rows = places[:, np.newaxis]
    return SolvedDeals(DealBatch(solved.deals.holdings[rows, seats]), solved.tricks[rows, seats])


@lru_cache(maxsize=1)
def _load(library: Path) -> SolvedDeals:
    """The deals of a file, for all tasks of a process."""
    return solved_deals.load(library)


def load_trials(path: Path) -> Rows:
    """The trials of a finished file."""
    file = load_arrays(path, "calls tried (of `overtrick data trials`)")
    try:
        rows = np.zeros(len(file["gain"]), ROW)
        for name in ROW.names or ():
            rows[name] = file[name]
    except (ValueError, KeyError, TypeError) as error:
        raise BridgeError(f"expected calls tried (of `overtrick data trials`) in {path}: {error}") from None
    return rows
