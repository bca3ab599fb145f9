"""Recipes of contract models: networks, and a random forest to compare them with."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

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
    rate: float = number(0.0006, 0)
    """Of Adam."""
    falling: bool = True
    """The rate falls to nothing along a cosine; else it is constant."""
    dropout: float = number(0.2, 0, 0.9)
    augmented: bool = False
    """Learn from the augmented decisions too."""
    shown_again: float = number(0.0, 0)
    """The share of decisions that are shown again in every pass, rare contracts more often: ours, not the paper's."""
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

    def paced_as(self, other: "ContractRecipe") -> Self:
        """The same with the batches, passes and rate of another recipe."""
        pace = {name: getattr(other.training, name) for name in ("epochs", "batch", "rate", "falling")}
        return replace(self, training=replace(self.training, **pace))

    def with_pace(self, epochs: float | None, batch: int | None) -> Self:
        """The same with other passes or batches, where they are given."""
        now = self.training
        paced = replace(now, epochs=epochs or now.epochs, batch=batch or now.batch)
        return replace(self, training=paced)

    def steps(self, decisions: int) -> int:
        """The steps of a training on that many decisions; 0 for a forest."""
        training, shown = self.training, decisions * (1 + self.training.shown_again)
        return 0 if self.is_forest else max(1, round(shown * training.epochs / min(training.batch, decisions)))

    @property
    def is_forest(self) -> bool:
        return self.forest.trees > 0
