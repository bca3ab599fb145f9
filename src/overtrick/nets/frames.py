"""What the trick networks share in NumPy: suits as tokens, features in frames and waves, blocks, heads.

Arrays are (feature, token), a token being one suit of one example. Tokens are ordered (suit, example), so that the
four suits of an example are four equal blocks of columns. Features live in *frames*, one for each declarer; between
the activations, which work frame by frame, they are kept as *waves*, in which a map that the symmetry of the frames
commutes with falls apart into dense maps. A suit sees the others only through their mean. `four_hands` and `two_hands`
say what their frames and waves are.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.nets.activations import softmax, square_rectified
from overtrick.nets.artifact import Arrays, ArtifactError
from overtrick.nets.threads import one_thread

CLASSES = 14
"""0 to 13 tricks."""


class FrameNet(ABC):
    """Probabilities of 0 to 13 tricks for every declarer and strain."""

    name: ClassVar[str]
    frames: ClassVar[int]
    narrow: ClassVar[str]
    """The wave, and the setting, that only some of the channels carry: declarer against dummy."""
    chunk: ClassVar[int]
    """Examples at once: they stay in the processor's cache through all blocks."""

    def __init__(self, config: Mapping[str, Any], weights: Arrays) -> None:
        try:
            stored = {name: array.astype(np.float32) for name, array in weights.items()}
            self._tables = self.tables(stored, int(config[self.narrow]))
            self._blocks = [
                self._block(stored, f"blocks.{number}", own=True) for number in range(int(config["blocks"]))
            ]
            self._pool = self._block(stored, "pool", own=False)
            self._heads = [self._map(stored, name) for name in ("suit_head", "notrump_head")]
            self._bias = stored["bias"]
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise ArtifactError(f"expected the weights of a {self.name} network: {error}") from None

    def _map(self, stored: Mapping[str, Floats], name: str) -> "WaveMap":
        return WaveMap(self.maps(stored, name))

    def _block(self, stored: Mapping[str, Floats], name: str, *, own: bool) -> "FrameBlock":
        others, out = (self._map(stored, f"{name}.{part}") for part in ("others", "out"))
        return FrameBlock(self, self._map(stored, f"{name}.own") if own else None, others, out, stored[f"{name}.bias"])

    @abstractmethod
    def tables(self, stored: Mapping[str, Floats], narrow: int) -> list[Floats]:
        """Tables of the first features of a suit as waves, by row."""

    @abstractmethod
    def maps(self, stored: Mapping[str, Floats], name: str) -> list[Floats]:
        """The dense maps over the waves, one after the other, with the factors of the transform in them."""

    @abstractmethod
    def rows(self, inputs: NDArray[Any]) -> list[NDArray[Any]]:
        """The row of each table for every token."""

    @abstractmethod
    def to_frames(self, waves: Floats) -> Floats:
        """Waves of equal width to frames, both in equal blocks of rows."""

    @abstractmethod
    def to_waves(self, frames: Floats) -> Floats:
        """Frames to waves; may spoil the frames."""

    @one_thread
    def probabilities(self, inputs: NDArray[Any]) -> Floats:
        """Probabilities of 0 to 13 tricks. Shape: (example, …) to (example, declarer, strain, tricks)."""
        answers = np.empty((len(inputs), self.frames, 5, CLASSES), np.float32)
        for start in range(0, len(inputs), self.chunk):
            scores = softmax(self._scores(inputs[start : start + self.chunk]), axis=0)
            answers[start : start + self.chunk] = scores.transpose(3, 1, 2, 0)
        return answers

    def _scores(self, inputs: NDArray[Any]) -> Floats:
        """Class scores of a chunk. Shape: (tricks, declarer, strain, example)."""
        h = self._embed(inputs)
        for block in self._blocks:
            h += block(norm(h))
        u = norm(h)
        notrump = norm(self._pool(u))
        scores = np.empty((CLASSES, self.frames, 5, len(inputs)), np.float32)
        by_suit = self.to_frames(self._heads[0](u)).reshape(self.frames, CLASSES, 4, -1)
        np.add(by_suit.swapaxes(0, 1), self._bias[0][:, None, None, None], out=scores[:, :, :4])
        by_example = self.to_frames(self._heads[1](notrump)).reshape(self.frames, CLASSES, -1)
        np.add(by_example.swapaxes(0, 1), self._bias[1][:, None, None], out=scores[:, :, 4])
        return scores

    def _embed(self, inputs: NDArray[Any]) -> Floats:
        """The first features of every suit: a row of each table, added up. Shape: (feature, suit · example)."""
        h, *rest = (table[rows] for table, rows in zip(self._tables, self.rows(inputs), strict=True))
        for part in rest:
            h += part
        return np.ascontiguousarray(h.T)


class WaveMap:
    """A map that the symmetry of the frames commutes with: one matrix for each wave."""

    def __init__(self, maps: Sequence[Floats]) -> None:
        self._maps = [np.ascontiguousarray(matrix) for matrix in maps]
        self._rows = sum(map(len, maps))

    def __call__(self, x: Floats) -> Floats:
        out = np.empty((self._rows, x.shape[1]), np.float32)
        read = written = 0
        for matrix in self._maps:
            rows, columns = matrix.shape
            np.matmul(matrix, x[read : read + columns], out=out[written : written + rows])
            read, written = read + columns, written + rows
        return out


class FrameBlock:
    """Dense map, squared rectifier frame by frame, dense map.

    A token sees itself and the mean of the suits; without `own`, there is one token an example, which sees the mean.
    """

    def __init__(self, net: FrameNet, own: WaveMap | None, others: WaveMap, out: WaveMap, bias: Floats) -> None:
        self._net, self._own, self._others, self._out = net, own, others, out
        self._bias = bias[:, np.newaxis]

    def __call__(self, u: Floats) -> Floats:
        seen = self._others(mean_of_suits(u))
        seen[: len(self._bias)] += self._bias  # a bias is alike in all frames: it goes to the wave that is their sum
        if self._own is not None:
            common, seen = seen, self._own(u)
            by_suit = seen.reshape(len(seen), 4, -1)
            by_suit += common[:, np.newaxis]
        return self._out(self._net.to_waves(square_rectified(self._net.to_frames(seen))))


def norm(h: Floats) -> Floats:
    """Tokens scaled to root mean square one."""
    square = np.einsum("ij,ij->j", h, h) / np.float32(len(h))
    scaled: Floats = h * (1 / np.sqrt(square + np.float32(1e-6)))
    return scaled


def mean_of_suits(u: Floats) -> Floats:
    """(feature, suit · example) to (feature, example)."""
    clubs, diamonds, hearts, spades = u.reshape(len(u), 4, -1).transpose(1, 0, 2)
    total: Floats = clubs + diamonds
    total += hearts
    total += spades
    total *= np.float32(0.25)
    return total
