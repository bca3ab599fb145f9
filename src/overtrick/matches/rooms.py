"""Boards bid at many tables together, call by call: in one room, or in the two rooms of a duplicate match."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Holdings
from overtrick.arrays.auctions import LONGEST, NO_CALL, OVER, AuctionBatch, Bytes, last_standings
from overtrick.core import Auction, Board, BridgeError
from overtrick.players.player import Player, TurnBatch, calls_of
from overtrick.systems.engine.boards import BoardBatch

Pair = tuple[Player, Player]
"""Who bids for the two sides; a player bids for both partners."""
BothRooms = list[tuple[bytes, bytes]]
"""By board, the calls of the open and of the closed room as their indices: little to send between processes."""


def bid_tables(
    players: Pair,
    holdings: Holdings,
    dealers: Bytes,
    vulnerabilities: Bytes,
    north_south: NDArray[Any],
    given: Bytes | None = None,
) -> Bytes:
    """The calls at tables with these deals (table, seat, suit); NO_CALL behind the last. Shape: (table, call).

    `north_south` says which of the players sits there (table,). Calls that are given are made whatever the players say.
    """
    calls = np.full((len(holdings), LONGEST), NO_CALL, np.uint8) if given is None else given.copy()
    going = np.arange(len(holdings))
    for made in range(LONGEST):
        going = going[last_standings(calls[going, :made]) != OVER]
        if not len(going):
            return calls[:, :made]
        auctions = AuctionBatch(calls[going, :made], dealers[going], vulnerabilities[going])
        seats = auctions.turn
        turns = TurnBatch(holdings[going, seats], auctions, going)
        for number, player in enumerate(players):
            rows = np.flatnonzero((seats & 1 ^ north_south[going] == number) & (calls[going, made] == NO_CALL))
            if len(rows):
                calls[going[rows], made] = calls_of(player, turns[rows])
    raise BridgeError(f"expected auctions of at most {LONGEST} calls, got a longer one from {players[0]}, {players[1]}")


def bid_both_rooms(players: Pair, boards: BoardBatch) -> BothRooms:
    """The calls of both rooms, board by board; the first player sits North-South in the open room."""
    holdings = np.tile(boards.deals.holdings, (2, 1, 1))
    dealers, vulnerabilities = (
        np.tile(np.array(values, np.uint8), 2) for values in (boards.dealers, boards.vulnerabilities)
    )
    rooms = np.repeat([0, 1], len(boards))
    packed = [row[row != NO_CALL].tobytes() for row in bid_tables(players, holdings, dealers, vulnerabilities, rooms)]
    return list(zip(packed[: len(boards)], packed[len(boards) :], strict=True))


def bid_board(players: Pair, board: Board) -> Auction:
    """The auction of one board; the first player sits North-South."""
    holdings = DealBatch.stack([board.deal]).holdings
    dealers, vulnerabilities = (np.array([value], np.uint8) for value in (board.dealer, board.vulnerability))
    calls = bid_tables(players, holdings, dealers, vulnerabilities, np.zeros(1, np.intp))
    return AuctionBatch(calls, dealers, vulnerabilities).auction(0)
