"""The two-hand trick network with NumPy alone: declarer and dummy in, probabilities of 0 to 13 tricks out.

A suit of a pair is a token. Its features live in two *frames*, one for each hand as declarer, and are
kept as *waves*: `both`, the sum of the frames, and `gap`, their difference, in fewer channels. Changing
the hands round only changes the sign of `gap`, and suits see each other through their mean, so both
symmetries hold exactly. Arrays are (feature, token) as `tokens` tells.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.nets.artifact import Arrays, ArtifactError
from overtrick.nets.tokens import CLASSES, in_chunks, mean_of_suits, norm, square_rectified

CHUNK = 192  # pairs at once
WINDOWS = {"top": (5, 8), "middle": (3, 6), "low": (0, 5)}
"""Tables over the owners of some ranks of a suit: the first rank and how many."""

_ROOT = np.float32(0.5**0.5)  # makes sum and difference orthonormal
_BITS = np.arange(8192)[:, np.newaxis] >> np.arange(13) & 1
_LENGTHS = _BITS.sum(axis=-1).astype(np.int32)
_TERNARY = (_BITS @ 3 ** np.arange(13)).astype(np.int32)  # the bits of a holding read as a number in base 3

Pairs = NDArray[np.uint16]
"""What the two hands hold. Shape: (pair, hand, suit)."""


class TwoHandNet:
    """Probabilities of 0 to 13 tricks over all layouts of the 26 cards that two hands leave."""

    def __init__(self, config: Mapping[str, Any], weights: Arrays) -> None:
        try:
            stored = {name: array.astype(np.float32) for name, array in weights.items()}
            gap = int(config["gap"])
            windows = [(stored[f"embed.{name}"], _swapped_rows(size)) for name, (_, size) in WINDOWS.items()]
            lengths = np.arange(196)
            windows.append((stored["embed.lengths"], lengths % 14 * 14 + lengths // 14))
            self._tables = [_as_waves(table, swapped, gap) for table, swapped in windows]
            self._blocks = [_Block(stored, f"blocks.{number}") for number in range(int(config["blocks"]))]
            self._pool = _Block(stored, "pool")
            self._heads = _Dense(stored, "suit_head"), _Dense(stored, "notrump_head")
            self._bias = stored["bias"]
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise ArtifactError(f"expected the weights of a two-hand network: {error}") from None

    def probabilities(self, pairs: Pairs) -> Floats:
        """Probabilities of 0 to 13 tricks. Shape: (pair, hand, suit) to (pair, declarer, strain, tricks)."""
        return in_chunks(pairs, 2, CHUNK, self._scores)

    def _scores(self, pairs: Pairs) -> Floats:
        """Class scores of a chunk. Shape: (tricks, declarer, strain, pair)."""
        h = self._embed(pairs)
        for block in self._blocks:
            h += block(norm(h))
        u = norm(h)
        by_suit = _exchanged(self._heads[0](u)).reshape(2, CLASSES, 4, -1)
        notrump = _exchanged(self._heads[1](norm(self._pool(u)))).reshape(2, CLASSES, -1)
        scores = np.empty((CLASSES, 2, 5, len(pairs)), np.float32)
        np.add(by_suit.swapaxes(0, 1), self._bias[0][:, None, None, None], out=scores[:, :, :4])
        np.add(notrump.swapaxes(0, 1), self._bias[1][:, None, None], out=scores[:, :, 4])
        return scores

    def _embed(self, pairs: Pairs) -> Floats:
        """The first features of every suit: a row of each table, added up. Shape: (feature, suit · pair)."""
        one, other = (pairs[:, hand].T.ravel() for hand in (0, 1))
        h, *rest = (table[rows] for table, rows in zip(self._tables, table_rows(one, other), strict=True))
        for part in rest:
            h += part
        return np.ascontiguousarray(h.T)


def table_rows(one: NDArray[np.uint16], other: NDArray[np.uint16]) -> list[NDArray[np.int32]]:
    """The row of each table for a suit's two holdings: windows in base 3 (1: first hand, 2: second), then lengths."""
    rows = []
    for first, size in WINDOWS.values():
        window = np.uint16((1 << size) - 1)
        rows.append(_TERNARY[one >> first & window] + 2 * _TERNARY[other >> first & window])
    return [*rows, 14 * _LENGTHS[one] + _LENGTHS[other]]


def _swapped_rows(size: int) -> NDArray[np.int64]:
    """Where each row of a window of so many ranks goes when the hands change places."""
    powers = 3 ** np.arange(size)
    digits = np.arange(3**size)[:, np.newaxis] // powers % 3
    swapped: NDArray[np.int64] = np.array([0, 2, 1])[digits] @ powers
    return swapped


def _as_waves(table: Floats, swapped: NDArray[np.int64], gap: int) -> Floats:
    """A table's rows as both frames see them, as waves."""
    mine, theirs = table, table[swapped]
    waves: Floats = np.concatenate([mine + theirs, (mine - theirs)[:, :gap]], axis=1) * _ROOT
    return waves


class _Dense:
    """A map that changing the hands round commutes with: one matrix for `both`, one for `gap`."""

    def __init__(self, stored: Mapping[str, Floats], name: str) -> None:
        self._both, self._gap = (np.ascontiguousarray(stored[f"{name}.{wave}"].T) * _ROOT for wave in ("both", "gap"))

    def __call__(self, x: Floats) -> Floats:
        (rows, columns), more = self._both.shape, len(self._gap)
        out = np.empty((rows + more, x.shape[1]), np.float32)
        np.matmul(self._both, x[:columns], out=out[:rows])
        np.matmul(self._gap, x[columns:], out=out[rows:])
        return out


class _Block:
    """Dense map, squared rectifier frame by frame, dense map; without `own`, one token a pair that sees the mean."""

    def __init__(self, stored: Mapping[str, Floats], name: str) -> None:
        self._own = _Dense(stored, f"{name}.own") if f"{name}.own.both" in stored else None
        self._others = _Dense(stored, f"{name}.others")
        self._out = _Dense(stored, f"{name}.out")
        self._bias = stored[f"{name}.bias"][:, np.newaxis]

    def __call__(self, u: Floats) -> Floats:
        seen = self._others(mean_of_suits(u))
        seen[: len(self._bias)] += self._bias  # in `both`, so that it reaches either frame
        if self._own is not None:
            common, seen = seen, self._own(u)
            by_suit = seen.reshape(len(seen), 4, -1)
            by_suit += common[:, np.newaxis]
        return self._out(_exchanged(square_rectified(_exchanged(seen))))


def _exchanged(x: Floats) -> Floats:
    """Two equal blocks of rows to their sum and difference: waves to frames and frames to waves alike."""
    half = len(x) // 2
    out = np.empty_like(x)
    np.add(x[:half], x[half:], out=out[:half])
    np.subtract(x[:half], x[half:], out=out[half:])
    return out
