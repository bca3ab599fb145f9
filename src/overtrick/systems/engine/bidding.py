"""Bidding boards: one by one, or many at once, where deals that share an auction so far are judged together."""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.core import CALLS, Auction, BridgeError, Call, Deal, Seat, Vulnerability
from overtrick.hands.hand_batch import HandBatch, Judge
from overtrick.systems.engine.tree import Node, Tree

_FEW = 12  # hands for which Python is quicker than arrays

Rows = NDArray[np.intp]


def bid_deal(
    tree: Tree, deal: Deal, dealer: Seat = Seat.NORTH, vulnerability: Vulnerability = Vulnerability.NONE
) -> Auction:
    """The auction of one deal."""
    tree.make_room()
    node = tree.root(dealer, vulnerability)
    calls: list[Call] = []
    while node.legal:
        call, _ = node.bid(deal[dealer.after(len(calls))])
        calls.append(call)
        node = node.child(call)
    return Auction(dealer, tuple(calls))


def bid_deals(
    tree: Tree, holdings: Holdings, dealers: Sequence[Seat], vulnerabilities: Sequence[Vulnerability]
) -> list[Auction]:
    """The auctions of many deals, given by their holdings. Shape: (deal, seat, suit)."""
    ends = bid_nodes(tree, holdings, dealers, vulnerabilities)
    return [Auction(dealer, node.auction.calls) for dealer, node in zip(dealers, ends, strict=True)]


def bid_nodes(
    tree: Tree, holdings: Holdings, dealers: Sequence[Seat], vulnerabilities: Sequence[Vulnerability]
) -> list[Node]:
    """The ends of the auctions of many deals: each node knows the calls and what they have shown."""
    with uncollected():
        ends = _bid_nodes(tree, holdings, dealers, vulnerabilities)
        gc.freeze()  # the nodes stay until the tree forgets them: nothing for the collector to look at
    return ends


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the garbage collector, which would walk over all the nodes again and again and find nothing."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


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
            ends[deal] = _followed(node, judge, deal)
        else:
            stack += [(node.child(call), deals[at]) for call, at in parted(node, judge, deals * 4 + node.turn)]
    return ends


def _followed(node: Node, judge: Judge, deal: int) -> Node:
    """The end of the auction of a deal that goes its own way from here, as most do sooner or later."""
    while node.legal:
        node = node.child(CALLS[_call_of(node, judge, deal * 4 + node.turn)])
    return node


def parted(node: Node, judge: Judge, hands: Rows) -> list[tuple[Call, Rows]]:
    """Hands of the judge's batch by the call they make here, as places in `hands`."""
    if len(hands) <= _FEW:
        return _parted_singly(node, judge, hands)
    found: dict[Call, list[Rows]] = {}
    left = np.arange(len(hands))
    for part in ("rule_lines", "natural"):
        for line in getattr(node, part):
            holds = judge.holds(line.condition, hands[left])
            if holds.any():
                found.setdefault(line.call, []).append(left[holds])
                left = left[~holds]
                if not len(left):
                    break
        if not len(left):
            break
    if len(left):
        raise BridgeError(f"expected a call for every hand at {node.auction}, got none for some")
    return [(call, np.concatenate(rows)) for call, rows in found.items()]


def _parted_singly(node: Node, judge: Judge, hands: Rows) -> list[tuple[Call, Rows]]:
    """The same hand by hand, which is quicker for a few."""
    found: dict[int, list[int]] = {}
    for place, hand in enumerate(hands.tolist()):
        found.setdefault(_call_of(node, judge, hand), []).append(place)
    return [(CALLS[index], np.array(rows, np.intp)) for index, rows in found.items()]


def _call_of(node: Node, judge: Judge, row: int) -> int:
    for line in node.rule_lines:
        if judge.holds_one(line.condition, row):
            return line.call.index
    for line in node.natural:
        if judge.holds_one(line.condition, row):
            return line.call.index
    raise BridgeError(f"expected a call for every hand at {node.auction}, got none for one")
