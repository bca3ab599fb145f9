"""Point counts: what each card is worth, and the tables over holdings that follow."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.hands import holdings as suit

Table = NDArray[Any]
Values = tuple[int, ...]

WORTH_AT_MOST = 1000  # so that a hand's count stays far inside 16 bits


def _honours(ace: int, king: int = 0, queen: int = 0, jack: int = 0, ten: int = 0) -> Values:
    return (0,) * 8 + (ten, jack, queen, king, ace)


_HCP = _honours(4, 3, 2, 1)
_ALTERNATIVES = (
    *(_honours(0, 0, 0, 0, 1), _honours(0, 0, 0, 1), _honours(0, 0, 1), _honours(0, 1), _honours(1)),
    *(_honours(1, 1), _honours(1, 1, 1), _honours(1, 1, 1, 1), _honours(1, 1, 1, 1, 1), _honours(6, 4, 2, 1)),
)


@dataclass(frozen=True, slots=True)
class PointCounts:
    """What `hcp` and `pt0` to `pt9` count: a value for each rank, twos first.

    Unless a script says otherwise hcp is 4-3-2-1; pt0 to pt4 count tens, jacks, queens, kings and aces;
    pt5 to pt8 the top two to five honours; pt9 is 6-4-2-1.
    """

    hcp: Values = _HCP
    alternatives: tuple[Values, ...] = _ALTERNATIVES

    def with_hcp(self, values: Values) -> "PointCounts":
        return replace(self, hcp=values)

    def with_alternative(self, number: int, values: Values) -> "PointCounts":
        alternatives = self.alternatives
        return replace(self, alternatives=(*alternatives[:number], values, *alternatives[number + 1 :]))

    def values(self, name: str) -> Values | None:
        """What each rank is worth in a count that adds up card by card; None for other measures."""
        if name == "hcp":
            return self.hcp
        if name == "controls":
            return _honours(2, 1)
        return self.alternatives[int(name[2:])] if name.startswith("pt") else None


STANDARD = PointCounts()


def ranks_from_the_top(values: list[int]) -> Values:
    """Values written ace first, missing ones 0, as a value for each rank from the two up."""
    if any(abs(value) > WORTH_AT_MOST for value in values):
        raise BridgeError(f"expected cards worth at most {WORTH_AT_MOST} points")
    if len(values) > 13:
        raise BridgeError(f"expected at most 13 values, one for each rank from the ace down, got {len(values)}")
    return tuple([*values, *[0] * (13 - len(values))][::-1])


@lru_cache(maxsize=256)
def table(name: str, counts: PointCounts) -> Table:
    """What every holding is worth in a measure; cccc without its share for shape. Shape: (8192,)."""
    known: dict[str, Table] = {"length": suit.LENGTHS, "losers": suit.LOSERS, "controls": suit.CONTROLS}
    if name in known:
        return known[name]
    if name == "quality":
        return np.rint(suit.QUALITY * 100).astype(np.int16)
    if name == "cccc":
        return np.rint(suit.KAPLAN_RUBENS * 100).astype(np.int16)
    values = counts.values(name)
    assert values is not None
    held = np.arange(1 << 13)[:, np.newaxis] >> np.arange(13) & 1
    totals: Table = held @ np.array(values)
    return totals.astype(np.uint8 if min(values) >= 0 and sum(values) <= 60 else np.int32)


def bounds(name: str, counts: PointCounts, *, one_suit: bool) -> tuple[int, int]:
    """The least and the most a measure can be, for one suit or a hand of 13 cards."""
    if name == "length":
        return 0, 13
    if name == "losers":
        return (0, 3) if one_suit else (0, 12)
    values = counts.values(name)
    if values is None or one_suit:
        worth = table(name, counts)
        low, high = int(worth.min()), int(worth.max())
        return (low, high) if one_suit else (4 * low - 50, 4 * high + 800)
    deck = sorted(value for value in values for _ in range(4))
    return sum(deck[:13]), sum(deck[-13:])
