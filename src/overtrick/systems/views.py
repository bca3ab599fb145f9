"""What one player sees and has heard: the hand, the auction, and what the systems at the table say about the calls."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from overtrick.arrays import Floats, holdings_of
from overtrick.arrays.auctions import CALLS, AuctionBatch
from overtrick.core import Auction, BridgeError, Hand, Position, Seat, Vulnerability
from overtrick.hands.cells import CellSet
from overtrick.systems.engine.tree import Node
from overtrick.systems.network import KnownSystem, Listeners, Network
from overtrick.systems.table import Table

OTHERS = ("lho", "partner", "rho")
"""The hidden hands, in the order of the table."""


@dataclass(frozen=True, eq=False)
class View:
    """One hand, the auction so far, and how both sides bid."""

    network: Network
    table: Table
    hand: Hand
    auction: Auction
    vulnerability: Vulnerability
    seat: Seat
    strangers: bool = False
    """Whether nobody knows what the players bid: the network then takes them for experts of any system."""

    @classmethod
    def of(
        cls,
        network: Network,
        table: Table,
        position: Position,
        seat: Seat | None = None,
        *,
        strangers: bool = False,
    ) -> "View":
        """The view of the player to call, or of another seat whose hand it is."""
        hand, auction = position.hand, position.auction
        if not hand.is_complete:
            raise BridgeError(f"expected a hand of 13 cards, got {len(hand)}: {hand}").at(source="hand")
        seat = auction.turn if seat is None else seat
        return cls(network, table, hand, auction, position.vulnerability, seat, strangers)

    @cached_property
    def node(self) -> Node:
        """The point the auction has reached, by both sides' systems."""
        return self.table.node(self.auction, self.vulnerability)

    @cached_property
    def known_systems(self) -> tuple[KnownSystem, KnownSystem]:
        """What the network takes the systems for, North-South's first."""
        if self.strangers:
            return self.network.experts, self.network.experts
        north_south, east_west = (self.network.known(system) for system in self.table.systems)
        return north_south, east_west

    @property
    def approximated(self) -> tuple[str, ...]:
        """The systems that stand for those which the network has not learnt."""
        return tuple(dict.fromkeys(known.name for known in self.known_systems if not known.is_exact))

    @property
    def others(self) -> tuple[Seat, Seat, Seat]:
        """Where lho, partner and rho sit."""
        return self.seat.lho, self.seat.partner, self.seat.rho

    @property
    def shown(self) -> tuple[CellSet, ...]:
        """The cells that lho, partner and rho have shown."""
        return tuple(self.node.shown_by((seat - self.auction.dealer) & 3) for seat in self.others)

    @property
    def listeners(self) -> Listeners:
        """The player as a batch of one."""
        return listeners([self])

    @property
    def policy(self) -> Floats:
        """The chance of every call of the player to call; exactly 0 for illegal ones. Shape: (call,)."""
        policy: Floats = policies([self])[0]
        return policy


def listeners(views: Sequence[View]) -> Listeners:
    """Views of one network as a batch."""
    return Listeners(
        holdings_of([view.hand for view in views]),
        np.array([view.seat for view in views], np.intp),
        AuctionBatch.stack([view.auction for view in views], [view.vulnerability for view in views]),
        np.array([[known.place for known in view.known_systems] for view in views], np.intp),
    )


def policies(views: Sequence[View]) -> Floats:
    """What each view's network would call; all views of a network are worked out together. Shape: (view, call)."""
    chances = np.empty((len(views), CALLS), np.float32)
    by_network: dict[Network, list[int]] = {}
    for row, view in enumerate(views):
        by_network.setdefault(view.network, []).append(row)
    for network, rows in by_network.items():
        chances[rows] = network.policies(listeners([views[row] for row in rows]))
    return chances
