"""Players: whoever says which call to make.

One method is enough to be seated; players that answer by the thousand are asked for many tables at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings, holdings_of, masks_of
from overtrick.arrays.auctions import LEGAL, AuctionBatch, Bytes, Indices
from overtrick.core import CALLS, Auction, BridgeError, Call, Hand, Position, Seat, Vulnerability
from overtrick.systems.engine.tree import Node, Tree


@dataclass(frozen=True, eq=False)
class TurnBatch:
    """Players to call at many tables, after the same number of calls at each: a hand each, and no more of the deal."""

    hands: Holdings
    """Of the player to call. Shape: (table, suit)."""
    auctions: AuctionBatch
    """All with the same number of calls."""
    tables: Indices
    """The number of each table, ascending; the same players stay there. Shape: (table,)."""

    @classmethod
    def of(cls, *positions: Position) -> "TurnBatch":
        """A batch of positions after the same number of calls."""
        for position in positions:
            if not position.hand.is_complete:
                raise BridgeError(f"expected a hand of 13 cards, got {len(position.hand)}: {position.hand}")
        auctions = AuctionBatch.stack(
            [position.auction for position in positions], [position.vulnerability for position in positions]
        )
        return cls(holdings_of([position.hand for position in positions]), auctions, np.arange(len(positions)))

    def __len__(self) -> int:
        return len(self.hands)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "TurnBatch":
        """Some of the tables, by slice, index array or mask."""
        return TurnBatch(self.hands[chosen], self.auctions[chosen], self.tables[chosen])

    @property
    def calls(self) -> Bytes:
        """Indices of the calls so far. Shape: (table, call)."""
        return self.auctions.calls

    @property
    def made(self) -> int:
        """Calls so far, at every table."""
        return int(self.calls.shape[1])

    @cached_property
    def seats(self) -> Indices:
        """Whose turn it is. Shape: (table,)."""
        return self.auctions.turn

    def are_legal(self, made: Bytes) -> NDArray[np.bool_]:
        """Whether each of these calls is legal at its table. Shape: (table,)."""
        legal: NDArray[np.bool_] = LEGAL[self.auctions.standings, made]
        return legal

    def __iter__(self) -> Iterator[Position]:
        """The positions one by one."""
        for row, mask in enumerate(masks_of(self.hands).tolist()):
            vulnerability = Vulnerability(int(self.auctions.vulnerabilities[row]))
            yield Position(Hand(mask), self.auctions.auction(row), vulnerability)

    def nodes(self, tree: Tree) -> list[Node]:
        """Where each auction stands; the first system of the tree is that of the players to call, wherever they sit."""
        dealer = Seat.EAST if self.made & 1 else Seat.NORTH  # so that North or South is to call
        by_auction: dict[bytes, Node] = {}
        nodes = []
        for key in np.column_stack([self.auctions.vulnerable, self.calls]):
            node = by_auction.get(packed := key.tobytes())
            if node is None:
                calls = tuple(CALLS[call] for call in packed[1:])
                node = by_auction[packed] = tree.node(Auction(dealer, calls), Vulnerability(packed[0]))
            nodes.append(node)
        return nodes


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
