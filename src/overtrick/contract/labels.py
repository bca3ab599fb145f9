"""The best contract for boards that have been bid: up to 100 layouts, then trump suit as bid, and the best level.

Two rules find the level. Ours takes the level that wins most IMPs, if it wins more than a margin. The paper's (Chen
and Yang 2025, section III.C) takes the category that scores most: part score, game, slam or grand slam, over all 100
layouts. With ours most boards are clear long before the hundredth, and tricks are what costs time. So the layouts are
looked at in stages, and a board whose reached contract leads by more than three standard errors is settled.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Floats
from overtrick.arrays.auctions import Indices
from overtrick.arrays.scores import STRAINS, imps_of
from overtrick.contract.decisions import (
    BID_CATEGORIES,
    CATEGORIES,
    CHOICES,
    FIRST_BID_CHOICE,
    DecisionBatch,
    Tricks,
)
from overtrick.core import BIDS, Strain
from overtrick.hands.cells import CellSet
from overtrick.layouts.sampler import Owners, agreeing, shuffled_opponents
from overtrick.solver.tables import solve_contracts
from overtrick.tricks.estimators import four_hands_fast

STAGES = (20, 30, 50)
"""Layouts of each stage: 100 together."""
MARGIN = 3.0
"""IMPs by which another contract must be better on average before it takes the place of the one reached.

What calls state is wider than what players hold, so a smaller lead is not worth a change of the label: see
docs/experiments.md."""
_CLEAR = 3.0  # standard errors


class LabelRule(StrEnum):
    """How the level of a label is found."""

    OURS = "ours"
    PAPER = "paper"


class ChoiceMeans(NamedTuple):
    """What every choice brings on average over the layouts of a decision."""

    imps: Floats
    """Against the choice made. Shape: (decision, choice)."""
    points: Floats
    """For the player's side. Shape: (decision, choice)."""
    layouts: NDArray[np.uint8]
    """Over how many. Shape: (decision,)."""


Solve = Callable[[DecisionBatch, DealBatch], Tricks]
"""The tricks of layouts, as many for each decision, one decision after the other."""
ShownCells = Sequence[Sequence[CellSet]]
"""For every position the cells that lho, partner and rho have shown."""


def estimated(decisions: DecisionBatch, deals: DealBatch) -> Tricks:
    """The tricks the fast four-hand network thinks most likely."""
    return four_hands_fast().tricks(deals)


def solved(decisions: DecisionBatch, deals: DealBatch) -> Tricks:
    """Exact tricks of the contract that stands, and of the strains that the side has bid, the choice made included.

    The others are estimated: the player would have to name a new suit at the end.
    """
    tricks, standing = estimated(decisions, deals), decisions.standing
    layouts = len(deals) // max(1, len(decisions))
    contracts = [(standing.declarers, STRAINS[standing.bids], standing.bids >= 0)]
    bids = decisions.reached - FIRST_BID_CHOICE
    for strain in Strain:
        wanted = decisions.has_bid[:, strain] | ((bids >= 0) & (STRAINS[bids] == strain))
        contracts.append((decisions.declarers[:, strain], np.full(len(decisions), strain), wanted))
    for declarers, strains, wanted in contracts:
        rows = np.flatnonzero(np.repeat(wanted, layouts))
        who, trumps = (np.repeat(part, layouts)[rows].astype(np.uint8) for part in (declarers, strains))
        tricks[rows, who, trumps] = solve_contracts(deals[rows], who, trumps, threads=1)
    return tricks


def simulate(
    decisions: DecisionBatch,
    owners: Owners,
    shown: ShownCells | None,
    rng: np.random.Generator,
    solve: Solve = estimated,
    rule: LabelRule = LabelRule.OURS,
) -> ChoiceMeans:
    """What every choice brings on average over up to 100 layouts; the paper's rule looks at all of them.

    With `shown`, the layouts agree with the auction; without, both partners keep their cards.
    """
    total, squares, points = np.zeros((3, len(decisions), CHOICES))
    layouts = np.zeros(len(decisions), np.uint8)
    open_ = np.arange(len(decisions))
    dealt = _deal(owners, decisions.seats, shown, rng)
    done = 0
    for count in STAGES:
        scores, won = _scored(decisions[open_], dealt[open_, done : done + count], solve)
        points[open_] += scores.sum(axis=1)
        total[open_] += won.sum(axis=1)
        squares[open_] += np.square(won, dtype=np.float64).sum(axis=1)
        done += count
        layouts[open_] = done
        if rule is LabelRule.OURS:
            open_ = open_[_may_change(decisions[open_], total[open_] / done, squares[open_] / done, done)]
        if not len(open_):
            break
    imps, score = (
        part.astype(np.float32) for part in (total / layouts[:, np.newaxis], points / layouts[:, np.newaxis])
    )
    return ChoiceMeans(imps, score, layouts)


def _may_change(decisions: DecisionBatch, mean: NDArray[Any], square: NDArray[Any], layouts: int) -> NDArray[np.bool_]:
    """Where another choice comes within some standard errors of the margin. Shape: (decision,)."""
    error = np.sqrt(np.maximum(square - mean**2, 0.0) / layouts)
    rival = decisions.as_bid
    rival[np.arange(len(decisions)), decisions.reached] = False
    close: NDArray[np.bool_] = (rival & (mean + _CLEAR * error >= MARGIN)).any(axis=1)
    return close


def label(decisions: DecisionBatch, simulation: ChoiceMeans, rule: LabelRule) -> NDArray[np.uint8]:
    """The best choice of every decision. Shape: (decision,)."""
    if rule is LabelRule.PAPER:
        return by_category(decisions, simulation.points)
    return by_margin(decisions.reached, decisions.as_bid, simulation.imps)


def by_margin(
    reached: NDArray[np.integer], as_bid: NDArray[np.bool_], imps: Floats, margin: float = MARGIN
) -> NDArray[np.uint8]:
    """Our rule: of the choices that keep the trump suit the best, if it is better than the one made by a margin."""
    rivals = np.where(as_bid, imps, -np.inf)
    better = rivals.max(axis=1) > margin
    return np.where(better, rivals.argmax(axis=1), reached).astype(np.uint8)


def by_category(decisions: DecisionBatch, points: Floats) -> NDArray[np.uint8]:
    """The paper's two steps: the trump suit as bid, then the category that scores most on average.

    Same category: as bid. Underbid: the lowest contract of the higher category. Overbid: the lowest one of the lower
    category that the auction still allows, which is a pass where the side's own bid in that suit stands there.
    """
    rows, bids, standing = np.arange(len(decisions)), decisions.reached - FIRST_BID_CHOICE, decisions.standing
    lowest = np.full((len(decisions), len(CATEGORIES)), -1)
    own = standing.are_of(decisions.seats & 1) & (STRAINS[standing.bids] == STRAINS[bids])
    for bid in range(len(BIDS) - 1, -1, -1):
        allowed = (STRAINS[bids] == STRAINS[bid]) & decisions.legal[:, FIRST_BID_CHOICE + bid]
        lowest[allowed, BID_CATEGORIES[bid]] = FIRST_BID_CHOICE + bid
        lowest[own & (standing.bids == bid), BID_CATEGORIES[bid]] = 0
    worth = np.where(lowest >= 0, np.take_along_axis(points, np.maximum(lowest, 0), axis=1), -np.inf)
    same, made = BID_CATEGORIES[bids], points[rows, decisions.reached]
    worth[rows, same] = np.maximum(worth[rows, same], made)
    best = worth.argmax(axis=1)
    better = (worth[rows, best] > worth[rows, same]) & (bids >= 0)
    return np.where(better, lowest[rows, best], decisions.reached).astype(np.uint8)


def _deal(owners: Owners, seats: Indices, shown: ShownCells | None, rng: np.random.Generator) -> Owners:
    if shown is None:
        return shuffled_opponents(owners, seats, sum(STAGES), rng)
    return agreeing(owners, seats, shown, sum(STAGES), rng)[0]


def _scored(decisions: DecisionBatch, layouts: Owners, solve: Solve) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    """Points of every choice, and its IMPs against the one made. Shape: (decision, layout, choice)."""
    tricks = solve(decisions, DealBatch.of_owners(layouts.reshape(-1, 52)))
    return scored_against_reached(decisions, tricks.reshape(*layouts.shape[:2], 4, 5))


def scored_against_reached(decisions: DecisionBatch, tricks: Tricks) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
    """Points of every choice, and its IMPs against the one made.

    Shape: (decision, layout, seat, strain) to (decision, layout, choice).
    """
    scores = decisions.scores(tricks).astype(np.int32)
    made = np.take_along_axis(scores, decisions.reached[:, np.newaxis, np.newaxis], axis=2)
    return scores, imps_of(scores - made)
