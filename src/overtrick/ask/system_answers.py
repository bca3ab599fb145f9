"""Questions to a pair of cards, answered with plain values: which call, and what the calls so far mean.

The command line's JSON lines and whatever else talks to other programs speak these objects.
"""

from typing import Any

from overtrick.core import PASS, Auction, BridgeError, Call, Position, Seat, Vulnerability
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.meaning import (
    Meaning,
    call_dict,
    line_text,
    meaning,
    meaning_dict,
    requirements,
    shown_by_seat,
    shown_dict,
)
from overtrick.systems.engine.tree import Node
from overtrick.systems.table import Table

CLOSEST = 3
"""How many lines that were passed over are worth telling."""


def bid_answer(table: Table, position: Position, *, with_others: bool = False) -> dict[str, Any]:
    """The call of the player whose turn it is: the rule, what the call will mean, and what the rule asks.

    `with_others` adds the lines before it that the hand came closest to.
    """
    node = table.node_to_call(position.auction, position.vulnerability)
    if not position.hand.is_complete:
        raise BridgeError(f"expected a hand of 13 cards, got {len(position.hand)}: {position.hand}").at(source="hand")
    call, line = node.bid(position.hand)
    answer: dict[str, Any] = {
        "call": str(call),
        "rule": line.rule,
        "meaning": meaning_dict(meaning(node, call, position.seat)),
        "by": str(position.seat),
        "requires": requirements(line.condition, position.hand),
        "hand_text": line_text(line),
        "source": line.source,
        "kind": "rule",
    }
    if with_others:
        answer["passed_over"] = [_passed_over(each, position) for each in _closest(node, line, position)]
    return answer


def _closest(node: Node, made: Line, position: Position) -> list[Line]:
    """The lines before the one that was taken, those first that fail in the fewest parts; one a call."""
    found: dict[Call, tuple[int, Line]] = {}
    for line in node.lines:
        if line is made:
            break
        failing = sum(not part["ok"] for part in requirements(line.condition, position.hand))
        if line.call not in (PASS, made.call) and failing < found.get(line.call, (99, line))[0]:
            found[line.call] = failing, line
    return [line for _, line in sorted(found.values(), key=lambda pair: pair[0])[:CLOSEST]]


def _passed_over(line: Line, position: Position) -> dict[str, Any]:
    failing = [part for part in requirements(line.condition, position.hand) if not part["ok"]]
    return {"call": str(line.call), "rule": line.rule, "hand_text": line_text(line), "fails": failing}


def explain_answer(
    table: Table, auction: Auction, vulnerability: Vulnerability, *, with_available: bool = False
) -> dict[str, Any]:
    """The meaning of every call, and what each seat has shown; `with_available` adds the calls that may come next."""
    node = table.node(auction, vulnerability)
    answer: dict[str, Any] = {
        "calls": [call_dict(each) for each in table.explain(auction, vulnerability)],
        "shown": shown_dicts(node, auction.dealer),
        "kind": "rule",
    }
    if with_available and not auction.is_over:
        answer["turn"] = str(auction.turn)
        answer["available"] = [call_dict(each) for each in available(node, auction.turn)]
    return answer


def shown_dicts(node: Node, dealer: Seat) -> dict[str, Any]:
    """What each seat has shown, by its letter."""
    shown = shown_by_seat(node)
    return {str(seat): shown_dict(shown[(seat - dealer) & 3]) for seat in Seat}


def available(node: Node, seat: Seat) -> list[Meaning]:
    """The calls that some hand of the player to call makes, in the order of the card."""
    calls = dict.fromkeys(line.call for line in node.lines)
    before = node.shown[node.turn]
    return [meaning(node, call, seat) for call in calls if before & node.cells(call)]
