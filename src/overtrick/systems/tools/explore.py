"""Where a card's rules come up: the nodes that sampled deals reach, and an auction for every pattern."""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, random_deals
from overtrick.core import CALLS, PASS, Call, Hand, Seat, Vulnerability, board_dealer, board_vulnerability
from overtrick.hands.bounds import likelihood, outer
from overtrick.hands.cells import CellSet, sample_hands
from overtrick.hands.hand_batch import HandBatch, Judge
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.tree import Node, Tree
from overtrick.systems.language.patterns import Bound, Choice, Pattern, PatternEvent, State

Rows = NDArray[np.intp]

LONGEST = 60
_STEPS = 120  # nodes looked at in search of one pattern
_WILD_STEPS = 40  # where `...` fits everything, and sampled deals are the better guide
_DEEPEST = 14
TRIED = 60
"""Hands tried in search of an example."""
_AT_ONCE = 6
_NO_TAGS: frozenset[str] = frozenset()


@dataclass
class Visit:
    """A node that sampled deals have come to, with the hands that took each of its lines."""

    node: Node
    rows: Rows
    """The hands to call here, as rows of the survey."""
    taken: dict[Line, Rows] = field(default_factory=dict)


class Survey:
    """Sampled deals bid to the end, dealer and vulnerability cycling by board number."""

    def __init__(self, tree: Tree, deals: int, seed: int = 0) -> None:
        self.tree = tree
        self.deals = random_deals(deals, np.random.default_rng(seed))
        self._masks = self.deals.masks
        self.judge = _judge(self.deals)
        self.visits: dict[Node, Visit] = {}
        self._walk()

    def hand(self, row: int) -> Hand:
        """The hand of a row."""
        return Hand(int(self._masks[row >> 2, row & 3]))

    def _walk(self) -> None:
        starts: dict[tuple[Node, int], list[int]] = {}
        for number in range(len(self.deals)):
            dealer = board_dealer(number + 1)
            root = self.tree.root(dealer, board_vulnerability(number + 1))
            starts.setdefault((root, int(dealer)), []).append(number * 4 + dealer)
        stack = [(node, np.array(rows, np.intp)) for (node, _), rows in starts.items()]
        while stack:
            node, rows = stack.pop()
            if not node.legal or len(node.auction) >= LONGEST:
                continue
            taken = parted(node, self.judge, rows)
            self._visited(node, rows, taken)
            by_call: dict[Call, list[Rows]] = {}
            for line, some in taken.items():
                by_call.setdefault(line.call, []).append(some)
            stack += [(node.child(call), after(np.concatenate(parts))) for call, parts in by_call.items()]

    def _visited(self, node: Node, rows: Rows, taken: dict[Line, Rows]) -> None:
        visit = self.visits.get(node)
        if visit is None:
            self.visits[node] = Visit(node, rows, taken)
            return
        visit.rows = np.concatenate([visit.rows, rows])
        for line, some in taken.items():
            visit.taken[line] = np.concatenate([visit.taken[line], some]) if line in visit.taken else some


def _judge(deals: DealBatch) -> Judge:
    return Judge(HandBatch(deals.holdings.reshape(-1, 4)))


def after(rows: Rows) -> Rows:
    """The rows of the players to the left: row = 4 · deal + seat."""
    left: Rows = rows - (rows & 3) + (rows + 1 & 3)
    return left


def parted(node: Node, judge: Judge, rows: Rows) -> dict[Line, Rows]:
    """The hands by the line that each of them takes."""
    rows_of: dict[Line, Rows] = {}
    left = rows
    for part in ("rule_lines", "natural"):
        for line in getattr(node, part) if len(left) else ():
            holds = judge.holds(line.condition, left)
            if holds.any():
                rows_of[line] = left[holds]
                left = left[~holds]
                if not len(left):
                    break
    return rows_of


# Auctions that fit a pattern


@dataclass(frozen=True)
class SituationPoint:
    """A node at which a pattern is complete, and what its letters stand for there."""

    node: Node
    bound: Bound


def places(
    tree: Tree, pattern: Pattern, most: int, vulnerability: Vulnerability, passes: int
) -> Iterator[SituationPoint]:
    """Some nodes where a pattern fits, after that number of opening passes: one for every choice of suits."""
    start = tree.root(Seat.NORTH, vulnerability)
    for _ in range(passes):
        start = start.child(PASS)
    sides = [0, 1] if pattern.tokens[0].any_number else [passes & 1 if pattern.tokens[0].ours else 1 - (passes & 1)]
    seen: set[Bound] = set()
    for side in sides:
        for point in _search(start, pattern, side):
            if point.bound not in seen:
                seen.add(point.bound)
                yield point
            if len(seen) == most:
                return


def opening_places(tree: Tree, vulnerability: Vulnerability, passes: int) -> Iterator[SituationPoint]:
    """The node before the opening bid, after that number of passes."""
    node = tree.root(Seat.NORTH, vulnerability)
    for _ in range(passes):
        node = node.child(PASS)
    yield SituationPoint(node, ())


def _search(start: Node, pattern: Pattern, side: int) -> Iterator[SituationPoint]:
    """Nodes where the pattern is complete and its side is to call: those first that come soonest.

    A node costs far more than a step of the pattern, so it is made only when its turn comes, unless tags decide.
    """
    order = count()
    ways = [_ways(pattern, side_ours) for side_ours in (False, True)]
    queue: list[tuple[int, int, Node, Call | None, tuple[State, ...]]] = [(0, 0, start, None, pattern.start())]
    for _ in range(_WILD_STEPS if any(token.any_number for token in pattern.tokens) else _STEPS):
        if not queue:
            return
        _, _, above, called, states = heapq.heappop(queue)
        node = above if called is None else above.child(called)
        ours = node.turn & 1 == side
        if node.opener >= 0 and ours and node.legal:
            yield from (SituationPoint(node, bound) for step, bound in states if step == len(pattern.tokens))
        made = len(node.auction.calls)
        if made >= _DEEPEST or not node.legal:
            continue
        calls, by_tags = ways[ours]
        for call in _candidates(node, pattern, states, ours):
            if call is PASS and node.opener < 0:
                continue
            able = [state for state in states if calls[state[0]] >> call.index & 1]
            tags = node.said(call)[0] if any(by_tags[step] for step, _ in able) else _NO_TAGS
            event = PatternEvent(call, ours, tags)
            new = dict.fromkeys([state_after for state in able for state_after in pattern.after(state, event)])
            if new:
                progress = max([step for step, _ in new])
                heapq.heappush(queue, (made - 3 * progress, next(order), node, call, tuple(new)))


def _ways(pattern: Pattern, ours: bool) -> tuple[list[int], list[bool]]:
    """By step of a pattern, the calls of a side that may bring it on, as bits, and whether their tags decide that."""
    calls = [pattern.calls(step, ours) for step in range(len(pattern.tokens) + 1)]
    by_tags = [token.ours == ours and any(choice.asks_tags for choice in token.choices) for token in pattern.tokens]
    return calls, [*by_tags, False]


def _candidates(node: Node, pattern: Pattern, states: Sequence[State], ours: bool) -> list[Call]:
    """Calls that may bring the pattern on: those it names, those the cards make, and the opponents' pass."""
    calls: dict[Call, None] = {} if ours else {PASS: None}
    open_ended = False
    for step, bound in states:
        if step == len(pattern.tokens):
            continue
        token = pattern.tokens[step]
        open_ended |= token.any_number
        if token.ours != ours or token.any_number:
            continue
        for choice in token.choices:
            if choice.tag is not None:
                calls.update(dict.fromkeys(line.call for line in node.lines))
            else:
                calls.update(dict.fromkeys(_named(choice, node, bound, ours)))
    if open_ended:
        calls.update(dict.fromkeys(line.call for line in node.rule_lines))
        calls.setdefault(PASS)
    return [call for call in calls if node.legal >> call.index & 1]


def _named(choice: Choice, node: Node, bound: Bound, ours: bool) -> Iterator[Call]:
    """The legal calls that a choice names."""
    calls, suits = node.legal & choice.calls, dict(bound)
    for call in CALLS if calls else ():
        if calls >> call.index & 1 and next(choice.matches(PatternEvent(call, ours), suits), None) is not None:
            yield call


# Hands that take a line


def cells_left(node: Node, line: Line) -> CellSet:
    """The cells from which a hand can still take a line."""
    cells = line.may & node.shown[node.turn]
    for before in node.rule_lines:
        if before is line or not cells:
            break
        cells &= ~before.must
    return cells


def hands_of(rng: np.random.Generator, line: Line, count: int, within: CellSet) -> tuple[Hand, ...]:
    """Hands that fulfil a line, if possible among those the player may still have."""
    may = outer(line.condition)
    hands: list[Hand] = []
    for _ in range(TRIED // _AT_ONCE if may else 0):
        some = sample_hands(may & within or may, _AT_ONCE, rng, likelihood(line.condition))
        hands += [hand for hand in some if line.condition.holds(hand)]
        if len(hands) >= count:
            break
    return tuple(hands[:count])


def came_here(node: Node, hand: Hand) -> bool:
    """Whether a hand would have made the calls that its player has made."""
    above, turn = node, node.turn
    while above.parent is not None:
        call, above = above.auction.calls[-1], above.parent
        if above.turn == turn and above.bid(hand)[0] != call:
            return False
    return True
