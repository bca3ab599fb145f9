"""What a player knows of a hidden hand before the first call, exactly: the other 39 cards lie at random."""

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Hand
from overtrick.hands.holdings import HCP
from overtrick.hands.shapes import LENGTHS_OF_SHAPE
from overtrick.nets.bidding_steps import LENGTHS, POINTS

Chances = NDArray[np.float64]

HIDDEN, HELD = 39, 13
_CHOICES = np.array([[comb(most, few) for few in range(HELD + 1)] for most in range(HIDDEN + 1)], np.float64)
_POINTS_OF_RANK = HCP[1 << np.arange(13)].astype(int)


def prior_points(hand: Hand) -> Chances:
    """The chance of each number of high-card points. Shape: (points,)."""
    return _points(tuple(_left(hand, points) for points in range(5)))


@lru_cache(maxsize=64)
def _points(left: tuple[int, ...]) -> Chances:
    """The same when so many cards of 0 to 4 points are hidden."""
    ways = np.zeros((HELD + 1, POINTS + 4))  # by cards taken, points taken
    ways[0, 0] = 1
    for points, count in list(enumerate(left))[1:]:
        ways = sum(  # type: ignore[assignment]
            comb(count, taken) * _shifted(ways, taken, taken * points) for taken in range(count + 1)
        )
    taken = np.arange(HELD + 1)
    found: Chances = (ways * _CHOICES[left[0], HELD - taken][:, np.newaxis]).sum(axis=0)[:POINTS]
    found /= found.sum()
    return found


def _shifted(ways: Chances, cards: int, points: int) -> Chances:
    moved = np.zeros_like(ways)
    if cards <= HELD and points < ways.shape[1]:
        moved[cards:, points:] = ways[: len(ways) - cards, : ways.shape[1] - points]
    return moved


def _left(hand: Hand, points: int) -> int:
    """How many hidden cards count so many points."""
    cards = [card for card in range(52) if not hand.mask >> card & 1]
    return sum(int(_POINTS_OF_RANK[card % 13]) == points for card in cards)


def prior_lengths(hand: Hand) -> Chances:
    """The chance of each length of each suit. Shape: (suit, length)."""
    mine, length = np.array(hand.lengths)[:, np.newaxis], np.arange(LENGTHS)
    left = 13 - mine
    chances: Chances = _CHOICES[left, length] * _CHOICES[HIDDEN - left, HELD - length] / comb(HIDDEN, HELD)
    return chances


def prior_shapes(hand: Hand) -> Chances:
    """The chance of each shape. Shape: (shape,)."""
    left = 13 - np.array(hand.lengths)
    chances: Chances = _CHOICES[left, LENGTHS_OF_SHAPE.astype(int)].prod(axis=1) / comb(HIDDEN, HELD)
    return chances
