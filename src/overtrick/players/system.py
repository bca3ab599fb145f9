"""The player who bids by a system."""

from collections.abc import Sequence

import numpy as np

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import Bytes
from overtrick.core import CALLS, Call, Position
from overtrick.hands.hand_batch import HandBatch, Judge
from overtrick.layouts.replay import SystemReplay, by_node
from overtrick.players.player import call_of
from overtrick.players.turns import TurnBatch
from overtrick.systems.engine.boards import split_by_call
from overtrick.systems.engine.memo import uncollected
from overtrick.systems.engine.tree import Node
from overtrick.systems.table import BATCH_NODES, Table


class SystemPlayer:
    """Makes the calls of a system, against opponents with a system."""

    def __init__(self, ours: str, theirs: str | None = None) -> None:
        """Systems by name or file; the opponents have the same unless theirs is given."""
        self.table = Table.of(ours, ours if theirs is None else theirs, BATCH_NODES)
        """The player's side is North-South, wherever it sits."""

    def __str__(self) -> str:
        return self.table.systems[0].name

    def call(self, position: Position) -> Call:
        return call_of(self, position)

    def calls(self, turns: TurnBatch) -> Bytes:
        """The call of the first line that is true of each hand. Shape: (table,)."""
        made = np.empty(len(turns), np.uint8)
        with uncollected():
            judge = Judge(HandBatch(turns.hands))
            for node, rows in by_node(self.nodes(turns)):
                for call, at in split_by_call(node, judge, rows):
                    made[rows[at]] = call.index
        return made

    def chances(self, turns: TurnBatch) -> Floats:
        """1 for the system's call, else 0. Shape: (table, call)."""
        sure: Floats = (self.calls(turns)[:, np.newaxis] == np.arange(len(CALLS))).astype(np.float32)
        return sure

    def nodes(self, turns: TurnBatch) -> list[Node]:
        """Where the auctions stand, by both sides' systems."""
        return turns.nodes(self.table.tree)

    def replay(self, turns: TurnBatch, nodes: Sequence[Node], layouts: Holdings) -> SystemReplay:
        """The auctions so far, bid by the systems over layouts (table, layout, seat, suit)."""
        return SystemReplay(turns.auctions, nodes, layouts)

    def forget(self) -> None:
        """Leave the auctions behind that have been looked into."""
        self.table.tree.forget()
