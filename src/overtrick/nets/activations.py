"""Activations in NumPy, in place: squared rectifier, sigmoid, softmax."""

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats


def square_rectified(x: Floats) -> Floats:
    """max(0, x)²."""
    np.maximum(x, np.float32(0), out=x)
    np.multiply(x, x, out=x)
    return x


def sigmoid(x: Floats) -> Floats:
    """1 / (1 + e⁻ˣ)."""
    np.negative(x, out=x)
    np.minimum(x, np.float32(80), out=x)
    np.exp(x, out=x)
    x += np.float32(1)
    np.reciprocal(x, out=x)
    return x


def softmax(scores: Floats, axis: int = -1, where: NDArray[np.bool_] | None = None) -> Floats:
    """Probabilities over an axis; 0 where it does not hold, all 0 where nothing does."""
    if where is not None:
        np.copyto(scores, np.float32(-np.inf), where=~where)
    most = scores.max(axis=axis, keepdims=True)
    scores -= np.maximum(most, np.float32(-1e30))
    np.exp(scores, out=scores)
    scores /= np.maximum(scores.sum(axis=axis, keepdims=True), np.float32(1e-30))
    return scores
