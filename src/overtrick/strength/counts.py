"""Fitted counts as small TOML files that a person can read, edit and load by name."""

import json
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.strength.counting import THEIR_GROUPS, Hands
from overtrick.strength.formulas import Formula
from overtrick.strength.joint import JOINT_GROUPS
from overtrick.strength.prediction import Thresholds

_SHIPPED = files("overtrick.strength") / "shipped"


@dataclass(frozen=True)
class Count:
    """A formula with its numbers, and the strength at which a pair takes one more trick."""

    name: str
    says: str
    formula: Formula
    parameters: tuple[float, ...]
    thresholds: Thresholds | None = None

    @property
    def is_for_notrump(self) -> bool:
        """Whether it counts nothing that has to do with trumps."""
        return all("trump" not in group and "side" not in group for group in self.formula.groups)

    @property
    def needs_partner(self) -> bool:
        """Whether it looks at two hands at once."""
        return any(group in JOINT_GROUPS for group in self.formula.groups)

    @property
    def needs_their_suit(self) -> bool:
        """Whether it looks at the suit that an opponent bid."""
        return any(group in THEIR_GROUPS for group in self.formula.groups)

    def strength(self, hands: Hands) -> NDArray[np.float64]:
        """The strength of every row of hands."""
        return self.formula.rows(hands) @ self.formula.weights(np.array(self.parameters))

    def dumps(self) -> str:
        """The count as TOML."""
        head = {"name": self.name, "says": self.says, "formula": str(self.formula)}
        lines = [*(f"{key} = {_quoted(text)}" for key, text in head.items()), "", "[numbers]"]
        numbers = zip(_names(self.formula), self.parameters, strict=True)
        lines += [f"{_quoted(name)} = {value:g}" for name, value in numbers]
        if self.thresholds is not None:
            borders = ", ".join(f"{border:.2f}" for border in self.thresholds.borders)
            lines += ["", "[tricks]", f"least = {self.thresholds.least}", f"one_more_from = [{borders}]"]
        return "\n".join(lines) + "\n"

    @classmethod
    def loads(cls, text: str, source: str = "the count") -> "Count":
        """Read a count from TOML; every mistake names the line or the number that is wrong."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BridgeError(f"{source}: expected TOML: {error}") from None
        formula = Formula.parse(_text(data, "formula", source))
        numbers = data.get("numbers")
        if not isinstance(numbers, dict):
            raise BridgeError(f"{source}: expected a table [numbers], got none")
        names = _names(formula)
        unknown = [key for key in numbers if key not in names]
        if unknown:
            close = get_close_matches(unknown[0], names, n=3, cutoff=0.3) or names
            raise BridgeError(f"{source}: expected numbers such as {', '.join(close)}, got {unknown[0]!r}")
        parameters = tuple(_number(numbers, key, source) for key in names)
        says = data.get("says", "")
        return cls(_text(data, "name", source), str(says), formula, parameters, _thresholds(data, source))


def _names(formula: Formula) -> list[str]:
    """A name for every parameter; those that two parts share say which part they belong to."""
    plain = [parameter.name for parameter in formula.parameters]
    return [
        f"{part.name} {parameter.name}" if plain.count(parameter.name) > 1 else parameter.name
        for part in formula.parts
        for parameter in part.parameters
    ]


def _quoted(text: str) -> str:
    """A basic string of TOML: as in JSON, but for DEL, which TOML wants escaped too. Lone surrogates become `?`."""
    return json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")


def _text(data: dict[str, Any], key: str, source: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise BridgeError(f"{source}: expected a text for {key!r}, got {value!r}")
    return value


def _number(numbers: dict[str, Any], key: str, source: str) -> float:
    value = numbers.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool) or not np.isfinite(value):
        raise BridgeError(f"{source}: expected a number for {key!r}, got {value!r}")
    return float(value)


def _thresholds(data: dict[str, Any], source: str) -> Thresholds | None:
    tricks = data.get("tricks")
    if tricks is None:
        return None
    try:
        return Thresholds(int(tricks["least"]), tuple(float(border) for border in tricks["one_more_from"]))
    except (KeyError, TypeError, ValueError):
        raise BridgeError(f"{source}: expected least and one_more_from in [tricks], got {tricks!r}") from None


def shipped_names() -> list[str]:
    """The counts that come with Overtrick."""
    return sorted(entry.name.removesuffix(".toml") for entry in _SHIPPED.iterdir() if entry.name.endswith(".toml"))


def load_count(name: str) -> Count:
    """A count by the name of a shipped one, or from a file."""
    if name in shipped_names():
        return Count.loads((_SHIPPED / f"{name}.toml").read_text(encoding="utf-8"), name)
    path = Path(name)
    if not path.is_file():
        close = get_close_matches(name, shipped_names(), n=3, cutoff=0.3) or shipped_names()
        raise BridgeError(f"expected a count such as {', '.join(close)}, or a TOML file, got {name!r}")
    return Count.loads(path.read_text(encoding="utf-8"), name)
