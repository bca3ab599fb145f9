"""The four-hand trick network with NumPy alone: who holds each card in, probabilities of 0 to 13 tricks out.

Features of a suit live in four *frames*, one for each seat taken as declarer. Turning the deal by a seat
shifts the frames, so a linear map that respects this is a circular convolution over them. It is done in
the Fourier basis of the four frames, where it falls apart into three dense maps over *waves*:

    sum     x0 + x1 + x2 + x3           what all four frames share
    sides   x0 - x1 + x2 - x3           North-South against East-West
    turn    x0 - x2  and  x1 - x3       declarer against dummy, for either side

Activations work frame by frame, and a suit sees the others only through their mean. So turning the table
and exchanging suits commute with the network exactly: no augmentation, no averaging over rotations.

Arrays are (feature, token) as `frames` tells: waves and frames are then whole blocks of rows.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.nets.frames import FrameNet

Owners = NDArray[np.uint8]
"""The seat that holds each card. Shape: (deal, suit, rank)."""

WINDOWS = {"top": (7, 6), "middle": (4, 6), "low": (0, 4)}
"""Tables over the owners of some ranks of a suit: the first rank and how many."""

LENGTHS = tuple((a, b, c, 13 - a - b - c) for a in range(14) for b in range(14 - a) for c in range(14 - a - b))
"""Every way a suit can be split, in the order of the rows of the table of lengths."""

_HALF, _ROOT = np.float32(0.5), np.float32(0.5**0.5)  # factors of the transform between frames and waves


class FourHandNet(FrameNet):
    """Probabilities of 0 to 13 tricks. Shape: (deal, suit, rank) owners to (deal, declarer, strain, tricks)."""

    name, frames, narrow, chunk = "four-hand", 4, "turn", 96

    def tables(self, stored: Mapping[str, Floats], narrow: int) -> list[Floats]:
        windows = [_window_table(stored[f"embed.{name}"], size, narrow) for name, (_, size) in WINDOWS.items()]
        return [*windows, _lengths_table(stored["embed.lengths"], narrow)]

    def maps(self, stored: Mapping[str, Floats], name: str) -> list[Floats]:
        re, im = stored[f"{name}.turn"]
        turn = np.block([[re.T, -im.T], [im.T, re.T]]) * _ROOT
        return [stored[f"{name}.sum"].T * _HALF, stored[f"{name}.sides"].T * _HALF, turn]

    def rows(self, inputs: Owners) -> list[NDArray[Any]]:
        return table_rows(inputs.transpose(1, 0, 2).reshape(-1, 13))

    def to_frames(self, waves: Floats) -> Floats:
        """The factors are in the weights before."""
        a, b, re, im = waves.reshape(4, -1, waves.shape[1])
        frames = np.empty_like(waves)
        x0, x1, x2, x3 = frames.reshape(4, -1, waves.shape[1])
        np.add(a, b, out=x2)
        np.subtract(a, b, out=x3)
        np.add(x2, re, out=x0)
        np.subtract(x2, re, out=x2)
        np.add(x3, im, out=x1)
        np.subtract(x3, im, out=x3)
        return frames

    def to_waves(self, frames: Floats) -> Floats:
        """The factors are in the weights after."""
        x0, x1, x2, x3 = frames.reshape(4, -1, frames.shape[1])
        waves = np.empty_like(frames)
        a, b, re, im = waves.reshape(4, -1, frames.shape[1])
        np.subtract(x0, x2, out=re)
        np.subtract(x1, x3, out=im)
        np.add(x0, x2, out=x0)
        np.add(x1, x3, out=x1)
        np.add(x0, x1, out=a)
        np.subtract(x0, x1, out=b)
        return waves


def table_rows(tokens: NDArray[np.uint8]) -> list[NDArray[Any]]:
    """The row of each table for (token, rank) owners: three windows in base 4, then three lengths of four bits."""
    owners = tokens.astype(np.int32)
    windows = [
        owners[:, first : first + size] @ (1 << 2 * np.arange(size, dtype=np.int32)) for first, size in WINDOWS.values()
    ]
    lengths = np.left_shift(np.int64(1), owners << 2).sum(axis=-1)  # a hand of 13 still fits its four bits
    return [*windows, lengths & 0xFFF]


def _as_waves(frames: Floats, turn: int) -> Floats:
    """Frames (row, 4, channel) as waves (row, 2 · channels + 2 · turn)."""
    x0, x1, x2, x3 = (frames[:, frame] for frame in range(4))
    re, im = ((x0 - x2) * _ROOT)[:, :turn], ((x1 - x3) * _ROOT)[:, :turn]
    return np.concatenate([(x0 + x1 + x2 + x3) * _HALF, (x0 - x1 + x2 - x3) * _HALF, re, im], axis=1)


def _window_table(table: Floats, size: int, turn: int) -> Floats:
    """A table's rows as all four frames see them, as waves."""
    shifts = 2 * np.arange(size)
    owners = np.arange(4**size)[:, np.newaxis] >> shifts & 3
    frames = [table[((owners - frame) % 4 << shifts).sum(axis=-1)] for frame in range(4)]
    return _as_waves(np.stack(frames, axis=1), turn)


def _lengths_table(table: Floats, turn: int) -> Floats:
    """The same for the table of lengths, its rows put where `table_rows` looks for them."""
    row: dict[tuple[int, ...], int] = {lengths: number for number, lengths in enumerate(LENGTHS)}
    turned = [[row[lengths[frame:] + lengths[:frame]] for lengths in LENGTHS] for frame in range(4)]
    spread = np.zeros((4096, 2 * (table.shape[1] + turn)), np.float32)
    places = [a | b << 4 | c << 8 for a, b, c, _ in LENGTHS]
    spread[places] = _as_waves(np.stack([table[rows] for rows in turned], axis=1), turn)
    return spread
