"""What the suit-equivariant networks share: arrays of (feature, token), a token being one suit of one deal.

Tokens are ordered (suit, deal), so that the four suits of a deal are four equal blocks of columns.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.nets.threads import one_thread

CLASSES = 14
"""0 to 13 tricks."""


def norm(h: Floats) -> Floats:
    """Tokens scaled to root mean square one."""
    square = np.einsum("ij,ij->j", h, h) / np.float32(len(h))
    scaled: Floats = h * (1 / np.sqrt(square + np.float32(1e-6)))
    return scaled


def mean_of_suits(u: Floats) -> Floats:
    """(feature, suit · deal) to (feature, deal)."""
    clubs, diamonds, hearts, spades = u.reshape(len(u), 4, -1).transpose(1, 0, 2)
    total: Floats = clubs + diamonds
    total += hearts
    total += spades
    total *= np.float32(0.25)
    return total


def square_rectified(x: Floats) -> Floats:
    """max(0, x)², in place."""
    np.maximum(x, np.float32(0), out=x)
    np.multiply(x, x, out=x)
    return x


@one_thread
def in_chunks(inputs: NDArray[np.generic], declarers: int, chunk: int, scores: Callable[..., Floats]) -> Floats:
    """Probabilities from class scores (tricks, declarer, strain, deal), a chunk of deals at a time.

    A chunk stays in the processor's cache through all blocks. Shape: (deal, declarer, strain, tricks).
    """
    answers = np.empty((len(inputs), declarers, 5, CLASSES), np.float32)
    for start in range(0, len(inputs), chunk):
        part = scores(inputs[start : start + chunk])
        part -= part.max(axis=0)
        np.exp(part, out=part)
        part /= part.sum(axis=0)
        answers[start : start + chunk] = part.transpose(3, 1, 2, 0)
    return answers
