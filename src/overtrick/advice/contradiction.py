"""Hands and calls that cannot go together: said first, because then the question is likely wrong."""

from collections.abc import Iterator

from overtrick.core import PASS, Auction, Call, Hand, Position, Seat, Suit
from overtrick.hands.cells import stated
from overtrick.players.candidates import LIKELY, strays
from overtrick.systems.engine.meaning import UNKNOWN, call_text, meaning, range_text, ranges_text
from overtrick.systems.engine.tree import Node
from overtrick.systems.views import View

SLACK = 1
"""Points by which players upgrade a hand, or take it for less."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SUITS = ("clubs", "diamonds", "hearts", "spades")


def contradiction(view: View) -> str | None:
    """Why the hand or the calls cannot be right: the hand denies its own calls, or a player denies earlier ones."""
    own = next((text for text in map(_denied_by_hand, _own_turns(view)) if text), None)
    return own or next(_denied_by_calls(view), None)


def _own_turns(view: View) -> Iterator[tuple[View, Call]]:
    """The earlier turns of the player to call, and what was called."""
    for made, (seat, call) in enumerate(view.auction):
        if seat is view.seat:
            auction = Auction(view.auction.dealer, view.auction.calls[:made])
            yield View.of(view.network, view.table, Position(view.hand, auction, view.vulnerability)), call


def _denied_by_hand(turn: tuple[View, Call]) -> str | None:
    """Why this may not be the hand of the player to call."""
    broken = broken_promise(*turn)
    return None if broken is None else f"your {broken}: is this the hand of the player to call?"


def broken_promise(view: View, call: Call) -> str | None:
    """What a call has promised that the hand does not have; nothing for calls the network makes with it as well."""
    if not strays(view.node, call, view.hand):
        return None
    broken = _outside(view.node, call, view.hand)
    return None if broken is None or view.policy[call.index] >= LIKELY else broken


def _outside(node: Node, call: Call, hand: Hand) -> str | None:
    """The range of a suit or of the points that the hand is outside of."""
    shown, name = meaning(node, call).shown, call_text(call)
    for suit in reversed(Suit):
        (low, high), held = shown.lengths[suit], hand.lengths[suit]
        if not low <= held <= high:
            promised = f"{_NUMBERS[low]} or more" if held < low else f"at most {_NUMBERS[high]}"
            return f"{name} promised {promised} {_SUITS[suit]}, you hold {_number(held)}"
    low, high = shown.hcp
    if not low - SLACK <= hand.hcp <= high + SLACK:
        return f"{name} promised {range_text(shown.hcp, 22)} points, you hold {hand.hcp}"
    return None


def _number(held: int) -> str:
    return "none" if not held else _NUMBERS[held]


def _denied_by_calls(view: View) -> Iterator[str]:
    """Calls of the others that no hand makes after what they have called before."""
    node = view.node
    while node.parent is not None:
        before, call = node.parent, node.auction.calls[-1]
        seat = Seat((view.auction.dealer + before.turn) & 3)
        known = any(line.call == call for line in before.lines)
        if seat is not view.seat and call != PASS and known and meaning(before, call).kind == UNKNOWN:
            shown = ranges_text(stated(before.shown_by(before.turn)))
            name = seat.name.capitalize()
            yield f"{name}'s {call_text(call)} does not go with what {name} has shown before ({shown})"
        node = before
