"""Which deals are learnt from and which are kept for testing.

A deal and its 96 images (24 orders of the suits, 4 rotations of the seats) are one deal to a network that
these symmetries commute with. So the part a deal belongs to follows from a hash that all its images share,
and of several images in the data only the first is kept.
"""

import hashlib
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from overtrick.nets.four_hands import Owners

Rows = NDArray[np.intp]
"""Row numbers of deals."""


_BLOCK = 1 << 15  # deals worked on at a time
_DIGITS = (2 * np.arange(12, -1, -1)).astype(np.uint64)  # a suit in base 4, the deuce first
_SUIT = np.uint64(26)


class Part(IntEnum):
    """What a deal is for."""

    TRAIN = 0
    VALIDATION = 1
    TEST = 2


@dataclass(frozen=True)
class Shares:
    """How deals are shared out: of a number of buckets, so many for testing, the next for validation."""

    buckets: int
    test: int
    validation: int

    def part(self, bucket: int) -> Part:
        """What the deals of a bucket are for."""
        if bucket < self.test:
            return Part.TEST
        return Part.VALIDATION if bucket < self.test + self.validation else Part.TRAIN


USUAL = Shares(32, 4, 1)
"""84 % to learn from, 3 % for validation, 12.5 % to test on."""
SEVENTY = Shares(10, 1, 2)
"""70 % to learn from, 20 % for validation, 10 % to test on, as Zhang et al. 2022 did."""


@dataclass(frozen=True, eq=False)
class Split:
    """The row numbers of the deals of each part, in their order; repeated deals are in none."""

    train: Rows
    validation: Rows
    test: Rows


def orbit_keys(owners: Owners) -> NDArray[np.uint8]:
    """The same 52 owners for a deal and all its 96 images. Shape: (deal, suit, rank) to (deal, 52)."""
    keys = np.empty((len(owners), 52), np.uint8)
    for start in range(0, len(owners), _BLOCK):
        keys[start : start + _BLOCK] = _orbit_keys(owners[start : start + _BLOCK])
    return keys


def _orbit_keys(owners: Owners) -> NDArray[np.uint8]:
    """Of the four rotations with their suits sorted, the one that comes first."""
    high, low = _sorted_suits(owners)
    for turn in range(1, 4):
        other_high, other_low = _sorted_suits((owners + np.uint8(turn)) % 4)
        earlier = (other_high < high) | ((other_high == high) & (other_low < low))
        high, low = np.where(earlier, other_high, high), np.where(earlier, other_low, low)
    mask = np.uint64((1 << 26) - 1)
    suits = np.stack([high >> _SUIT, high & mask, low >> _SUIT, low & mask], axis=1)
    return (suits[:, :, np.newaxis] >> _DIGITS & np.uint64(3)).astype(np.uint8).reshape(-1, 52)


def _sorted_suits(owners: Owners) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The four suits as numbers in rising order, two and two in one number."""
    numbers = (owners.astype(np.uint64) << _DIGITS).sum(axis=-1, dtype=np.uint64)
    numbers.sort(axis=1)
    return numbers[:, 0] << _SUIT | numbers[:, 1], numbers[:, 2] << _SUIT | numbers[:, 3]


def part_of(key: bytes, shares: Shares = USUAL) -> Part:
    """The part that an orbit belongs to."""
    return shares.part(int.from_bytes(hashlib.sha256(key).digest()[:4], "big") % shares.buckets)


def parts(owners: Owners, shares: Shares = USUAL) -> NDArray[np.uint8]:
    """The part each deal belongs to by its hash. Shape: (deal,)."""
    return np.array([part_of(key.tobytes(), shares) for key in orbit_keys(owners)], np.uint8)


def split(owners: Owners, random_deals: int = 0) -> Split:
    """The parts of a set of deals.

    Only the first `random_deals` (0: all of them) are uniformly random, and only from these come the parts
    that are held out; the others are for training, whatever their hash.
    """
    chosen: dict[Part, list[int]] = {part: [] for part in Part}
    seen: set[bytes] = set()
    for row, key in enumerate(map(bytes, orbit_keys(owners))):
        if key not in seen:
            seen.add(key)
            is_random = row < random_deals or not random_deals
            chosen[part_of(key) if is_random else Part.TRAIN].append(row)
    train, validation, test = (np.array(chosen[part], np.intp) for part in Part)
    return Split(train, validation, test)
