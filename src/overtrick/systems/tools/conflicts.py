"""One call, two meanings: lines of a call at one node that partner cannot tell apart."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from overtrick.core import PASS, Hand
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.tree import Node
from overtrick.systems.tools.explore import TRIED, came_here, cells_left, hands_of

_PLACES = 8  # nodes at which hands are looked for that take two lines
_TAKEOUT = frozenset(["takeout", "negative", "responsive", "support"])


class Conflict(NamedTuple):
    """Two lines of one call that mean different things, with a hand that takes each."""

    node: Node
    first: Line
    second: Line
    difference: str
    hands: tuple[Hand, ...]


def conflicts(nodes: Iterable[Node], rng: np.random.Generator) -> Iterator[Conflict]:
    """The pairs of rules that give one call two meanings at some node, each pair once."""
    tried: Counter[tuple[str, ...]] = Counter()
    for node in nodes:
        for first, second in _same_calls(node):
            difference = differ(first, second)
            pair = first.source, first.rule, second.source, second.rule
            if not difference or tried[pair] >= _PLACES:
                continue
            tried[pair] += 1
            hands = [hand for line in (first, second) if (hand := _hand_at(node, line, rng)) is not None]
            if len(hands) == 2:
                tried[pair] = _PLACES
                yield Conflict(node, first, second, difference, tuple(hands))


def _same_calls(node: Node) -> Iterator[tuple[Line, Line]]:
    by_call: dict[int, list[Line]] = {}
    for line in node.rule_lines:
        if line.call is not PASS:
            by_call.setdefault(line.call.index, []).append(line)
    for lines in by_call.values():
        yield from combinations(lines, 2)


def differ(first: Line, second: Line) -> str:
    """How the meanings of two lines with one call exclude each other; empty where they do not."""
    if first.call.is_bid and first.artificial != second.artificial:
        return "one is natural, the other artificial"
    if first.name and second.name and first.name != second.name:
        return f"one is {first.name}, the other {second.name}"
    if None not in (first.agrees, second.agrees) and first.agrees is not second.agrees:
        return f"one agrees {first.agrees}, the other {second.agrees}"
    shown = [frozenset(tag[6:] for tag in line.tags if tag.startswith("shows ")) for line in (first, second)]
    if all(shown) and shown[0].isdisjoint(shown[1]):
        return f"one shows {' '.join(sorted(shown[0]))}, the other {' '.join(sorted(shown[1]))}"
    if {_is_takeout(first), _is_takeout(second)} == {True, False}:
        return "one is for takeout, the other for penalties"
    if {_is_forcing(first), _is_forcing(second)} == {True, False}:
        return "one is forcing, the other to play"
    return ""


def _is_takeout(line: Line) -> bool | None:
    """Whether a double asks for a bid, or for penalties; None for other calls."""
    if line.call.is_bid or line.tags.isdisjoint(_TAKEOUT | {"penalty"}):
        return None
    return "penalty" not in line.tags


def _is_forcing(line: Line) -> bool | None:
    """Whether a line forces or signs off; None where it does neither."""
    return {"signoff": False, "no": None, "invite": None}.get(line.forcing, True)


def _hand_at(node: Node, line: Line, rng: np.random.Generator) -> Hand | None:
    """A hand that has made its calls up to a node and takes the line there."""
    within = cells_left(node, line)
    hands = hands_of(rng, line, TRIED, within) if within else ()
    return next((hand for hand in hands if node.bid(hand)[1] is line and came_here(node, hand)), None)
