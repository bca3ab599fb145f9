"""The two-hand trick network with NumPy alone: declarer and dummy in, probabilities of 0 to 13 tricks out.

A suit of a pair is a token. Its features live in two *frames*, one for each hand as declarer, and are
kept as *waves*: `both`, the sum of the frames, and `gap`, their difference, in fewer channels. Changing
the hands round only changes the sign of `gap`, and suits see each other through their mean, so both
symmetries hold exactly. Arrays are (feature, token) as `frames` tells.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import HOLDINGS, Floats
from overtrick.nets.frames import FrameNet

WINDOWS = {"top": (5, 8), "middle": (3, 6), "low": (0, 5)}
"""Tables over the owners of some ranks of a suit: the first rank and how many."""

_ROOT = np.float32(0.5**0.5)  # makes sum and difference orthonormal
_BITS = np.array(HOLDINGS)[:, np.newaxis] >> np.arange(13) & 1
_LENGTHS = _BITS.sum(axis=-1).astype(np.int32)
_TERNARY = (_BITS @ 3 ** np.arange(13)).astype(np.int32)  # the bits of a holding read as a number in base 3

Pairs = NDArray[np.uint16]
"""What the two hands hold. Shape: (pair, hand, suit)."""


class TwoHandNet(FrameNet):
    """Probabilities over all layouts of the 26 cards that two hands leave.

    Shape: (pair, hand, suit) holdings to (pair, declarer, strain, tricks).
    """

    name, frames, narrow, chunk = "two-hand", 2, "gap", 192

    def tables(self, stored: Mapping[str, Floats], narrow: int) -> list[Floats]:
        windows = [(stored[f"embed.{name}"], _swapped_rows(size)) for name, (_, size) in WINDOWS.items()]
        lengths = np.arange(196)
        windows.append((stored["embed.lengths"], lengths % 14 * 14 + lengths // 14))
        return [_as_waves(table, swapped, narrow) for table, swapped in windows]

    def maps(self, stored: Mapping[str, Floats], name: str) -> list[Floats]:
        return [stored[f"{name}.{wave}"].T * _ROOT for wave in ("both", "gap")]

    def rows(self, inputs: Pairs) -> list[NDArray[np.int32]]:
        one, other = (inputs[:, hand].T.ravel() for hand in (0, 1))
        return table_rows(one, other)

    def to_frames(self, waves: Floats) -> Floats:
        return _exchanged(waves)

    def to_waves(self, frames: Floats) -> Floats:
        return _exchanged(frames)


def table_rows(one: NDArray[np.uint16], other: NDArray[np.uint16]) -> list[NDArray[np.int32]]:
    """The row of each table for a suit's two holdings: windows in base 3 (1: first hand, 2: second), then lengths."""
    rows = []
    for first, size in WINDOWS.values():
        window = np.uint16((1 << size) - 1)
        rows.append(_TERNARY[one >> first & window] + 2 * _TERNARY[other >> first & window])
    return [*rows, 14 * _LENGTHS[one] + _LENGTHS[other]]


def _swapped_rows(size: int) -> NDArray[np.int64]:
    """Where each row of a window of `size` ranks goes when the hands change places."""
    powers = 3 ** np.arange(size)
    digits = np.arange(3**size)[:, np.newaxis] // powers % 3
    swapped: NDArray[np.int64] = np.array([0, 2, 1])[digits] @ powers
    return swapped


def _as_waves(table: Floats, swapped: NDArray[np.int64], gap: int) -> Floats:
    """A table's rows as both frames see them, as waves."""
    mine, theirs = table, table[swapped]
    waves: Floats = np.concatenate([mine + theirs, (mine - theirs)[:, :gap]], axis=1) * _ROOT
    return waves


def _exchanged(x: Floats) -> Floats:
    """Two equal blocks of rows to their sum and difference: waves to frames and frames to waves alike."""
    half = len(x) // 2
    out = np.empty_like(x)
    np.add(x[:half], x[half:], out=out[:half])
    np.subtract(x[:half], x[half:], out=out[half:])
    return out
