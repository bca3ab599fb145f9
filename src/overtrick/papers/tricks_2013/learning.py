"""Back-propagation (the paper's figure 6) and resilient back-propagation (its equations 4 to 8)."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.papers.tricks_2013.network import Numbers, PaperNetwork

Progress = Callable[[int], None]
"""Called with the number of epochs just finished."""
Curve = tuple[float, ...]
"""The mean squared error of the output on the training deals: before training, and after each epoch."""

FASTER, SLOWER = 1.2, 0.5
"""η⁺ and η⁻: what a step is multiplied by when the derivative kept its sign, and when it changed it."""

FIRST_STEP, LARGEST_STEP, SMALLEST_STEP = 0.07, 50.0, 1e-6
"""The paper does not name these; the first two are the defaults of the program it used (MATLAB), as is RATE."""

RATE = 0.01
"""α, the learning rate of plain back-propagation, for each deal."""

_BLOCK = 4096  # deals whose gradients are computed together, so that they stay in the processor's cache


def back_propagate(
    network: PaperNetwork,
    inputs: Numbers,
    targets: Numbers,
    *,
    epochs: int,
    rng: np.random.Generator,
    rate: float = RATE,
    batch: int = 1,
    progress: Progress | None = None,
) -> Curve:
    """Train by steps against the gradient, after each deal as in figure 6 or after each `batch` of them.

    The deals come in a new random order every epoch. A batch moves the weights as far as its deals would one by one.
    """
    _require_pairs(inputs, targets)
    if batch < 1:
        raise BridgeError(f"expected a batch of at least one deal, got {batch}")
    curve = [network.squared_error(inputs, targets)]
    for _ in range(epochs):
        order = rng.permutation(len(targets))
        for start in range(0, len(order), batch):
            chosen = order[start : start + batch]
            network.parameters -= rate * len(chosen) * network.gradient(inputs[chosen], targets[chosen])
        curve.append(network.squared_error(inputs, targets))
        if progress:
            progress(1)
    return tuple(curve)


class Resilient:
    """The steps of resilient back-propagation: a length for each weight that only the derivative's sign steers."""

    def __init__(self, like: NDArray[Any], first: float = FIRST_STEP) -> None:
        self.lengths: Numbers = np.full_like(like, first)
        self.slopes: Numbers = np.zeros_like(like)  # the last derivative, 0 after a step was taken back
        self.steps: Numbers = np.zeros_like(like)

    def step(self, slopes: Numbers) -> Numbers:
        """How to change each weight, given the derivatives now.

        Equation 7 as printed says -w(t-1); it can only mean the last change of w, taken back.
        """
        turn = slopes * self.slopes
        kept, turned = turn > 0, turn < 0
        self.lengths[kept] = np.minimum(self.lengths[kept] * FASTER, LARGEST_STEP)  # equation 4
        self.lengths[turned] = np.maximum(self.lengths[turned] * SLOWER, SMALLEST_STEP)
        forward = -np.sign(slopes) * self.lengths  # equation 5
        self.steps = np.where(turned, -self.steps, forward)  # equation 7
        self.slopes = np.where(turned, 0, slopes)
        return self.steps


def resilient_propagate(
    network: PaperNetwork,
    inputs: Numbers,
    targets: Numbers,
    *,
    epochs: int,
    progress: Progress | None = None,
) -> Curve:
    """Train by resilient back-propagation: one step an epoch, from the derivatives over all deals (equation 8)."""
    _require_pairs(inputs, targets)
    rule, curve = Resilient(network.parameters), []
    for _ in range(epochs):
        slopes, error = _whole_gradient(network, inputs, targets)
        network.parameters += rule.step(slopes)
        curve.append(error)
        if progress:
            progress(1)
    return (*curve, network.squared_error(inputs, targets))


def _whole_gradient(network: PaperNetwork, inputs: Numbers, targets: Numbers) -> tuple[Numbers, float]:
    """The mean gradient and the mean squared error over all deals, added up block by block."""
    total, error = np.zeros_like(network.parameters), 0.0
    for start in range(0, len(targets), _BLOCK):
        part = slice(start, start + _BLOCK)
        share = len(targets[part]) / len(targets)
        slopes, of_part = network.gradient_and_error(inputs[part], targets[part])
        total, error = total + slopes * share, error + of_part * share
    return total, error


def _require_pairs(inputs: Numbers, targets: Numbers) -> None:
    if len(inputs) != len(targets) or not len(targets):
        raise BridgeError(f"expected a target for each deal and at least one deal, got {len(targets)}, {len(inputs)}")
