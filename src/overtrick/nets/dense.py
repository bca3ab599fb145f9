"""Fully connected networks with NumPy alone: numbers in, probabilities of classes out."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.nets.activations import softmax
from overtrick.nets.artifact import Arrays, ArtifactError
from overtrick.nets.threads import one_thread

CHUNK = 1024  # rows at once: what they need stays in the processor's cache


class DenseNet:
    """Layers with rectifiers between them; inputs are taken less their `mean`, over their `scale`."""

    def __init__(self, config: Mapping[str, Any], weights: Arrays) -> None:
        try:
            stored = {name: array.astype(np.float32) for name, array in weights.items()}
            layers = [(stored[f"{number}.weight"], stored[f"{number}.bias"]) for number in range(int(config["layers"]))]
            (first, bias), over = layers[0], np.float32(1) / stored["scale"]
            layers[0] = first * over[:, np.newaxis], (bias - (stored["mean"] * over) @ first).astype(np.float32)
            self._layers = [(np.ascontiguousarray(weight), bias) for weight, bias in layers]
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise ArtifactError(f"expected the weights of a dense network: {error}") from None

    @one_thread
    def scores(self, inputs: NDArray[Any]) -> Floats:
        """A score for every class. Shape: (row, input) to (row, class)."""
        return np.concatenate([self._scores(inputs[start : start + CHUNK]) for start in range(0, len(inputs), CHUNK)])

    def _scores(self, inputs: NDArray[Any]) -> Floats:
        x: Floats = inputs.astype(np.float32)
        *hidden, last = self._layers
        for weight, bias in hidden:
            x = x @ weight
            x += bias
            np.maximum(x, np.float32(0), out=x)
        scores: Floats = x @ last[0] + last[1]
        return scores

    def probabilities(self, inputs: NDArray[Any], allowed: NDArray[np.bool_] | None = None) -> Floats:
        """Probabilities of the classes, of those that are allowed only. Shape: (row, input) to (row, class)."""
        return softmax(self.scores(inputs), where=allowed)
