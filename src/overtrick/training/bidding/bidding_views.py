"""Auctions from the players' seats, as a network reads them, with what it should have said."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.auctions import MIRRORED, NO_CALL, Bytes
from overtrick.hands.features import hcp, lengths
from overtrick.nets.bidding_steps import CARDS, Steps, follow, hand_features, place_features, step_count
from overtrick.training.bidding.bidding_material import BidTables

Numbers = NDArray[np.int32]

_RANKS = np.arange(13, dtype=np.uint16)


@dataclass(frozen=True, eq=False)
class Views:
    """Who looks at which table, and when. All arrays have the shape (view,)."""

    tables: Numbers
    seats: Bytes
    made: NDArray[np.int16]
    """Calls made by then."""

    def __getitem__(self, chosen: slice | NDArray[np.intp]) -> "Views":
        """Some of the views."""
        return Views(self.tables[chosen], self.seats[chosen], self.made[chosen])

    def __len__(self) -> int:
        return len(self.tables)


class Truth(NamedTuple):
    """What a network should have said."""

    calls: Bytes
    """The viewer's call where it is the viewer's turn, else NO_CALL. Shape: (step, view)."""
    points: Bytes
    """Shape: (view, other)."""
    lengths: Bytes
    """Shape: (view, other, suit)."""
    cards: Bytes
    """Which of the others holds each card; NO_CALL for own cards. Shape: (view, card)."""


class TriedCalls(NamedTuple):
    """Calls tried out at the last step. All arrays have the shape (view,)."""

    usual: Bytes
    tried: Bytes
    gains: NDArray[np.float32]
    """IMPs of the call tried against the usual one."""


def all_views(tables: BidTables, rows: NDArray[np.intp], whole: float, rng: np.random.Generator) -> Views:
    """All four seats of these tables; a share of them at the end of the auction, the others anywhere before it."""
    numbers, seats = np.repeat(rows, 4).astype(np.int32), np.tile(np.arange(4, dtype=np.uint8), len(rows))
    made = np.repeat(tables.lengths[rows], 4)
    anywhere = (rng.random(len(made)) * made).astype(np.int16)
    return Views(numbers, seats, np.where(rng.random(len(made)) < whole, made, anywhere))


def views_after(tables: BidTables, calls: int | None) -> Views:
    """All four seats after a number of calls, where an auction has more, or when it is over (None)."""
    lengths = tables.lengths
    rows = np.arange(len(tables)) if calls is None else np.flatnonzero(lengths > calls)
    made = lengths[rows] if calls is None else np.full(len(rows), calls, np.int16)
    return Views(
        np.repeat(rows, 4).astype(np.int32), np.tile(np.arange(4, dtype=np.uint8), len(rows)), np.repeat(made, 4)
    )


def by_steps(tables: BidTables, views: Views, window: int, most: int = 1024) -> Iterator[tuple[Views, Steps, Truth]]:
    """All the views in groups of about equally many steps, the shortest first."""
    counts = steps_of(tables, views, window)
    order = np.argsort(counts, kind="stable")
    for start in range(0, len(order), most):
        chosen = order[start : start + most]
        yield views[chosen], *seen(tables, views[chosen], window, int(counts[chosen].max()))


def positions(tables: BidTables, views: Views) -> NDArray[np.int16]:
    """How many seats after the dealer each viewer sits."""
    return (views.seats.astype(np.int16) - tables.dealers[views.tables]) % 4


def steps_of(tables: BidTables, views: Views, window: int) -> NDArray[np.intp]:
    """The number of steps of each view."""
    return step_count(views.made, positions(tables, views), window)


def seen(tables: BidTables, views: Views, window: int, steps: int) -> tuple[Steps, Truth]:
    """Views as arrays of this number of steps, with the truth."""
    rows = views.tables
    around = (views.seats[:, np.newaxis] + np.arange(4, dtype=np.uint8)) % 4
    holdings = np.take_along_axis(tables.holdings[rows], around[:, :, np.newaxis].astype(np.intp), axis=1)
    side = views.seats % 2
    calls = tables.calls[rows]
    calls = calls[:, : int((calls != NO_CALL).sum(axis=1).max()) + 1]
    codes, stands, turns, times = follow(calls, views.made, positions(tables, views), window, steps)
    vulnerable = tables.vulnerabilities[rows]
    vulnerable = np.where(side == 0, vulnerable, MIRRORED[vulnerable])
    of_side = tables.systems[rows]
    systems = of_side[np.arange(len(rows)), side], of_side[np.arange(len(rows)), 1 - side]
    given = Steps(hand_features(holdings[:, 0]), place_features(*systems, vulnerable), codes, stands, turns, times)
    return given, _truth(holdings, calls, given)


def _truth(holdings: NDArray[np.uint16], calls: Bytes, given: Steps) -> Truth:
    others = holdings[:, 1:]
    is_turn = (given.turns == 1) & (given.times >= 0)
    made = calls[np.arange(len(calls)), np.clip(given.times, 0, calls.shape[1] - 1)]
    held = (holdings[..., np.newaxis] >> _RANKS & 1).reshape(len(holdings), 4, CARDS)
    owner = held.argmax(axis=1).astype(np.uint8)
    return Truth(
        np.where(is_turn, made, NO_CALL).astype(np.uint8), hcp(others), lengths(others), owner - np.uint8(1)
    )  # own cards: 0 - 1 is NO_CALL
