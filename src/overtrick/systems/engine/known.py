"""What the calls so far say about the points of both hands together, as numbers that conditions on my hand use."""

from typing import TYPE_CHECKING

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


def averages(turn: "Turn") -> tuple[int, ...]:
    """Partner's cards of each suit; twice the points of the other hands that count for us; ten times what mine count.

    Rounded, so that turns that differ little share their lines.
    """
    ours, weight = together(turn)
    others = (1 - weight) * ours / weight + turn.partner.points[1]
    return (*(int(mean + 0.25) for mean in turn.partner.mean), round(2 * others), round(10 / weight))
