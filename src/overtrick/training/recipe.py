"""Recipes: everything that decides a training run besides the data, as TOML files that a person can read.

A recipe is a dataclass whose fields are settings, or sections that are dataclasses of settings themselves. What a
file does not set stays at its default; a key that is none is refused with the names that come near.
"""

import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from overtrick.core import BridgeError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Section = TypeVar("Section", bound="DataclassInstance")

_SHIPPED = files("overtrick.training") / "recipes"


def number(default: Any, least: float, most: float = math.inf) -> Any:
    """A setting that is a number of the default's kind, within limits."""
    return custom(default, partial(_number, type(default), least, most))


def custom(default: Any, read: Callable[[Any, str], Any]) -> Any:
    """A setting with a reader of its own, which gets what the file says and the place to name in an error."""
    return field(default=default, metadata={"read": read})


@dataclass(frozen=True)
class Recipe:
    """A training run: its name, and what it is for. Subclasses add settings and sections."""

    room: ClassVar[str]
    """The folder of the shipped recipes of this class."""

    name: str
    says: str = ""

    @classmethod
    def shipped(cls) -> list[str]:
        """The names of the recipes that come with Overtrick."""
        names = (entry.name for entry in (_SHIPPED / cls.room).iterdir())
        return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))

    @classmethod
    def load(cls, name: str) -> Self:
        """A recipe by the name of a shipped one, or from a file."""
        shipped = cls.shipped()
        if name in shipped:
            return cls.loads((_SHIPPED / cls.room / f"{name}.toml").read_text(encoding="utf-8"), name)
        path = Path(name)
        if not path.is_file():
            close = get_close_matches(name, shipped, n=3, cutoff=0.3) or shipped
            raise BridgeError(f"expected a recipe such as {', '.join(close)}, or a TOML file, got {name!r}")
        try:
            return cls.loads(path.read_text(encoding="utf-8"), path.stem)
        except UnicodeDecodeError:
            raise BridgeError(f"{name}: expected TOML in UTF-8") from None

    @classmethod
    def loads(cls, text: str, name: str) -> Self:
        """Read a recipe; a mistake names the recipe and the setting that is wrong."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BridgeError(f"{name}: expected TOML: {error}") from None
        recipe = cls(name, **cls._read(data, name))
        recipe.check()
        return recipe

    @classmethod
    def _read(cls, data: Mapping[str, Any], name: str) -> dict[str, Any]:
        """The values of the fields that a file sets."""
        return _settings([each for each in fields(cls) if each.name != "name"], data, name, name)

    def check(self) -> None:
        """Refuse settings that do not fit each other."""


def _settings(known: "list[Field[Any]]", data: Mapping[str, Any], source: str, name: str) -> dict[str, Any]:
    by_name = {each.name: each for each in known}
    _refuse_unknown(data, list(by_name), source)
    return {key: _setting(by_name[key], value, name) for key, value in data.items()}


def _setting(known: "Field[Any]", value: Any, name: str) -> Any:
    """A value as the field wants it."""
    if is_dataclass(known.default):
        return section(type(known.default), value, known.name, name)  # type: ignore[type-var]
    if read := known.metadata.get("read"):
        return read(value, f"{name}: {known.name}")
    if isinstance(value, type(known.default)):
        return value
    wanted = "true or false" if isinstance(known.default, bool) else "a text"
    raise BridgeError(f"{name}: expected {wanted} for {known.name!r}, got {value!r}")


def section(kind: type[Section], data: Any, title: str, name: str) -> Section:
    """One section of a recipe; what it does not say stays at its default."""
    if not isinstance(data, dict):
        raise BridgeError(f"{name}: expected a section [{title}], got {title} = {data!r}")
    return kind(**_settings(list(fields(kind)), data, f"{name}, [{title}]", name))


def _refuse_unknown(data: Mapping[str, Any], known: list[str], source: str) -> None:
    for key in data:
        if key not in known:
            close = get_close_matches(key, known, n=3, cutoff=0.4) or known
            raise BridgeError(f"{source}: expected settings such as {', '.join(close)}, got {key!r}")


def _number(kind: type, least: float, most: float, value: Any, what: str) -> Any:
    """A number of that kind within its limits."""
    wanted = "a whole number" if kind is int else "a number"
    limits = f"of {least:g} or more" if most == math.inf else f"from {least:g} to {most:g}"
    fits = isinstance(value, int | float) and not isinstance(value, bool) and (kind is float or isinstance(value, int))
    if not fits or not least <= value <= most or not math.isfinite(value):
        raise BridgeError(f"{what}: expected {wanted} {limits}, got {value!r}")
    return kind(value)


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """The settings that are not what they were, such as "seed was 1 and is now 2"."""
    nothing = object()

    def text(value: Any) -> str:
        return "not set" if value is nothing else str(value)

    pairs = {key: (before.get(key, nothing), now.get(key, nothing)) for key in [*before, *now]}
    return [f"{key} was {text(old)} and is now {text(new)}" for key, (old, new) in pairs.items() if old != new]
