"""Questions to a pair of cards as they come in JSON: which call, and what the calls so far mean."""

from typing import Any

from overtrick.ask.fields import hand_of, table_of, text_field
from overtrick.ask.system_answers import bid_answer, explain_answer
from overtrick.core import Position, Side
from overtrick.systems.trees import Trees

TREES = Trees()
"""The cards that have been asked for, kept as long as the process lives."""


def answer_bid(asked: dict[str, Any], *, with_others: bool = False) -> dict[str, Any]:
    """The answer to a question for a call."""
    hand = hand_of(asked)
    auction, vulnerability = table_of(asked)
    ours, theirs = systems_of(asked)
    pair = (ours, theirs) if auction.turn.side is Side.NORTH_SOUTH else (theirs, ours)
    answer = bid_answer(TREES.of(*pair), Position(hand, auction, vulnerability), with_others=with_others)
    cards = TREES.cards(*pair)
    return answer | {"system": cards[auction.turn.side].name, "system_hash": cards[auction.turn.side].fingerprint}


def answer_explain(asked: dict[str, Any], *, with_available: bool = False) -> dict[str, Any]:
    """The answer to a question for the meanings of an auction."""
    auction, vulnerability = table_of(asked)
    pair = systems_of(asked)
    answer = explain_answer(TREES.of(*pair), auction, vulnerability, with_available=with_available)
    return answer | said_by(pair)


def systems_of(asked: dict[str, Any]) -> tuple[str, str]:
    """The cards of a request: the player's, and the opponents', which is the same unless they name theirs."""
    system = text_field(asked, "system", "sayc")
    return system, system if asked.get("their_system") is None else text_field(asked, "their_system")


def said_by(pair: tuple[str, str]) -> dict[str, Any]:
    """The names of the cards at the table."""
    ours, theirs = TREES.cards(*pair)
    return {"system": ours.name, "their_system": theirs.name, "system_hash": ours.fingerprint}
