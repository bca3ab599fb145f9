"""The best contract for boards that have been bid: up to 100 layouts, then trump suit as bid, and the best level.

Most boards are clear long before the hundredth layout, and tricks are what costs time. So the layouts are looked at in
stages, and a board whose reached contract leads by more than three standard errors is settled.
"""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Floats
from overtrick.arrays.auctions import Indices
from overtrick.arrays.scores import imps_of
from overtrick.contract.decisions import CHOICES, DecisionBatch, Tricks
from overtrick.hands.cells import CellSet
from overtrick.layouts.sampler import Owners, agreeing, shuffled_opponents
from overtrick.tricks.estimators import four_hands_fast

STAGES = (20, 30, 50)
"""Layouts of each stage: 100 together."""
MARGIN = 3.0
"""IMPs by which another contract must be better on average before it takes the place of the one reached.

What calls state is wider than what players hold, so a smaller lead is not worth a change of the label: see
docs/experiments.md."""
_CLEAR = 3.0  # standard errors

Solve = Callable[[DealBatch], Tricks]
ShownCells = Sequence[Sequence[CellSet]]
"""For every position the cells that lho, partner and rho have shown."""


def estimated(deals: DealBatch) -> Tricks:
    """The tricks the fast four-hand network thinks most likely."""
    return four_hands_fast().tricks(deals)


def gains(
    decisions: DecisionBatch,
    owners: Owners,
    shown: ShownCells | None,
    rng: np.random.Generator,
    solve: Solve = estimated,
) -> tuple[Floats, NDArray[np.uint8]]:
    """IMPs that every choice wins on average against the one made, and over how many layouts.

    With `shown`, over layouts that agree with the auction; without, over those in which both partners keep their
    cards. Shape: (decision, choice), (decision,).
    """
    allowed = decisions.as_bid
    total, squares = np.zeros((2, len(decisions), CHOICES))
    layouts = np.zeros(len(decisions), np.uint8)
    open_ = np.arange(len(decisions))
    dealt = _deal(owners, decisions.seats, shown, rng)
    done = 0
    for count in STAGES:
        won = _won(decisions[open_], dealt[open_, done : done + count], solve)
        total[open_] += won.sum(axis=1)
        squares[open_] += np.square(won, dtype=np.float64).sum(axis=1)
        done += count
        layouts[open_] = done
        mean = total[open_] / done
        error = np.sqrt(np.maximum(squares[open_] / done - mean**2, 0.0) / done)
        rival = allowed[open_]
        rival[np.arange(len(open_)), decisions.reached[open_]] = False
        open_ = open_[(rival & (mean + _CLEAR * error >= MARGIN)).any(axis=1)]
        if not len(open_):
            break
    return (total / layouts[:, np.newaxis]).astype(np.float32), layouts


def best_choices(decisions: DecisionBatch, expected: Floats, margin: float = MARGIN) -> NDArray[np.uint8]:
    """The paper's two steps: of the choices that keep the trump suit the best, if it is better than the one made."""
    rivals = np.where(decisions.as_bid, expected, -np.inf)
    best = rivals.argmax(axis=1)
    better = rivals.max(axis=1) > margin
    return np.where(better, best, decisions.reached).astype(np.uint8)


def _deal(owners: Owners, seats: Indices, shown: ShownCells | None, rng: np.random.Generator) -> Owners:
    if shown is None:
        return shuffled_opponents(owners, seats, sum(STAGES), rng)
    return agreeing(owners, seats, shown, sum(STAGES), rng)[0]


def _won(decisions: DecisionBatch, layouts: Owners, solve: Solve) -> NDArray[np.int8]:
    """IMPs of every choice against the one made, layout by layout. Shape: (decision, layout, choice)."""
    tricks = solve(DealBatch.of_owners(layouts.reshape(-1, 52)))
    return won_against_reached(decisions, tricks.reshape(*layouts.shape[:2], 4, 5))


def won_against_reached(decisions: DecisionBatch, tricks: Tricks) -> NDArray[np.int8]:
    """IMPs of every choice against the one made. Shape: (decision, layout, seat, strain) to (…, layout, choice)."""
    scores = decisions.scores(tricks).astype(np.int32)
    made = np.take_along_axis(scores, decisions.reached[:, np.newaxis, np.newaxis], axis=2)
    return imps_of(scores - made)
