"""Lines: on this condition, this call; and what is to be said about it."""

from dataclasses import dataclass

from overtrick.core import CALLS, Call, Suit
from overtrick.hands.bounds import inner, outer
from overtrick.hands.cells import CellSet
from overtrick.hands.conditions import Condition
from overtrick.systems.engine.lazily import lazily

SUIT_OF_CALL = tuple(call.strain.suit if call.is_bid else None for call in CALLS)
"""By index, the suit a call names."""


@dataclass(frozen=True, eq=False)
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

    @lazily
    def may(self) -> CellSet:
        """The cells in which some hand makes the call by this line, as far as partner may assume."""
        return outer(self.condition if self.shows is None else self.shows)

    @lazily
    def must(self) -> CellSet:
        """The cells in which the line is true of every hand."""
        return inner(self.condition)
