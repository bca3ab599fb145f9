"""Players: whoever says which call to make.

One method is enough to be seated; players that answer by the thousand are asked for many tables at once.
"""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import Bytes
from overtrick.core import CALLS, BridgeError, Call, Position
from overtrick.layouts.replay import Replay
from overtrick.players.turns import TurnBatch
from overtrick.systems.engine.tree import Node


class Player(Protocol):
    """Who can be seated: an outside engine needs no more than this."""

    def call(self, position: Position) -> Call:
        """The call of the player to call, who sees a hand, the auction and the vulnerability."""
        ...


@runtime_checkable
class BatchPlayer(Protocol):
    """Who answers for many tables at once."""

    def calls(self, turns: TurnBatch) -> Bytes:
        """The indices of the calls. Shape: (table,)."""
        ...


class Policy(Protocol):
    """A way of bidding that can be simulated: who bids so, and how an auction goes when everybody does."""

    def chances(self, turns: TurnBatch) -> Floats:
        """How likely each call is. Shape: (table, call)."""
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


def calls_of(player: Player, turns: TurnBatch) -> Bytes:
    """A player's calls at many tables; an illegal one is an error that says whose it was."""
    if isinstance(player, BatchPlayer):
        made = player.calls(turns)
    else:
        made = np.array([player.call(position).index for position in turns], np.uint8)
    legal = turns.are_legal(made)
    if not legal.all():
        row = int(legal.argmin())
        call, auction = CALLS[int(made[row])], turns.auctions.auction(row)
        raise BridgeError(f"expected a legal call after {str(auction) or 'nothing'}, got {call} from {player}")
    return made


def call_of(player: BatchPlayer, position: Position) -> Call:
    """The call of a player who answers for many tables, at one."""
    return CALLS[int(player.calls(TurnBatch.of(position))[0])]
