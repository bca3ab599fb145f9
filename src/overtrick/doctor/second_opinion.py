"""A second opinion on every call: how likely the network that wins more than its card would make each one."""

import numpy as np

from overtrick.arrays import Floats
from overtrick.arrays.auctions import AuctionBatch
from overtrick.core import CALLS
from overtrick.doctor.rollouts import calls_of
from overtrick.players.player import TurnBatch
from overtrick.players.policies import NetworkPlayer
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.tree import Node
from overtrick.systems.network import IMPROVED, bidding_network


def opinions(card: str, against: str | None, boards: BoardBatch, ends: list[Node]) -> Floats:
    """The chance of each call at each turn of the boards' auctions. Shape: (board, turn, call).

    The network takes a card that it has not learnt for the nearest one it has.
    """
    player = NetworkPlayer(bidding_network(IMPROVED), card, against)
    lengths = np.array([len(end.auction) for end in ends])
    calls = calls_of(ends)[:, : lengths.max(initial=0)]
    dealers, vulnerabilities = (np.array(each, np.uint8) for each in (boards.dealers, boards.vulnerabilities))
    chances = np.zeros((*calls.shape, len(CALLS)), np.float32)
    for made in range(calls.shape[1]):
        going = np.flatnonzero(lengths > made)
        auctions = AuctionBatch(calls[going, :made], dealers[going], vulnerabilities[going])
        turns = TurnBatch(boards.deals.holdings[going, auctions.turn], auctions, going)
        chances[going, made] = player.chances(turns)
    return chances
