"""A recipe: everything that decides a training run besides the deals, as a TOML file that a person can read."""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from overtrick.core import BridgeError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Section = TypeVar("Section", bound="DataclassInstance")

MICRO_BATCH = 64
"""Deals a gradient is computed on at once: what they need stays in the processor's cache."""

_SHIPPED = files("overtrick.training") / "recipes"


def setting(default: Any, least: float, most: float = math.inf) -> Any:
    """A setting with its limits."""
    return field(default=default, metadata={"least": least, "most": most})


@dataclass(frozen=True)
class Sizes:
    """The sizes of a four-hand network, section [net]."""

    kind: ClassVar[str] = "four_hands"

    channels: int = setting(96, 1)
    """Features of each suit and frame."""
    turn: int = setting(48, 1)
    """How many of them also carry the turn wave: declarer against dummy."""
    hidden: int = setting(96, 1)
    blocks: int = setting(6, 1)


@dataclass(frozen=True)
class PairSizes:
    """The sizes of a two-hand network, section [net]."""

    kind: ClassVar[str] = "two_hands"

    channels: int = setting(96, 1)
    """Features of each suit and frame."""
    gap: int = setting(32, 1)
    """How many of them also carry the gap wave: declarer against dummy."""
    hidden: int = setting(96, 1)
    blocks: int = setting(5, 1)


SIZES: Mapping[str, type[Sizes] | type[PairSizes]] = {sizes.kind: sizes for sizes in (Sizes, PairSizes)}
"""The kinds of networks, by the name that a recipe and an artifact give them."""


@dataclass(frozen=True)
class Schedule:
    """How long and how fast to learn, section [training]."""

    steps: int = setting(300, 1)
    batch: int = setting(1024, MICRO_BATCH)
    muon_rate: float = setting(0.02, 0)
    adam_rate: float = setting(0.005, 0)
    decay: float = setting(0.02, 0)
    """Of the dense maps; they shrink by rate · decay a step."""
    table_decay: float = setting(0.1, 0)
    """Of the table rows, towards the vectors of their cards."""
    warmup: int = setting(100, 1)
    """Steps in which the rate rises."""
    cooldown: float = setting(1.0, 0.001)
    """The last part of the run, in which the rate falls to zero; above 1 it begins on the way down already."""
    average: float = setting(0.998, 0, 1)
    """How much of the averaged weights stays at each step."""
    notrump_weight: float = setting(1.0, 0)
    """What notrump counts in the loss against one suit."""
    dropout: float = setting(0.0, 0, 0.9)
    spots: tuple[tuple[int, float], ...] = ((0, 1.0),)
    """How many of a suit's lowest cards are dealt out anew among their holders, and how often."""
    seed: int = setting(1, 0)
    evaluate_every: int = setting(100, 1)
    """Steps between two looks at the held-out deals."""
    save_every: int = setting(200, 1)
    """Steps between two checkpoints."""


@dataclass(frozen=True)
class Teaching:
    """Fresh random deals with the teachers' mean chances, beside the solved ones, section [teaching]."""

    deals: int = setting(0, 0)
    """How many of them; 0 to learn from solved deals alone."""
    share: float = setting(0.75, 0, 1)
    """Their share of every batch."""
    seed: int = setting(0, 0)
    """Of the deals, so that runs with different schedules can share their lessons."""


@dataclass(frozen=True)
class Recipe:
    """A training run: what it is, the network, the schedule, the teaching, and which deals may be held out."""

    name: str
    says: str = ""
    random_deals: int = 0
    """So many deals, from the first on, are uniformly random; those held out come from them. 0: all are."""
    net: Sizes | PairSizes = Sizes()
    training: Schedule = Schedule()
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
    def loads(cls, text: str, name: str) -> "Recipe":
        """Read a recipe; a mistake names the recipe and the setting that is wrong."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BridgeError(f"{name}: expected TOML: {error}") from None
        refuse_unknown(data, ["says", "kind", "random_deals", "net", "training", "teaching"], name)
        says = data.get("says", "")
        if not isinstance(says, str):
            raise BridgeError(f"{name}: expected a text for 'says', got {says!r}")
        random_deals = _number(data.get("random_deals", 0), int, 0, math.inf, f"{name}: random_deals")
        kind = data.get("kind", Sizes.kind)
        if not isinstance(kind, str) or kind not in SIZES:
            raise BridgeError(f"{name}: expected the kind {' or '.join(SIZES)}, got {kind!r}")
        net, teaching = section_of(SIZES[kind], data, "net", name), section_of(Teaching, data, "teaching", name)
        return cls(name, says, random_deals, net, _training(data, name), teaching)._checked()

    def _checked(self) -> "Recipe":
        net, training = self.net, self.training
        wave, narrow = ("turn", net.turn) if isinstance(net, Sizes) else ("gap", net.gap)
        if narrow > net.channels:
            raise BridgeError(f"{self.name}: expected {wave} up to the {net.channels} channels, got {narrow}")
        if training.batch % MICRO_BATCH:
            raise BridgeError(f"{self.name}: expected a batch in multiples of {MICRO_BATCH}, got {training.batch}")
        if not math.isclose(sum(chance for _, chance in training.spots), 1):
            raise BridgeError(f"{self.name}: expected chances that sum to 1 for 'spots', got {dict(training.spots)}")
        return self


def _training(data: Mapping[str, Any], name: str) -> Schedule:
    """The section [training]; `spots` is a table there: how many cards, how often."""
    section = data.get("training")
    if not isinstance(section, dict) or "spots" not in section:
        return section_of(Schedule, data, "training", name)
    given = section["spots"]
    if not isinstance(given, dict) or not all(key.isdecimal() and int(key) <= 13 for key in given):
        raise BridgeError(f"{name}: expected spots such as {{ 4 = 0.7, 5 = 0.3 }}, got {given!r}")
    spots = tuple((int(key), _number(value, float, 0, 1, f"{name}: spots")) for key, value in given.items())
    return section_of(Schedule, {"training": {**section, "spots": spots}}, "training", name)


def section_of(kind: type[Section], data: Mapping[str, Any], title: str, name: str) -> Section:
    """One section of a recipe; what it does not say stays at its default."""
    section = data.get(title, {})
    if not isinstance(section, dict):
        raise BridgeError(f"{name}: expected a section [{title}], got {title} = {section!r}")
    settings = {each.name: each for each in fields(kind)}
    refuse_unknown(section, list(settings), f"{name}, [{title}]")
    limited = {key: value for key, value in section.items() if settings[key].metadata}
    checked = {
        key: _number(value, type(settings[key].default), **settings[key].metadata, what=f"{name}: {key}")
        for key, value in limited.items()
    }
    return kind(**{**section, **checked})


def refuse_unknown(data: Mapping[str, Any], known: list[str], source: str) -> None:
    for key in data:
        if key not in known:
            close = get_close_matches(key, known, n=3, cutoff=0.4) or known
            raise BridgeError(f"{source}: expected settings such as {', '.join(close)}, got {key!r}")


def _number(value: Any, kind: type, least: float, most: float, what: str) -> Any:
    """A number of that kind within its limits."""
    wanted = "a whole number" if kind is int else "a number"
    limits = f"of {least:g} or more" if most == math.inf else f"from {least:g} to {most:g}"
    fits = isinstance(value, int | float) and not isinstance(value, bool) and (kind is float or isinstance(value, int))
    if not fits or not least <= value <= most or not math.isfinite(value):
        raise BridgeError(f"{what}: expected {wanted} {limits}, got {value!r}")
    return kind(value)


def shipped_recipes() -> list[str]:
    """The names of the recipes that come with Overtrick."""
    return sorted(entry.name.removesuffix(".toml") for entry in _SHIPPED.iterdir() if entry.name.endswith(".toml"))


def load_recipe(name: str) -> Recipe:
    """A recipe by the name of a shipped one, or from a file."""
    if name in shipped_recipes():
        return Recipe.loads((_SHIPPED / f"{name}.toml").read_text(encoding="utf-8"), name)
    path = Path(name)
    if not path.is_file():
        close = get_close_matches(name, shipped_recipes(), n=3, cutoff=0.3) or shipped_recipes()
        raise BridgeError(f"expected a recipe such as {', '.join(close)}, or a TOML file, got {name!r}")
    try:
        return Recipe.loads(path.read_text(encoding="utf-8"), path.stem)
    except UnicodeDecodeError:
        raise BridgeError(f"{name}: expected TOML in UTF-8") from None


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """The settings that are not what they were, such as "seed was 1 and is now 2"."""
    nothing = object()

    def name(value: Any) -> str:
        return "not set" if value is nothing else str(value)

    pairs = {key: (before.get(key, nothing), now.get(key, nothing)) for key in [*before, *now]}
    return [f"{key} was {name(old)} and is now {name(new)}" for key, (old, new) in pairs.items() if old != new]
