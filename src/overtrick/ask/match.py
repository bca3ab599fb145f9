"""A duplicate match between two players: how it went, and its largest swings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from overtrick.ask.position import Seed
from overtrick.ask.wire import FLAT, Question, Text, Whole, form
from overtrick.core import SCORINGS, Auction, ParseError, Result, Scoring, Seat, Vulnerability
from overtrick.matches.playing import play_match
from overtrick.matches.scoring import Match, PerBoard, Swing
from overtrick.systems.system import NAMES


@dataclass(frozen=True, kw_only=True)
class MatchQuestion(Question):
    """A short match between two players: a system, `net:sayc` or `sim:sayc`, who simulates and decides by `scoring`."""

    first: Annotated[str, Text(200)] = "sayc"
    second: Annotated[str, Text(200)] = "acol"
    count: Annotated[int, Whole(1, 500)] = 100
    seed: Seed = 1
    scoring: Scoring = "imps"

    def __post_init__(self) -> None:
        super().__post_init__()
        for field in ("first", "second"):
            _require_player(getattr(self, field), field)


def _require_player(text: str, field: str) -> None:
    """A player by name; the name of a file is none."""
    kind, colon, system = text.rpartition(":")
    if system.strip().lower() not in NAMES and text not in ("net", "sim"):
        known = ", ".join(NAMES)
        raise ParseError(f"expected a system ({known}), net:… or sim:… with one of them, got {text!r}", source=field)
    if colon and kind not in ("net", "advice", "sim", "cardsim"):
        raise ParseError(f"expected net: or sim: before the system, got {text!r}", source=field)


@form(Swing)
@dataclass(frozen=True)
class _SwingForm:
    """A board on which the rooms differ, the open room first."""

    board: int | None
    imps: int
    deal: str
    dealer: Seat
    vulnerability: Vulnerability
    results: tuple[Result, Result]
    auctions: tuple[Auction, Auction]

    @classmethod
    def of(cls, swing: Swing) -> "_SwingForm":
        board = swing.board
        deal = board.deal.text(board.dealer)
        return cls(board.number, swing.imps, deal, board.dealer, board.vulnerability, swing.results, swing.auctions)


@form(Match)
@dataclass(frozen=True)
class _MatchForm:
    """How a match went, from the first player's side."""

    cards: tuple[str, str]
    boards: int
    imps_per_board: float
    standard_error: float
    won: int
    tied: int
    lost: int
    calls_per_auction: float
    contracts: tuple[Mapping[str, int], Mapping[str, int]]
    """By player, the kinds of contracts declared."""
    swings: list[Swing]
    scoring: Scoring
    per_board: Mapping[Scoring, PerBoard]
    """IMPs, matchpoints more than half of them, and points."""
    against_doublers: PerBoard
    """IMPs if defenders doubled every contract that fails."""
    stopped: str | None = None

    @classmethod
    def of(cls, match: Match) -> "_MatchForm":
        return cls(
            match.names,
            match.boards,
            match.mean,
            match.error,
            match.won,
            match.boards - match.won - match.lost,
            match.lost,
            match.calls / max(1, 2 * match.boards),
            match.contracts,
            match.swings,
            match.scoring,
            {scoring: match.per_board(scoring) for scoring in SCORINGS},
            match.against_doublers,
            match.stopped,
        )


@dataclass(frozen=True, kw_only=True)
class MatchAnswer:
    """The match."""

    match: Annotated[Match, FLAT]
    seed: int
    kind: Literal["sample"] = "sample"


def answer(question: MatchQuestion) -> MatchAnswer:
    """A match over random deals, with estimated tricks."""
    match = play_match(
        question.first, question.second, question.count, seed=question.seed, scoring=question.scoring, jobs=1
    )
    return MatchAnswer(match=match, seed=question.seed)
