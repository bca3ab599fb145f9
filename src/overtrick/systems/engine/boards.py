"""Bidding boards: one by one, or by the thousand, where deals that share an auction so far are judged together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Holdings, random_deals
from overtrick.core import CALLS, Auction, Board, BridgeError, Call, Deal, Seat, Vulnerability
from overtrick.core.boards import board_dealer, board_vulnerability
from overtrick.hands.hand_batch import HandBatch, Judge
from overtrick.systems.engine.memo import set_aside, uncollected
from overtrick.systems.engine.tree import Node, Tree

_FEW = 12
"""Hands for which Python is quicker than arrays."""

Rows = NDArray[np.intp]


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


def bid_deal(
    tree: Tree, deal: Deal, dealer: Seat = Seat.NORTH, vulnerability: Vulnerability = Vulnerability.NONE
) -> Auction:
    """The auction of one deal."""
    tree.make_room()
    node = tree.root(dealer, vulnerability)
    calls: list[Call] = []
    with uncollected():
        while node.legal:
            call, _ = node.bid(deal[dealer.after(len(calls))])
            calls.append(call)
            node = node.child(call)
    return Auction(dealer, tuple(calls))


def bid_nodes(
    tree: Tree, holdings: Holdings, dealers: Sequence[Seat], vulnerabilities: Sequence[Vulnerability]
) -> list[Node]:
    """The ends of the auctions of many deals: each node knows the calls and what they have shown."""
    with uncollected():
        ends = _bid_nodes(tree, holdings, dealers, vulnerabilities)
        set_aside()  # the nodes stay until the tree forgets them
    return ends


def _bid_nodes(
    tree: Tree, holdings: Holdings, dealers: Sequence[Seat], vulnerabilities: Sequence[Vulnerability]
) -> list[Node]:
    tree.make_room()
    turned = np.array([int(dealer) for dealer in dealers], np.intp)
    seats = (turned[:, None] + np.arange(4)) & 3
    from_dealer = np.take_along_axis(holdings, seats[:, :, None], axis=1)
    judge = Judge(HandBatch(from_dealer.reshape(-1, 4)))
    starts: dict[Node, list[int]] = {}
    for deal, (dealer, vulnerability) in enumerate(zip(dealers, vulnerabilities, strict=True)):
        starts.setdefault(tree.root(dealer, vulnerability), []).append(deal)
    ends = bid_from([(node, np.array(deals, np.intp)) for node, deals in starts.items()], judge)
    return [ends[deal] for deal in range(len(dealers))]


def bid_from(starts: Iterable[tuple[Node, Rows]], judge: Judge) -> dict[int, Node]:
    """The ends of the auctions of deals that have come to these points, by the number of the deal.

    The judge has four hands for each deal, the dealer's first.
    """
    ends: dict[int, Node] = {}
    stack = list(starts)
    while stack:
        node, deals = stack.pop()
        if not node.legal:
            ends.update((deal, node) for deal in deals.tolist())
        elif len(deals) == 1:
            deal = int(deals[0])
            ends[deal] = _follow(node, judge, deal)
        else:
            stack += [(node.child(call), deals[at]) for call, at in split_by_call(node, judge, deals * 4 + node.turn)]
    return ends


def _follow(node: Node, judge: Judge, deal: int) -> Node:
    """The end of the auction of a deal that goes its own way from here, as most do sooner or later."""
    while node.legal:
        node = node.child(CALLS[_call_of(node, judge, deal * 4 + node.turn)])
    return node


def split_by_call(node: Node, judge: Judge, hands: Rows) -> list[tuple[Call, Rows]]:
    """Hands of the judge's batch by the call they make here, as indices into `hands`."""
    if len(hands) <= _FEW:
        return _split_singly(node, judge, hands)
    rows: dict[Call, list[Rows]] = {}
    left = np.arange(len(hands))
    for line in node.each_line():
        holds = judge.holds(line.condition, hands[left])
        if holds.any():
            rows.setdefault(line.call, []).append(left[holds])
            left = left[~holds]
            if not len(left):
                return [(call, np.concatenate(parts)) for call, parts in rows.items()]
    raise BridgeError(f"expected a call for every hand at {node.auction}, got none for some")


def _split_singly(node: Node, judge: Judge, hands: Rows) -> list[tuple[Call, Rows]]:
    """The same hand by hand, which is quicker for a few."""
    rows: dict[int, list[int]] = {}
    for place, hand in enumerate(hands.tolist()):
        rows.setdefault(_call_of(node, judge, hand), []).append(place)
    return [(CALLS[index], np.array(places, np.intp)) for index, places in rows.items()]


def _call_of(node: Node, judge: Judge, row: int) -> int:
    for line in node.each_line():
        if judge.holds_one(line.condition, row):
            return line.call.index
    raise BridgeError(f"expected a call for every hand at {node.auction}, got none for one")
