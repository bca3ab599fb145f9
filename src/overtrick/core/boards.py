"""Boards, and what happened on them at a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from overtrick.core import drawing
from overtrick.core.auctions import Auction
from overtrick.core.calls import PASS
from overtrick.core.cards import Card
from overtrick.core.contracts import Result
from overtrick.core.deals import Deal
from overtrick.core.errors import BridgeError
from overtrick.core.seats import Seat, Vulnerability
from overtrick.core.tables import DDTable

_VULNERABILITIES = "0123" + "1230" + "2301" + "3012"


def board_dealer(number: int) -> Seat:
    """Who deals the board of that number."""
    return Seat((number - 1) % 4)


def board_vulnerability(number: int) -> Vulnerability:
    """Who is vulnerable on the board of that number."""
    return Vulnerability(int(_VULNERABILITIES[(number - 1) % 16]))


@dataclass(frozen=True, slots=True)
class Board:
    """A deal with dealer and vulnerability."""

    deal: Deal
    dealer: Seat = Seat.NORTH
    vulnerability: Vulnerability = Vulnerability.NONE
    number: int | None = None

    @classmethod
    def numbered(cls, number: int, deal: Deal) -> Self:
        """Dealer and vulnerability as printed on the board of that number."""
        if number < 1:
            raise BridgeError(f"expected a board number from 1 on, got {number}")
        return cls(deal, board_dealer(number), board_vulnerability(number), number)

    def _repr_html_(self) -> str:
        return drawing.board_html(self)

    def _repr_svg_(self) -> str:
        return drawing.board_svg(self)


@dataclass(frozen=True, slots=True)
class Note:
    """What was said about a call: whether it was alerted, its explanation, and a mark such as ! or ?? for its worth."""

    text: str = ""
    alerted: bool = False
    mark: str = ""


@dataclass(frozen=True)
class Record:
    """A board with what happened on it at one table; all but the board may be unknown.

    `notes` go by the index of the call. `play` lists the cards in the order they were played.
    `tags` keeps what a file said beyond this, in its order, so that writing it again loses nothing.
    """

    board: Board
    auction: Auction | None = None
    notes: Mapping[int, Note] = field(default_factory=dict)
    result: Result | None = None
    play: tuple[Card, ...] = ()
    players: Mapping[Seat, str] = field(default_factory=dict)
    table: DDTable | None = None
    tags: Mapping[str, str] = field(default_factory=dict)

    def require_auction(self) -> Auction:
        """The whole auction; BridgeError where there is none, or one that is not over."""
        if self.auction is None or not self.auction.is_over:
            came = "none" if self.auction is None else f"{self.auction} with a call to come"
            raise BridgeError(f"expected a whole auction, got {came}")
        return self.auction

    def with_last_passes(self) -> Self:
        """The same with the passes that end the auction, where a file leaves them out.

        That it is over must be plain: it ends in the contract given, or cards were played.
        """
        if self.auction is None or self.auction.is_over or not self.auction.calls:
            return self
        ended = self.auction
        while not ended.is_over:
            ended = ended.after(PASS)
        is_plain = self.result.contract == ended.contract if self.result is not None else bool(self.play)
        return replace(self, auction=ended) if is_plain else self

    def __repr__(self) -> str:
        number = "a deal" if self.board.number is None else f"board {self.board.number}"
        known = [str(self.auction)] * (self.auction is not None) + [str(self.result)] * (self.result is not None)
        return f"<Record of {', '.join([number, *known])}>"

    def __str__(self) -> str:
        return drawing.record_text(self)

    def _repr_html_(self) -> str:
        return drawing.record_html(self)
