"""Tables of hands and the calls a card makes on them."""

from collections.abc import Iterator

import numpy as np

from overtrick import Auction, Call, Hand, Seat, Vulnerability
from overtrick.arrays import random_deals
from overtrick.hands.cells import stated
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.tree import Node, Tree

Row = tuple[str, str, str]


def rows(table: str) -> list[Row]:
    """Lines `auction | hand call remark`; those that begin with # are headings."""
    found = []
    for line in table.strip().splitlines():
        if not line.startswith("#"):
            auction, _, rest = line.rpartition("|")
            hand, call, *_ = rest.split()
            found.append((auction.strip(), hand, call))
    return found


def undisturbed(auction: str) -> str:
    """Our calls with the opponents' passes between them."""
    return " ".join(f"{call} P" for call in auction.split())


def node(tree: Tree, auction: str) -> Node:
    """The point after these calls."""
    calls = tuple(map(Call.parse, auction.split()))
    return tree.node(Auction(Seat.NORTH, calls), Vulnerability.NONE)


def call(tree: Tree, auction: str, hand: str) -> str:
    """What the card bids there."""
    return str(node(tree, auction).bid(Hand.parse(hand))[0])


def wide_openings(tree: Tree, passes: int) -> Iterator[str]:
    """The opening bids after so many passes that promise a range of more than ten points."""
    start = node(tree, "P " * passes)
    for bid in {line.call for line in start.lines if line.call.is_bid}:
        low, high = stated(start.cells(bid)).hcp
        if high - low > 10:
            yield f"{bid}: {low}-{high}"


def auctions(tree: Tree, count: int, seed: int) -> list[Auction]:
    """The card against itself on random deals; an illegal call raises."""
    boards = BoardBatch(random_deals(count, np.random.default_rng(seed)))
    return [boards.auction(place, end) for place, end in enumerate(boards.bid(tree))]
