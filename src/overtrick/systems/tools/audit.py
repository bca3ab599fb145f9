"""Auctions taken apart: every call at its node, with the deals on which it was made."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.core import PASS, Auction, BridgeError, Call, IllegalCall
from overtrick.hands.cells import CELL_NUMBER, Shown, chosen_cells
from overtrick.hands.hand_batch import Judge
from overtrick.hands.shapes import LENGTHS_OF_SHAPE
from overtrick.parallel import executor, in_order
from overtrick.systems.engine.boards import BoardBatch, Rows
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.meaning import Meaning, meaning, trumps_of
from overtrick.systems.engine.tree import Node
from overtrick.systems.engine.wording import Statement, clauses, contradicts_forcing, statements
from overtrick.systems.table import BATCH_NODES, Table
from overtrick.systems.tools.findings import (
    EXAMPLES,
    FORCING,
    HARD,
    HCP,
    LEAST,
    LENGTHS,
    LONG,
    WORDS,
    Audit,
    Example,
    kind_of,
    spread,
)

NATURAL = "natural: "
"""How the ids of the lines of the natural fallback begin."""


@dataclass(frozen=True, slots=True)
class Step:
    """A call, and the deals of a batch on which it was made at this point of this auction."""

    after: Node
    """The point that the call led to."""
    deals: Rows

    @property
    def node(self) -> Node:
        """The point at which the call was made."""
        assert self.after.parent is not None
        return self.after.parent

    @property
    def call(self) -> Call:
        return self.after.auction.calls[-1]

    @property
    def hands(self) -> Rows:
        """The hands that made the call: rows of a batch with four for each deal, the dealer's first."""
        return self.deals * 4 + self.node.turn


def steps(ends: Sequence[Node | None]) -> Iterator[Step]:
    """All calls of some auctions, given by where each ended (None: nowhere), the last calls first."""
    layers: dict[int, dict[Node, list[Rows]]] = {}
    for deal, end in enumerate(ends):
        if end is not None:
            layers.setdefault(len(end.auction), {}).setdefault(end, []).append(np.array([deal]))
    for length in range(max(layers, default=0), 0, -1):
        for after, parts in layers.pop(length, {}).items():
            step = Step(after, np.sort(np.concatenate(parts)))
            layers.setdefault(length - 1, {}).setdefault(step.node, []).append(step.deals)
            yield step


def lines_of(step: Step, judge: Judge) -> Iterator[tuple[Line, Rows]]:
    """The lines that made a call, each with its deals: of the lines with that call, the first that is true."""
    left = step.deals
    for lines in ("rule_lines", "natural"):
        for line in getattr(step.node, lines):
            if line.call != step.call:
                continue
            holds = judge.holds(line.condition, left * 4 + step.node.turn)
            if holds.any():
                yield line, left[holds]
                left = left[~holds]
            if not len(left):
                return


CHUNK = 2500
"""Deals a task: the more share an auction, the less a deal costs."""
CHUNK_OF_CALLS = 10_000
"""The same without meanings, which take most of the memory."""

_Task = tuple[str, str | None, int, int, int, int, bool]


def audit(
    card: str,
    against: str | None = None,
    count: int = 10_000,
    *,
    seed: int = 0,
    jobs: int = 0,
    ranges: bool = True,
    progress: Callable[[int], None] | None = None,
) -> Audit:
    """The findings over random deals, with the card (a name or a file) on both sides, or North-South against another.

    Shares and rules are those of the card; contracts and problems are those of the whole table. Without `ranges` only
    the calls are looked at, not what they promise.
    """
    chunk = CHUNK if ranges else CHUNK_OF_CALLS
    tasks = [
        (card, against, seed, number, min(chunk, count - first), count, ranges)
        for number, first in enumerate(range(0, count, chunk))
    ]
    if len(tasks) == 1 or jobs == 1:
        return _sum(map(_audit_chunk, tasks), progress)
    with executor(min(jobs, len(tasks)) if jobs else 0) as workers:
        return _sum(in_order(_audit_chunk, tasks, workers), progress)


def audit_boards(table: Table, boards: BoardBatch, sides: Iterable[int] = (0, 1), total: int = 0) -> Audit:
    """The findings over these boards, about the calls of these sides; `total` is how many are audited in all."""
    rare = LEAST * len(boards) // (4 * max(total, len(boards), 1))
    examiner = _Examiner(table, boards, frozenset(sides), rare)
    examiner.look()
    return examiner.found


def _audit_chunk(task: _Task) -> Audit:
    card, against, seed, number, count, total, ranges = task
    table = Table.of(card, card if against is None else against, BATCH_NODES)
    boards = BoardBatch.random(count, seed, number, number * (CHUNK if ranges else CHUNK_OF_CALLS) + 1)
    sides = () if not ranges else (0, 1) if against is None else (0,)
    return audit_boards(table, boards, sides, total)


def _sum(parts: Iterable[Audit], progress: Callable[[int], None] | None) -> Audit:
    whole = None
    for part in parts:
        if progress:
            progress(part.counts["deals"])
        if whole is None:
            whole = part
        else:
            whole.add(part)
    assert whole is not None
    return whole


class _Examiner:
    """Bids some boards and looks at every call."""

    def __init__(self, table: Table, boards: BoardBatch, sides: frozenset[int], rare: int) -> None:
        self.tree = table.tree
        self.boards = boards
        self.sides = sides
        self.rare = rare
        """An auction that comes up no oftener here will not come up often enough to be called loose."""
        self.judge = Judge(boards.hands)
        self.lengths = LENGTHS_OF_SHAPE[boards.hands.shapes]
        self.cells: NDArray[np.int64] = CELL_NUMBER[boards.hands.shapes, boards.hands.hcp]
        self.side_of_dealer = np.array([dealer & 1 for dealer in boards.dealers])
        north_south, east_west = table.systems
        self.found = Audit(north_south.name, east_west.name)

    def look(self) -> None:
        ends = self._bid()
        for board, end in enumerate(ends):
            if end is not None:
                self._look_at_end(self.boards.auction(board, end))
        self.found.counts["deals"] += len(self.boards)
        for step in steps(ends):
            self._look_at_step(step)

    def _bid(self) -> list[Node | None]:
        """Where the auctions end; a deal that breaks the bidder is noted, and costs itself alone."""
        try:
            return list(self.boards.bid(self.tree))
        except Exception:  # whatever it is, an audit is there to find it
            return [self._bid_one(board) for board in range(len(self.boards))]

    def _bid_one(self, board: int) -> Node | None:
        one = BoardBatch(self.boards.deals[board : board + 1], self.boards.first + board)
        try:
            return one.bid(self.tree)[0]
        except Exception as error:
            kind = "illegal" if isinstance(error, IllegalCall) else "broken"
            self.found.counts[kind] += 1
            message = str(error) if isinstance(error, BridgeError) else f"{type(error).__name__}: {error}"
            deal = self.boards[board].deal.text(self.boards.dealers[board])
            self.found.problem(Example(kind, self.boards.first + board, "", "", "", message, "", deal))
            return None

    def _look_at_end(self, auction: Auction) -> None:
        audit = self.found
        audit.counts["all calls"] += len(auction)
        audit.longest = max(audit.longest, len(auction))
        audit.counts["long auctions"] += len(auction) > LONG
        audit.contracts[kind_of(auction.contract)] += 1
        audit.contracts["doubled"] += auction.contract is not None and auction.contract.doubling > 1

    def _look_at_step(self, step: Step) -> None:
        node, call = step.node, step.call
        if not node.legal >> call.index & 1:
            self._note_problem("illegal", step, step.deals)
        if call == PASS and node.must_act and not node.force.by_double:
            self._note_problem("forcing bids passed", step, step.deals)
        deals = self._of_sides(step)
        if len(deals):
            self._check(Step(step.after, deals))

    def _of_sides(self, step: Step) -> Rows:
        """The deals on which a player of the audited sides made the call."""
        sides = self.side_of_dealer[step.deals] ^ (step.node.turn & 1)
        return step.deals[np.isin(sides, list(self.sides))]

    def _check(self, step: Step) -> None:
        node, call = step.node, step.call
        said = meaning(node, call)
        shown = said.shown
        lines = list(lines_of(step, self.judge))
        self._count(step, lines, shown)
        before, after = node.shown[node.turn], node.shown[node.turn] & node.cells(call)
        for line, deals in lines:
            hands = deals * 4 + node.turn
            cells = self.cells[hands]
            # a hand that had left its cells before is not this call's fault
            outside = {HARD: chosen_cells(before)[cells] & ~chosen_cells(after)[cells]}
            outside[HCP] = _beyond(self.boards.hands.hcp[hands], shown.hcp)
            outside[LENGTHS] = np.any([_beyond(self.lengths[hands, suit], shown.lengths[suit]) for suit in range(4)], 0)
            outside[WORDS] = ~self._is_told_truly(said, line, hands)
            outside[FORCING] = np.full(len(hands), _contradicts_forcing(said, line))
            for kind, missed in outside.items():
                if missed.any():
                    self._note_miss(kind, Step(step.after, deals[missed]), line, str(shown), said)

    def _is_told_truly(self, said: Meaning, line: Line, hands: Rows) -> NDArray[np.bool_]:
        """Of which hands the numbers in the text of their call, and in that of the rule that made it, are true.

        Of none, if the text says something else than the ranges that stand beside it.
        """
        hcp, lengths = self.boards.hands.hcp[hands], self.lengths[hands]
        true = np.full(len(hands), True)
        for statement in _statements(said.words, line):
            true &= statement.holds(hcp, lengths)
            ends = statement.holds(np.array(said.shown.hcp), np.array(said.shown.lengths).T)
            true &= statement.two_suits is not None or bool(ends.all())
        for statement in _statements(line.text, line):
            true &= statement.holds(hcp, lengths)
        return true

    def _count(self, step: Step, lines: list[tuple[Line, Rows]], shown: Shown) -> None:
        audit, node = self.found, step.node
        times, acts = len(step.deals), step.call != PASS
        audit.counts["calls"] += times
        if acts and node.opener < 0:
            audit.openings[str(step.call)] += times
            audit.widths[str(step.call)] += times * (shown.hcp[1] - shown.hcp[0])
        number = len(node.auction) // 4 + 1
        for line, deals in lines:
            audit.made[_name(line)] += len(deals)
            natural = "natural " if line.rule.startswith(NATURAL) else ""
            for which in ("calls", "acts") if acts else ("calls",):
                audit.rounds[number, which] += len(deals)
                if natural:
                    audit.rounds[number, natural + which] += len(deals)
        if times > self.rare:
            key = str(step.after.auction), shown, ", ".join(_name(line) for line, _ in lines)
            counts = spread(self.boards.hands.hcp[step.hands], self.lengths[step.hands])
            before = audit.spreads.get(key)
            audit.spreads[key] = counts if before is None else before + counts

    def _note_miss(self, kind: str, step: Step, line: Line, shown: str, said: Meaning) -> None:
        rule = _name(line)
        self.found.miss(kind, rule, len(step.deals))
        known = self.found.examples.setdefault((rule, kind), [])
        for deal in step.deals[: EXAMPLES - len(known)].tolist():
            text = f"{shown}; {said.text}; rule: {line.text}" if kind in (WORDS, FORCING) else shown
            known.append(self._example(kind, step, deal, text, rule))
        if kind == HARD:
            self._note_problem(kind, step, step.deals, counted=True)

    def _note_problem(self, kind: str, step: Step, deals: Rows, counted: bool = False) -> None:
        if not counted:
            self.found.counts[kind] += len(deals)
        for deal in deals[:EXAMPLES].tolist():
            names = ", ".join(dict.fromkeys(_name(line) for line, _ in lines_of(step, self.judge)))
            self.found.problem(self._example(kind, step, deal, "", names, whole=True))

    def _example(self, kind: str, step: Step, place: int, shown: str, rule: str, whole: bool = False) -> Example:
        board = self.boards[place]
        hand = board.deal[board.dealer.after(step.node.turn)]
        deal = board.deal.text(board.dealer) if whole else ""
        return Example(kind, board.number or 0, str(hand), str(step.node.auction), str(step.call), shown, rule, deal)


def _beyond(values: NDArray[np.uint8], ends: tuple[int, int]) -> NDArray[np.bool_]:
    low, high = ends
    outside: NDArray[np.bool_] = (values < low) | (values > high)
    return outside


def _statements(text: str, line: Line) -> list[Statement]:
    """The numbers of a text about a call that this line makes."""
    return [statement for clause in clauses(text) for statement in statements(clause, trumps_of(line))]


def _contradicts_forcing(said: Meaning, line: Line) -> bool:
    """Whether the text of a call, or of its rule, says something else about going on than it does."""
    of_call = any(contradicts_forcing(clause, said.forcing) for clause in clauses(said.words))
    return of_call or any(contradicts_forcing(clause, line.forcing) for clause in clauses(line.text))


def _name(line: Line) -> str:
    """A rule by its id and where it stands."""
    return f"{line.rule} ({line.source})" if line.source else line.rule
