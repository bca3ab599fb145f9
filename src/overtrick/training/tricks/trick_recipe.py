"""Recipes of trick networks, from four hands or from two."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from overtrick.core import BridgeError
from overtrick.training.recipe import Recipe, custom, number, section

MICRO_BATCH = 64
"""Deals a gradient is computed on at once: what they need stays in the processor's cache."""

Spots = tuple[tuple[int, float], ...]
"""How many of a suit's lowest cards, and how often."""


def _spots(given: Any, what: str) -> Spots:
    """A table such as { 4 = 0.7, 5 = 0.3 }."""
    recipe = what.removesuffix(": spots")
    if not isinstance(given, dict) or not all(key.isdecimal() and int(key) <= 13 for key in given):
        raise BridgeError(f"{recipe}: expected spots such as {{ 4 = 0.7, 5 = 0.3 }}, got {given!r}")
    chances = {int(key): chance for key, chance in given.items()}
    for chance in chances.values():
        if not isinstance(chance, int | float) or isinstance(chance, bool) or not 0 <= chance <= 1:
            raise BridgeError(f"{what}: expected a number from 0 to 1, got {chance!r}")
    if not math.isclose(sum(chances.values()), 1):
        raise BridgeError(f"{recipe}: expected chances that sum to 1 for 'spots', got {chances}")
    return tuple((count, float(chance)) for count, chance in chances.items())


@dataclass(frozen=True)
class FourHandSizes:
    """The sizes of a four-hand network, section [net]."""

    kind: ClassVar[str] = "four_hands"
    narrow: ClassVar[str] = "turn"

    channels: int = number(96, 1)
    """Features of each suit and frame."""
    turn: int = number(48, 1)
    """How many of them also carry the turn wave: declarer against dummy."""
    hidden: int = number(96, 1)
    blocks: int = number(6, 1)


@dataclass(frozen=True)
class TwoHandSizes:
    """The sizes of a two-hand network, section [net]."""

    kind: ClassVar[str] = "two_hands"
    narrow: ClassVar[str] = "gap"

    channels: int = number(96, 1)
    """Features of each suit and frame."""
    gap: int = number(32, 1)
    """How many of them also carry the gap wave: declarer against dummy."""
    hidden: int = number(96, 1)
    blocks: int = number(5, 1)


SIZES: Mapping[str, type[FourHandSizes] | type[TwoHandSizes]] = {
    sizes.kind: sizes for sizes in (FourHandSizes, TwoHandSizes)
}
"""The kinds of networks, by the name that a recipe and an artifact give them."""


@dataclass(frozen=True)
class TrickSchedule:
    """How long and how fast to learn, section [training]."""

    steps: int = number(300, 1)
    batch: int = number(1024, MICRO_BATCH)
    muon_rate: float = number(0.02, 0)
    adam_rate: float = number(0.005, 0)
    decay: float = number(0.02, 0)
    """Of the dense maps; they shrink by rate · decay a step."""
    table_decay: float = number(0.1, 0)
    """Of the table rows, towards the vectors of their cards."""
    warmup: int = number(100, 1)
    """Steps in which the rate rises."""
    cooldown: float = number(1.0, 0.001)
    """The last part of the run, in which the rate falls to zero; above 1 it begins on the way down already."""
    average: float = number(0.998, 0, 1)
    """How much of the averaged weights stays at each step."""
    notrump_weight: float = number(1.0, 0)
    """What notrump counts in the loss against one suit."""
    dropout: float = number(0.0, 0, 0.9)
    spots: tuple[tuple[int, float], ...] = custom(((0, 1.0),), _spots)
    """How many of a suit's lowest cards are dealt out anew among their holders, and how often."""
    seed: int = number(1, 0)
    evaluate_every: int = number(100, 1)
    """Steps between two looks at the held-out deals."""
    save_every: int = number(200, 1)
    """Steps between two checkpoints."""


@dataclass(frozen=True)
class Teaching:
    """Fresh random deals with the teachers' mean chances, beside the solved ones, section [teaching]."""

    deals: int = number(0, 0)
    """How many of them; 0 to learn from solved deals alone."""
    share: float = number(0.75, 0, 1)
    """Their share of every batch."""
    seed: int = number(0, 0)
    """Of the deals, so that runs with different schedules can share their lessons."""


@dataclass(frozen=True)
class TrickRecipe(Recipe):
    """The network, the schedule, the teaching, and which deals may be held out."""

    room: ClassVar[str] = "tricks"

    random_deals: int = number(0, 0)
    """So many deals, from the first on, are uniformly random; those held out come from them. 0: all are."""
    net: FourHandSizes | TwoHandSizes = FourHandSizes()
    training: TrickSchedule = TrickSchedule()
    teaching: Teaching = Teaching()

    @property
    def kind(self) -> str:
        """The kind of the network, such as four_hands."""
        return self.net.kind

    @property
    def taught(self) -> int:
        """How many deals of a batch are lessons; the others are solved."""
        return round(self.teaching.share * self.training.batch) if self.teaching.deals else 0

    @classmethod
    def _read(cls, data: Mapping[str, Any], name: str) -> dict[str, Any]:
        """A file has one key more, `kind`, which decides what [net] may say."""
        kind = data.get("kind", FourHandSizes.kind)
        if not isinstance(kind, str) or kind not in SIZES:
            raise BridgeError(f"{name}: expected the kind {' or '.join(SIZES)}, got {kind!r}")
        rest = super()._read({key: value for key, value in data.items() if key not in ("kind", "net")}, name)
        return {**rest, "net": section(SIZES[kind], data.get("net", {}), "net", name)}

    def check(self) -> None:
        net, batch = self.net, self.training.batch
        narrow = getattr(net, net.narrow)
        if narrow > net.channels:
            raise BridgeError(f"{self.name}: expected {net.narrow} up to the {net.channels} channels, got {narrow}")
        if batch % MICRO_BATCH:
            raise BridgeError(f"{self.name}: expected a batch in multiples of {MICRO_BATCH}, got {batch}")
