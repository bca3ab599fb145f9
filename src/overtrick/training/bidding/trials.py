"""Calls tried out: at some turns of an auction the network makes another call, on the very same deal, and bids on.

What that wins or loses, over many deals, tells which calls are better than the usual ones; a network learns from it as
it plays (`self_play`). One deal says little, but a million cost no more than a hundred simulations.

Random deals are scored by the estimator, and a network that learns from it learns its errors too. Solved deals are
scored by their own tricks, but they are few, and a network that sees them again and again learns them by heart. So
each comes with its suits in another order and its seats turned: 96 deals, on which the tricks are the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Floats, random_deals
from overtrick.arrays.auctions import LEGAL, LONGEST, NO_CALL, OVER, Bytes, Indices
from overtrick.arrays.library import SolvedDeals
from overtrick.core import CALLS, DOUBLE, PASS, Call, Strain
from overtrick.nets.bidding_rollout import PIECE, Rollout, opposed, seated
from overtrick.players.results import Results
from overtrick.systems.engine.forcing import GAME_LEVEL
from overtrick.systems.network import Network, bidding_network
from overtrick.systems.system import NAMES
from overtrick.training.data import solved_deals
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
"""A trial: the calls before that turn, NO_CALL behind; IMPs of the call tried against the usual one."""

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
    """Trials on these deals, scored by the estimator or, where they are solved, by their own tricks.

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
    before = np.arange(LONGEST) < made[:, np.newaxis]
    rows["calls"] = np.where(before, usual[tables], NO_CALL)
    instead = np.where(before, usual[tables], _bid_on(rows["tried"], tables, made, turns))
    auctions = np.stack([usual[tables], instead], axis=1)
    rows["gain"] = _gains(rows, auctions, made, _chances_of_tricks(deals)[tables])
    return rows


def _chances_of_tricks(deals: DealBatch | SolvedDeals) -> Floats:
    """Of every number of tricks; of solved deals the one number is sure. Shape: (deal, seat, strain, tricks)."""
    if isinstance(deals, SolvedDeals):
        return np.eye(14, dtype=np.float32)[deals.tricks]
    return four_hands_fast().probabilities(deals)


class _Turn(NamedTuple):
    """A turn of the usual auctions: the tables that are still bidding, and what their players have heard."""

    tables: Indices
    rollout: Rollout


def _bid_on(tried: Bytes, tables: Indices, made: Indices, turns: Sequence[_Turn]) -> Bytes:
    """The calls from the one tried on, which follows `made` usual calls of its table; NO_CALL before it.

    Shape: (trial, call).
    """
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


class Task(NamedTuple):
    """Deals on which calls are tried together."""

    network: Network
    opponents: tuple[str, ...]
    """Shipped networks, or folders of others."""
    library: Path | None
    size: int
    seed: np.random.SeedSequence


def tasks_of(
    network: Network,
    count: int,
    seed: np.random.SeedSequence,
    opponents: Sequence[str] = (),
    library: Path | None = None,
) -> list[Task]:
    """The tasks in which a network tries calls on so many deals, of this file or random ones."""
    sizes = [min(TASK, count - start) for start in range(0, count, TASK)]
    seeds = seed.spawn(len(sizes))
    return [Task(network, tuple(opponents), library, *each) for each in zip(sizes, seeds, strict=True)]


def run_task(task: Task) -> bytes:
    """The rows of a task."""
    rng = np.random.default_rng(task.seed)
    deals = random_deals(task.size, rng) if task.library is None else drawn(_load(task.library), task.size, rng)
    return try_calls(task.network, deals, rng, [bidding_network(name) for name in task.opponents]).tobytes()


def drawn(solved: SolvedDeals, count: int, rng: np.random.Generator) -> SolvedDeals:
    """Some of the deals, the suits of each in any order and its seats turned by any number of places."""
    rows = rng.integers(0, len(solved), count)[:, np.newaxis, np.newaxis]
    seats = (np.arange(4) + rng.integers(0, 4, (count, 1)) & 3)[:, :, np.newaxis]
    suits = rng.permuted(np.tile(np.arange(4), (count, 1)), axis=1)[:, np.newaxis]
    strains = np.concatenate([suits, np.full((count, 1, 1), Strain.NOTRUMP)], axis=2)
    return SolvedDeals(DealBatch(solved.deals.holdings[rows, seats, suits]), solved.tricks[rows, seats, strains])


@lru_cache(maxsize=1)
def _load(library: Path) -> SolvedDeals:
    """The deals of a file, for all tasks of a process."""
    return solved_deals.load(library)
