"""Places: trials that belong together, and with which hands the call tried wins there."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.doctor.hand_features import FEATURES, NOT_HELD, FeatureBound, Values
from overtrick.systems.tools.audit import NATURAL

if TYPE_CHECKING:
    from overtrick.doctor.card_trials import Trials

DEEPEST = 3
"""Bounds on the hand that a proposal may have."""
WORTH_A_BOUND = 1.15
"""How much more must be won with one more bound."""

Rows = NDArray[np.intp]
PlaceKey = tuple[str, str, str, str]
RULE = "rule"
"""The places of one rule of the card, in all its auctions."""
LEVELS = {
    "pattern": ("pattern", "usual", "tried"),
    "call": ("pattern", "tried"),
    RULE: ("rule", "usual", "tried"),
    "kind": ("kind", "usual_kind", "tried_kind"),
    "kind of call": ("kind", "tried_kind"),
}
"""What trials of a place have in common: the auction with both calls or one, the rule, or the kind of turn likewise."""
WHATEVER = "the card's call"


class Place(NamedTuple):
    """Where a trial belongs: its situation, what makes the call there, that call and the one tried."""

    pattern: str
    rule: str
    usual: str
    tried: str
    kind: str
    """The situation of the card whose rule makes the call; the kind of turn where the natural fallback does."""
    usual_kind: str
    tried_kind: str


def places_of(trials: "Trials", fewest: int) -> Iterator[tuple[PlaceKey, Rows]]:
    """The places with enough trials, at all levels."""
    for level, columns in LEVELS.items():
        names = [np.unique(trials[column], return_inverse=True) for column in columns]
        codes = np.ravel_multi_index([code.ravel() for _, code in names], [len(words) for words, _ in names])
        order = np.argsort(codes, kind="stable")
        for rows in np.split(order, np.flatnonzero(np.diff(codes[order])) + 1):
            if len(rows) >= fewest:
                first, *calls = (trials[column][rows[0]].decode() for column in columns)
                if _is_place(level, first, trials["usual"][rows]):
                    yield (level, first, *calls) if len(calls) == 2 else (level, first, WHATEVER, *calls), rows


def _is_place(level: str, name: str, usual: NDArray[np.bytes_]) -> bool:
    """Whether trials are a place of their own: a rule that is none of the fallback, a call instead of several."""
    if len(LEVELS[level]) == 2:
        return bool((usual != usual[0]).any())
    return level != RULE or not name.startswith(NATURAL)


def winning_bounds(features: Values, won: NDArray[np.float32], fewest: int) -> tuple[FeatureBound, ...] | None:
    """Bounds with which a call tried wins the most; None if it does not win. Shapes: (trial, feature), (trial,)."""
    total, bounds = float(won.sum()), dict[int, FeatureBound]()
    left = np.arange(len(features))
    for _ in range(DEEPEST):
        best, bound = _best_bound(features[left], won[left], fewest)
        if bound is None or best < WORTH_A_BOUND * max(total, 0) or best <= 0:
            break
        total = best
        bounds[bound.feature] = bounds.get(bound.feature, bound).joined(bound)
        left = left[bound.holds(features[left])]
    return tuple(bounds.values()) if total > 0 and len(left) >= fewest else None


def _best_bound(features: Values, won: NDArray[np.float32], fewest: int) -> tuple[float, FeatureBound | None]:
    """The bound with which the most is won, with enough trials left."""
    best: tuple[float, FeatureBound | None] = 0.0, None
    for place in range(len(FEATURES)):
        values = features[:, place].astype(np.intp)
        held = values > NOT_HELD
        if held.sum() < fewest:
            continue
        counts = np.bincount(values[held])
        sums = np.bincount(values[held], won[held])
        for is_low, below in ((False, sums.cumsum()), (True, sums[::-1].cumsum()[::-1])):
            enough = (counts.cumsum() if not is_low else counts[::-1].cumsum()[::-1]) >= fewest
            at = int(np.where(enough, below, -np.inf).argmax())
            if below[at] > best[0]:
                best = float(below[at]), FeatureBound(place, at if is_low else None, None if is_low else at)
    return best
