"""An auction replayed over layouts: how likely its calls were in each, and how it goes on from here.

All for many positions after the same number of calls, and for several layouts of each.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import LONGEST, NO_CALL, AuctionBatch, Bytes, Indices
from overtrick.core import CALLS
from overtrick.hands.hand_batch import HandBatch, Judge
from overtrick.nets.bidding_rollout import PIECE, Rollout, seated
from overtrick.systems.engine.boards import bid_from, split_by_call
from overtrick.systems.engine.tree import Node
from overtrick.systems.network import Network

CARELESS = 1e-3
"""What is added to the chance of each call: one that nothing explains costs a layout much, but not everything."""
MISMATCH = float(np.log(0.02))
"""What a call that a system would not have made costs a layout in log likelihood."""

Likelihoods = NDArray[np.float64]


class Replay(Protocol):
    """Layouts of positions, and how they go together with the calls so far."""

    @property
    def likelihoods(self) -> Likelihoods:
        """The logarithm of how likely the calls of the three hidden hands were. Shape: (position, layout)."""
        ...

    def finished(self, rows: Indices, chosen: Indices, candidates: Bytes) -> Bytes:
        """Whole auctions of some positions and some layouts of each (row, chosen) when each candidate is called.

        Candidates (row, candidate), NO_CALL where there are fewer. Shape: (row, candidate, chosen, call).
        """
        ...


class NetworkReplay:
    """Every player of every layout is the network, and has followed the auction so far."""

    def __init__(
        self, network: Network, auctions: AuctionBatch, systems: Indices, seats: Indices, layouts: Holdings
    ) -> None:
        """Layouts (position, layout, seat, suit) around the hands of these seats (position,).

        Systems of North-South and East-West as the network counts them (position, side).
        """
        positions, self._count = layouts.shape[:2]
        rows = np.repeat(np.arange(positions), self._count)
        tables = auctions[rows]
        rollout = seated(network.net, layouts.reshape(-1, 4, 4), tables.dealers, tables.vulnerabilities, systems[rows])
        own = int((seats[0] - auctions.dealers[0]) & 3) if positions else 0
        # The player's own hand is the same in all layouts, so that player listens once a position.
        alone = seated(network.net, layouts[:, 0], auctions.dealers, auctions.vulnerabilities, systems)
        chances = []
        for made, calls in enumerate(tables.calls.T):
            rollout.listen(deaf=own)
            alone.listen()
            if (made - own) % 4:
                chances.append(rollout.chances()[np.arange(len(calls)), calls])
            rollout.make(calls)
            alone.make(auctions.calls[:, made])
        rollout.players[own] = alone.players[own][rows]
        self._rollout, self._has_listened = rollout, False
        self.chances: Floats = np.array(chances, np.float32).T.reshape(positions, self._count, len(chances))
        """How likely each call of the other three was. Shape: (position, layout, call)."""

    @classmethod
    def join(cls, replays: Sequence["NetworkReplay"]) -> "NetworkReplay":
        """More and more layouts of one position."""
        joined = object.__new__(cls)
        joined.chances = np.concatenate([replay.chances for replay in replays], axis=1)
        joined._count, joined._has_listened = joined.chances.shape[1], False
        joined._rollout = Rollout.join([replay._rollout for replay in replays])
        return joined

    @cached_property
    def likelihoods(self) -> Likelihoods:
        """The logarithm of how likely the calls of the other three were. Shape: (position, layout)."""
        logs: Likelihoods = np.log(self.chances + CARELESS).sum(axis=-1, dtype=np.float64)
        return logs

    def finished(self, rows: Indices, chosen: Indices, candidates: Bytes) -> Bytes:
        if not self._has_listened:
            self._rollout.listen()
            self._has_listened = True
        auctions = (rows[:, np.newaxis] * self._count + chosen)[:, np.newaxis]
        keys = auctions * (NO_CALL + 1) + candidates[:, :, np.newaxis]
        different, where = np.unique(keys.ravel(), return_inverse=True)  # layouts may be chosen more than once
        ends = np.full((len(different), LONGEST), NO_CALL, np.uint8)
        asked = np.flatnonzero(different % (NO_CALL + 1) != NO_CALL)
        for start in range(0, len(asked), PIECE):
            part = asked[start : start + PIECE]
            rollout = self._rollout[different[part] // (NO_CALL + 1)]
            rollout.make(different[part] % (NO_CALL + 1))
            ends[part] = rollout.to_the_end()
        return ends[where.ravel()].reshape(*keys.shape, LONGEST)


class SystemReplay:
    """Everybody bids by the systems: a call was either the one to make or not."""

    def __init__(self, auctions: AuctionBatch, nodes: Sequence[Node], layouts: Holdings) -> None:
        """Layouts (position, layout, seat, suit) around the hands of the players to call at these nodes."""
        self._nodes, self._made, self._count = nodes, auctions.calls.shape[1], layouts.shape[1]
        seats = (auctions.dealers.astype(np.intp)[:, np.newaxis] + np.arange(4)) & 3
        from_dealer = np.take_along_axis(layouts, seats[:, np.newaxis, :, np.newaxis], axis=2)
        self._judge = Judge(HandBatch(from_dealer.reshape(-1, 4)))

    @cached_property
    def likelihoods(self) -> Likelihoods:
        odd = np.zeros((len(self._nodes), self._count), np.int64)
        after = list(self._nodes)
        for made in reversed(range(self._made)):
            if (self._made - made) % 4:  # not the player's own call
                self._count_odd_calls(after, odd)
            after = [node.parent for node in after if node.parent is not None]
        return np.multiply(odd, MISMATCH, dtype=np.float64)

    def _count_odd_calls(self, after: list[Node], odd: NDArray[np.int64]) -> None:
        """Count the layouts in which the last call before these nodes would have been another."""
        for node, rows in by_node(after):
            before, call = node.parent, node.auction.calls[-1]
            assert before is not None
            deals = (rows[:, np.newaxis] * self._count + np.arange(self._count)).ravel()
            is_odd = np.ones(len(deals), bool)
            for made, at in split_by_call(before, self._judge, deals * 4 + before.turn):
                if made is call:
                    is_odd[at] = False
            odd[rows] += is_odd.reshape(len(rows), self._count)

    def finished(self, rows: Indices, chosen: Indices, candidates: Bytes) -> Bytes:
        deals = rows[:, np.newaxis] * self._count + chosen
        ends = [self._ends(rows, deals, calls) for calls in candidates.T.tolist()]
        longest = max((len(end.auction.calls) for by_deal in ends for end in by_deal.values()), default=0)
        auctions = np.full((*candidates.shape, chosen.shape[1], longest), NO_CALL, np.uint8)
        packed: dict[Node, Bytes] = {}
        for row, candidate in zip(*np.nonzero(candidates != NO_CALL), strict=True):
            for at, deal in enumerate(deals[row].tolist()):
                end = ends[candidate][deal]
                if end not in packed:
                    packed[end] = np.array([call.index for call in end.auction.calls], np.uint8)
                auctions[row, candidate, at, : len(packed[end])] = packed[end]
        return auctions

    def _ends(self, rows: Indices, deals: Indices, calls: list[int]) -> dict[int, Node]:
        """Where the auctions of these deals (row, chosen) end when one call of each row is made."""
        starts = [
            (self._nodes[row].child(CALLS[call]), np.unique(of_row))
            for row, of_row, call in zip(rows.tolist(), deals, calls, strict=True)
            if call != NO_CALL
        ]
        return bid_from(starts, self._judge)


def by_node(nodes: Sequence[Node]) -> list[tuple[Node, Indices]]:
    """Each node once, with the rows that stand there."""
    rows: dict[Node, list[int]] = {}
    for row, node in enumerate(nodes):
        rows.setdefault(node, []).append(row)
    return [(node, np.array(at, np.intp)) for node, at in rows.items()]
