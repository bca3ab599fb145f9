"""Ways of bidding that can be reckoned with: how likely calls were in a layout, and how the auction goes on from here.

All for many positions after the same number of calls, and for several layouts of each.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import NO_CALL, Bytes
from overtrick.core import CALLS
from overtrick.hands.hand_batch import HandBatch, Judge
from overtrick.players.players import CardPlayer, by_node
from overtrick.players.turns import Turns
from overtrick.systems.engine.bidding import bid_from, parted
from overtrick.systems.engine.tree import Node

MISMATCH = float(np.log(0.02))
"""What a call that the card would not have made costs in log likelihood."""

Indices = NDArray[np.intp]


class Heard(Protocol):
    """Layouts of positions, and how they go together with the calls so far."""

    @property
    def likelihoods(self) -> NDArray[np.float64]:
        """The logarithm of how likely the others' calls were. Shape: (position, layout)."""
        ...

    def finished(self, rows: Indices, chosen: Indices, candidates: Bytes) -> Bytes:
        """Whole auctions of some positions and some layouts of each (row, chosen) when each candidate is called.

        Candidates (row, candidate), NO_CALL where there are fewer. Shape: (row, candidate, chosen, call).
        """
        ...


class Policy(Protocol):
    """A way of bidding."""

    def chances(self, turns: Turns) -> Floats:
        """How likely each call is. Shape: (position, call)."""
        ...

    def nodes(self, turns: Turns) -> list[Node]:
        """Where the auctions stand by the cards."""
        ...

    def hear(self, turns: Turns, nodes: Sequence[Node], layouts: Holdings) -> Heard:
        """Layouts (position, layout, seat, suit) in the light of the calls so far."""
        ...

    def forget(self) -> None:
        """Leave behind what will hardly come again."""
        ...


class CardPolicy:
    """Everybody bids by the cards."""

    def __init__(self, player: CardPlayer) -> None:
        self._player = player

    def __str__(self) -> str:
        return str(self._player)

    def chances(self, turns: Turns) -> Floats:
        sure: Floats = (self._player.calls(turns)[:, np.newaxis] == np.arange(len(CALLS))).astype(np.float32)
        return sure

    def nodes(self, turns: Turns) -> list[Node]:
        return self._player.nodes(turns)

    def hear(self, turns: Turns, nodes: Sequence[Node], layouts: Holdings) -> "HeardByCard":
        return HeardByCard(turns, nodes, layouts)

    def forget(self) -> None:
        self._player.forget()


class HeardByCard:
    """Layouts in the light of the cards: a call was either the one to make or not."""

    def __init__(self, turns: Turns, nodes: Sequence[Node], layouts: Holdings) -> None:
        self._nodes, self._made = nodes, turns.made
        self._count = layouts.shape[1]
        seats = (turns.dealers.astype(np.intp)[:, np.newaxis] + np.arange(4)) & 3
        from_dealer = np.take_along_axis(layouts, seats[:, np.newaxis, :, np.newaxis], axis=2)
        self._judge = Judge(HandBatch(from_dealer.reshape(-1, 4)))

    @property
    def likelihoods(self) -> NDArray[np.float64]:
        odd = np.zeros((len(self._nodes), self._count), np.int64)
        here = list(self._nodes)
        for made in reversed(range(self._made)):
            before = [node.parent for node in here if node.parent is not None]
            if (self._made - made) % 4:  # not one's own call
                self._judge_calls(here, odd)
            here = before
        return np.multiply(odd, MISMATCH, dtype=np.float64)

    def _judge_calls(self, after: list[Node], odd: NDArray[np.int64]) -> None:
        """Count the layouts in which the last call before these points would have been another."""
        for node, rows in by_node(after):
            before, call = node.parent, node.auction.calls[-1]
            assert before is not None
            deals = (rows[:, np.newaxis] * self._count + np.arange(self._count)).ravel()
            wrong = np.ones(len(deals), bool)
            for made, at in parted(before, self._judge, deals * 4 + before.turn):
                if made is call:
                    wrong[at] = False
            odd[rows] += wrong.reshape(len(rows), self._count)

    def finished(self, rows: Indices, chosen: Indices, candidates: Bytes) -> Bytes:
        deals = rows[:, np.newaxis] * self._count + chosen
        ends = [self._ends(rows, deals, calls) for calls in candidates.T.tolist()]
        longest = max((len(end.auction.calls) for each in ends for end in each.values()), default=0)
        found = np.full((*candidates.shape, chosen.shape[1], longest), NO_CALL, np.uint8)
        packed: dict[Node, Bytes] = {}
        for row, place in zip(*np.nonzero(candidates != NO_CALL), strict=True):
            for at, deal in enumerate(deals[row].tolist()):
                end = ends[place][deal]
                if end not in packed:
                    packed[end] = np.array([call.index for call in end.auction.calls], np.uint8)
                found[row, place, at, : len(packed[end])] = packed[end]
        return found

    def _ends(self, rows: Indices, deals: Indices, calls: list[int]) -> dict[int, Node]:
        """Where the auctions of these deals (row, chosen) end when one call of each row is made."""
        starts = [
            (self._nodes[row].child(CALLS[call]), np.unique(of_row))
            for row, of_row, call in zip(rows.tolist(), deals, calls, strict=True)
            if call != NO_CALL
        ]
        return bid_from(starts, self._judge)
