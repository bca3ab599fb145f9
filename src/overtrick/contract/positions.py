"""Positions by the thousand: a hand, the calls so far, and what they mean in the systems that are played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Self
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings, holdings_of
from overtrick.arrays.auctions import MIRRORED, NO_CALL, AuctionBatch, Bytes
from overtrick.core import BridgeError, Hand, Position
from overtrick.hands.cells import ALL_CELLS, Shown, stated
from overtrick.systems.engine.meaning import UNKNOWN, meaning
from overtrick.systems.engine.tree import Node, Tree

Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class PositionBatch:
    """What players see and have heard, one position a row; the player is the one whose hand it is."""

    holdings: Holdings
    """The player's own hand. Shape: (position, suit)."""
    calls: Bytes
    """Indices of the calls from the dealer on, NO_CALL behind the last. Shape: (position, step)."""
    artificial: Flags
    """Which of the calls were artificial. Shape: (position, step)."""
    seats: Bytes
    """Where the player sits, counted from the dealer. Shape: (position,)."""
    vulnerable: Flags
    """The player's side, and the opponents. Shape: (position, 2)."""
    shown: Bytes
    """What lho, partner and rho have stated: points, then clubs to spades, low and high, as `BidDeals` has it.

    Shape: (position, 3, 5, 2)."""
    meaning_known: Flags
    """Whether the systems have a meaning for every call. Shape: (position,)."""

    def __post_init__(self) -> None:
        count, steps = self.calls.shape
        expected = ((count, 4), (count, steps), (count, steps), (count,), (count, 2), (count, 3, 5, 2), (count,))
        for field, shape in zip(fields(self), expected, strict=True):
            came = getattr(self, field.name).shape
            if came != shape:
                raise BridgeError(f"expected {field.name} of shape {shape} beside {count} auctions, got {came}")

    def __len__(self) -> int:
        return len(self.calls)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "PositionBatch":
        """Some of the positions, by slice, index array or mask."""
        return PositionBatch(*(getattr(self, field.name)[chosen] for field in fields(self)))

    @property
    def auctions(self) -> AuctionBatch:
        """The auctions as if North had dealt; the player is to call."""
        ours = self.vulnerable @ np.array([1, 2], np.uint8)
        vulnerabilities = np.where(self.seats & 1, MIRRORED[ours], ours)
        return AuctionBatch(self.calls, np.zeros_like(self.seats), vulnerabilities)

    @classmethod
    def of(cls, pairs: Iterable[tuple[Node, Hand]]) -> Self:
        """The positions of these hands at these points of auctions; each belongs to the player to call."""
        nodes, hands = [], []
        for node, hand in pairs:
            nodes.append(node)
            hands.append(hand)
        return cls.at_nodes(nodes, holdings_of(hands))

    @classmethod
    def at_nodes(cls, nodes: Sequence[Node], holdings: Holdings) -> Self:
        """The same for hands given as holdings; what the auctions say is worked out once for each different node."""
        places: dict[Node, int] = {}
        rows = np.array([places.setdefault(node, len(places)) for node in nodes], np.intp)
        meanings = [auction_meaning(node) for node in places]
        steps = max((len(known.calls) for known in meanings), default=0)
        calls = np.full((len(meanings), steps), NO_CALL, np.uint8)
        artificial = np.zeros((len(meanings), steps), bool)
        for row, known in enumerate(meanings):
            calls[row, : len(known.calls)] = known.calls
            artificial[row, : len(known.calls)] = known.artificial
        shown = [
            [known.shown[node.turn + turns & 3] for turns in (1, 2, 3)]
            for node, known in zip(places, meanings, strict=True)
        ]
        return cls(
            holdings,
            calls[rows],
            artificial[rows],
            np.array([node.turn for node in places], np.uint8)[rows],
            np.array([node.vulnerable for node in places], bool).reshape(-1, 2)[rows],
            np.array(shown, np.uint8).reshape(-1, 3, 5, 2)[rows],
            np.array([known.meaning_known for known in meanings], bool)[rows],
        )


def position_of(tree: Tree, position: Position) -> PositionBatch:
    """The batch of one position; the tree has North-South's card first, whoever deals."""
    if not position.hand.is_complete:
        raise BridgeError(f"expected a hand of 13 cards, got {len(position.hand)}: {position.hand}").at(source="hand")
    return PositionBatch.of([(tree.node_to_call(position.auction, position.vulnerability), position.hand)])


Ranges = tuple[tuple[int, int], ...]
"""Points, then clubs, diamonds, hearts, spades: low and high."""


@dataclass(frozen=True, slots=True)
class AuctionMeaning:
    """What the calls of an auction tell all players."""

    calls: tuple[int, ...]
    artificial: tuple[bool, ...]
    shown: tuple[Ranges, ...]
    """By seat, counted from the dealer."""
    meaning_known: bool


_MEANINGS: "WeakKeyDictionary[Node, AuctionMeaning]" = WeakKeyDictionary()


def auction_meaning(node: Node) -> AuctionMeaning:
    """What the calls up to a node tell, cached as long as the node lives."""
    known = _MEANINGS.get(node)
    if known is None:
        parent = node.parent
        known = _NOTHING if parent is None else _with_call(auction_meaning(parent), parent, node)
        _MEANINGS[node] = known
    return known


def _with_call(before: AuctionMeaning, parent: Node, node: Node) -> AuctionMeaning:
    call = node.auction.calls[-1]
    of_call = meaning(parent, call)
    return AuctionMeaning(
        (*before.calls, call.index),
        (*before.artificial, of_call.artificial),
        (*before.shown[: parent.turn], _ranges(of_call.shown), *before.shown[parent.turn + 1 :]),
        before.meaning_known and of_call.kind != UNKNOWN,
    )


def _ranges(shown: Shown) -> Ranges:
    return (shown.hcp, *shown.lengths)


_NOTHING = AuctionMeaning((), (), (_ranges(stated(ALL_CELLS)),) * 4, True)
