"""What the calls so far say about the points of both hands together, as numbers that conditions on my hand use."""

from math import ceil
from typing import TYPE_CHECKING

from overtrick.core import Suit

if TYPE_CHECKING:
    from overtrick.systems.engine.turn import Turn

LENGTH_POINTS = 2.5
"""Points for length and shortness in the four hands together, on average, beyond the 40 for honours."""
PERCENTILES_APART = 3.29
"""Standard deviations between the 5th and the 95th percentile of a normal distribution (2 x 1.645)."""
CALLS_VARIANCE = 4
"""Variance added to what they have shown: calls are made on worse hands than promised, too."""
PARTNER_VARIANCE = 0.5
"""The same for partner, whose calls are trusted."""


def _variance(points: tuple[int, float, int]) -> float:
    """Of points whose 5th and 95th percentiles are given, as if they were normally distributed."""
    return ((points[2] - points[0]) / PERCENTILES_APART) ** 2


def together(turn: "Turn") -> tuple[float, float]:
    """What we hold together by what they have shown, and the weight of what partner has shown against that."""
    lho, rho = turn.lho, turn.rho
    if not (lho.acted or rho.acted):
        return 0.0, 1.0
    theirs = CALLS_VARIANCE + _variance(lho.points) + _variance(rho.points)
    ours = 40 + LENGTH_POINTS - lho.points[1] - rho.points[1]
    return ours, theirs / (theirs + _variance(turn.partner.points) + PARTNER_VARIANCE)


def likely_points(turn: "Turn") -> tuple[int, int]:
    """Twice the points of the other hands that count for us, and ten times what mine count; rounded."""
    ours, weight = together(turn)
    others = (1 - weight) * ours / weight + turn.partner.points[1]
    return round(2 * others), round(10 / weight)


def needed(turn: "Turn", word: str, suit: Suit | None, total: int) -> int:
    """What I need myself for so much together, as a word of `COMBINING` says: cards of a suit, or points for None."""
    if word == "extra":
        known = -turn.me.hcp[0] if suit is None else -turn.me.least[suit]
    elif word == "combined":
        known = turn.partner.points[0] if suit is None else turn.partner.least[suit]
    elif suit is not None:
        known = int(turn.partner.mean[suit] + 0.25)
    else:
        points, weight = turn.likely_points
        return max(ceil(total * weight / 10 - points / 2), 0)
    return max(total - known, 0)
