"""How auctions go on: by the card at all four seats, with another player East-West, or by a network at all four."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.auctions import LONGEST, NO_CALL, Bytes
from overtrick.core import CALLS, Auction
from overtrick.hands.hand_batch import Judge
from overtrick.matches.playing import PlayerName, pair_of
from overtrick.matches.rooms import bid_tables
from overtrick.nets.bidding_rollout import PIECE, seated
from overtrick.systems.engine.boards import BoardBatch, bid_from
from overtrick.systems.engine.tree import Node
from overtrick.systems.network import IMPROVED, bidding_network
from overtrick.systems.system import System
from overtrick.systems.table import BATCH_NODES, Table

Sides = tuple[int, ...]
EVERYBODY: Sides = (0, 1)
NORTH_SOUTH: Sides = (0,)


class Start(NamedTuple):
    """A board of a batch and the point from which its auction goes on."""

    board: int
    node: Node


class TrialRollout(Protocol):
    """Who bids on."""

    card: str
    their_card: str | None
    """None where all four play the card."""
    sides: Sides
    """The sides that play the card examined."""
    trials: float
    """Trials a board, on average."""

    def ends(self, boards: BoardBatch, judge: Judge) -> list[Node]:
        """Where the auctions of all boards end. The judge has the hands of the boards."""
        ...

    def finished(self, boards: BoardBatch, judge: Judge, starts: Sequence[Start]) -> Bytes:
        """The calls of whole auctions, from these starts on. Shape: (start, call)."""
        ...

    def usual(self, boards: BoardBatch, ends: Sequence[Node], starts: Sequence[Start]) -> Bytes:
        """The same from where the card has called as usual; `ends` are those of the boards."""
        ...


def rollout_of(card: str, against: str | None, *, by_network: bool = False) -> TrialRollout:
    """The card at all seats, or North-South against another card or player; by a network, the card only begins."""
    if by_network:
        return NetworkRollout(card)
    name = None if against is None else PlayerName.parse(against)
    if name is None or name.kind == "card":
        return CardRollout(card, None if name is None else name.system)
    return PlayerRollout(card, name)


def calls_of(ends: Sequence[Node]) -> Bytes:
    """The calls of auctions that have come to these points. Shape: (auction, call)."""
    calls = np.full((len(ends), LONGEST), NO_CALL, np.uint8)
    for row, end in zip(calls, ends, strict=True):
        row[: len(end.auction)] = [call.index for call in end.auction.calls]
    return calls


class CardRollout:
    """Systems at all four seats; boards that share an auction are bid together."""

    trials = 1.5

    def __init__(self, card: str, against: str | None) -> None:
        self.card, self.their_card = card, against
        self.sides = EVERYBODY if against is None else NORTH_SOUTH
        self.tree = Table.of(card, card if against is None else against, BATCH_NODES).tree

    def ends(self, boards: BoardBatch, judge: Judge) -> list[Node]:
        return boards.bid(self.tree)

    def usual(self, boards: BoardBatch, ends: Sequence[Node], starts: Sequence[Start]) -> Bytes:
        return calls_of([ends[start.board] for start in starts])

    def finished(self, boards: BoardBatch, judge: Judge, starts: Sequence[Start]) -> Bytes:
        ends: list[Node | None] = [None] * len(starts)
        left = list(enumerate(starts))
        while left:  # each board once at a time
            now = {start.board: place for place, start in reversed(left)}
            by_node: dict[Node, list[int]] = {}
            for board, place in now.items():
                by_node.setdefault(starts[place].node, []).append(board)
            ended = bid_from([(node, np.array(some, np.intp)) for node, some in by_node.items()], judge)
            for board, place in now.items():
                ends[place] = ended[board]
            taken = set(now.values())
            left = [each for each in left if each[0] not in taken]
        return calls_of([end for end in ends if end is not None])


class NetworkRollout(CardRollout):
    """The card bids up to a call, usual or tried; from there on a network bids at all four seats, which is faster.

    It takes the card for the nearest shipped one: a call is worth what it is among partners who play that.
    """

    trials = 6.0

    def __init__(self, card: str) -> None:
        super().__init__(card, None)
        self._network = bidding_network(IMPROVED)
        self._system = self._network.known(System.load(card)).place

    def usual(self, boards: BoardBatch, ends: Sequence[Node], starts: Sequence[Start]) -> Bytes:
        return self._finished(boards, starts)

    def finished(self, boards: BoardBatch, judge: Judge, starts: Sequence[Start]) -> Bytes:
        return self._finished(boards, starts)

    def _finished(self, boards: BoardBatch, starts: Sequence[Start]) -> Bytes:
        places = np.array([start.board for start in starts], np.intp)
        dealers, vulnerabilities = (
            np.array(each, np.uint8)[places] for each in (boards.dealers, boards.vulnerabilities)
        )
        systems = np.full((len(starts), 2), self._system, np.uint8)
        given, holdings = calls_of([start.node for start in starts]), boards.deals.holdings[places]
        pieces = [slice(first, first + PIECE) for first in range(0, len(starts), PIECE)]
        tables = (
            seated(self._network.net, holdings[at], dealers[at], vulnerabilities[at], systems[at]) for at in pieces
        )
        return np.concatenate([table.to_the_end(given=given[at]) for table, at in zip(tables, pieces, strict=True)])


class PlayerRollout:
    """The card North-South, any player East-West."""

    trials = 1.5

    def __init__(self, card: str, against: PlayerName) -> None:
        self.card, self.sides = card, NORTH_SOUTH
        self.their_card: str | None = against.system
        self.tree = Table.of(card, against.system, BATCH_NODES).tree
        self._players = pair_of(PlayerName.parse(card), against)

    def ends(self, boards: BoardBatch, judge: Judge) -> list[Node]:
        calls = self._calls(boards, np.arange(len(boards)), None)
        return [self._end(boards, place, row) for place, row in enumerate(calls)]

    def usual(self, boards: BoardBatch, ends: Sequence[Node], starts: Sequence[Start]) -> Bytes:
        return calls_of([ends[start.board] for start in starts])

    def finished(self, boards: BoardBatch, judge: Judge, starts: Sequence[Start]) -> Bytes:
        return self._calls(boards, np.array([start.board for start in starts], np.intp), starts)

    def _calls(self, boards: BoardBatch, places: NDArray[np.intp], starts: Sequence[Start] | None) -> Bytes:
        given = None if starts is None else calls_of([start.node for start in starts])
        dealers, vulnerabilities = (
            np.array(each, np.uint8)[places] for each in (boards.dealers, boards.vulnerabilities)
        )
        north_south = np.zeros(len(places), np.intp)
        holdings = boards.deals.holdings[places]
        return bid_tables(self._players, holdings, dealers, vulnerabilities, north_south, given=given)

    def _end(self, boards: BoardBatch, place: int, calls: Bytes) -> Node:
        made = tuple(CALLS[index] for index in calls[calls != NO_CALL].tolist())
        return self.tree.node(Auction(boards.dealers[place], made), boards.vulnerabilities[place])
