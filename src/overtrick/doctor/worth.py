"""What each convention block of a card earns: the card against itself without the block, on the same deals.

Boards are bid again only where the block may matter: where the card's own auction comes to a pattern at which it has
other rules without the block. On all others both rooms have that auction.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np

from overtrick.core import Auction, BridgeError, Result, Vulnerability
from overtrick.core.errors import nearest
from overtrick.hands.hand_batch import Judge
from overtrick.matches.scoring import Match, PerBoard, contract_tricks
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.language.rules import Situation
from overtrick.systems.system import System, SystemErrors
from overtrick.systems.table import BATCH_NODES, Table
from overtrick.systems.tools.audit import lines_of, steps
from overtrick.systems.tools.unknown import asked_tags, blank
from overtrick.training.data.writer import RowWriter

CHUNK = 5000
"""Boards a task."""


@dataclass(frozen=True)
class BlockWorth:
    """What a card wins by playing a block, against itself without it."""

    block: str
    lines: int
    """Rules to remember: those of the block's file that the card plays, each once."""
    comes_up: float
    """The share of a pair's boards on which a rule of the block makes a call."""
    differs: float
    """The share of boards on which the two rooms bid differently."""
    imps: PerBoard
    matchpoints: PerBoard
    """More than half of them."""
    needed_by: tuple[str, ...]
    """Files whose asks only this block answers, or whose rules wait for calls that only it makes."""
    refused: str | None = None
    """Why the card cannot be read without the block, where it cannot; then nothing is measured."""


@dataclass(frozen=True)
class CardWorth:
    """The blocks of a card, the one that earns most first."""

    card: str
    fingerprint: str
    boards: int
    seed: int
    exact: bool
    blocks: tuple[BlockWorth, ...]


class _Chunk(NamedTuple):
    """Boards that a card bids on both sides, to see where its blocks speak."""

    card: str
    changes: dict[str, frozenset[str] | None]
    """By block, the patterns at which the card has other rules without it; None: it may matter on every board."""
    seed: int
    number: int
    boards: int

    @property
    def dealt(self) -> BoardBatch:
        return BoardBatch.random(self.boards, self.seed, self.number, self.number * CHUNK + 1)


class _Comparison(NamedTuple):
    """Boards of a chunk on which a block may matter, for the card against itself without the block."""

    chunk: _Chunk
    block: str
    places: list[int]
    exact: bool


_Task = _Chunk | _Comparison
_Row = dict[str, Any]
"""What a task has found, as JSON keeps it."""


def worth(
    card: str,
    count: int,
    *,
    seed: int = 1,
    blocks: Sequence[str] = (),
    exact: bool = False,
    rows: Path | None = None,
    jobs: int = 0,
    progress: Callable[[int], None] | None = None,
) -> CardWorth:
    """What the blocks of a card (a name or a file) earn, all of them or those named.

    With `rows`, finished tasks are kept there, and a run that was killed goes on. `progress` is called with boards:
    `count` for the card alone, then as many for every block.
    """
    system = System.load(card)
    names = chosen_blocks(system, blocks)
    changes, refused = _changes(card, system, names)
    sizes = [min(CHUNK, count - start) for start in range(0, count, CHUNK)]
    chunks = [_Chunk(card, changes, seed, number, size) for number, size in enumerate(sizes)]
    settings = {"fingerprint": system.fingerprint, "boards": count, "seed": seed, "exact": exact, "blocks": names}
    with _kept(rows) as path, RowWriter(path, settings) as writer:
        writer.complete(_look, chunks, lambda chunk: chunk.boards, jobs=jobs, progress=progress)
        looked = _rows(path)[: len(chunks)]
        comparisons = [
            _Comparison(chunk, block, row["places"][block], exact)
            for block in changes
            for chunk, row in zip(chunks, looked, strict=True)
        ]
        tasks: list[_Task] = [*chunks, *comparisons]  # the chunks are settled, and their boards counted
        writer.complete(_work, tasks, _size_of_comparison, jobs=jobs, progress=progress)
        found = _rows(path)[len(chunks) :]
    spoken = sum((Counter(row["spoken"]) for row in looked), Counter[str]())
    blocks_worth = [
        _block_worth(system, block, spoken[block] / (2 * count), [row for row in found if row["block"] == block], why)
        for block, why in ((block, refused.get(block)) for block in names)
    ]
    blocks_worth.sort(key=lambda each: -each.imps.mean)
    return CardWorth(system.name, system.fingerprint, count, seed, exact, tuple(blocks_worth))


def chosen_blocks(system: System, blocks: Sequence[str]) -> list[str]:
    """The blocks named, or all of a system; BridgeError for one that it does not use."""
    for block in blocks:
        if block not in system.blocks:
            known = ", ".join(system.blocks) or "none"
            near = nearest(block, system.blocks)
            raise BridgeError(f"expected a block of {system.name} ({known}), got {block!r}{near}")
    return list(dict.fromkeys(blocks or system.blocks))


def _changes(
    card: str, system: System, blocks: Sequence[str]
) -> tuple[dict[str, frozenset[str] | None], dict[str, str]]:
    """What leaving out each block changes, and why some cannot be left out."""
    whole = _sources(system)
    changes: dict[str, frozenset[str] | None] = {}
    refused: dict[str, str] = {}
    for block in blocks:
        try:
            part = _sources(System.load_without(card, block))
        except SystemErrors as errors:
            refused[block] = str(errors.errors[0])
            continue
        changed = frozenset(key for key in whole.keys() | part.keys() if whole.get(key) != part.get(key))
        changes[block] = changed if changed <= whole.keys() else None
    return changes, refused


def _sources(system: System) -> dict[str, list[str]]:
    """By pattern, where its rules stand."""
    rules: dict[str, list[str]] = {}
    for situation in system.situations:
        rules.setdefault(situation.key, []).extend(rule.source for rule in situation.rules)
    return rules


@contextmanager
def _kept(rows: Path | None) -> Iterator[Path]:
    """The file of the finished tasks: the one given, or one that goes when the work is done."""
    if rows is not None:
        yield rows
        return
    with TemporaryDirectory() as folder:
        yield Path(folder) / "rows"


def _rows(path: Path) -> list[_Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _work(task: _Task) -> bytes:
    return _look(task) if isinstance(task, _Chunk) else _compare(task)


def _size_of_comparison(task: _Task) -> int:
    return 0 if isinstance(task, _Chunk) else task.chunk.boards


def _look(chunk: _Chunk) -> bytes:
    """By block, on how many boards of either pair it makes a call, and the places of the boards it may matter on."""
    boards, table = chunk.dealt, Table.of(chunk.card, chunk.card, BATCH_NODES)
    judge = Judge(boards.hands)
    spoken: dict[str, set[int]] = {}
    reached: dict[str, set[int]] = {}
    for step in steps(boards.bid(table.tree)):
        for pattern in step.node.books[0].patterns(step.node):
            reached.setdefault(pattern, set()).update(step.deals.tolist())
        for line, deals in lines_of(step, judge):
            spoken.setdefault(_file(line.source), set()).update((2 * deals + (step.node.turn & 1)).tolist())
    places = {block: _places(chunk.boards, patterns, reached) for block, patterns in chunk.changes.items()}
    return _line({"spoken": {file: len(pairs) for file, pairs in spoken.items()}, "places": places})


def _places(boards: int, patterns: frozenset[str] | None, reached: dict[str, set[int]]) -> list[int]:
    """The boards whose auctions come to one of the patterns; all where there is no saying."""
    if patterns is None:
        return list(range(boards))
    return sorted(set().union(*(reached.get(pattern, set()) for pattern in patterns)))


def _compare(task: _Comparison) -> bytes:
    """On how many boards the rooms bid differently, and how many boards have each difference in points."""
    boards, places = task.chunk.dealt, np.array(task.places, np.intp)
    ends = [boards.bid(table.tree, places) for table in _rooms(task.chunk.card, task.block)]
    rooms = {
        place: (boards.auction(place, own), boards.auction(place, other))
        for place, own, other in zip(task.places, *ends, strict=True)
        if own.auction.calls != other.auction.calls
    }
    tricks = contract_tricks(boards.deals[np.array([*rooms], np.intp)], [*rooms.values()], exact=task.exact, threads=1)
    differences = Counter({0: len(boards) - len(rooms)})
    for (place, auctions), taken in zip(rooms.items(), zip(*tricks, strict=True), strict=True):
        open_room, closed = (
            _score(auction, int(number), boards.vulnerabilities[place])
            for auction, number in zip(auctions, taken, strict=True)
        )
        differences[open_room - closed] += 1
    return _line({"block": task.block, "differing": len(rooms), "differences": list(differences.items())})


def _score(auction: Auction, tricks: int, vulnerability: Vulnerability) -> int:
    """North-South's."""
    contract = auction.contract
    return Result(contract, None if contract is None else tricks).score(vulnerability) or 0


@lru_cache(maxsize=1)
def _rooms(card: str, block: str) -> tuple[Table, Table]:
    """The card against itself without the block, and the other way round."""
    whole, part = System.load(card), System.load_without(card, block)
    return Table(whole, part, BATCH_NODES), Table(part, whole, BATCH_NODES)


def _line(row: _Row) -> bytes:
    return json.dumps(row).encode() + b"\n"


def _file(source: str) -> str:
    """The file of a rule, without its ending."""
    return Path(source.rpartition(":")[0]).stem


def _block_worth(system: System, block: str, comes_up: float, rows: Sequence[_Row], refused: str | None) -> BlockWorth:
    match = Match(("with", "without"))
    for row in rows:
        match.differences.update(dict(row["differences"]))
    return BlockWorth(
        block,
        len({rule.source for rule in system.rules if _file(rule.source) == block}),
        comes_up,
        sum(row["differing"] for row in rows) / max(1, match.boards),
        match.per_board("imps"),
        match.per_board("matchpoints"),
        needed_by(system, block),
        refused,
    )


def needed_by(system: System, block: str) -> tuple[str, ...]:
    """Files whose asks only this block answers, or whose rules wait for calls that only it makes."""
    made, awaited = _tags_by_file(system.situations)
    own_made, own_awaited = made.pop(block, set()), awaited.pop(block, set())
    answers, gives = own_awaited.difference(*awaited.values()), own_made.difference(*made.values())
    needing = {file for file, tags in made.items() if tags & answers}
    return tuple(sorted(needing | {file for file, tags in awaited.items() if tags & gives}))


def _tags_by_file(situations: Iterable[Situation]) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """By file, the tags that its rules give their calls, and those of our side that its patterns ask for."""
    made: dict[str, set[str]] = {}
    awaited: dict[str, set[str]] = {}
    for situation in situations:
        for rule in situation.rules:
            file = _file(rule.source)
            made.setdefault(file, set()).update(map(blank, rule.tags))
            awaited.setdefault(file, set()).update(asked_tags(situation))
    return made, awaited
