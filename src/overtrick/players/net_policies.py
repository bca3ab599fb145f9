"""The network as a way of bidding: the players of many layouts listen to the auction so far, then bid on together."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import LONGEST, NO_CALL, Bytes
from overtrick.nets.bidding import Memory
from overtrick.nets.bidding_rollout import PIECE, Rollout
from overtrick.players.players import NetPlayer
from overtrick.players.policies import Indices
from overtrick.players.turns import Turns
from overtrick.systems.engine.tree import Node

CARELESS = 1e-3
"""The share of each call that nothing explains: one odd call costs a layout much, but not everything."""


class NetPolicy:
    """Everybody bids as the network does."""

    def __init__(self, player: NetPlayer) -> None:
        self._player = player

    def __str__(self) -> str:
        return str(self._player)

    def chances(self, turns: Turns) -> Floats:
        return self._player.chances(turns)

    def nodes(self, turns: Turns) -> list[Node]:
        return self._player.nodes(turns)

    def hear(self, turns: Turns, nodes: Sequence[Node], layouts: Holdings) -> "HeardByNet":
        return HeardByNet(self._player, turns, layouts)

    def forget(self) -> None:
        """Nothing: only points that auctions have come to are kept."""


class HeardByNet:
    """Layouts in the light of the network: every player of every layout has followed the auction so far."""

    def __init__(self, player: NetPlayer, turns: Turns, layouts: Holdings) -> None:
        positions, self._count = layouts.shape[:2]
        self._rollout = rollout = Rollout(player.network.net, _begun(player, turns, layouts))
        heard = np.zeros(len(rollout))
        for made, calls in enumerate(np.repeat(turns.calls, self._count, axis=0).T):
            rollout.listen()
            if (turns.made - made) % 4:  # not one's own call
                heard += np.log(rollout.chances()[np.arange(len(calls)), calls] + CARELESS)
            rollout.make(calls)
        rollout.listen()
        self.likelihoods: NDArray[np.float64] = heard.reshape(positions, self._count)

    def finished(self, rows: Indices, chosen: Indices, candidates: Bytes) -> Bytes:
        auctions = np.broadcast_to(
            (rows[:, np.newaxis] * self._count + chosen)[:, np.newaxis], (*candidates.shape, chosen.shape[1])
        )
        firsts = np.broadcast_to(candidates[:, :, np.newaxis], auctions.shape)
        asked = np.flatnonzero(firsts.ravel() != NO_CALL)
        found = np.full((auctions.size, LONGEST), NO_CALL, np.uint8)
        for start in range(0, len(asked), PIECE):
            part = asked[start : start + PIECE]
            going_on = self._rollout[auctions.ravel()[part]]
            going_on.make(firsts.ravel()[part])
            found[part] = going_on.to_the_end()
        return found.reshape(*auctions.shape, LONGEST)


def _begun(player: NetPlayer, turns: Turns, layouts: Holdings) -> list[Memory]:
    """The players of all layouts before the first call, from the dealer on."""
    count = layouts.shape[1]
    found = []
    for place in range(4):
        seats = (turns.dealers.astype(np.intp) + place) & 3
        hands = np.take_along_axis(layouts, seats[:, np.newaxis, np.newaxis, np.newaxis], axis=2)[:, :, 0]
        is_ours = (turns.made - place) % 2 == 0
        found.append(player.begin(hands.reshape(-1, 4), np.repeat(turns.vulnerable, count), is_ours=is_ours))
    return found
