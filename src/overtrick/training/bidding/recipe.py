"""A recipe for a bidding network: everything that decides a run besides the auctions, as a TOML file."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Any

from overtrick.core import BridgeError
from overtrick.nets.bidding_steps import SYSTEMS
from overtrick.training.recipe import refuse_unknown, section_of, setting

EXPERTS = "experts"
"""The system of the Vugraph tables: many systems, and good judgement."""

_SHIPPED = files("overtrick.training") / "recipes" / "bidding"


@dataclass(frozen=True)
class Sizes:
    """The network, section [net]."""

    hidden: int = setting(256, 1)
    """Features of each of the three layers."""
    head: int = setting(384, 1)
    """Features behind the layers, from which calls and hidden hands are read."""
    reader: int = setting(0, 0)
    """Features of a network of its own that reads the hidden hands from all layers; 0 for none."""
    window: int = setting(4, 1, 4)
    """Calls a step: 4 for a step at each turn of one's own, 1 for a step a call."""
    legality: bool = True
    """Whether the network is told which calls are legal; illegal ones have no chance either way."""


@dataclass(frozen=True)
class Schedule:
    """What to learn, how long and how fast, section [training]."""

    steps: int = setting(300, 1)
    piece: int = setting(512, 1)
    """Views of equally many steps whose gradients are computed at once."""
    pieces: int = setting(2, 1)
    """Pieces a step."""
    muon_rate: float = setting(0.01, 0)
    adam_rate: float = setting(0.003, 0)
    decay: float = setting(0.02, 0)
    table_decay: float = setting(0.0, 0)
    warmup: int = setting(100, 1)
    """Steps in which the rate rises."""
    cooldown: float = setting(1.0, 0.001)
    """The last part of the run, in which the rate falls to zero."""
    clip: float = setting(1.0, 0)
    """Gradients are scaled down to this length."""
    average: float = setting(0.998, 0, 1)
    """How much of the averaged weights stays at each step."""
    calls: float = setting(1.0, 0)
    """What the next call counts in the loss; then the points, lengths and cards of the hidden hands."""
    points: float = setting(0.1, 0)
    lengths: float = setting(0.2, 0)
    cards: float = setting(0.2, 0)
    gains: float = setting(0.0, 0)
    """What an IMP counts that a call wins against the usual one, where calls have been tried out."""
    whole: float = setting(0.75, 0, 1)
    """The share of auctions that are looked at when they are over; others are cut short anywhere."""
    experts: float = setting(0.2, 0, 0.99)
    """The share of the experts' auctions, where there are some."""
    cap: int = setting(2000, 1)
    """How often the same calls in the same order are learnt from."""
    reader_only: bool = False
    """Whether only the reader learns, from the last step of every view, and all else stays as it is."""
    seed: int = setting(1, 0)
    evaluate_every: int = setting(100, 1)
    """Steps between two looks at the held-out deals."""
    held_out: int = setting(4096, 1)
    """Views of them that are looked at."""
    save_every: int = setting(100, 1)
    """Steps between two checkpoints."""


@dataclass(frozen=True)
class BiddingRecipe:
    """A training run: what it is, the systems it can tell apart, the network, the schedule."""

    name: str
    says: str = ""
    systems: tuple[str, ...] = ("sayc", "2/1", "acol", EXPERTS)
    net: Sizes = Sizes()
    training: Schedule = Schedule()

    @classmethod
    def loads(cls, text: str, name: str) -> "BiddingRecipe":
        """Read a recipe; a mistake names the recipe and the setting that is wrong."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BridgeError(f"{name}: expected TOML: {error}") from None
        refuse_unknown(data, ["says", "systems", "net", "training"], name)
        net, training = section_of(Sizes, data, "net", name), section_of(Schedule, data, "training", name)
        if net.window not in (1, 4):
            raise BridgeError(f"{name}: expected a window of 1 or 4 calls, got {net.window}")
        if not isinstance(net.legality, bool):
            raise BridgeError(f"{name}: expected true or false for 'legality', got {net.legality!r}")
        if not isinstance(training.reader_only, bool):
            raise BridgeError(f"{name}: expected true or false for 'reader_only', got {training.reader_only!r}")
        if training.reader_only and not net.reader:
            raise BridgeError(f"{name}: expected a 'reader' in [net], which alone is to learn, got none")
        return cls(name, str(data.get("says", "")), _systems(data, name), net, training)


def _systems(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    given = data.get("systems", BiddingRecipe.systems)
    if not isinstance(given, list | tuple) or not 0 < len(given) <= SYSTEMS or len(set(given)) < len(given):
        raise BridgeError(f"{name}: expected up to {SYSTEMS} different systems, got {given!r}")
    return tuple(map(str, given))


def shipped_bidding_recipes() -> list[str]:
    """The names of the recipes that come with Overtrick."""
    return sorted(entry.name.removesuffix(".toml") for entry in _SHIPPED.iterdir() if entry.name.endswith(".toml"))


def load_bidding_recipe(name: str) -> BiddingRecipe:
    """A recipe by the name of a shipped one, or from a file."""
    shipped = shipped_bidding_recipes()
    if name in shipped:
        return BiddingRecipe.loads((_SHIPPED / f"{name}.toml").read_text(encoding="utf-8"), name)
    path = Path(name)
    if not path.is_file():
        close = get_close_matches(name, shipped, n=3, cutoff=0.3) or shipped
        raise BridgeError(f"expected a recipe such as {', '.join(close)}, or a TOML file, got {name!r}")
    try:
        return BiddingRecipe.loads(path.read_text(encoding="utf-8"), path.stem)
    except UnicodeDecodeError:
        raise BridgeError(f"{name}: expected TOML in UTF-8") from None
