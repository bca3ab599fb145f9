"""Which neurons the paper connects: layers in full, hand by hand, or card by card."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.papers.tricks_2013.encodings import Encoding, encoding

Mask = NDArray[np.bool_]

IN_FULL, BY_HAND, BY_CARD = 1, 4, 52


@dataclass(frozen=True)
class Layer:
    """Neurons in so many groups, each group connected to its own share of the layer below and to nothing else."""

    neurons: int
    groups: int = IN_FULL

    def mask(self, below: int) -> Mask:
        """Which of the neurons below reach which of these. Shape: (neuron below, neuron)."""
        if below % self.groups or self.neurons % self.groups:
            raise BridgeError(
                f"expected layers that fall into {self.groups} groups, got {below} neurons below {self.neurons}"
            )
        block = np.ones((below // self.groups, self.neurons // self.groups), bool)
        return np.kron(np.eye(self.groups, dtype=bool), block)


@dataclass(frozen=True)
class Architecture:
    """A network of the paper before it has weights: an encoding and the layers above it."""

    name: str
    encoding: Encoding
    layers: tuple[Layer, ...]

    @property
    def masks(self) -> tuple[Mask, ...]:
        """The connections into each layer. Shape of each: (neuron below, neuron)."""
        below = (self.encoding.width, *(layer.neurons for layer in self.layers))
        return tuple(layer.mask(count) for layer, count in zip(self.layers, below, strict=False))

    @property
    def connections(self) -> int:
        """How many weights there are, biases not counted."""
        return sum(int(mask.sum()) for mask in self.masks)


def _tabled(name: str) -> Architecture:
    """A network of Tables 1 to 3. 25 neurons do not fall into four hands, so they can only be connected in full."""
    return Architecture(f"{name}-25-1", encoding(name), (Layer(25), Layer(1)))


TABLED = tuple(map(_tabled, ("26x4", "52", "104", "52x4")))
"""The networks of Tables 1 to 3, all with 25 hidden neurons."""

DESCRIBED = (
    Architecture(
        "(26x4)-(13x4)-(7x4)-13-1",
        encoding("26x4"),
        (Layer(52, BY_CARD), Layer(28, BY_HAND), Layer(13), Layer(1)),
    ),
    Architecture("104-30-4-1", encoding("104"), (Layer(30), Layer(4), Layer(1))),
    Architecture("(52x4)-(13x4)-13-1", encoding("52x4"), (Layer(52, BY_HAND), Layer(13), Layer(1))),
    Architecture(
        "(52x4)-(26x4)-26-13-1",
        encoding("52x4"),
        (Layer(104, BY_HAND), Layer(26), Layer(13), Layer(1)),
    ),
)
"""The networks of section VII that the tables leave out; its 52-25-1 is in them."""

ARCHITECTURES = {architecture.name: architecture for architecture in (*TABLED, *DESCRIBED)}
"""Every network of the paper by name."""
