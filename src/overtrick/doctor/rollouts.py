"""How auctions go on: by the card at all four seats, or with a network or another player East-West."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from overtrick.arrays.auctions import LONGEST, NO_CALL, Bytes
from overtrick.core import CALLS, Auction
from overtrick.hands.hand_batch import Judge
from overtrick.matches.playing import PlayerName, pair_of
from overtrick.matches.rooms import bid_tables
from overtrick.systems.engine.boards import BoardBatch, bid_from
from overtrick.systems.engine.tree import Node
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

    def ends(self, boards: BoardBatch, judge: Judge, starts: Sequence[Start] | None = None) -> list[Node]:
        """Where auctions end: those of all boards, or from these starts on. The judge has the hands of the boards."""
        ...


def rollout_of(card: str, against: str | None) -> TrialRollout:
    """The card at all seats, or North-South against another card or player."""
    name = None if against is None else PlayerName.parse(against)
    if name is None or name.kind == "card":
        return CardRollout(card, None if name is None else name.system)
    return PlayerRollout(card, name)


class CardRollout:
    """Systems at all four seats; boards that share an auction are bid together."""

    def __init__(self, card: str, against: str | None) -> None:
        self.card, self.their_card = card, against
        self.sides = EVERYBODY if against is None else NORTH_SOUTH
        self.tree = Table.of(card, card if against is None else against, BATCH_NODES).tree

    def ends(self, boards: BoardBatch, judge: Judge, starts: Sequence[Start] | None = None) -> list[Node]:
        if starts is None:
            return boards.bid(self.tree)
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
        return [end for end in ends if end is not None]


class PlayerRollout:
    """The card North-South, any player East-West."""

    def __init__(self, card: str, against: PlayerName) -> None:
        self.card, self.sides = card, NORTH_SOUTH
        self.their_card: str | None = against.system
        self.tree = Table.of(card, against.system, BATCH_NODES).tree
        self._players = pair_of(PlayerName.parse(card), against)

    def ends(self, boards: BoardBatch, judge: Judge, starts: Sequence[Start] | None = None) -> list[Node]:
        places = np.arange(len(boards)) if starts is None else np.array([start.board for start in starts], np.intp)
        given = np.full((len(places), LONGEST), NO_CALL, np.uint8)
        for row, start in zip(given, starts or (), strict=False):
            row[: len(start.node.auction)] = [call.index for call in start.node.auction.calls]
        dealers, vulnerabilities = (
            np.array(each, np.uint8)[places] for each in (boards.dealers, boards.vulnerabilities)
        )
        north_south = np.zeros(len(places), np.intp)
        calls = bid_tables(
            self._players, boards.deals.holdings[places], dealers, vulnerabilities, north_south, given=given
        )
        return [self._end(boards, place, row) for place, row in zip(places.tolist(), calls, strict=True)]

    def _end(self, boards: BoardBatch, place: int, calls: Bytes) -> Node:
        made = tuple(CALLS[index] for index in calls[calls != NO_CALL].tolist())
        return self.tree.node(Auction(boards.dealers[place], made), boards.vulnerabilities[place])
