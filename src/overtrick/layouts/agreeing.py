"""Layouts of the cards a player does not see: with partner's hand kept, or whatever agrees with the auction.

Agreeing layouts come from a random walk: two hidden cards of different hands change places, and the change stays if
every hand is still one of those its calls have shown. All positions of a batch walk at once.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.hands.cells import CELL_NUMBER, CellSet, chosen_cells
from overtrick.hands.holdings import HCP
from overtrick.hands.shapes import SHAPE_NUMBER

Owners = NDArray[np.uint8]
"""The seat that holds each card. Shape: (…, card 52)."""
Indices = NDArray[np.int64]

SETTLING = 150
"""Changes tried before the first layout: some four for each hidden card."""
BETWEEN = 15
"""Changes tried from one layout to the next."""

_SUITS = np.repeat(np.arange(4), 13)
_POINTS = np.tile(HCP[1 << np.arange(13)], 4).astype(np.int64)
_SHAPES = np.full((14, 14, 14), -1, np.int64)
for _lengths, _number in SHAPE_NUMBER.items():
    _SHAPES[_lengths[:3]] = _number


def shuffled_opponents(owners: Owners, seats: Indices, count: int, rng: np.random.Generator) -> Owners:
    """Layouts in which both partners keep their cards. Shape: (position, card) to (position, count, card)."""
    theirs = (owners ^ seats[:, np.newaxis].astype(np.uint8)) & 1 == 1
    cards = np.argsort(~theirs, axis=1, kind="stable")[:, :26]
    layouts = np.repeat(owners[:, np.newaxis], count, axis=1)
    held = np.take_along_axis(owners, cards, axis=1)
    dealt = rng.permuted(np.repeat(held[:, np.newaxis], count, axis=1), axis=2)
    np.put_along_axis(layouts, np.broadcast_to(cards[:, np.newaxis], dealt.shape), dealt, axis=2)
    return layouts


def shuffled_around(owners: Owners, seats: Indices, rng: np.random.Generator) -> Owners:
    """The paper's Algorithm 1: one hand stays, the other 39 cards are shuffled. Shape: (position, card)."""
    cards = np.argsort(owners == seats[:, np.newaxis], axis=1, kind="stable")[:, :39]
    layouts = owners.copy()
    np.put_along_axis(layouts, cards, rng.permuted(np.take_along_axis(owners, cards, axis=1), axis=1), axis=1)
    return layouts


def agreeing(
    owners: Owners, seats: Indices, shown: Sequence[Sequence[CellSet]], count: int, rng: np.random.Generator
) -> Owners:
    """Layouts in which lho, partner and rho hold what they have shown. Shape: (position, count, card).

    `owners` is where the walk begins; a hand that is not in its cells there may walk freely until it is. `shown` has
    the cells of the three players of each position.
    """
    walk = _Walk(owners, seats, shown)
    layouts = np.empty((len(owners), count, 52), np.uint8)
    for _ in range(SETTLING):
        walk.change(rng)
    for place in range(count):
        for _ in range(BETWEEN):
            walk.change(rng)
        layouts[:, place] = walk.owners
    return layouts


class _Walk:
    """The hidden cards of many positions: thirteen of lho, of partner, of rho."""

    def __init__(self, owners: Owners, seats: Indices, shown: Sequence[Sequence[CellSet]]) -> None:
        numbers: dict[CellSet, int] = {}
        self._sets = np.array([[numbers.setdefault(cells, len(numbers)) for cells in three] for three in shown])
        self._allowed = np.stack([chosen_cells(cells) for cells in numbers])
        self._rows = np.arange(len(owners))
        turned = (owners - seats[:, np.newaxis]) & 3
        self.cards = np.argsort(turned, axis=1, kind="stable")[:, 13:]
        self._holders = ((seats[:, np.newaxis] + 1 + np.arange(39) // 13) & 3).astype(np.uint8)
        self._own = np.repeat(seats[:, np.newaxis], 52, axis=1).astype(np.uint8)
        by_player = self.cards.reshape(-1, 3, 13)
        self._lengths = (_SUITS[by_player][..., np.newaxis] == np.arange(4)).sum(axis=2)
        self._points = _POINTS[by_player].sum(axis=2)
        self._fits = self._allowed[self._sets, self._cells(self._lengths, self._points)]

    @staticmethod
    def _cells(lengths: Indices, points: Indices) -> Indices:
        cells: Indices = CELL_NUMBER[_SHAPES[lengths[..., 0], lengths[..., 1], lengths[..., 2]], points]
        return cells

    @property
    def owners(self) -> Owners:
        """Who holds each card now. Shape: (position, card)."""
        owners = self._own.copy()
        owners[self._rows[:, np.newaxis], self.cards] = self._holders
        return owners

    def change(self, rng: np.random.Generator) -> None:
        """Try to let two cards of different players change places, in every position."""
        rows = self._rows
        draw = rng.integers(0, 3 * 2 * 13 * 13, len(rows))
        one, other = draw % 3, (draw % 3 + 1 + draw // 3 % 2) % 3
        places = 13 * one + draw // 6 % 13, 13 * other + draw // 78
        given, taken = self.cards[rows, places[0]], self.cards[rows, places[1]]
        fits = []
        changed = []
        for player, out, into in ((one, given, taken), (other, taken, given)):
            lengths = self._lengths[rows, player]
            lengths[rows, _SUITS[out]] -= 1
            lengths[rows, _SUITS[into]] += 1
            points = self._points[rows, player] + _POINTS[into] - _POINTS[out]
            fits.append(self._allowed[self._sets[rows, player], self._cells(lengths, points)])
            changed.append((player, lengths, points, fits[-1]))
        before = self._fits[rows, one].astype(np.int8) + self._fits[rows, other]
        stays = fits[0].astype(np.int8) + fits[1] >= before
        self._take(stays, changed)
        at = rows[stays]
        self.cards[at, places[0][stays]], self.cards[at, places[1][stays]] = taken[stays], given[stays]

    def _take(self, stays: NDArray[np.bool_], changed: list[tuple[Any, ...]]) -> None:
        at = self._rows[stays]
        for player, lengths, points, fits in changed:
            self._lengths[at, player[stays]] = lengths[stays]
            self._points[at, player[stays]] = points[stays]
            self._fits[at, player[stays]] = fits[stays]
