"""Recipes of contract models: networks, and a random forest to compare them with."""

from dataclasses import dataclass
from typing import Any, ClassVar

from overtrick.core import BridgeError
from overtrick.training.recipe import Recipe, custom, number


def _layers(given: Any, what: str) -> tuple[int, ...]:
    if not isinstance(given, list) or not all(type(size) is int and size > 0 for size in given):
        raise BridgeError(f"{what}: expected sizes such as [1224, 612], got {given!r}")
    return tuple(given)


@dataclass(frozen=True)
class ContractSizes:
    """The network, section [net]."""

    hidden: tuple[int, ...] = custom((1224, 612), _layers)
    """Features of each layer between the 612 of a decision and the 37 choices."""


@dataclass(frozen=True)
class ContractSchedule:
    """What to learn, how long and how fast, section [training]."""

    epochs: float = number(4.0, 0.01)
    batch: int = number(512, 1)
    """The paper has 4,096, and 600 passes; smaller batches take as many steps in a fraction of the passes."""
    rate: float = number(0.0006, 0)
    """Of Adam at the beginning; it falls to nothing along a cosine."""
    dropout: float = number(0.2, 0, 0.9)
    augmented: float = number(0.0, 0)
    """The share of decisions that are shown again, chosen so that rarer contracts come as often as common ones."""
    utility: bool = False
    """Learn what wins most IMPs over the layouts instead of the label."""


@dataclass(frozen=True)
class ForestSizes:
    """A random forest instead of the network, section [forest]."""

    trees: int = number(0, 0)
    """0 for a network."""


@dataclass(frozen=True)
class ContractRecipe(Recipe):
    """A network with its schedule, or a forest."""

    room: ClassVar[str] = "contract"

    net: ContractSizes = ContractSizes()
    training: ContractSchedule = ContractSchedule()
    forest: ForestSizes = ForestSizes()

    @property
    def is_forest(self) -> bool:
        return self.forest.trees > 0
