"""Calls tried out: at some turns of an auction the network makes another call, on the very same deal, and bids on.

What that wins or loses, over many deals, tells which calls are better than the usual ones; a network learns from it
(`overtrick train bidding --trials`). One deal says little, but a million cost no more than a hundred simulations.
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
"""A trial on disk: the calls before that turn, NO_CALL behind; IMPs of the call tried against the usual one."""

Rows = NDArray[np.void]


def _worth_a_try() -> Floats:
    """What a call weighs besides its chance: those that may settle the contract are tried now and then."""
    games = [Call.of(GAME_LEVEL[strain], strain) for strain in Strain]
    settles = [call in (PASS, DOUBLE, *games) for call in CALLS]
    return np.where(settles, 0.001, 0.0001).astype(np.float32)


_WORTH = _worth_a_try()


@dataclass
class _Drawn:
    """For each table a turn and another call, drawn while the auction goes on. All arrays have the shape (table,)."""

    weight: NDArray[np.float64]
    """Of trying nothing and of all turns so far."""
    made: Indices
    usual: Bytes
    tried: Bytes

    @classmethod
    def nothing_yet(cls, count: int) -> "_Drawn":
        calls = (np.full(count, NO_CALL, np.uint8) for _ in range(2))
        return cls(np.full(count, NOTHING_OPEN), np.full(count, -1), *calls)

    def __getitem__(self, tables: Indices) -> "_Drawn":
        return _Drawn(self.weight[tables], self.made[tables], self.usual[tables], self.tried[tables])

    def consider(self, made: int, chances: Floats, standings: Bytes, rng: np.random.Generator) -> None:
        """One more turn, taken instead of the earlier one as often as it weighs."""
        rows = np.arange(len(chances))
        usual = chances.argmax(axis=1)
        others = (chances + _WORTH) * LEGAL[standings, : len(CALLS)]
        others[rows, usual] = 0
        sums = others.cumsum(axis=1)
        tried = (sums <= rng.random((len(rows), 1)) * sums[:, -1:]).sum(axis=1)
        weight = np.where(sums[:, -1] > 0, 1 + BOLD - chances[rows, usual], 0)
        self.weight += weight
        taken = rng.random(len(rows)) * self.weight < weight
        self.made[taken] = made
        self.usual[taken], self.tried[taken] = usual[taken], tried[taken]


def try_calls(
    network: Network,
    deals: DealBatch | SolvedDeals,
    rng: np.random.Generator,
    opponents: Sequence[Network] = (),
) -> Rows:
    """Trials on these deals, scored by their own tricks or by the estimator.

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
    return np.concatenate([_try(network, rows[at], _chances(deals[at]), rng, opponents) for at in pieces])


def _chances(deals: DealBatch | SolvedDeals) -> Floats:
    """Of every number of tricks. Shape: (deal, seat, strain, tricks)."""
    if isinstance(deals, SolvedDeals):
        return np.eye(14, dtype=np.float32)[deals.tricks]
    return four_hands_fast().probabilities(deals)


def _try(network: Network, rows: Rows, tricks: Floats, rng: np.random.Generator, opponents: Sequence[Network]) -> Rows:
    """The calls tried on these deals, at most TRIES on each, and what they gained."""
    number, place = int(rng.integers(0, 1 + len(opponents))), int(rng.integers(0, 2))
    opponent = opponents[number - 1] if number else None
    rollout, drawn = _begin(network, rows, opponent, place), [_Drawn.nothing_yet(len(rows)) for _ in range(TRIES)]
    while not (is_over := rollout.standings == OVER).all() and rollout.made < LONGEST:
        rollout.listen()
        chances = rollout.chances()
        if opponent is None or rollout.made % 2 == place:
            for each in drawn:
                each.consider(rollout.made, chances, rollout.standings, rng)
        rollout.make(np.where(is_over, NO_CALL, chances.argmax(axis=1)))
    tried = []
    tables = [np.flatnonzero(each.tried != NO_CALL) for each in drawn]
    for at, each in zip(tables, drawn, strict=True):
        again = _begin(network, rows[at], opponent, place)
        tried.append(_result(rows[at], each[at], rollout.calls[at], again, tricks[at]))
    by_deal = np.argsort(np.concatenate(tables), kind="stable")  # a split of the file is one by deals
    return np.concatenate(tried)[by_deal]


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


def _result(rows: Rows, drawn: _Drawn, usual: Bytes, instead: Rollout, tricks: Floats) -> Rows:
    """The rows with the calls of one trial each, and what they gained."""
    before = np.arange(LONGEST) < drawn.made[:, np.newaxis]
    rows["calls"] = np.where(before, usual, NO_CALL)
    rows["usual"], rows["tried"] = drawn.usual, drawn.tried
    given = rows["calls"].copy()
    given[np.arange(len(rows)), drawn.made] = drawn.tried
    rows["gain"] = _gains(rows, np.stack([usual, instead.to_the_end(given=given)], axis=1), drawn.made, tricks)
    return rows


def _gains(rows: Rows, calls: Bytes, made: Indices, tricks: Floats) -> NDArray[np.float64]:
    """IMPs of the second auction of each deal against the first, for the player who called. Shape: (deal, 2, call)."""
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

    At some tables others of the kind are its opponents. Deals of a file of solved ones are scored by their own tricks;
    random ones, by the estimator. A run that was killed goes on.
    """
    names = network, *opponents
    starts = range(0, count, TASK)
    tasks = [_Task(names, library, count, start, min(TASK, count - start), seed) for start in starts]
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


class _Task(NamedTuple):
    """Deals on which calls are tried together."""

    networks: tuple[str, ...]
    library: Path | None
    whole: int
    """Deals of all tasks."""
    start: int
    size: int
    seed: int


def _run(task: _Task) -> bytes:
    rng = np.random.default_rng(np.random.SeedSequence(task.seed, spawn_key=(task.start // TASK,)))
    deals = random_deals(task.size, rng) if task.library is None else _turned(task)
    network, *opponents = (bidding_network(name) for name in task.networks)
    return try_calls(network, deals, rng, opponents).tobytes()


def _turned(task: _Task) -> SolvedDeals:
    """Its deals of the file. If more are asked for than the file has, each comes again with the seats turned."""
    assert task.library is not None
    solved = _load(task.library)
    times = -(-task.whole // len(solved))
    places, turns = np.divmod(np.arange(task.start, task.start + task.size), times)
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
