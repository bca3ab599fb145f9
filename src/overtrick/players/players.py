"""Players: whoever says which call to make.

One method is enough to be seated; players that answer by the thousand are asked for many tables at once.
"""

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import MIRRORED, Bytes
from overtrick.core import CALLS, BridgeError, Call, Position
from overtrick.hands.hand_batch import HandBatch, Judge
from overtrick.nets.bidding import Memory
from overtrick.nets.bidding_steps import follow, step_count
from overtrick.players.turns import Turns
from overtrick.systems.engine.bidding import parted, uncollected
from overtrick.systems.engine.tree import Node
from overtrick.systems.network import Network, told
from overtrick.systems.table import BATCH_NODES, Table

AT_ONCE = 2048
"""Views that the network works on together."""


class Player(Protocol):
    """Who can be seated: an outside engine needs no more than this."""

    def call(self, position: Position) -> Call:
        """The call of the player to call, who sees his hand, the auction and the vulnerability."""
        ...


@runtime_checkable
class BatchPlayer(Protocol):
    """Who answers for many tables at once."""

    def calls(self, turns: Turns) -> Bytes:
        """The indices of the calls. Shape: (table,)."""
        ...


def calls_of(player: Player, turns: Turns) -> Bytes:
    """A player's calls at many tables; an illegal one is an error that says whose it was."""
    if isinstance(player, BatchPlayer):
        made = player.calls(turns)
    else:
        made = np.array([player.call(position).index for position in turns], np.uint8)
    legal = turns.are_legal(made)
    if not legal.all():
        row = int(legal.argmin())
        call, auction = CALLS[int(made[row])], turns.auction(row)
        raise BridgeError(f"expected a legal call after {str(auction) or 'nothing'}, got {call} from {player}")
    return made


class CardPlayer:
    """Bids by a system card, against opponents with a card."""

    def __init__(self, ours: str, theirs: str | None = None) -> None:
        """Cards by name or file; the opponents have the same unless theirs is given."""
        self.cards = ours, ours if theirs is None else theirs
        self._table = Table.of(*self.cards, BATCH_NODES)

    def __str__(self) -> str:
        return self._table.systems[0].name

    def call(self, position: Position) -> Call:
        return CALLS[int(self.calls(Turns.of(position))[0])]

    def calls(self, turns: Turns) -> Bytes:
        """The call of the first line that is true of each hand. Shape: (table,)."""
        made = np.empty(len(turns), np.uint8)
        with uncollected():
            judge = Judge(HandBatch(turns.hands))
            for node, rows in by_node(self.nodes(turns)):
                for call, at in parted(node, judge, rows):
                    made[rows[at]] = call.index
        return made

    def nodes(self, turns: Turns) -> list[Node]:
        """Where the auctions stand, by both sides' cards."""
        return turns.nodes(self._table.tree)

    def forget(self) -> None:
        """Leave the auctions behind that have been looked into."""
        self._table.tree.forget()


def by_node(nodes: list[Node]) -> list[tuple[Node, NDArray[np.intp]]]:
    """Each node once, with the rows that stand there."""
    found: dict[Node, list[int]] = {}
    for row, node in enumerate(nodes):
        found.setdefault(node, []).append(row)
    return [(node, np.array(rows, np.intp)) for node, rows in found.items()]


class NetPlayer:
    """Makes the network's most likely call.

    What the network has taken in at a table is kept there from turn to turn, so that each turn costs one step.
    """

    def __init__(self, network: Network, ours: str, theirs: str | None = None) -> None:
        """The network is told both sides' cards by name or file."""
        self.network, self._cards = network, CardPlayer(ours, theirs)
        self._told = [told(card, network.net.systems) for card in self._cards.cards]
        self._kept: dict[int, tuple[Turns, Memory]] = {}

    def __str__(self) -> str:
        return f"net:{self._told[0].name}"

    def call(self, position: Position) -> Call:
        return CALLS[int(self.calls(Turns.of(position))[0])]

    def calls(self, turns: Turns) -> Bytes:
        """The most likely calls. Shape: (table,)."""
        likely: Bytes = self.chances(turns).argmax(axis=1).astype(np.uint8)
        return likely

    def nodes(self, turns: Turns) -> list[Node]:
        """Where the auctions stand, by both sides' cards."""
        return self._cards.nodes(turns)

    def begin(self, hands: Holdings, vulnerable: Bytes, *, is_ours: bool = True) -> Memory:
        """Players of this side, or of the opponents', before the first call.

        Vulnerability as this side sees it: none 0, we 1, they 2, both 3.
        """
        ours, theirs = (np.full(len(hands), each.place) for each in self._told)
        if is_ours:
            return self.network.net.begin(hands, ours, theirs, vulnerable)
        return self.network.net.begin(hands, theirs, ours, MIRRORED[vulnerable])

    def chances(self, turns: Turns) -> Floats:
        """The chance of every call, exactly 0 for illegal ones. Shape: (table, call)."""
        net, standings = self.network.net, turns.standings
        memory = self._up_to_now(turns)
        self._kept[turns.made % 4] = turns, memory
        pieces = [slice(start, start + AT_ONCE) for start in range(0, len(turns), AT_ONCE)]
        return np.concatenate([net.calls(memory[piece], standings[piece]) for piece in pieces])

    def _up_to_now(self, turns: Turns) -> Memory:
        """What the players remember at their turn."""
        net, known = self.network.net, self._remembered(turns)
        made, place = np.full(len(turns), turns.made), np.full(len(turns), turns.made % 4)
        steps = int(step_count(made[:1], place[:1], net.window)[0])
        calls = turns.calls if turns.made else np.zeros((len(turns), 1), np.uint8)  # `follow` looks at one at least
        codes, standings, is_turn, _ = follow(calls, made, place, net.window, steps)
        memory = self.begin(turns.hands, turns.vulnerable) if known is None else known
        for step in range(0 if known is None else steps - 4 // net.window, steps):
            memory = net.step(memory, codes[step], standings[step], is_turn[step])
        return memory

    def _remembered(self, turns: Turns) -> Memory | None:
        """What the same players had taken in at their last turn; None unless it is known of all of them."""
        before, memory = self._kept.get(turns.made % 4, (None, None))
        if before is None or memory is None or before.made != turns.made - 4:
            return None
        at = np.searchsorted(before.tables, turns.tables).clip(max=len(before) - 1)
        same = (before.tables[at] == turns.tables) & (before.vulnerable[at] == turns.vulnerable)
        same &= (before.hands[at] == turns.hands).all(axis=1)
        same &= (before.calls[at] == turns.calls[:, : before.made]).all(axis=1)
        return memory[at] if same.all() else None
