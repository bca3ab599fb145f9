"""Scores compared: international match points and matchpoints (Law 78)."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Literal, get_args

Scoring = Literal["imps", "matchpoints", "points"]
"""What a board is scored by: IMPs, matchpoints, or total points."""
SCORINGS: tuple[Scoring, ...] = get_args(Scoring)

IMP_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The smallest difference in points that is worth 1, 2, … 24 IMPs."""


def imps(difference: int) -> int:
    """The IMPs a difference in points is worth, with its sign.

    >>> imps(620 - 170), imps(-10)
    (10, 0)
    """
    won = bisect_right(IMP_STEPS, abs(difference))
    return won if difference > 0 else -won


def share(score: int, others: Sequence[int]) -> float:
    """The part of the matchpoints that a North-South score wins against those of other tables.

    >>> share(420, [450, 420])
    0.25
    """
    return sum((score > other) + 0.5 * (score == other) for other in others) / len(others)


def matchpoints(scores: Sequence[int]) -> list[float]:
    """For each table's North-South score: 1 for every other table it beats, a half for every tie.

    >>> matchpoints([420, 450, 420])
    [0.5, 2.0, 0.5]
    """
    return [
        sum(1.0 for other in scores if other < score) + 0.5 * (sum(1 for other in scores if other == score) - 1)
        for score in scores
    ]
