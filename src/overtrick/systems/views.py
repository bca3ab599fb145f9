"""What one player sees and has heard: the hand, the table, and what the cards at the table say about the calls."""

from dataclasses import dataclass

from overtrick.core import Auction, BridgeError, Hand, Position, Seat, Vulnerability
from overtrick.systems.engine.tree import Node, Tree
from overtrick.systems.network import Network, Table, told

OTHERS = ("lho", "partner", "rho")
"""The hidden hands, in the order of the table."""


@dataclass(frozen=True, eq=False)
class View:
    """One hand, the auction so far, and how both sides bid."""

    network: Network
    hand: Hand
    seat: Seat
    table: Table
    node: Node
    """The point the auction has reached, by both sides' cards."""

    @classmethod
    def of(
        cls,
        network: Network,
        tree: Tree,
        systems: tuple[str, str],
        position: Position,
        seat: Seat | None = None,
    ) -> "View":
        """The view of the player to call, or of another seat whose hand it is.

        `systems` are the names or files of the tree's cards, North-South's first.
        """
        hand, auction = position.hand, position.auction
        if not hand.is_complete:
            raise BridgeError(f"expected a hand of 13 cards, got {len(hand)}: {hand}").at(source="hand")
        north_south, east_west = (told(name, network.net.systems) for name in systems)
        table = Table(auction, position.vulnerability, (north_south, east_west))
        node = tree.node(auction, position.vulnerability)
        return cls(network, hand, auction.turn if seat is None else seat, table, node)

    @property
    def auction(self) -> Auction:
        return self.table.auction

    @property
    def vulnerability(self) -> Vulnerability:
        return self.table.vulnerability

    @property
    def others(self) -> tuple[Seat, Seat, Seat]:
        """Where lho, partner and rho sit."""
        return self.seat.lho, self.seat.partner, self.seat.rho

    @property
    def shown(self) -> tuple[int, ...]:
        """The cells that lho, partner and rho have shown."""
        return tuple(self.node.shown_by(self.table.place(seat)) for seat in self.others)

    @property
    def approximated(self) -> tuple[str, ...]:
        """The systems that stand for cards which the network has not learnt."""
        return tuple(dict.fromkeys(each.name for each in self.table.systems if not each.is_exact))
