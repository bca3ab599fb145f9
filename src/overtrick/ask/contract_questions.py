"""Questions for the best contract as they come in JSON: of two hands, or of one hand and an auction."""

import json
from pathlib import Path
from typing import Any

from overtrick.ask.contract_answers import pair_answer, position_answer
from overtrick.ask.fields import hand_of, parse_field, table_of, text_field
from overtrick.ask.system_questions import table_asked
from overtrick.core import ParseError, Position, Vulnerability


def answer_contract(asked: dict[str, Any], net: Path | None = None) -> dict[str, Any]:
    """The answer to a question for the best contract, by the shipped network or by one in a folder."""
    if "hand" in asked:
        return _answer_position(asked, net)
    if "north" in asked or "south" in asked:
        return _answer_pair(asked)
    raise ParseError('expected "north" and "south", or "hand", got neither')


def _answer_position(asked: dict[str, Any], net: Path | None) -> dict[str, Any]:
    hand = hand_of(asked)
    auction, vulnerability = table_of(asked)
    table, position = table_asked(asked, auction.turn), Position(hand, auction, vulnerability)
    answer = position_answer(table.tree, position, net=net, why=asked.get("why") is True, seed=_seed(asked))
    card = table.system_of(auction.turn)
    return answer | {"system": card.name, "system_hash": card.fingerprint}


def _answer_pair(asked: dict[str, Any]) -> dict[str, Any]:
    north, south = (hand_of(asked, name) for name in ("north", "south"))
    vulnerability = parse_field("vul", text_field(asked, "vul", "None"), Vulnerability.parse)
    return pair_answer(
        north,
        south,
        vulnerability,
        against=None if asked.get("against") is None else text_field(asked, "against"),
        their_chance=_number(asked, "their_chance"),
        seed=_seed(asked),
    )


def _seed(asked: dict[str, Any]) -> int:
    return int(_number(asked, "seed") or 0)


def _number(asked: dict[str, Any], name: str) -> float | None:
    value = asked.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 2**32:
        raise ParseError(f"expected a number from 0 on in {name!r}, got {json.dumps(value)[:40]}", source=name)
    return value
