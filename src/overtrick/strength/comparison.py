"""Which count tells the tricks best on given pairs of hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError, Strain
from overtrick.strength.counts import Count
from overtrick.strength.evaluators import EVALUATORS
from overtrick.strength.pairs import TrickSet
from overtrick.strength.prediction import correlation, correlation_interval


@dataclass(frozen=True)
class Comparison:
    """How one count goes with the tricks: Pearson's r with its 95 % interval."""

    name: str
    r: float
    interval: tuple[float, float]
    pairs: int


def compare(
    data: TrickSet, counts: Sequence[Count], extra: Mapping[str, NDArray[np.float64]] | None = None
) -> list[Comparison]:
    """Every evaluator and these counts, best first; with `extra` strengths, only those."""
    if len(data) < 10:
        raise BridgeError(f"expected at least 10 pairs of hands to compare on, got {len(data)}")
    if float(data.tricks.std()) < 1e-9:
        raise BridgeError("expected tricks that differ from pair to pair, got the same everywhere")
    strengths = dict(extra) if extra is not None else _strengths(data, counts)
    rows = []
    for name, strength in strengths.items():
        applies = np.isfinite(strength)
        r = correlation(strength[applies], data.tricks[applies]) if applies.sum() >= 10 else 0.0
        rows.append(Comparison(name, r, correlation_interval(r, int(applies.sum())), int(applies.sum())))
    return sorted(rows, key=lambda row: -row.r)


def _strengths(data: TrickSet, counts: Sequence[Count]) -> dict[str, NDArray[np.float64]]:
    hands = data.hands
    notrump = bool((hands.strains == Strain.NOTRUMP).all())
    found = {}
    for each in EVALUATORS:
        points = each.count(hands.holdings, hands.strains[:, np.newaxis]).sum(axis=1).astype(np.float64)
        found[each.name] = -points if each.fewer_is_better else points
    counts = [count for count in counts if hands.theirs is not None or not count.needs_their_suit]
    found |= {count.name: count.strength(hands) for count in counts if count.is_for_notrump == notrump}
    return found
