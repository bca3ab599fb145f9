"""The player who bids as the network does."""

from collections.abc import Sequence

import numpy as np

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import Bytes, Indices
from overtrick.core import Call, Position
from overtrick.layouts.replay import NetworkReplay
from overtrick.nets.bidding import Memory
from overtrick.nets.bidding_steps import step_count
from overtrick.players.player import call_of
from overtrick.players.system import SystemPlayer
from overtrick.players.turns import TurnBatch
from overtrick.systems.engine.tree import Node
from overtrick.systems.network import Listeners, Network


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
