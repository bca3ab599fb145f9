"""Questions to a pair of cards as they come in JSON: which call, and what the calls so far mean."""

from typing import Any

from overtrick.ask.fields import hand_of, table_of, text_field
from overtrick.ask.system_answers import bid_answer, explain_answer
from overtrick.core import BridgeError, Position, Seat, Side
from overtrick.systems.system import System, SystemErrors
from overtrick.systems.table import Table


def answer_bid(asked: dict[str, Any], *, with_others: bool = False) -> dict[str, Any]:
    """The answer to a question for a call."""
    hand = hand_of(asked)
    auction, vulnerability = table_of(asked)
    table = table_asked(asked, auction.turn)
    answer = bid_answer(table, Position(hand, auction, vulnerability), with_others=with_others)
    system = table.system_of(auction.turn)
    return answer | {"system": system.name, "system_hash": system.fingerprint}


def answer_explain(asked: dict[str, Any], *, with_available: bool = False) -> dict[str, Any]:
    """The answer to a question for the meanings of an auction."""
    auction, vulnerability = table_of(asked)
    table = table_asked(asked)
    answer = explain_answer(table, auction, vulnerability, with_available=with_available)
    return answer | said_by(table)


def systems_of(asked: dict[str, Any]) -> tuple[str, str]:
    """The cards of a request: the player's, and the opponents', which is the same unless they name theirs."""
    system = text_field(asked, "system", "sayc")
    return system, system if asked.get("their_system") is None else text_field(asked, "their_system")


def table_asked(asked: dict[str, Any], seat: Seat = Seat.NORTH) -> Table:
    """The table of a request whose `system` is played by this seat; errors name the field of the request."""
    ours, theirs = systems_of(asked)
    pair = (ours, theirs) if seat.side is Side.NORTH_SOUTH else (theirs, ours)
    try:
        return Table.of(*pair)
    except SystemErrors:  # which say where in the system's files
        raise
    except BridgeError as error:
        raise error.at(source="system" if _is_unreadable(ours) else "their_system") from None


def _is_unreadable(system: str) -> bool:
    try:
        System.load(system)
    except BridgeError:
        return True
    return False


def said_by(table: Table) -> dict[str, Any]:
    """The names of the systems at the table."""
    ours, theirs = table.systems
    return {"system": ours.name, "their_system": theirs.name, "system_hash": ours.fingerprint}
