"""Random deals, a million in a fraction of a second."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.deals import DealBatch
from overtrick.core import BridgeError, Deal, Hand, InvalidDeal

_BLOCK = 1 << 14  # deals worked on at a time: their counters stay in the processor's cache
_NOTHING = Deal((Hand(), Hand(), Hand(), Hand()))


Seeded: TypeAlias = np.random.Generator | int | np.integer[Any]
"""A generator of random numbers, or the seed of one."""


def generator(seed: Seeded) -> np.random.Generator:
    """The generator itself, or the one of a seed; BridgeError for anything else."""
    if isinstance(seed, np.random.Generator):
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise BridgeError(f"expected a seed (a whole number from 0 on) or a NumPy generator, got {seed!r}")
    return np.random.default_rng(seed)


def random_deals(count: int, rng: Seeded, known: Deal = _NOTHING) -> DealBatch:
    """Uniformly random complete deals, each with the cards of `known` where they are there.

    `rng` is a generator or a seed; the same seed gives the same deals.

    >>> random_deals(1000, 7)
    <DealBatch of 1,000 deals>
    """
    rng, holdings = generator(rng), np.empty((count, 4, 4), np.uint16)
    for start in range(0, count, _BLOCK):
        _fill(holdings[start : start + _BLOCK], rng, known)
    return DealBatch(holdings)


def _fill(holdings: NDArray[np.uint16], rng: np.random.Generator, known: Deal) -> None:
    """Hand out the free cards one after the other, each to a random one of the places still open.

    `upto[s]` counts the open places of seats 0 to s, so a place drawn below it belongs to one of
    them, and the same comparison tells how the counts go on.
    """
    count = len(holdings)
    open_places = np.cumsum([13 - len(hand) for hand in known])
    free = known.missing
    if open_places[-1] != len(free):
        raise InvalidDeal(f"expected {open_places[-1]} free cards for the open places, got {len(free)}")
    upto = [np.full(count, places, np.uint8) for places in open_places[:3]]
    held = np.zeros((4, 3, count), np.uint16)  # suit, seats 0 to s, deal
    draws = rng.integers(0, 1 << 32, (len(free), count), np.uint32)
    for number, card in enumerate(free):
        index = (draws[number].astype(np.uint64) * np.uint64(len(free) - number) >> np.uint64(32)).astype(np.uint8)
        bit = np.uint16(1 << card.rank)
        for seats, counter in enumerate(upto):
            mine = (index < counter).view(np.uint8)
            counter -= mine
            held[card.suit, seats] |= mine * bit
    for suit in range(4):
        north, north_east, all_but_west = held[suit]
        everything = np.uint16(sum(1 << card.rank for card in free if card.suit == suit))
        holdings[:, 0, suit] = north
        holdings[:, 1, suit] = north_east ^ north
        holdings[:, 2, suit] = all_but_west ^ north_east
        holdings[:, 3, suit] = everything ^ all_but_west
    if known is not _NOTHING:
        holdings |= DealBatch.stack([known]).holdings
