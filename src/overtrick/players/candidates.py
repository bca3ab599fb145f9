"""Calls that are worth comparing with the usual one."""

from collections.abc import Iterator

import numpy as np

from overtrick.arrays import Floats
from overtrick.arrays.auctions import NO_CALL, Bytes
from overtrick.core import CALLS, DOUBLE, PASS, Call, Strain
from overtrick.players.player import TurnBatch
from overtrick.systems.engine.forcing import GAME_LEVEL
from overtrick.systems.engine.tree import Node

LIKELY = 0.03
"""The chance from which on a call of the policy's is compared."""
MOST = 8
"""Calls that are compared."""


def candidate_calls(turns: TurnBatch, nodes: list[Node], chances: Floats) -> Bytes:
    """For each position the most likely call, then others; NO_CALL behind them. Shape: (position, MOST)."""
    candidates = np.full((len(turns), MOST), NO_CALL, np.uint8)
    for row, node in enumerate(nodes):
        order = np.argsort(-chances[row], kind="stable")
        likely = [CALLS[place] for place in order.tolist() if chances[row, place] >= LIKELY]
        lengths = [int(holding).bit_count() for holding in turns.hands[row]]
        calls = dict.fromkeys([CALLS[int(order[0])], *likely, *_closing(node, lengths)])
        legal = [call.index for call in calls if node.legal >> call.index & 1][:MOST]
        candidates[row, : len(legal)] = legal
    return candidates


def _closing(node: Node, lengths: list[int]) -> Iterator[Call]:
    """Calls that may end the auction: pass, double, and bids of strains that may be ours, at game and as low as can
    be.
    """
    yield PASS
    yield DOUBLE
    strains = _strains(node, lengths)
    last = node.last_bid
    for strain in strains:
        cheapest = 1 if last is None else last.level + (strain <= last.strain)
        if cheapest <= GAME_LEVEL[strain]:
            yield Call.of(GAME_LEVEL[strain], strain)
    for strain in strains:
        cheapest = 1 if last is None else last.level + (strain <= last.strain)
        if cheapest <= 7:
            yield Call.of(cheapest, strain)


def _strains(node: Node, lengths: list[int]) -> list[Strain]:
    """Strains to play in: suits that both may hold, the likeliest first, and notrump."""
    partner, theirs = node.seen[node.turn + 2 & 3], node.their_suits
    mean = partner.mean
    suits = [suit for suit in range(4) if suit not in theirs or lengths[suit] >= 5]
    fits = sorted(
        (suit for suit in suits if lengths[suit] + mean[suit] >= 7), key=lambda suit: -lengths[suit] - mean[suit]
    )
    return [*(Strain(suit) for suit in fits[:2]), Strain.NOTRUMP]
