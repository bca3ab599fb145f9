"""Scales of points for single cards."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import tabulate
from overtrick.hands.holdings import ACE, JACK, KING, QUEEN, TEN

_CARDS = (ACE, KING, QUEEN, JACK, TEN)


@dataclass(frozen=True)
class Scale:
    """Points for ace, king, queen, jack and ten."""

    name: str
    points: tuple[float, float, float, float, float]
    source: str

    def of_suit(self, holding: int) -> float:
        """The points of one suit."""
        return sum(points for points, card in zip(self.points, _CARDS, strict=True) if holding & card)

    @property
    def table(self) -> NDArray[np.float32]:
        """The points of every holding. Shape: (8192,)."""
        return tabulate(self.of_suit, np.float32)


_PAPER = "Jan, Huang and Yang 2023, Table II, after Mossakowski and Mańdziuk 2009"

PAPER_SCALES = (
    Scale("hcp", (4, 3, 2, 1, 0), f"Work and Goren; {_PAPER}"),
    Scale("bamberger", (7, 5, 3, 1, 0), _PAPER),
    Scale("collet", (4, 3, 2, 0.5, 0.5), _PAPER),
    Scale("four aces", (3, 2, 1, 0.5, 0), _PAPER),
    Scale("polish", (7, 4, 3, 0, 0), _PAPER),
    Scale("reith", (6, 4, 3, 2, 1), _PAPER),
    Scale("robertson", (7, 5, 3, 2, 1), _PAPER),
    Scale("vernes", (4, 3.1, 1.9, 0.9, 0), _PAPER),
    Scale("akq", (4, 3, 2, 0, 0), _PAPER),
)
"""The nine scales of the 2023 paper, in its order; high-card points first."""

SCALES = (
    *PAPER_SCALES,
    Scale("bum-rap", (4.5, 3, 1.5, 0.75, 0.25), "Building a better mousetrap; aces and tens are worth more"),
    Scale("fifths", (4, 2.8, 1.8, 1, 0.4), "Thomas Andrews, for 3NT"),
    Scale("banzai", (5, 4, 3, 2, 1), "David Jackson and Ron Klinger, for balanced hands in notrump"),
    Scale("zar honours", (6, 4, 2, 1, 0), "Zar Petkov: points and controls together"),
    Scale("cheung", (6, 4, 1.8, 0.8, 0), "Peter Cheung, from double-dummy play"),
)
