"""Boards that have been bid, with what would have been best: the material of the contract network, in a compact file.

A row is one decision: the player who bid the contract, or the one who left it to the others, just before that call.
Rows come in tasks that depend on the auctions, the seed and their number only, so a run that was killed goes on.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, holdings_of_masks, masks_of
from overtrick.arrays.auctions import FIRST_BID, LONGEST, NO_CALL, AuctionBatch
from overtrick.arrays.npz import load_arrays, save_arrays
from overtrick.contract.decisions import CHOICES, FIRST_BID_CHOICE, DecisionBatch, declaring_steps, defending_steps
from overtrick.contract.labels import (
    LabelRule,
    ShownCells,
    by_category,
    estimated,
    label,
    scored_against_reached,
    simulate,
    solved,
)
from overtrick.contract.positions import PositionBatch
from overtrick.core import BridgeError, Vulnerability
from overtrick.layouts.sampler import Owners
from overtrick.systems.table import BATCH_NODES, Table
from overtrick.training.data.augmentation import RareHands, draws
from overtrick.training.data.bid_deals import BidDeals
from overtrick.training.data.writer import Progress, RowWriter

TASK = 1000
"""Boards a task: a quarter of a minute's work."""
AT_ONCE = 1000
"""Decisions whose layouts are in memory together."""
ILLEGAL = -128
"""Stands for the IMPs of a choice the laws forbid."""
DEFENDING_SHARE = 0.05
"""Of the boards, how many give the other side's last word too; all that ended in a double do."""

ROW = np.dtype(
    [
        ("board", "u4"),
        ("hand", "u8"),
        ("calls", "u1", LONGEST),
        ("artificial", "?", LONGEST),
        ("seat", "u1"),
        ("vulnerable", "?", 2),
        ("shown", "u1", (3, 5, 2)),
        ("meaning_known", "?"),
        ("systems", "u1", 2),
        ("reached", "u1"),
        ("best", "u1"),
        ("by_category", "u1"),
        ("as_bid", "?", CHOICES),
        ("layouts", "u1"),
        ("expected", "f2", CHOICES),
        ("won", "i1", CHOICES),
        ("solved", "?"),
        ("won_exactly", "i1", CHOICES),
        ("augmented", "?"),
    ]
)
"""A decision on disk: the position, what was chosen and what is best; IMPs of every choice against the one made, over
the layouts and on the deal as it was, by estimated tricks and, where it is `solved`, by exact ones. `by_category` is
the label of the paper's rule. `board` is the place in the file of auctions: split by it; an augmented decision has that
of the board whose hand it keeps."""

_LATER = ("by_category", "solved", "won_exactly", "augmented")
"""What files made before November 2026 do not have."""

Rows = NDArray[np.void]


@dataclass(frozen=True)
class LabelSettings:
    """How the best contract is found."""

    rule: LabelRule = LabelRule.OURS
    partner_kept: bool = False
    """Layouts differ in the opponents' hands only, instead of agreeing with the auction."""
    exact: bool = False
    """The layouts are solved, instead of estimated."""


_USUAL = LabelSettings()


@dataclass(frozen=True, eq=False)
class DecisionTask:
    """Boards that one pair of cards has bid, and what is asked of them."""

    names: tuple[str, str]
    boards: BidDeals
    selection: "Selection"
    settings: LabelSettings
    seed: int


@dataclass(frozen=True, eq=False)
class Selection:
    """Which boards of a file are decided on."""

    places: NDArray[np.intp]
    weights: NDArray[np.float32]
    """How many boards of the file each of them stands for."""
    both_sides: NDArray[np.bool_]
    """Which give the defenders' last word too."""
    solved: NDArray[np.bool_]
    """Of which the deal as it was is solved."""

    def __getitem__(self, at: NDArray[np.intp]) -> "Selection":
        return Selection(self.places[at], self.weights[at], self.both_sides[at], self.solved[at])


def select(auctions: BidDeals, count: int, solve: int = 0, seed: int = 0) -> Selection:
    """So many boards, rare contracts first: every contract is kept up to the same number of boards."""
    rng = np.random.default_rng(seed)
    contracts = auctions.auctions.contracts
    reached = contracts.bids
    kept, weights = [], []
    most = _even_share(np.bincount(reached + 1), count)
    for contract in np.unique(reached):
        places = np.flatnonzero(reached == contract)
        chosen = rng.choice(places, min(most, len(places)), replace=False)
        kept.append(chosen)
        weights.append(np.full(len(chosen), len(places) / len(chosen), np.float32))
    places, by_place = np.concatenate(kept), np.concatenate(weights)
    pairs = auctions.systems[places].astype(np.int64) @ (256, 1)
    order = np.lexsort((rng.permutation(len(places)), pairs))  # pair by pair of cards, else in no order
    places = places[order]
    doubled = contracts.doublings[places] == 1
    both = doubled | (rng.random(len(places)) < DEFENDING_SHARE)
    return Selection(places, by_place[order], both, rng.permutation(len(places)) < solve)


def _even_share(counts: NDArray[np.int64], total: int) -> int:
    """The number at which to cap each count so that together they come to the total."""
    low, high = 1, int(counts.max(initial=1))
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if np.minimum(counts, middle).sum() >= total else (middle + 1, high)
    return low


def make_decided(
    path: Path,
    auctions: BidDeals,
    count: int,
    *,
    settings: LabelSettings = _USUAL,
    solve: int = 0,
    augment: float = 0.0,
    seed: int = 0,
    jobs: int = 0,
    progress: Progress | None = None,
) -> Rows:
    """Find the best contracts of `count` of these boards, and save them at `path` (.npz).

    So many of the deals as they were are solved; decisions on new deals are added until there are more by a share of
    `augment`.
    """
    chosen = select(auctions, min(count, len(auctions)), solve, seed)
    tasks = list(_tasks(auctions, chosen, settings, seed))
    asked = {**asdict(settings), "seed": seed, "boards": count, "solve": solve, "augment": augment}
    with RowWriter.beside(path, {**asked, "systems": auctions.names, "auctions": auctions.checksum()}) as writer:
        writer.complete(decide, tasks, lambda task: len(task.selection.places), jobs=jobs, progress=progress)
        if augment:
            hands = partial(draws, auctions[chosen.places], chosen.places, seed)
            _augment(writer, len(tasks), hands, augment, settings, jobs, progress)
        decided: Rows = np.fromfile(writer.rows, ROW)
        _save(path, decided, chosen, auctions.names)
        writer.remove()
    return decided


def _tasks(auctions: BidDeals, chosen: Selection, settings: LabelSettings, seed: int) -> Iterator[DecisionTask]:
    """The boards in portions that one pair of cards has bid."""
    systems = auctions.systems[chosen.places]
    ends = np.flatnonzero((systems[1:] != systems[:-1]).any(axis=1)) + 1
    number = 0
    for part in np.split(np.arange(len(systems)), ends):
        for start in range(0, len(part), TASK):
            selection = chosen[part[start : start + TASK]]
            boards = auctions[selection.places]
            yield DecisionTask(boards.pair(0), boards, selection, settings, seed + number)
            number += 1


def decide(task: DecisionTask) -> bytes:
    """The rows of one portion."""
    auctions, selection, settings = task.boards, task.selection, task.settings
    tree = Table.of(*task.names, BATCH_NODES).tree
    boards, decisions = _decisions(auctions.auctions, selection.both_sides)
    before, owners = decisions.auctions, auctions.deals.owners[boards]
    nodes = [
        tree.node(before.auction(row), Vulnerability(vulnerability))
        for row, vulnerability in enumerate(before.vulnerabilities.tolist())
    ]
    shown = [[node.shown_by(node.turn + turns & 3) for turns in (1, 2, 3)] for node in nodes]
    holdings = auctions.deals.holdings[boards, decisions.seats]
    rows = _of_positions(PositionBatch.at_nodes(nodes, holdings))
    tree.forget()
    rows["board"], rows["systems"] = selection.places[boards], auctions.systems[boards]
    rows["reached"], rows["as_bid"], rows["solved"] = decisions.reached, decisions.as_bid, selection.solved[boards]
    rng = np.random.default_rng(np.random.SeedSequence(task.seed, spawn_key=(1,)))
    for start in range(0, len(rows), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        _put_labels(rows[part], decisions[part], owners[part], shown[part], settings, rng)
        _put_won(rows[part], decisions[part], DealBatch.of_owners(owners[part]))
    return rows.tobytes()


def _augment(
    writer: RowWriter,
    tasks: int,
    hands: Callable[[int], Iterator[RareHands]],
    share: float,
    settings: LabelSettings,
    jobs: int,
    progress: Progress | None,
) -> None:
    """Add decisions on new boards behind the rows of the first tasks until they are more by that share."""
    made: Rows = np.fromfile(writer.rows, ROW)
    left = round(share * (~made["augmented"]).sum()) - int(made["augmented"].sum())
    drawn = ((each, settings) for each in hands(writer.tasks - tasks))

    def added(size: int) -> None:
        if progress:
            progress(size // ROW.itemsize)

    writer.fill_up(_decide_again, drawn, left * ROW.itemsize, jobs=jobs, added=added)


def _decide_again(task: tuple[RareHands, LabelSettings]) -> bytes:
    """The rows of the new boards of one draw."""
    hands, settings = task
    boards, places = hands.rebid()
    if not len(boards):
        return b""
    no = np.zeros(len(places), bool)
    selection = Selection(places, np.ones(len(places), np.float32), no, no)
    seed = int(hands.seed.generate_state(1)[0])
    rows: Rows = np.frombuffer(decide(DecisionTask(boards.pair(0), boards, selection, settings, seed)), ROW).copy()
    rows["augmented"] = True
    return rows.tobytes()


def _decisions(auctions: AuctionBatch, both: NDArray[np.bool_]) -> tuple[NDArray[np.intp], DecisionBatch]:
    """The last decisions with their boards: of the side that declares, and of the other where it is asked for."""
    steps = np.stack([declaring_steps(auctions), np.where(both, defending_steps(auctions), -1)], axis=1)
    boards, sides = np.nonzero(steps >= 0)
    return boards, DecisionBatch.at(auctions[boards], steps[boards, sides])


def _of_positions(positions: PositionBatch) -> Rows:
    rows = np.zeros(len(positions), ROW)
    rows["hand"] = masks_of(positions.holdings)
    rows["calls"] = NO_CALL
    steps = positions.calls.shape[1]
    rows["calls"][:, :steps], rows["artificial"][:, :steps] = positions.calls, positions.artificial
    rows["seat"], rows["vulnerable"] = positions.seats, positions.vulnerable
    rows["shown"], rows["meaning_known"] = positions.shown, positions.meaning_known
    return rows


def _put_labels(
    rows: Rows,
    decisions: DecisionBatch,
    owners: Owners,
    shown: ShownCells,
    settings: LabelSettings,
    rng: np.random.Generator,
) -> None:
    solve = solved if settings.exact else estimated
    simulation = simulate(decisions, owners, None if settings.partner_kept else shown, rng, solve, settings.rule)
    rows["layouts"], rows["expected"] = simulation.layouts, simulation.imps
    rows["best"] = label(decisions, simulation, settings.rule)
    rows["by_category"] = by_category(decisions, simulation.points)


def _put_won(rows: Rows, decisions: DecisionBatch, deals: DealBatch) -> None:
    """What every choice wins on the deals as they were: by estimated tricks, and by exact ones where that is asked."""
    rows["won"] = rows["won_exactly"] = ILLEGAL
    chosen = np.flatnonzero(rows["solved"])
    for name, at, solve in (("won", np.arange(len(rows)), estimated), ("won_exactly", chosen, solved)):
        if len(at):
            asked = decisions[at]
            _, won = scored_against_reached(asked, solve(asked, deals[at])[:, np.newaxis])
            rows[name][at] = np.where(asked.legal, won[:, 0], ILLEGAL)


def positions_of(rows: Rows) -> PositionBatch:
    """The positions of rows, for the features."""
    columns = (rows[name] for name in ("calls", "artificial", "seat", "vulnerable", "shown", "meaning_known"))
    return PositionBatch(holdings_of_masks(rows["hand"]), *columns)


def with_the_choice(rows: Rows) -> Rows:
    """The same rows a call later: the auction tells the contract that was reached, as the published figures have it."""
    later = rows.copy()
    steps = (rows["calls"] != NO_CALL).sum(axis=1)
    bids = rows["reached"] >= FIRST_BID_CHOICE
    calls = np.where(bids, rows["reached"] + FIRST_BID - FIRST_BID_CHOICE, rows["reached"])  # pass and double: 0, 1
    later["calls"][np.arange(len(rows)), steps] = calls
    return later


def _save(path: Path, rows: Rows, chosen: Selection, names: tuple[str, ...]) -> None:
    weights = np.zeros(int(chosen.places.max(initial=0)) + 1, np.float32)
    weights[chosen.places] = chosen.weights
    columns = {name: rows[name] for name in ROW.names or ()}
    save_arrays(path, {"weights": weights[rows["board"]], "names": np.array(names), **columns})


def load(path: Path) -> tuple[Rows, NDArray[np.float32]]:
    """The rows of a finished file, and how many boards each stands for."""
    file = load_arrays(path, "decided boards (of `overtrick data contracts`)")
    try:
        weights = file["weights"]
        rows = np.zeros(len(weights), ROW)
        for name in ROW.names or ():
            if name in file or name not in _LATER:
                rows[name] = file[name]
        if "by_category" not in file:
            rows["by_category"] = rows["best"]
    except (ValueError, KeyError, TypeError) as error:
        raise BridgeError(f"expected decided boards (of `overtrick data contracts`) in {path}: {error}") from None
    return rows, weights
