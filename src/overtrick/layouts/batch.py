"""Layouts that agree with what was shown, for many positions at once: the walk of `walking`, all of them together."""

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Holdings
from overtrick.hands.cells import CellSet
from overtrick.layouts.sampler import CHANGES, Walker

Indices = NDArray[np.intp]

_SHIFTS = np.arange(13, dtype=np.uint16)


def layouts_of(
    hands: Holdings,
    seats: Indices,
    shown: list[tuple[CellSet, ...]],
    count: int,
    rng: np.random.Generator,
    changes: int = CHANGES,
) -> Holdings:
    """Layouts around these hands in which lho, partner and rho hold what they have shown, as far as that can be.

    Shape: (position, suit) to (position, count, seat, suit).
    """
    numbers: dict[CellSet, int] = {}
    meanings = np.array([[numbers.setdefault(cells, len(numbers)) for cells in three] for three in shown])
    walker = Walker(_dealt(hands, count, rng), np.repeat(meanings, count, axis=0), list(numbers))
    walker.go(changes, rng)
    layouts = DealBatch.of_owners(walker.owners(np.repeat(seats, count)))
    return layouts.holdings.reshape(len(hands), count, 4, 4)


def _dealt(hands: Holdings, count: int, rng: np.random.Generator) -> Indices:
    """The hidden cards in random order. Shape: (position · count, card 39)."""
    held = (hands[:, :, np.newaxis] >> _SHIFTS & 1).reshape(-1, 52)
    hidden = np.argsort(held, axis=1, kind="stable")[:, :39]
    return rng.permuted(np.repeat(hidden, count, axis=0), axis=1)
