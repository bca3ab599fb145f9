"""The four-hand trick network with NumPy alone: who holds each card in, probabilities of 0 to 13 tricks out.

Features of a suit live in four *frames*, one for each seat taken as declarer. Turning the deal by a seat
shifts the frames, so a linear map that respects this is a circular convolution over them. It is done in
the Fourier basis of the four frames, where it falls apart into three dense maps over *waves*:

    sum     x0 + x1 + x2 + x3           what all four frames share
    sides   x0 - x1 + x2 - x3           North-South against East-West
    turn    x0 - x2  and  x1 - x3       declarer against dummy, for either side

Activations work frame by frame, and a suit sees the others only through their mean. So turning the table
and exchanging suits commute with the network exactly: no augmentation, no averaging over rotations.

Arrays are (feature, token) as `tokens` tells: waves and frames are then whole blocks of rows.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.nets.artifact import Arrays, ArtifactError
from overtrick.nets.tokens import CLASSES, in_chunks, mean_of_suits, norm, square_rectified

Owners = NDArray[np.uint8]
"""The seat that holds each card. Shape: (deal, suit, rank)."""

CHUNK = 96  # deals at once
WINDOWS = {"top": (7, 6), "middle": (4, 6), "low": (0, 4)}
"""Tables over the owners of some ranks of a suit: the first rank and how many."""

LENGTHS = tuple((a, b, c, 13 - a - b - c) for a in range(14) for b in range(14 - a) for c in range(14 - a - b))
"""Every way a suit can be split, in the order of the rows of the table of lengths."""

_HALF, _ROOT = np.float32(0.5), np.float32(0.5**0.5)  # factors of the transform between frames and waves


class FourHandNet:
    """Probabilities of 0 to 13 tricks for every declarer and strain."""

    def __init__(self, config: Mapping[str, Any], weights: Arrays) -> None:
        try:
            stored = {name: array.astype(np.float32) for name, array in weights.items()}
            turn = int(config["turn"])
            self._tables = [_window_table(stored[f"embed.{name}"], size, turn) for name, (_, size) in WINDOWS.items()]
            self._tables.append(_lengths_table(stored["embed.lengths"], turn))
            self._blocks = [_Block(stored, f"blocks.{number}") for number in range(int(config["blocks"]))]
            self._pool = _Block(stored, "pool")
            self._heads = _Dense(stored, "suit_head"), _Dense(stored, "notrump_head")
            self._bias = stored["bias"]
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise ArtifactError(f"expected the weights of a four-hand network: {error}") from None

    def probabilities(self, owners: Owners) -> Floats:
        """Probabilities of 0 to 13 tricks. Shape: (deal, suit, rank) to (deal, declarer, strain, tricks)."""
        return in_chunks(owners, 4, CHUNK, self._scores)

    def _scores(self, owners: Owners) -> Floats:
        """Class scores of a chunk. Shape: (tricks, declarer, strain, deal)."""
        h = self._embed(owners)
        for block in self._blocks:
            u = norm(h)
            h += block.for_suits(u, mean_of_suits(u))
        u = norm(h)
        notrump = norm(self._pool.for_deal(mean_of_suits(u)))
        scores = np.empty((CLASSES, 4, 5, len(owners)), np.float32)
        by_suit = _to_frames(self._heads[0](u)).reshape(4, CLASSES, 4, -1)
        np.add(by_suit.transpose(1, 0, 2, 3), self._bias[0][:, None, None, None], out=scores[:, :, :4])
        by_deal = _to_frames(self._heads[1](notrump)).reshape(4, CLASSES, -1)
        np.add(by_deal.transpose(1, 0, 2), self._bias[1][:, None, None], out=scores[:, :, 4])
        return scores

    def _embed(self, owners: Owners) -> Floats:
        """The first features of every suit: a row of each table, added up. Shape: (feature, suit · deal)."""
        tokens = owners.transpose(1, 0, 2).reshape(-1, 13)
        first, *rest = zip(self._tables, table_rows(tokens), strict=True)
        h = first[0][first[1]]
        for table, rows in rest:
            h += table[rows]
        return np.ascontiguousarray(h.T)


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


class _Dense:
    """A map that turning the table commutes with: one matrix each for the sum, sides and turn waves."""

    def __init__(self, stored: Mapping[str, Floats], name: str) -> None:
        re, im = stored[f"{name}.turn"]
        turn = np.block([[re.T, -im.T], [im.T, re.T]]) * _ROOT
        parts = [stored[f"{name}.sum"].T * _HALF, stored[f"{name}.sides"].T * _HALF, turn]
        self._parts = [np.ascontiguousarray(part) for part in parts]
        self._rows = sum(len(part) for part in parts)

    def __call__(self, x: Floats) -> Floats:
        out = np.empty((self._rows, x.shape[1]), np.float32)
        read = written = 0
        for part in self._parts:
            rows, columns = part.shape
            np.matmul(part, x[read : read + columns], out=out[written : written + rows])
            read, written = read + columns, written + rows
        return out


class _Block:
    """Dense map, squared rectifier frame by frame, dense map."""

    def __init__(self, stored: Mapping[str, Floats], name: str) -> None:
        self._own = _Dense(stored, f"{name}.own") if f"{name}.own.sum" in stored else None
        self._others = _Dense(stored, f"{name}.others")
        self._out = _Dense(stored, f"{name}.out")
        self._bias = stored[f"{name}.bias"][:, np.newaxis]

    def for_suits(self, u: Floats, mean: Floats) -> Floats:
        """The change of every suit, which sees itself and the mean of the suits."""
        assert self._own is not None
        seen = self._own(u)
        by_suit = seen.reshape(len(seen), 4, -1)
        by_suit += self._from_mean(mean)[:, np.newaxis]
        return self._act(seen)

    def for_deal(self, mean: Floats) -> Floats:
        """Features of the whole deal, which sees only the mean of the suits."""
        return self._act(self._from_mean(mean))

    def _from_mean(self, mean: Floats) -> Floats:
        seen = self._others(mean)
        seen[: len(self._bias)] += self._bias  # a bias is alike in all frames: it goes to the sum wave
        return seen

    def _act(self, seen: Floats) -> Floats:
        return self._out(_to_waves(square_rectified(_to_frames(seen))))


def _to_frames(waves: Floats) -> Floats:
    """Waves to frames, both four equal blocks of rows; the factors are in the weights before."""
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


def _to_waves(frames: Floats) -> Floats:
    """Frames to waves; spoils the frames. The factors are in the weights after."""
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
