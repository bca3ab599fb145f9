"""What weighted layouts say about each hidden hand: points, lengths, cards, shapes; and what is known before them."""

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.core import Hand
from overtrick.hands.features import hcp, lengths
from overtrick.hands.holdings import HCP
from overtrick.hands.shapes import CODE_OF_LENGTHS, LENGTHS_OF_SHAPE, SHAPE_OF_CODE, SHAPES
from overtrick.layouts.posterior import Posterior, Weights
from overtrick.nets.bidding_steps import CARDS, LENGTHS, POINTS

Chances = NDArray[np.float64]

HIDDEN, HELD = 39, 13
_CHOICES = np.array([[comb(most, few) for few in range(HELD + 1)] for most in range(HIDDEN + 1)], np.float64)
_POINTS_OF_RANK = HCP[1 << np.arange(13)].astype(int)
_RANKS = np.arange(13, dtype=np.uint16)


@dataclass(frozen=True, eq=False)
class Picture:
    """One hidden hand, as chances."""

    points: Chances
    """Shape: (points,)."""
    lengths: Chances
    """Shape: (suit, length)."""
    cards: Chances
    """The chance that the hand holds it. Shape: (card,)."""
    shapes: Chances
    """Shape: (shape,)."""

    @property
    def mean_points(self) -> float:
        return float(self.points @ np.arange(POINTS))

    @property
    def mean_lengths(self) -> Chances:
        """Shape: (suit,)."""
        means: Chances = self.lengths @ np.arange(LENGTHS)
        return means

    def likely_points(self, share: float = 0.8) -> tuple[int, int]:
        """The narrowest range of points that has this share of the chances."""
        sums = np.concatenate([[0.0], np.cumsum(self.points)])
        ranges = [
            (high - low, low, high)
            for low in range(POINTS)
            for high in range(low, POINTS)
            if sums[high + 1] - sums[low] >= share - 1e-9
        ]
        _, low, high = min(ranges)
        return low, high

    def top_shapes(self, count: int = 6) -> list[tuple[str, int]]:
        """The likeliest shapes: how they are written (spades first) and their number."""
        order = np.argsort(-self.shapes, kind="stable")[:count]
        return [("=".join(map(str, reversed(SHAPES[place]))), int(place)) for place in order if self.shapes[place] > 0]


def pictures(posterior: Posterior) -> tuple[Picture, Picture, Picture]:
    """The hands of lho, partner and rho."""
    lho, partner, rho = (_picture(posterior.holdings[:, seat], posterior.weights) for seat in posterior.view.others)
    return lho, partner, rho


def _picture(held: Holdings, weights: Weights) -> Picture:
    by_suit = lengths(held).astype(np.intp)
    bits = (held[..., np.newaxis] >> _RANKS & 1).reshape(len(held), CARDS)
    return Picture(
        _tally(hcp(held), weights, POINTS),
        np.stack([_tally(suit, weights, LENGTHS) for suit in by_suit.T]),
        weights @ bits,
        _tally(SHAPE_OF_CODE[by_suit @ CODE_OF_LENGTHS], weights, len(SHAPES)),
    )


def _tally(classes: NDArray[Any], weights: Weights, count: int) -> Chances:
    """The weight of each class. Shape: (layout,) to (class,)."""
    return np.bincount(classes, weights, count).astype(np.float64)


def prior_picture(hand: Hand) -> Picture:
    """Any hidden hand before the first call, exactly."""
    hidden = np.array([not hand.mask >> card & 1 for card in range(CARDS)])
    return Picture(prior_points(hand), prior_lengths(hand), hidden / 3, prior_shapes(hand))


def prior_points(hand: Hand) -> Chances:
    """The chance of each number of high-card points. Shape: (points,)."""
    return _points(tuple(_left(hand, points) for points in range(5)))


@lru_cache(maxsize=64)
def _points(left: tuple[int, ...]) -> Chances:
    """The same when these numbers of cards of 0 to 4 points are hidden."""
    ways = np.zeros((HELD + 1, POINTS + 4))  # by cards taken, points taken
    ways[0, 0] = 1
    for points, count in list(enumerate(left))[1:]:
        ways = sum(  # type: ignore[assignment]
            comb(count, taken) * _shifted(ways, taken, taken * points) for taken in range(count + 1)
        )
    taken = np.arange(HELD + 1)
    chances: Chances = (ways * _CHOICES[left[0], HELD - taken][:, np.newaxis]).sum(axis=0)[:POINTS]
    chances /= chances.sum()
    return chances


def _shifted(ways: Chances, cards: int, points: int) -> Chances:
    moved = np.zeros_like(ways)
    if cards <= HELD and points < ways.shape[1]:
        moved[cards:, points:] = ways[: len(ways) - cards, : ways.shape[1] - points]
    return moved


def _left(hand: Hand, points: int) -> int:
    """How many hidden cards count that many points."""
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
