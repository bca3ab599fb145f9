"""What players to call see, at many tables at once, after the same number of calls at each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.arrays.auctions import LEGAL, MIRRORED, Bytes, last_standings
from overtrick.core import CALLS, Auction, BridgeError, Hand, Position, Seat, Vulnerability
from overtrick.systems.engine.tree import Node, Tree


@dataclass(frozen=True, eq=False)
class Turns:
    """Positions by the thousand: a hand each, and no more of the deal than its holder sees."""

    hands: Holdings
    """Of the player to call. Shape: (table, suit)."""
    calls: Bytes
    """Indices of the calls so far, from the dealer on, none missing. Shape: (table, call)."""
    dealers: Bytes
    """Shape: (table,)."""
    vulnerabilities: Bytes
    """None 0, North-South 1, East-West 2, both 3. Shape: (table,)."""
    tables: NDArray[np.intp]
    """The number of each table, ascending: the same player sits there all evening. Shape: (table,)."""

    @classmethod
    def of(cls, position: Position) -> Self:
        """The batch of one position."""
        if not position.hand.is_complete:
            raise BridgeError(f"expected a hand of 13 cards, got {len(position.hand)}: {position.hand}")
        hand = [position.hand.mask >> shift & 8191 for shift in (0, 13, 26, 39)]
        calls = [call.index for call in position.auction.calls]
        return cls(
            np.array([hand], np.uint16),
            np.array([calls], np.uint8).reshape(1, -1),
            np.array([position.auction.dealer], np.uint8),
            np.array([position.vulnerability], np.uint8),
            np.zeros(1, np.intp),
        )

    def __len__(self) -> int:
        return len(self.hands)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "Turns":
        """Some of the tables, by slice, index array or mask."""
        return Turns(
            self.hands[chosen],
            self.calls[chosen],
            self.dealers[chosen],
            self.vulnerabilities[chosen],
            self.tables[chosen],
        )

    @property
    def made(self) -> int:
        """Calls so far, at every table."""
        return int(self.calls.shape[1])

    @property
    def seats(self) -> NDArray[np.intp]:
        """Whose turn it is. Shape: (table,)."""
        return (self.dealers.astype(np.intp) + self.made) & 3

    @property
    def vulnerable(self) -> Bytes:
        """None 0, we 1, they 2, both 3. Shape: (table,)."""
        return np.where(self.seats & 1, MIRRORED[self.vulnerabilities], self.vulnerabilities)

    @property
    def standings(self) -> Bytes:
        """What is legal now, as a number. Shape: (table,)."""
        return last_standings(self.calls)

    def are_legal(self, made: Bytes) -> NDArray[np.bool_]:
        """Whether each of these calls is legal at its table. Shape: (table,)."""
        legal: NDArray[np.bool_] = LEGAL[self.standings, made]
        return legal

    def __iter__(self) -> Iterator[Position]:
        """The positions one by one."""
        shifts = np.array([0, 13, 26, 39], np.uint64)
        masks = (self.hands.astype(np.uint64) << shifts).sum(axis=1)
        for row, mask in enumerate(masks.tolist()):
            yield Position(Hand(mask), self.auction(row), Vulnerability(int(self.vulnerabilities[row])))

    def auction(self, row: int) -> Auction:
        """The calls at one of the tables."""
        return Auction(Seat(int(self.dealers[row])), tuple(CALLS[call] for call in self.calls[row].tolist()))

    def nodes(self, tree: Tree) -> list[Node]:
        """Where each auction stands. The first card of the tree is that of the players to call, wherever they sit."""
        dealer = Seat.EAST if self.made & 1 else Seat.NORTH  # so that North or South is to call
        found: dict[bytes, Node] = {}
        nodes = []
        for key in np.column_stack([self.vulnerable, self.calls]):
            node = found.get(packed := key.tobytes())
            if node is None:
                calls = tuple(CALLS[call] for call in packed[1:])
                node = found[packed] = tree.node(Auction(dealer, calls), Vulnerability(packed[0]))
            nodes.append(node)
        return nodes
