"""Ways of bidding that can be simulated: by a system, or as the network does."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import Bytes, Indices
from overtrick.core import CALLS, Call, Position
from overtrick.hands.hand_batch import HandBatch, Judge
from overtrick.layouts.replay import NetworkReplay, Replay, SystemReplay, by_node
from overtrick.nets.bidding import Memory
from overtrick.nets.bidding_steps import step_count
from overtrick.players.player import TurnBatch, call_of
from overtrick.systems.engine.boards import split_by_call
from overtrick.systems.engine.memo import uncollected
from overtrick.systems.engine.tree import Node
from overtrick.systems.network import Listeners, Network
from overtrick.systems.table import BATCH_NODES, Table


class Policy(Protocol):
    """A way of bidding that can be simulated: who bids so, and how an auction goes when everybody does."""

    def chances(self, turns: TurnBatch) -> Floats:
        """How likely each call is. Shape: (table, call)."""
        ...

    def card_calls(self, turns: TurnBatch) -> Bytes:
        """The calls of the card. Shape: (table,)."""
        ...

    def nodes(self, turns: TurnBatch) -> list[Node]:
        """Where the auctions stand by the systems."""
        ...

    def replay(self, turns: TurnBatch, nodes: Sequence[Node], layouts: Holdings) -> Replay:
        """The auctions so far replayed over layouts (table, layout, seat, suit)."""
        ...

    def forget(self) -> None:
        """Leave behind what will hardly come again."""
        ...


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

    def card_calls(self, turns: TurnBatch) -> Bytes:
        """Its own calls. Shape: (table,)."""
        return self.calls(turns)

    def nodes(self, turns: TurnBatch) -> list[Node]:
        """Where the auctions stand, by both sides' systems."""
        return turns.nodes(self.table.tree)

    def replay(self, turns: TurnBatch, nodes: Sequence[Node], layouts: Holdings) -> SystemReplay:
        """The auctions so far, bid by the systems over layouts (table, layout, seat, suit)."""
        return SystemReplay(turns.auctions, nodes, layouts)

    def forget(self) -> None:
        """Leave the auctions behind that have been looked into."""
        self.table.tree.forget()


class NetworkPlayer:
    """Makes the network's most likely call.

    What the network remembers of a table is there at its next turn, so that each turn costs one step.
    """

    def __init__(self, network: Network, ours: str, theirs: str | None = None) -> None:
        """The network is told both sides' systems by name or file."""
        self.network, self._by_system = network, SystemPlayer(ours, theirs)
        self._known = [network.known(system) for system in self._by_system.table.systems]
        self._remembered: dict[int, tuple[TurnBatch, Memory]] = {}

    def __str__(self) -> str:
        return f"net:{self._known[0].name}"

    def call(self, position: Position) -> Call:
        return call_of(self, position)

    def calls(self, turns: TurnBatch) -> Bytes:
        """The most likely calls. Shape: (table,)."""
        likely: Bytes = self.chances(turns).argmax(axis=1).astype(np.uint8)
        return likely

    def chances(self, turns: TurnBatch) -> Floats:
        """The chance of every call, exactly 0 for illegal ones. Shape: (table, call)."""
        listeners = Listeners(turns.hands, turns.seats, turns.auctions, self._systems(turns))
        memory, window = self._memory(turns), self.network.net.window
        steps = int(step_count(np.array([turns.made]), np.array([turns.made % 4]), window)[0])
        (now,) = self.network.listen(listeners, memory, 0 if memory is None else steps - 4 // window)
        self._remembered[turns.made % 4] = turns, now.memory
        return self.network.chances(now.memory, now.standings)

    def card_calls(self, turns: TurnBatch) -> Bytes:
        """The calls of the card that the network is told. Shape: (table,)."""
        return self._by_system.calls(turns)

    def _systems(self, turns: TurnBatch) -> Indices:
        """Those of North-South and East-West. Shape: (table, side)."""
        ours, theirs = (known.place for known in self._known)
        return np.where((turns.seats & 1)[:, np.newaxis] == 0, [ours, theirs], [theirs, ours])

    def _memory(self, turns: TurnBatch) -> Memory | None:
        """What the same players remembered at their last turn; None unless it is known of all of them."""
        before, memory = self._remembered.get(turns.made % 4, (None, None))
        if before is None or memory is None or before.made != turns.made - 4:
            return None
        at = np.searchsorted(before.tables, turns.tables).clip(max=len(before) - 1)
        same = (before.tables[at] == turns.tables) & (before.hands[at] == turns.hands).all(axis=1)
        same &= before.auctions.vulnerable[at] == turns.auctions.vulnerable
        same &= (before.calls[at] == turns.calls[:, : before.made]).all(axis=1)
        return memory[at] if same.all() else None

    def nodes(self, turns: TurnBatch) -> list[Node]:
        """Where the auctions stand, by both sides' systems."""
        return self._by_system.nodes(turns)

    def replay(self, turns: TurnBatch, nodes: Sequence[Node], layouts: Holdings) -> NetworkReplay:
        """The auctions so far, bid by the network over layouts (table, layout, seat, suit)."""
        return NetworkReplay(self.network, turns.auctions, self._systems(turns), turns.seats, layouts)

    def forget(self) -> None:
        """Nothing: only nodes that auctions have come to are remembered."""
