"""Layouts of strangers' hands: drawn so that the hidden hands are what a network reads in the auction.

What a card says that calls show misleads about players who do not play it: on the tables of experts, layouts that
agree with a card say hardly more of the hidden cards than chance. The network has heard hundreds of thousands of their
auctions; layouts walk towards the points, lengths and cards that it gives each hand, and all weigh the same.
"""

from dataclasses import dataclass, replace
from math import comb

import numpy as np

from overtrick.arrays import Floats, Holdings
from overtrick.core import Suit
from overtrick.hands.cells import MOST_HCP
from overtrick.hands.holdings import HCP
from overtrick.hands.shapes import LENGTHS_OF_SHAPE
from overtrick.layouts.posterior import Posterior, Weights
from overtrick.layouts.replay import NetworkReplay
from overtrick.layouts.sampler import Costs, by_cost, table_of
from overtrick.nets.bidding import HiddenHands
from overtrick.systems.network import TRUE_TO_CARD, bidding_network
from overtrick.systems.views import View

POINTS, LENGTHS, CARDS = 1.0, 0.5, 0.2
"""How much the walk heeds each answer: they overlap, so together they would say too much. With these, layouts of 150
tables of experts said nearly as much of the true hands as the network does; `benchmarks/posterior.py` compares them.
"""
DOUBT = 1e-3
"""Chances this small are as good as none."""

_RANKS = np.arange(13, dtype=np.uint16)
_POINTS_OF_RANK = HCP[1 << np.arange(13)].astype(int)


@dataclass(frozen=True, eq=False)
class Reading(Posterior):
    """Layouts that are drawn as often as they are likely."""

    @property
    def likelihoods(self) -> Weights:
        return np.zeros(len(self))


def read(view: View, layouts: int, *, seed: int = 0) -> Reading:
    """So many layouts as the network reads the hidden hands, whatever its own calls would be."""
    view = replace(view, network=bidding_network(TRUE_TO_CARD))
    player = view.listeners
    hidden = view.network.hidden_hands(player)
    tables = hand_tables(hidden, player.hands[0])
    card_costs = -CARDS * np.log(np.maximum(hidden.cards[0], DOUBT))
    holdings = by_cost(player.hands[0], view.seat, tables, card_costs, layouts, np.random.default_rng(seed))
    replay = NetworkReplay(view.network, player.auctions, player.systems, player.seats, holdings[np.newaxis])
    return Reading(view, holdings, replay, np.ones(layouts, bool), seed)


def hand_tables(hidden: HiddenHands, hand: Holdings) -> list[Costs]:
    """What hands of lho, partner and rho cost by shape and points: little where the network expects more than chance.

    Around one hand (suit,).
    """
    by_chance = chances_of_points(hand), np.array([chances_of_length(int(suit)) for suit in np.bitwise_count(hand)])
    tables = []
    for points, lengths in zip(hidden.points[0], hidden.lengths[0], strict=True):
        of_points, of_lengths = (-_surprise(*each) for each in zip((points, lengths), by_chance, strict=True))
        of_shapes = sum(of_lengths[suit][LENGTHS_OF_SHAPE[:, suit]] for suit in Suit)
        table = LENGTHS * np.asarray(of_shapes)[:, np.newaxis] + POINTS * of_points
        tables.append(table_of(table.astype(np.float32)))
    return tables


def _surprise(chances: Floats, by_chance: Weights) -> Weights:
    surprise: Weights = np.log((chances + DOUBT / 10) / (by_chance + DOUBT))
    return surprise


def chances_of_length(own: int) -> Weights:
    """How often a hidden hand has each length of a suit in which the own hand has so many. Shape: (length 14,)."""
    left = 13 - own
    ways = np.array([comb(left, length) * comb(39 - left, 13 - length) for length in range(14)], float)
    chances: Weights = ways / ways.sum()
    return chances


def chances_of_points(hand: Holdings) -> Weights:
    """How often a hidden hand has so many points, around one hand (suit,). Shape: (points 38,)."""
    hidden = (hand[:, np.newaxis] >> _RANKS & 1) == 0
    ways = np.zeros((14, MOST_HCP + 1))  # of honours, by how many they are
    ways[0, 0] = 1
    honours = np.broadcast_to(_POINTS_OF_RANK, hidden.shape)[hidden & (_POINTS_OF_RANK > 0)].tolist()
    for points in honours:
        ways[1:, points:] += ways[:-1, :-points].copy()
    small = 39 - len(honours)
    counts = np.array([comb(small, 13 - cards) for cards in range(14)], float) @ ways
    chances: Weights = counts / counts.sum()
    return chances
