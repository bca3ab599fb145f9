"""What questions about a table share: who plays what, the auction so far, and the hand of the player to call."""

from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeAlias

from overtrick.ask.wire import WITH_DEALER, CompleteHand, Question, Text, Whole
from overtrick.core import Auction, BridgeError, ParseError, Position, Seat, Side, Vulnerability
from overtrick.systems.system import NAMES, System, SystemErrors, post_system
from overtrick.systems.table import Table

SystemName: TypeAlias = Annotated[str, Text(200, choices=tuple(NAMES))]
"""A shipped system; on the command line the file of another one, too."""
SystemText: TypeAlias = Annotated[str, Text(200_000)]
"""A whole system in YAML, in place of a name."""
Seed: TypeAlias = Annotated[int, Whole()]
NO_CALLS = Auction()
FEWEST_LAYOUTS, MOST_LAYOUTS = 10, 10_000
Layouts: TypeAlias = Annotated[int, Whole(FEWEST_LAYOUTS, MOST_LAYOUTS, public=2_000)]
"""Layouts of the hidden cards; the service, where others wait, simulates fewer."""


class ContractChance(NamedTuple):
    """A contract, and how likely it is the best, or where an auction ends."""

    contract: str
    p: float


@dataclass(frozen=True, kw_only=True)
class SystemsQuestion(Question):
    """Who plays what: systems by name, or the texts of cards in their place."""

    system: SystemName = "sayc"
    their_system: SystemName | None = None
    card: SystemText | None = None
    their_card: SystemText | None = None

    def table(self, seat: Seat = Seat.NORTH) -> Table:
        """The table where the side of this seat plays `system`, and the others theirs."""
        ours, theirs = self.names()
        pair = (ours, theirs) if seat.side is Side.NORTH_SOUTH else (theirs, ours)
        try:
            return Table.of(*pair)
        except SystemErrors:  # which say where in the system's files
            raise
        except BridgeError as error:
            raise error.at(source="system" if _is_unreadable(ours) else "their_system") from None

    def names(self) -> tuple[str, str]:
        """What `System.load` knows the two systems by; the opponents play the same one unless theirs is given."""
        ours = _posted(self.card, "card") if self.card else self.system
        theirs = _posted(self.their_card, "their_card") if self.their_card else self.their_system
        return ours, ours if theirs is None else theirs


def _is_unreadable(system: str) -> bool:
    try:
        System.load(system)
    except BridgeError:
        return True
    return False


def _posted(text: str, field: str) -> str:
    try:
        return post_system(text)
    except SystemErrors as errors:
        first = errors.errors[0]
        more = f" (and {len(errors.errors) - 1} more)" if len(errors.errors) > 1 else ""
        raise ParseError(first.message + more, source=field, line=first.where.line, column=first.where.column) from None


@dataclass(frozen=True, kw_only=True)
class AuctionQuestion(SystemsQuestion):
    """An auction so far; `system` is North-South's."""

    auction: Annotated[Auction, WITH_DEALER] = NO_CALLS
    vulnerability: Vulnerability = Vulnerability.NONE

    def require_turn(self) -> None:
        """BridgeError if the auction is over."""
        if self.auction.is_over:
            raise BridgeError("expected an auction with a call to come, got one that is over").at(source="auction")


@dataclass(frozen=True, kw_only=True)
class PositionQuestion(AuctionQuestion):
    """The hand of the player to call, and the auction so far; `system` is that player's."""

    hand: CompleteHand

    @property
    def position(self) -> Position:
        """What the player to call can see."""
        return Position(self.hand, self.auction, self.vulnerability)
