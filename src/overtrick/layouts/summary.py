"""What weighted layouts say about each hidden hand: points, lengths, cards, shapes."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.core import Hand
from overtrick.hands.features import hcp, lengths
from overtrick.hands.shapes import CODE_OF_LENGTHS, SHAPE_OF_CODE, SHAPES
from overtrick.layouts.posterior import Posterior, Weights
from overtrick.layouts.priors import Chances, prior_lengths, prior_points, prior_shapes
from overtrick.nets.bidding_steps import CARDS, LENGTHS, POINTS

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
