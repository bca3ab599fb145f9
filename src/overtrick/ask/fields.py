"""The fields of a question in JSON: texts, numbers, hands and auctions, with errors that name the field."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from overtrick.core import Auction, BridgeError, Hand, ParseError, Seat, Vulnerability


def text_field(asked: dict[str, Any], name: str, default: str | None = None) -> str:
    """A text of a JSON request; an error that names the field when it is missing or no text."""
    value = asked.get(name, default)
    if not isinstance(value, str):
        came = "nothing" if name not in asked else json.dumps(value)[:40]
        raise ParseError(f"expected a text in {name!r}, got {came}", source=name)
    return value


def parse_field(name: str, text: str, parse: Callable[[str], Any]) -> Any:
    """What `parse` makes of a field's text; its errors name the field."""
    try:
        return parse(text)
    except BridgeError as error:
        raise error.at(source=name) from None


def hand_of(asked: dict[str, Any], name: str = "hand") -> Hand:
    """The thirteen cards of a request, in the field of that name."""
    hand: Hand = parse_field(name, text_field(asked, name), Hand.parse)
    if not hand.is_complete:
        raise BridgeError(f"expected a hand of 13 cards, got {len(hand)}: {hand}").at(source=name)
    return hand


def table_of(asked: dict[str, Any]) -> tuple[Auction, Vulnerability]:
    """The auction of a request, and the vulnerability."""
    dealer = parse_field("dealer", text_field(asked, "dealer", "N"), Seat.parse)
    auction = parse_field("auction", text_field(asked, "auction", ""), lambda text: _auction(text, dealer))
    return auction, parse_field("vul", text_field(asked, "vul", "None"), Vulnerability.parse)


@lru_cache(maxsize=4096)
def _auction(text: str, dealer: Seat) -> Auction:
    """The same few auctions are asked about again and again."""
    return Auction.parse(text, dealer)


def whole_field(asked: dict[str, Any], name: str, default: int, low: int = 0, high: int = 2**32 - 1) -> int:
    """A whole number of a JSON request, from `low` to `high`."""
    value = asked.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        came = json.dumps(value)[:40]
        raise ParseError(f"expected a whole number from {low} to {high} in {name!r}, got {came}", source=name)
    return value


def texts_field(asked: dict[str, Any], name: str) -> list[str]:
    """A list of texts of a JSON request."""
    value = asked.get(name, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ParseError(f"expected a list of texts in {name!r}, got {json.dumps(value)[:40]}", source=name)
    return value


def error_dict(error: BridgeError | str) -> dict[str, Any]:
    """An error as plain values: its words, the place as a text, and that place in parts as far as known."""
    if isinstance(error, str):
        return {"message": error, "where": ""}
    where = error.where
    parts = {"field": where.source, "line": where.line, "column": where.column}
    return {"message": error.message, "where": str(where)} | {key: part for key, part in parts.items() if part}
