"""A codec for every type that a field of a question or an answer may have."""

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from overtrick.ask.wire.limits import (
    FLAT,
    INTERNAL,
    WITH_DEALER,
    Beside,
    Complete,
    JsonObject,
    Limit,
    NoneAs,
    Text,
    alternatives,
    expected,
)
from overtrick.core import (
    Auction,
    Board,
    BridgeError,
    Call,
    Card,
    Contract,
    DDTable,
    Deal,
    Hand,
    Record,
    Result,
    Seat,
    Side,
    Strain,
    Suit,
    Vulnerability,
)
from overtrick.formats import jsonl

Value = TypeVar("Value")

_NAMES = {"vulnerability": "vul", "with_": "with"}
"""Fields that JSON calls otherwise."""


@dataclass(frozen=True)
class Codec:
    """How values of a type are written, read from the field of a name, and described."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any, str], Any]
    schema: JsonObject
    beside: Callable[[Any], Any] | None = None
    """The second form of a value, if the type has one."""
    suffix: str = ""
    limits: tuple[Limit, ...] = ()
    """What its JSON is held against."""


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise expected("a text", name, value)
    return value


def parsed(parse: Callable[[str], Any]) -> Callable[[Any, str], Any]:
    """The reader of a field whose text `parse` reads; its errors name the field."""

    def decode(value: Any, name: str) -> Any:
        text = _text(value, name)
        try:
            return parse(text)
        except BridgeError as error:
            raise error.at(source=name) from None

    return decode


def _of_text(parse: Callable[[str], Any], choices: Sequence[object] = (), example: str = "", most: int = 200) -> Codec:
    """A value that is written and read as a text, by the public of at most so many characters."""
    limits = {"enum": [str(each) for each in choices]} if choices else {"maxLength": most, "examples": [example]}
    return Codec(str, parsed(parse), {"type": "string"} | limits, limits=(Text(most),))


def _plain(kind: type, words: str, name: str) -> Codec:
    """A value that JSON has itself."""

    def decode(value: Any, field: str) -> Any:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise expected(words, field, value)
        return value

    return Codec(lambda value: value, decode, {"type": name})


def _not_read(value: Any, name: str) -> Any:
    raise TypeError(f"{name!r} is written, never read")


def error_json(error: BridgeError | str) -> JsonObject:
    """An error: its words, the place as a text, and that place in parts as far as known."""
    if isinstance(error, str):
        return {"message": error, "where": ""}
    where = error.where
    parts = {"field": where.source, "line": where.line, "column": where.column}
    return {"message": error.message, "where": str(where)} | {key: part for key, part in parts.items() if part}


ERROR_SCHEMA: JsonObject = {
    "type": "object",
    "description": "What was expected, what came, and where.",
    "properties": {
        "message": {"type": "string"},
        "where": {"type": "string", "description": "The place in words: field, line, column."},
        "field": {"type": "string"},
        "line": {"type": "integer"},
        "column": {"type": "integer"},
    },
    "required": ["message", "where"],
}
_TRICKS_SCHEMA: JsonObject = {
    "type": "object",
    "additionalProperties": {"type": "object", "additionalProperties": {"type": "integer"}},
}

CODECS: dict[Any, Codec] = {
    str: Codec(lambda value: value, _text, {"type": "string"}),
    int: _plain(int, "a whole number", "integer"),
    float: _plain(int | float, "a number", "number"),  # type: ignore[arg-type]
    bool: _plain(bool, "true or false", "boolean"),
    Seat: _of_text(Seat.parse, tuple(Seat)),
    Side: Codec(str, _not_read, {"type": "string", "enum": [str(side) for side in Side]}),
    Suit: _of_text(Suit.parse, tuple(Suit)),
    Strain: _of_text(Strain.parse, tuple(Strain)),
    Vulnerability: _of_text(Vulnerability.parse, tuple(Vulnerability)),
    Call: _of_text(Call.parse, example="1N"),
    Card: _of_text(Card.parse, example="SA"),
    Hand: _of_text(Hand.parse, example="AKJT985.6.A76.84"),
    Deal: _of_text(Deal.parse, example="N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 -", most=400),
    Auction: _of_text(Auction.parse, example="1N P 2C P", most=2000),
    Contract: _of_text(Contract.parse, example="4SN"),
    Result: _of_text(Result.parse, example="4SN="),
    DDTable: Codec(DDTable.as_dict, _not_read, _TRICKS_SCHEMA),
    Record: Codec(jsonl.to_dict, _not_read, {"type": "object", "description": "A board, as in files of JSON lines."}),
    BridgeError: Codec(error_json, _not_read, ERROR_SCHEMA),
}

_FORMS: dict[type, type] = {}


def form(kind: type) -> Callable[[type[Value]], type[Value]]:
    """Make a dataclass with a class method `of` the JSON form of another type, which answers may then hold."""

    def register(shape: type[Value]) -> type[Value]:
        _FORMS[kind] = shape
        return shape

    return register


@form(Board)
@dataclass(frozen=True, kw_only=True)
class _BoardForm:
    """A board: its number as far as it has one, the deal, who dealt, who is vulnerable."""

    board: int | None = None
    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability

    @classmethod
    def of(cls, board: Board) -> "_BoardForm":
        number, deal, dealer, vulnerability = board.number, board.deal, board.dealer, board.vulnerability
        return cls(board=number, deal=deal, dealer=dealer, vulnerability=vulnerability)


def _make_codec(hint: Any) -> Codec:
    if hint in CODECS:
        return CODECS[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin is Literal:
        return _literal(arguments)
    if origin in (Union, types.UnionType):
        return _union(arguments)
    if origin in (tuple, list, Sequence):
        return _list(hint, arguments)
    if origin in (dict, Mapping):
        return _mapping(*arguments)
    if hint in _FORMS:
        inner = codec_of(_FORMS[hint])
        of = _FORMS[hint].of  # type: ignore[attr-defined]
        return Codec(lambda value: inner.encode(of(value)), _not_read, inner.schema)
    if is_dataclass(hint):
        return Codec(_encoder(hint), _not_read, _object_schema(hint))
    if isinstance(hint, type) and issubclass(hint, tuple):  # a named tuple with fields of its own
        return Codec(_encoder(hint), _not_read, _object_schema(hint))
    raise TypeError(f"no JSON for {hint!r}")


codec_of: Callable[[Any], Codec] = cache(_make_codec)
"""The codec of a type hint."""


def _annotated(hint: Any, marks: tuple[Any, ...]) -> Codec:
    codec = codec_of(hint)
    for mark in marks:
        if isinstance(mark, Limit):
            others = codec.limits if isinstance(mark, Complete) else ()
            codec = replace(codec, schema=codec.schema | mark.schema(), limits=(*others, mark))
        elif isinstance(mark, NoneAs):
            codec = _none_as(mark.text, codec)
        elif isinstance(mark, Beside):
            codec = replace(codec, beside=mark.form, suffix=mark.suffix)
    return codec


def _none_as(text: str, codec: Codec) -> Codec:
    def encode(value: Any) -> Any:
        return text if value is None else codec.encode(value)

    return replace(codec, encode=encode, schema={"type": "string"})


def _literal(values: tuple[Any, ...]) -> Codec:
    def decode(value: Any, name: str) -> Any:
        if _text(value, name) not in values:
            raise expected(alternatives(values), name, value)
        return value

    return Codec(lambda value: value, decode, {"type": "string", "enum": list(values)})


def _union(options: tuple[Any, ...]) -> Codec:
    """`X | None`, or one of several objects."""
    codecs = {option: codec_of(option) for option in options if option is not type(None)}
    if len(codecs) < len(options) and len(codecs) == 1:
        [inner] = codecs.values()
        return Codec(
            lambda value: None if value is None else inner.encode(value),
            lambda value, name: None if value is None else inner.decode(value, name),
            {"anyOf": [inner.schema, {"type": "null"}]},
            inner.beside,
            inner.suffix,
            inner.limits,
        )
    described = [codec.schema for codec in codecs.values()] + [{"type": "null"}] * (len(codecs) < len(options))
    return Codec(
        lambda value: None if value is None else codecs[type(value)].encode(value), _not_read, {"anyOf": described}
    )


def _list(hint: Any, arguments: tuple[Any, ...]) -> Codec:
    """A list; tuples of a fixed length have one type throughout."""
    inner = codec_of(arguments[0])
    fixed = get_origin(hint) is tuple and arguments[-1] is not Ellipsis
    size = {"minItems": len(arguments), "maxItems": len(arguments)} if fixed else {}

    def decode(value: Any, name: str) -> Any:
        if not isinstance(value, list) or (arguments[0] is str and not all(isinstance(each, str) for each in value)):
            raise expected("a list of texts" if arguments[0] is str else "a list", name, value)
        return tuple(inner.decode(each, name) for each in value)

    encode = inner.encode
    return Codec(
        lambda value: [encode(each) for each in value], decode, {"type": "array", "items": inner.schema} | size
    )


def _mapping(key: Any, value: Any) -> Codec:
    inner = codec_of(value)
    encode, beside = inner.encode, inner.beside

    def all_beside(values: Mapping[Any, Any]) -> Any:
        assert beside is not None
        return {str(key): form for key, each in values.items() if (form := beside(each)) is not None} or None

    return Codec(
        lambda values: {str(key): encode(each) for key, each in values.items()},
        _not_read,
        {"type": "object", "additionalProperties": inner.schema},
        None if beside is None else all_beside,
        inner.suffix,
    )


# Objects


@dataclass(frozen=True)
class Field:
    """A field of an object: what Python and what JSON call it, and how it is written."""

    attribute: str
    name: str
    hint: Any
    codec: Codec
    default: Any
    """MISSING where there is none; a field whose default is None is left out of JSON while it is None."""
    marks: tuple[Any, ...]


def _make_fields(kind: Any) -> tuple[Field, ...]:
    hints = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        defaults = {each.name: each.default for each in fields(kind)}
    else:
        defaults = {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}
    return tuple(
        Field(name, _NAMES.get(name, name), hints[name], codec_of(hints[name]), default, _marks(hints[name]))
        for name, default in defaults.items()
    )


fields_of: Callable[[Any], tuple[Field, ...]] = cache(_make_fields)
"""The fields of a class: of a dataclass or a named tuple."""


def _marks(hint: Any) -> tuple[Any, ...]:
    """What stands beside a type, or beside X in `X | None`."""
    if get_origin(hint) is Annotated:
        return get_args(hint)[1:]
    if get_origin(hint) in (Union, types.UnionType):
        return tuple(mark for option in get_args(hint) for mark in _marks(option))
    return ()


def _encoder(kind: Any) -> Callable[[Any], JsonObject]:
    """What writes the objects of a class."""

    plain = all(FLAT not in field.marks and WITH_DEALER not in field.marks for field in fields_of(kind))
    parts = [(each, each.attribute, each.name, each.codec.encode, each.codec.beside) for each in fields_of(kind)]

    def encode(value: Any) -> JsonObject:
        written: JsonObject = {}
        for field, attribute, name, encode_inner, beside in parts:
            inner = getattr(value, attribute)
            if inner is None and field.default is None:
                continue
            if not plain and FLAT in field.marks:
                written.update(encode_inner(inner))
                continue
            if not plain and WITH_DEALER in field.marks:
                written["dealer"] = str(inner.dealer)
            written[name] = encode_inner(inner)
            if beside is not None and inner is not None and (second := beside(inner)) is not None:
                written[f"{name}_{field.codec.suffix}"] = second
        return written

    return encode


def _object_schema(kind: Any) -> JsonObject:
    properties: JsonObject = {}
    required: list[str] = []
    is_question = getattr(kind, "is_asked", False)
    for field in fields_of(kind):
        if INTERNAL in field.marks:
            continue
        if FLAT in field.marks:
            properties |= field.codec.schema["properties"]
            required += field.codec.schema["required"]
            continue
        if WITH_DEALER in field.marks:
            properties["dealer"] = CODECS[Seat].schema | {"default": "N"}
        properties[field.name] = field.codec.schema | _default_schema(field)
        if field.codec.beside is not None:
            properties[f"{field.name}_{field.codec.suffix}"] = _beside_schema(field.codec)
        if field.default is MISSING or (not is_question and field.default is not None):
            required.append(field.name)
    described: JsonObject = {"type": "object", "title": kind.__name__, "properties": properties, "required": required}
    about = (kind.__doc__ or "").strip()
    return described | ({"description": about} if about else {})


def _default_schema(field: Field) -> JsonObject:
    if field.default is MISSING or field.default is None:
        return {}
    return {"default": field.codec.encode(field.default)}


def _beside_schema(codec: Codec) -> JsonObject:
    if codec.schema.get("type") == "object":
        return {"type": "object", "additionalProperties": Beside.schema}
    return Beside.schema
