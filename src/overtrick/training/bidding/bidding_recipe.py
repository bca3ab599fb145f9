"""Recipes of bidding networks."""

from dataclasses import dataclass
from typing import Any, ClassVar

from overtrick.core import BridgeError
from overtrick.nets.bidding_steps import SYSTEMS
from overtrick.systems.network import EXPERTS
from overtrick.training.recipe import Recipe, custom, number


def window_of(given: Any, what: str) -> int:
    """The calls a step that a recipe asks for."""
    if given not in (1, 4) or isinstance(given, bool):
        raise BridgeError(f"{what.removesuffix(': window')}: expected a window of 1 or 4 calls, got {given}")
    return int(given)


def _systems(given: Any, what: str) -> tuple[str, ...]:
    if not isinstance(given, list | tuple) or not 0 < len(given) <= SYSTEMS or len(set(given)) < len(given):
        raise BridgeError(
            f"{what.removesuffix(': systems')}: expected up to {SYSTEMS} different systems, got {given!r}"
        )
    return tuple(map(str, given))


@dataclass(frozen=True)
class BiddingSizes:
    """The network, section [net]."""

    hidden: int = number(256, 1)
    """Features of each of the three layers."""
    head: int = number(384, 1)
    """Features behind the layers, from which calls and hidden hands are read."""
    reader: int = number(0, 0)
    """Features of a network of its own that reads the hidden hands from all layers; 0 for none."""
    window: int = custom(4, window_of)
    """Calls a step: 4 for a step at each turn of one's own, 1 for a step a call."""
    legality: bool = True
    """Whether the network reads which calls are legal; illegal ones have no chance either way."""


@dataclass(frozen=True)
class BiddingSchedule:
    """What to learn, how long and how fast, section [training]."""

    steps: int = number(300, 1)
    piece: int = number(512, 1)
    """Views of equally many steps whose gradients are computed at once."""
    pieces: int = number(2, 1)
    """Pieces a step."""
    muon_rate: float = number(0.01, 0)
    adam_rate: float = number(0.003, 0)
    decay: float = number(0.02, 0)
    table_decay: float = number(0.0, 0)
    warmup: int = number(100, 1)
    """Steps in which the rate rises."""
    cooldown: float = number(1.0, 0.001)
    """The last part of the run, in which the rate falls to zero."""
    clip: float = number(1.0, 0)
    """Gradients are scaled down to this length."""
    average: float = number(0.998, 0, 1)
    """How much of the averaged weights stays at each step."""
    calls: float = number(1.0, 0)
    """What the next call counts in the loss; then the points, lengths and cards of the hidden hands."""
    points: float = number(0.1, 0)
    lengths: float = number(0.2, 0)
    cards: float = number(0.2, 0)
    gains: float = number(0.0, 0)
    """What an IMP counts that a call wins against the usual one, where the network tries calls."""
    round: int = number(0, 0)
    """Steps after which the network tries other calls anew, as it bids by then; 0 where it tries none."""
    tie: float = number(0.0, 0)
    """IMPs that it costs, where calls are tried, to call otherwise than the network that is true to its cards, by the
    divergence of the two: without it, both partners leave together what partners understand."""
    trial_pieces: int = number(1, 1)
    """Pieces of calls tried out a step, beside those of auctions."""
    whole: float = number(0.75, 0, 1)
    """The share of auctions that are looked at when they are over; others are cut short anywhere."""
    experts: float = number(0.2, 0, 0.99)
    """The share of the experts' auctions, where there are some."""
    cap: int = number(2000, 1)
    """How often the same calls in the same order are learnt from."""
    reader_only: bool = False
    """Whether only the reader learns, from the last step of every view, and all else stays as it is."""
    seed: int = number(1, 0)
    evaluate_every: int = number(100, 1)
    """Steps between two looks at the held-out deals."""
    held_out: int = number(4096, 1)
    """Views of them that are looked at."""
    save_every: int = number(100, 1)
    """Steps between two checkpoints."""

    @property
    def learns_hands(self) -> bool:
        """Whether hidden hands count at all."""
        return bool(self.points or self.lengths or self.cards)


@dataclass(frozen=True)
class BiddingRecipe(Recipe):
    """The systems that the network can tell apart, the network, the schedule."""

    room: ClassVar[str] = "bidding"
    step_sizes: ClassVar[tuple[int, ...]] = ()
    """Numbers of steps that views are filled up to; empty for the usual ones."""

    systems: tuple[str, ...] = custom(("sayc", "2/1", "acol", EXPERTS), _systems)
    net: BiddingSizes = BiddingSizes()
    training: BiddingSchedule = BiddingSchedule()

    def check(self) -> None:
        if self.training.reader_only and not self.net.reader:
            raise BridgeError(f"{self.name}: expected a 'reader' in [net], which alone is to learn, got none")
