"""A session of boards: what each player's and each pair's calls have cost, by kind, and the dearest calls."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from overtrick.core import Board, Seat, Side
from overtrick.core.comparing import imps, share
from overtrick.review.board_review import BoardReview, players_of
from overtrick.review.call_review import CallKind, CallReview
from overtrick.review.play_review import LeadReview

DEAREST = 5
"""Calls that a player is shown."""


class DearCall(NamedTuple):
    """A call or a lead that cost something, and the board it was made on."""

    board: int
    """The place of the board in the session."""
    review: CallReview | LeadReview


@dataclass
class PlayerReview:
    """The calls of one player."""

    name: str
    boards: int = 0
    calls: int = 0
    lost: Counter[CallKind] = field(default_factory=Counter)
    """By kind."""
    grades: Counter[str] = field(default_factory=Counter)
    costly: list[DearCall] = field(default_factory=list)
    tricks: int = 0
    """Given up in the play, as seen with all cards open."""
    systems: set[str] = field(default_factory=set)
    """Of a pair: those that its calls were judged by."""

    @property
    def total(self) -> float:
        """What all calls have cost."""
        return sum(self.lost.values())

    @property
    def a_board(self) -> float:
        return self.total / max(self.boards, 1)

    @property
    def dearest(self) -> list[DearCall]:
        """The dearest calls, the dearest first."""
        return sorted(self.costly, key=lambda call: -call.review.cost)[:DEAREST]

    @property
    def to_practise(self) -> CallKind | None:
        """The kind of call that cost the most."""
        return max(self.lost, key=lambda kind: self.lost[kind], default=None)

    def add(self, place: int, call: CallReview | LeadReview) -> None:
        """Take a call of the player's into account, or the lead."""
        self.calls += 1
        self.grades[call.grade.word] += 1
        if call.cost:
            self.lost[call.kind] += call.cost  # type: ignore[assignment]
            self.costly.append(DearCall(place, call))


class DealTables(NamedTuple):
    """A deal that was played at two tables or more."""

    tables: tuple[BoardReview, ...]

    @property
    def swing(self) -> int:
        """IMPs that North-South of the first table won against those of the second."""
        return imps(self.tables[0].score - self.tables[1].score)

    def share(self, table: BoardReview) -> float:
        """The matchpoints of North-South there, as a share of the most that the field leaves them."""
        return share(table.score, [other.score for other in self.tables if other is not table])


@dataclass(frozen=True)
class SessionReview:
    """The players and pairs of a session, in the order in which they came."""

    boards: tuple[BoardReview, ...]
    players: tuple[PlayerReview, ...]
    pairs: tuple[PlayerReview, ...]

    @classmethod
    def of(cls, boards: Iterable[BoardReview]) -> "SessionReview":
        """All that was found on some boards, put together."""
        reviewed = tuple(boards)
        players: dict[str, PlayerReview] = {}
        pairs: dict[str, PlayerReview] = {}
        for place, board in enumerate(reviewed):
            names = players_of(board.record)
            of_side = {side: " and ".join(names[seat] for seat in side.seats) for side in Side}
            for known, found in ((names.values(), players), (of_side.values(), pairs)):
                for name in dict.fromkeys(known):
                    found.setdefault(name, PlayerReview(name)).boards += 1
            for side in Side:
                pairs[of_side[side]].systems.add(board.systems[side])
            leads = () if board.play.lead is None else (board.play.lead,)
            for call in (*board.calls, *leads):
                players[names[call.seat]].add(place, call)
                pairs[of_side[Seat(call.seat).side]].add(place, call)
            for given in board.play.given:
                players[names[given.seat]].tricks += given.tricks
                pairs[of_side[Seat(given.seat).side]].tricks += given.tricks
        return cls(reviewed, tuple(players.values()), tuple(pairs.values()))

    @property
    def several_tables(self) -> list[DealTables]:
        """The deals with more than one result."""
        by_deal: dict[Board, list[BoardReview]] = {}
        for review in self.boards:
            by_deal.setdefault(review.record.board, []).append(review)
        return [DealTables(tuple(tables)) for tables in by_deal.values() if len(tables) > 1]
