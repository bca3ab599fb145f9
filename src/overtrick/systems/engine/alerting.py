"""How the opponents learn what a call means: by an alert, an announcement or after the auction, as regulations say.

What a card says about its call decides; where it says nothing, the default of the regulation does.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from overtrick.core import DOUBLE, Call, Strain
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.turn import Turn

Regulation: TypeAlias = Literal["acbl", "ebu"]
Alerts: TypeAlias = Mapping[str, str]
"""By regulation, one of `no`, `alert`, `announce`, `delayed`."""

THREE_NOTRUMP = Call.parse("3N").index
_TAKEOUT = frozenset(["takeout", "negative", "responsive", "reopening", "balancing"])


def alerts(turn: Turn, call: Call, line: Line | None) -> Alerts:
    """What is to be done about a call that this line explains."""
    if line is None:
        return {"acbl": "no", "ebu": "no"}
    if line.announce:
        usual = {"acbl": "announce", "ebu": "announce"}
    else:
        usual = {"acbl": _acbl(turn, call, line), "ebu": _ebu(turn, call, line)}
    return {**usual, **line.alerts}


def _acbl(turn: Turn, call: Call, line: Line) -> str:
    """Artificial bids are alerted; above 3NT, from opener's second turn on, after the auction (2021)."""
    if not line.artificial or not call.is_bid:
        return "no"
    late = turn.opener >= 0 and len(turn.auction.calls) - turn.opener >= 4
    return "delayed" if late and call.index > THREE_NOTRUMP else "alert"


def _ebu(turn: Turn, call: Call, line: Line) -> str:
    """Artificial calls are alerted up to 3NT, and above it if they open; doubles when they are not what all expect."""
    bid = call if call.is_bid else turn.last_bid
    if bid is not None and bid.index > THREE_NOTRUMP:
        return "alert" if line.artificial and turn.opener < 0 else "no"
    if call == DOUBLE:
        return "no" if _is_expected(turn, line.tags) else "alert"
    return "alert" if line.artificial else "no"


def _is_expected(turn: Turn, tags: frozenset[str]) -> bool:
    """Whether a double is for takeout of a suit, for penalties of notrump, or shows the artificial suit doubled."""
    bid = turn.last_bid
    if bid is None or bid.strain is Strain.NOTRUMP:
        return "penalty" in tags or "values" in tags
    suit = bid.strain.suit
    if suit not in turn.their_suits:
        return f"shows {suit}" in tags
    return bool(tags & _TAKEOUT)
