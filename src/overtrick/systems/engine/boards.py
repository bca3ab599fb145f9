"""Numbered boards by the thousand: deals with dealers and vulnerabilities as printed on the boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from overtrick.arrays import DealBatch, random_deals
from overtrick.core import Auction, Board, Seat, Vulnerability
from overtrick.core.boards import board_dealer, board_vulnerability
from overtrick.hands.hand_batch import HandBatch
from overtrick.systems.engine.bidding import Rows, bid_nodes
from overtrick.systems.engine.tree import Node, Tree


@dataclass(frozen=True, eq=False)
class BoardBatch:
    """Boards in a row; the first has the number `first`."""

    deals: DealBatch
    first: int = 1

    @classmethod
    def random(cls, count: int, seed: int, chunk: int = 0, first: int = 1) -> "BoardBatch":
        """Random boards that depend on the seed and the number of the chunk only."""
        rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(chunk,)))
        return cls(random_deals(count, rng), first)

    def __len__(self) -> int:
        return len(self.deals)

    def __getitem__(self, place: int) -> Board:
        deal = next(iter(self.deals[place : place + 1]))
        return Board.numbered(self.first + place, deal)

    @cached_property
    def dealers(self) -> Sequence[Seat]:
        return [board_dealer(number) for number in range(self.first, self.first + len(self))]

    @cached_property
    def vulnerabilities(self) -> Sequence[Vulnerability]:
        return [board_vulnerability(number) for number in range(self.first, self.first + len(self))]

    @cached_property
    def hands(self) -> HandBatch:
        """All hands; four for each deal, the dealer's first."""
        seats = (np.array(self.dealers, np.intp)[:, None] + np.arange(4)) & 3
        turned = np.take_along_axis(self.deals.holdings, seats[:, :, None], axis=1)
        return HandBatch(turned.reshape(-1, 4))

    def bid(self, tree: Tree, places: Rows | None = None) -> list[Node]:
        """The ends of the auctions: of all boards, or of those at some places."""
        if places is None:
            return bid_nodes(tree, self.deals.holdings, self.dealers, self.vulnerabilities)
        dealers, vulnerabilities = (
            [values[place] for place in places.tolist()] for values in (self.dealers, self.vulnerabilities)
        )
        return bid_nodes(tree, self.deals.holdings[places], dealers, vulnerabilities)

    def auction(self, place: int, end: Node) -> Auction:
        """The auction that ended there, from this board's dealer on."""
        return Auction(self.dealers[place], end.auction.calls)
