"""Values and JSON: questions read, answers written, and the schemas of both, all from the types of their fields.

`from_json(BidQuestion, body)` reads a question, with errors that name the field; `to_json(value)` writes a question or
an answer; `schema(type)` describes either for OpenAPI. An answer's field whose default is None is left out while it is
None. What a type cannot say is in `limits`, the types themselves are in `codecs`.
"""

from dataclasses import MISSING, dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from overtrick.ask.wire.codecs import CODECS, Field, codec_of, error_json, fields_of, form, parsed
from overtrick.ask.wire.limits import (
    FLAT,
    INTERNAL,
    WITH_DEALER,
    Beside,
    CompleteDeal,
    CompleteHand,
    JsonObject,
    NoneAs,
    Number,
    Text,
    Whole,
    shown,
)
from overtrick.core import Auction, ParseError, Seat

__all__ = [
    "FLAT",
    "INTERNAL",
    "WITH_DEALER",
    "Beside",
    "CompleteDeal",
    "CompleteHand",
    "JsonObject",
    "NoneAs",
    "Number",
    "Question",
    "Text",
    "Whole",
    "error_json",
    "form",
    "from_json",
    "schema",
    "to_json",
]

Value = TypeVar("Value")


def to_json(value: object) -> JsonObject:
    """A question or an answer as a JSON object."""
    written: JsonObject = codec_of(type(value)).encode(value)
    return written


def from_json(kind: type[Value], body: object, *, public: bool = False) -> Value:
    """The question of a JSON object; ParseError with the field's name for what does not fit.

    Fields that the question does not have are passed over, misspelt ones are refused. `public` is for strangers: their
    texts may only be so long, they name no files, and INTERNAL fields are not theirs.
    """
    if not isinstance(body, dict):
        raise ParseError(f"expected a JSON object, got {shown(body)}", source="body")
    values = {}
    _refuse_misspelt(body, kind)
    for field in fields_of(kind):
        if WITH_DEALER in field.marks:
            values[field.attribute] = _auction(body, field, public)
        elif field.name in body and not (public and INTERNAL in field.marks):
            values[field.attribute] = _read(body[field.name], field, public)
        elif field.default is MISSING:
            values[field.attribute] = field.codec.decode(MISSING, field.name)
    return kind(**values)


MISSPELT = 0.82
"""How alike, from 0 to 1, a name that is unknown and one that is known must be for the first to be a mistake."""


MOST_UNKNOWN = 20
"""Unknown fields that are looked at: a stranger may send thousands."""


def _names(kind: type) -> set[str]:
    fields = fields_of(kind)
    names = {field.name for field in fields}
    return names | {"dealer"} if any(WITH_DEALER in field.marks for field in fields) else names


def _refuse_misspelt(body: JsonObject, kind: type) -> None:
    """ParseError for a field that the question does not have, but almost."""
    names = _names(kind)
    for name in sorted(body.keys() - names, key=len)[:MOST_UNKNOWN]:
        attributes = {field.attribute: field.name for field in fields_of(kind)}
        close = [attributes[name]] if name in attributes else get_close_matches(name, names, 1, MISSPELT)
        if close:
            raise ParseError(f"expected {close[0]!r}, got the field {shown(name)}", source=name[:40])


def _read(value: object, field: Field, public: bool) -> Any:
    if value is not None or field.default is not None:
        for limit in field.codec.limits:
            limit.check(field.name, value, public)
    return field.codec.decode(value, field.name)


def _auction(body: JsonObject, field: Field, public: bool) -> Any:
    dealer = CODECS[Seat].decode(body.get("dealer", "N"), "dealer")
    text = body.get("auction", "")
    for limit in field.codec.limits:
        limit.check("auction", text, public)
    return parsed(lambda text: _parse_auction(text, dealer))(text, "auction")


@lru_cache(maxsize=4096)
def _parse_auction(text: str, dealer: Seat) -> Auction:
    """The same few auctions are asked about again and again."""
    return Auction.parse(text, dealer)


@dataclass(frozen=True, kw_only=True)
class Question:
    """What every question is: values within their limits, however it was made."""

    is_asked: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for field in fields_of(type(self)):
            value = getattr(self, field.attribute)
            for limit in field.codec.limits:
                if value is not None and not isinstance(limit, Text):
                    limit.check(field.name, value, False)


def schema(kind: Any) -> JsonObject:
    """The JSON schema of a question or an answer, or of a union of answers."""
    return codec_of(kind).schema
