"""Auctions taken apart: every call at its node, with the deals on which it was made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from overtrick.core import Call
from overtrick.hands.hand_batch import Judge
from overtrick.systems.engine.bidding import Rows
from overtrick.systems.engine.lines import Line
from overtrick.systems.engine.tree import Node

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
