"""A board that was bid, looked at again: every call, the result beside par, and how much of it was luck."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice

from overtrick.core import DDTable, Deal, Note, Par, Position, Record, Result, Scoring, Seat, Side
from overtrick.core.comparing import imps, share
from overtrick.formats.reading import require_one_dealer
from overtrick.formats.score_tables import TableScore, score_table
from overtrick.review.call_review import LAYOUTS, CallReview, review_call
from overtrick.review.play_review import PlayReview, review_play
from overtrick.solver import solve
from overtrick.solver.tables import wrong_table
from overtrick.systems.network import bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View, policies


@dataclass(frozen=True)
class ReviewSettings:
    """How boards are looked at: the systems of North-South and East-West, and how much is simulated."""

    systems: tuple[str, str] = ("sayc", "sayc")
    layouts: int = LAYOUTS
    scoring: Scoring = "imps"
    seed: int = 0
    strangers: bool = False
    """Whether nobody has said what the players bid: the lead is then judged by hands as experts might hold them."""


@dataclass(frozen=True)
class BoardReview:
    """A board with a review of every call; its record has the tricks that were there."""

    record: Record
    calls: tuple[CallReview, ...]
    play: PlayReview = field(default_factory=PlayReview)
    table_trouble: str = ""
    """What was wrong in the double-dummy table that came with the board."""
    systems: tuple[str, str] = ("sayc", "sayc")
    """Those that North-South's and East-West's calls were judged by."""

    @property
    def result(self) -> Result:
        """At the table; where the record has none, with the tricks that were there."""
        contract = self.record.require_auction().contract
        known = self.record.result
        if known is not None and (known.contract is None or known.tricks is not None):
            return known
        if contract is None:
            return Result(None)
        assert self.record.table is not None
        return Result(contract, self.record.table[contract.declarer, contract.strain])

    @property
    def is_played(self) -> bool:
        """Whether the result is the one at the table."""
        return self.result == self.record.result

    @property
    def score(self) -> int:
        """North-South's."""
        score = self.result.score(self.record.board.vulnerability)
        assert score is not None
        return score

    @cached_property
    def par(self) -> Par:
        board = self.record.board
        assert self.record.table is not None
        return self.record.table.par(board.vulnerability, board.dealer)

    @property
    def against_par(self) -> int:
        """IMPs that North-South won against par."""
        return imps(self.score - self.par.score)

    @property
    def by_play(self) -> int:
        """IMPs that North-South won in the play, against the tricks that were there."""
        contract = self.result.contract
        if contract is None:
            return 0
        assert self.record.table is not None
        there = Result(contract, self.record.table[contract.declarer, contract.strain])
        return imps(self.score - (there.score(self.record.board.vulnerability) or 0))

    @cached_property
    def elsewhere(self) -> tuple[TableScore, ...]:
        """The other tables of the evening, where the file has their scores; this one's is among them once."""
        tables = score_table(self.record)
        if not tables or not self.is_played:
            return ()
        own = next((place for place, table in enumerate(tables) if table.score == self.score), len(tables))
        return (*tables[:own], *tables[own + 1 :])

    @property
    def share(self) -> float | None:
        """The part of the matchpoints that North-South won against the other tables of the evening."""
        return share(self.score, [table.score for table in self.elsewhere]) if self.elsewhere else None

    def lost_by(self, side: Side) -> float:
        """What the calls of a side have cost together."""
        return sum(call.cost for call in self.calls if call.seat.side is side)

    @property
    def luck(self) -> float:
        """IMPs for North-South that no call explains: the lie of the cards, and the play."""
        return self.against_par - self.lost_by(Side.EAST_WEST) + self.lost_by(Side.NORTH_SOUTH)

    @property
    def dearest(self) -> CallReview | None:
        """The call that cost the most."""
        return max((call for call in self.calls if call.cost), key=lambda call: call.cost, default=None)

    @property
    def marked(self) -> Record:
        """The record with marks at the calls, and why beside those with a fault."""
        notes = {call.place: Note(call.remark, mark=call.mark) for call in self.calls if call.mark}
        return replace(self.record, notes=notes)


def review_board(record: Record, settings: ReviewSettings | None = None) -> BoardReview:
    """A board with its whole auction, call by call; what its players could not know does not count."""
    settings = settings or ReviewSettings()
    require_reviewable(record)
    reviews, tricks = review_calls(record, settings), solved(record.board.deal)
    how = (settings.systems, settings.layouts, settings.scoring, settings.seed)
    play = review_play(record, *how, strangers=settings.strangers)
    trouble = wrong_table(record.table, tricks)
    return BoardReview(replace(record, table=tricks), reviews, play, trouble, settings.systems)


def review_calls(record: Record, settings: ReviewSettings, first: int = 0) -> tuple[CallReview, ...]:
    """Every call of a board's auction from the `first` on; what the network says is worked out for all together."""
    board, auction = record.board, record.require_auction()
    table, network = Table.of(*settings.systems), bidding_network()
    views = [
        View.of(network, table, Position(board.deal[seat], auction.before(made), board.vulnerability))
        for made, (seat, _) in islice(enumerate(auction), first, None)
    ]
    asked = zip(views, auction.calls[first:], policies(views), strict=True)
    how = {"layouts": settings.layouts, "seed": settings.seed}
    return tuple(review_call(view, call, policy, scoring=settings.scoring, **how) for view, call, policy in asked)


@lru_cache(maxsize=64)
def solved(deal: Deal) -> DDTable:
    """The double-dummy table of a deal; both rooms of a match have the same."""
    return solve(deal, threads=1)


def require_reviewable(record: Record) -> None:
    """BridgeError unless the board has 52 cards and a whole auction that its dealer began."""
    record.require_auction()
    record.board.deal.require_complete()
    require_one_dealer(record)


def players_of(record: Record) -> Mapping[Seat, str]:
    """Who sat where, by name, or by seat and room where the record has no name."""
    room = f" ({record.tags['Room'].lower()} room)" if record.tags.get("Room") else ""
    return {seat: record.players.get(seat) or f"{seat.name.capitalize()}{room}" for seat in Seat}
