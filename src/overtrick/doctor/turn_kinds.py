"""Kinds of turns and calls, where auctions are too many to look at each: who bid how high, and what a call is."""

from overtrick.core import Call
from overtrick.systems.engine.forcing import GAME_LEVEL
from overtrick.systems.engine.tree import Node

_BIDDER = {"rho": "right-hand opponent", "lho": "left-hand opponent", "partner": "partner", "me": "the player"}


def kind_of_turn(node: Node) -> str:
    """A turn in a few words: whether they bid, the last bid, what partner has shown."""
    last = node.last_bid
    if last is None:
        return "opening"
    if node.agreed is not None:
        shown = "a suit is agreed"
    else:
        shown = "partner has shown a suit" if node.partner.suits else "partner has shown no suit"
    words = [
        f"{'contested' if node.contested else 'uncontested'}, {_BIDDER[node.last_bidder]} bid at level {last.level}",
        shown,
    ]
    return ", ".join(words + ["doubled"] * (node.doubled > 1) + ["a pass ends it"] * node.balancing)


def kind_of_call(node: Node, call: Call) -> str:
    """What a call is at a turn, as a card's rule may name it: `raise`, `jump raise`, `cue`, `cheapest N`, `X` …

    A suit of one's own or a new one is X.
    """
    if not call.is_bid:
        return str(call)
    jump = node.is_jump(call)
    if call.strain.suit is None:
        return str(call) if jump else "cheapest N"
    for name, words in (("partner", ("raise", "jump raise")), ("T", ("cue", "jump cue")), ("mine", _MINE)):
        if node.suit_named(name) is call.strain.suit:
            if jump and name != "T" and call.level == GAME_LEVEL[call.strain]:
                return f"game in {name}"
            return words[jump]
    return "jump X" if jump else "cheapest X"


_MINE = ("cheapest mine", "jump mine")
