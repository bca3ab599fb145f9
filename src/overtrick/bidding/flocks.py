"""Layouts that agree with what was shown, for many positions at once: the walk of `walking`, all of them together."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.bidding import walking
from overtrick.systems.cells import CellSet

Indices = NDArray[np.intp]

_SHIFTS = np.arange(13, dtype=np.uint16)


def layouts_of(
    hands: Holdings,
    seats: Indices,
    shown: list[tuple[CellSet, ...]],
    count: int,
    rng: np.random.Generator,
    changes: int = walking.CHANGES,
) -> Holdings:
    """Layouts around these hands in which lho, partner and rho hold what they have shown, as far as that can be.

    Shape: (position, suit) to (position, count, seat, suit).
    """
    walker = _Flock(_dealt(hands, count, rng), np.repeat(seats, count), shown, count)
    walker.go(changes, rng)
    return walker.holdings.reshape(len(hands), count, 4, 4)


def _dealt(hands: Holdings, count: int, rng: np.random.Generator) -> Indices:
    """The hidden cards in random order. Shape: (position · count, card 39)."""
    held = (hands[:, :, np.newaxis] >> _SHIFTS & 1).reshape(-1, 52)
    hidden = np.argsort(held, axis=1, kind="stable")[:, :39]
    return rng.permuted(np.repeat(hidden, count, axis=0), axis=1)


class _Flock(walking._Walker):
    """The hidden cards of layouts around different hands: thirteen of lho, of partner, of rho."""

    def __init__(self, cards: Indices, seats: Indices, shown: list[tuple[CellSet, ...]], each: int) -> None:
        numbers: dict[CellSet, int] = {}
        sets = np.array([[numbers.setdefault(cells, len(numbers)) for cells in three] for three in shown])
        self._count, self._seats = len(cards), seats
        self._sets = np.repeat(sets, each, axis=0)
        self._rows = np.arange(self._count)
        self._table = np.concatenate([_table(cells) for cells in numbers])
        self._barred = None
        self._cards = np.ascontiguousarray(cards).ravel()
        by_player = cards.reshape(-1, 3, 13)
        self._codes = walking._CODE_OF_CARD[by_player].sum(axis=2).ravel()
        self._points = walking._POINTS_OF_CARD[by_player].sum(axis=2).ravel()
        key = walking._Walker._key(self._sets.ravel(), self._codes, self._points)
        self._costs = self._table[key]

    def _key(self, player: Indices, codes: Indices, points: Indices) -> Indices:  # type: ignore[override]
        return walking._Walker._key(self._sets[self._rows, player], codes, points)

    @property
    def holdings(self) -> Holdings:
        """The layouts now, with the hands of those who look on. Shape: (layout, seat, suit)."""
        owners = np.repeat(self._seats[:, np.newaxis], 52, axis=1)
        cards = self._cards.reshape(-1, 39)
        owners[self._rows[:, np.newaxis], cards] = (self._seats[:, np.newaxis] + 1 + np.arange(39) // 13) & 3
        held = (owners.reshape(-1, 1, 4, 13) == np.arange(4)[:, np.newaxis, np.newaxis]).astype(np.uint16)
        holdings: Holdings = (held << _SHIFTS).sum(axis=-1, dtype=np.uint16)
        return holdings


@lru_cache(maxsize=512)
def _table(cells: CellSet) -> walking.Costs:
    return walking._table(cells)
