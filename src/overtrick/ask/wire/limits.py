"""What stands beside a type in `Annotated`: the limits of a field, and how it lies in its object."""

import json
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass
from typing import Annotated, Any, ClassVar, TypeAlias

from overtrick.core import BridgeError, Deal, Hand, ParseError

JsonObject: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Whole:
    """A whole number from `low` to `high`; the public may ask up to `public`."""

    low: int = 0
    high: int = 2**32 - 1
    public: int | None = None

    def check(self, name: str, value: object, public: bool) -> None:
        high = self.public if public and self.public is not None else self.high
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= high:
            raise expected(f"a whole number from {self.low} to {high}", name, value)

    def schema(self) -> JsonObject:
        return {"minimum": self.low, "maximum": self.high if self.public is None else self.public}


@dataclass(frozen=True)
class Number:
    """A number from `low` to `high`."""

    low: float
    high: float

    def check(self, name: str, value: object, public: bool) -> None:
        if isinstance(value, bool) or not isinstance(value, int | float) or not self.low <= value <= self.high:
            raise expected(f"a number from {self.low:g} to {self.high:g}", name, value)

    def schema(self) -> JsonObject:
        return {"minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Text:
    """A text, or a list of at most `items` texts; the public may send `most` characters, and only `choices` if any.

    Whoever runs the command may name files and send texts of any length.
    """

    most: int
    least: int = 0
    items: int | None = None
    choices: tuple[str, ...] = ()
    example: str = ""

    def check(self, name: str, value: object, public: bool) -> None:
        if not public or not isinstance(value, str | list):  # what is no text at all, its codec refuses
            return
        texts = [value] if isinstance(value, str) else value
        if self.items is not None and len(texts) > self.items:
            raise expected(f"at most {self.items} texts", name, value)
        for text in texts:
            if isinstance(text, str) and not self.least <= len(text) <= self.most:
                raise expected(f"a text of {self.least} to {self.most:,} characters", name, text)
            if self.choices and text not in self.choices:
                raise expected(alternatives(self.choices), name, text)

    def schema(self) -> JsonObject:
        limits: JsonObject = {"minLength": self.least} if self.least else {}
        limits |= {"enum": list(self.choices)} if self.choices else {"maxLength": self.most}
        limits |= {"examples": [self.example]} if self.example else {}
        return limits if self.items is None else {"items": {"type": "string"} | limits, "maxItems": self.items}


@dataclass(frozen=True)
class Complete:
    """A hand of 13 cards, or a deal of 52."""

    def check(self, name: str, value: object, public: bool) -> None:
        try:
            if isinstance(value, Deal):
                value.require_complete()
            elif isinstance(value, Hand) and not value.is_complete:
                raise BridgeError(f"expected a hand of 13 cards, got {len(value)}: {value}")
        except BridgeError as error:
            raise error.at(source=name) from None

    def schema(self) -> JsonObject:
        return {}


Limit: TypeAlias = Whole | Number | Text | Complete


@dataclass(frozen=True)
class _Mark:
    name: str


FLAT = _Mark("flat")
"""The fields of this object stand among those of its owner."""
WITH_DEALER = _Mark("with dealer")
"""An auction that is two fields of JSON: `dealer`, and the calls from the dealer on."""
INTERNAL = _Mark("internal")
"""A field that one part of the service tells another: not for the public."""


@dataclass(frozen=True)
class NoneAs:
    """None is written as a text: a board passed out as the contract `Pass`."""

    text: str


@dataclass(frozen=True)
class Beside:
    """A second form of a field, under its name and `_suffix`; None from `form` leaves it out."""

    suffix: str
    form: Callable[[Any], Any]
    schema: ClassVar[JsonObject] = {
        "type": "array",
        "items": {"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": "string"}}]},
    }


CompleteHand: TypeAlias = Annotated[Hand, Complete()]
CompleteDeal: TypeAlias = Annotated[Deal, Complete()]


def expected(what: str, name: str, value: object) -> ParseError:
    return ParseError(f"expected {what} in {name!r}, got {shown(value)}", source=name)


def shown(value: object) -> str:
    return "nothing" if value is MISSING else json.dumps(value, default=str)[:40]


def alternatives(names: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
