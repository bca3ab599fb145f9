"""A feed-forward network with selective connections, its answers and its gradient, many deals at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.papers.tricks_2013.connections import Mask

Numbers = NDArray[Any]
"""Floats of the network's own precision."""


class Activation(StrEnum):
    """What a neuron makes of the sum of its inputs; all neurons of a network use the same."""

    LOGISTIC = "logistic"
    TANH = "tanh"

    def of(self, sums: Numbers) -> Numbers:
        """The neuron's output."""
        if self is Activation.TANH:
            return np.tanh(sums)
        return (np.tanh(sums * 0.5) + 1) * 0.5  # the same as 1 / (1 + exp(-sum)), and cannot overflow

    def slope(self, outputs: Numbers) -> Numbers:
        """The derivative where the neuron's output is this."""
        return 1 - outputs * outputs if self is Activation.TANH else outputs * (1 - outputs)


@dataclass(frozen=True, eq=False)
class _Part:
    """The parameters of one layer: views into the network's one vector of all of them."""

    weights: Numbers  # neuron below, neuron
    biases: Numbers  # neuron


class PaperNetwork:
    """Layers of neurons over one output. `parameters` holds all weights and biases; change it in place.

    Weights where there is no connection are zero, and so is their gradient.
    """

    def __init__(
        self,
        masks: Sequence[Mask],
        activation: Activation,
        rng: np.random.Generator,
        dtype: type[np.floating[Any]] = np.float32,
    ) -> None:
        if not masks or any(below.shape[1] != above.shape[0] for below, above in pairwise(masks)):
            raise BridgeError(f"expected layers that fit each other, got {[mask.shape for mask in masks]}")
        if masks[-1].shape[1] != 1:
            raise BridgeError(f"expected one output neuron, got {masks[-1].shape[1]}")
        self.masks = tuple(masks)
        self.activation = activation
        self.parameters: Numbers = np.zeros(sum(mask.size + mask.shape[1] for mask in masks), dtype)
        self._parts = tuple(self._layers_of(self.parameters))
        for part, mask in zip(self._parts, self.masks, strict=True):
            reach = 1 / np.sqrt(mask.sum(axis=0))  # so that sums stay where the activation is steep
            part.weights[...] = rng.uniform(-reach, reach, mask.shape) * mask
            part.biases[...] = rng.uniform(-reach, reach)

    @property
    def width(self) -> int:
        """How many inputs it takes."""
        return int(self.masks[0].shape[0])

    def weights(self, layer: int) -> Numbers:
        """The weights into a layer, the first hidden one being 0. Shape: (neuron below, neuron)."""
        return self._parts[layer].weights

    def outputs(self, inputs: Numbers) -> Numbers:
        """The output neuron's answer to every deal. Shape: (deal,)."""
        return self._forward(self._checked(inputs))[-1][:, 0]

    def squared_error(self, inputs: Numbers, targets: Numbers) -> float:
        """The mean squared error of the output over the deals."""
        return float(np.square(self.outputs(inputs) - targets, dtype=np.float64).mean())

    def gradient(self, inputs: Numbers, targets: Numbers) -> Numbers:
        """The derivative by each parameter of half the squared error, the mean over the deals. Shape: (parameter,)."""
        return self.gradient_and_error(inputs, targets)[0]

    def gradient_and_error(self, inputs: Numbers, targets: Numbers) -> tuple[Numbers, float]:
        """The gradient, and the mean squared error that it belongs to."""
        answers = self._forward(self._checked(inputs))
        gradient = np.empty_like(self.parameters)
        slopes = tuple(self._layers_of(gradient))
        off = answers[-1] - targets[:, np.newaxis]
        delta = off * self.activation.slope(answers[-1]) / len(targets)
        for layer in reversed(range(len(self.masks))):
            np.matmul(answers[layer].T, delta, out=slopes[layer].weights)
            slopes[layer].weights[...] *= self.masks[layer]
            delta.sum(axis=0, out=slopes[layer].biases)
            if layer:
                delta = delta @ self._parts[layer].weights.T * self.activation.slope(answers[layer])
        return gradient, float(np.square(off, dtype=np.float64).mean())

    def _forward(self, inputs: Numbers) -> list[Numbers]:
        """The inputs and the outputs of every layer. Shape of each: (deal, neuron)."""
        answers = [inputs]
        for part in self._parts:
            answers.append(self.activation.of(answers[-1] @ part.weights + part.biases))
        return answers

    def _layers_of(self, vector: Numbers) -> Iterator[_Part]:
        """A vector of all parameters seen layer by layer."""
        start = 0
        for mask in self.masks:
            middle, end = start + mask.size, start + mask.size + mask.shape[1]
            yield _Part(vector[start:middle].reshape(mask.shape), vector[middle:end])
            start = end

    def _checked(self, inputs: Numbers) -> Numbers:
        if inputs.ndim != 2 or inputs.shape[1] != self.width:
            raise BridgeError(f"expected inputs of shape (deal, {self.width}), got {inputs.shape}")
        return inputs
