"""Lines: on this condition, this call; and what is to be said about it."""

from dataclasses import dataclass

from overtrick.core import Call, Suit
from overtrick.systems.conditions import Condition


@dataclass(frozen=True, eq=False, slots=True)
class Line:
    """A line of the list at a point of an auction.

    `tags` include those that a call has by itself: `natural`, `shows S`, `agrees S`, `artificial`.
    """

    condition: Condition
    call: Call
    rule: str
    """The id of the rule, for the natural fallback `natural: …`."""
    text: str = ""
    forcing: str = "no"
    artificial: bool = False
    announce: str = ""
    agrees: Suit | None = None
    tags: frozenset[str] = frozenset()
    shows: Condition | None = None
    """What partner may assume, where that is wider than the condition."""
    hand_text: str = ""
    """The condition in the card's words."""
    source: str = ""
    """File and line of the rule."""
