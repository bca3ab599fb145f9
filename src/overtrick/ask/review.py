"""A board that was bid, looked at again: every call graded, what it cost, the result beside par."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from overtrick.advice.simulation import Estimate
from overtrick.ask.explain import Words
from overtrick.ask.position import Layouts, Seed, SystemsQuestion
from overtrick.ask.rendering import Rendered
from overtrick.ask.texts import BoardsText, ParseQuestion, parse
from overtrick.ask.wire import FLAT, form
from overtrick.core import BridgeError, Call, Card, Par, Record, Result, Scoring, Seat, Side
from overtrick.review.board_review import BoardReview, ReviewSettings, review_board
from overtrick.review.call_review import LAYOUTS, CallKind, CallReview
from overtrick.review.pair_systems import SessionSystems
from overtrick.review.play_review import GivenTrick, LeadReview
from overtrick.systems.system import NAMES


@dataclass(frozen=True, kw_only=True)
class ReviewQuestion(SystemsQuestion):
    """A board with its whole auction, in any format; `system` is North-South's."""

    text: BoardsText
    scoring: Scoring = "imps"
    layouts: Layouts = LAYOUTS
    seed: Seed = 0
    strangers: bool = False
    """Nobody knows what the players bid: the opening lead is judged by hands as experts of any system might hold."""


@form(CallReview)
@dataclass(frozen=True)
class _CallReviewForm:
    """A call that was made: its grade, the call advised, and what it cost."""

    place: int
    by: Seat
    call: Call
    mark: str
    """! for a call better than the card's, ?!, ? and ?? for faults."""
    grade: str
    judge: Literal["card", "network", "simulation"]
    better: Call
    """The call advised; the same where it was made."""
    lost: Estimate | None
    """By how much that wins more; null where only one call made sense."""
    cost: float
    """What the player is charged."""
    about: CallKind
    is_system: bool
    broken: Words | None
    """What the call has promised that the hand does not have."""
    why: Words

    @classmethod
    def of(cls, call: CallReview) -> "_CallReviewForm":
        return cls(
            place=call.place,
            by=call.seat,
            call=call.call,
            mark=call.mark,
            grade=call.grade.word,
            judge=call.grade.judge,
            better=call.better,
            lost=call.lost and _rounded(call.lost),
            cost=round(call.cost, 2),
            about=call.kind,
            is_system=call.is_system,
            broken=call.broken,
            why=call.why,
        )


@form(LeadReview)
@dataclass(frozen=True)
class _LeadReviewForm:
    """The opening lead that was made: its grade, the card advised, and what it cost."""

    by: Seat
    card: Card
    mark: str
    grade: str
    better: Card
    """The card advised; the same where it was led."""
    lost: Estimate
    cost: float
    why: Words

    @classmethod
    def of(cls, lead: LeadReview) -> "_LeadReviewForm":
        lost = _rounded(lead.lost)
        return cls(lead.seat, lead.card, lead.mark, lead.grade.word, lead.better, lost, round(lead.cost, 2), lead.why)


def _rounded(estimate: Estimate) -> Estimate:
    return Estimate(*(round(each, 2) + 0.0 for each in (estimate.mean, estimate.low, estimate.high)))


@form(GivenTrick)
@dataclass(frozen=True)
class _GivenTrickForm:
    """A card of the play that gave tricks away double dummy; `by` is declarer for dummy's cards."""

    place: int
    trick: int
    by: Seat
    card: Card
    tricks: int

    @classmethod
    def of(cls, given: GivenTrick) -> "_GivenTrickForm":
        return cls(given.place, given.trick, given.seat, given.card, given.tricks)


@form(BoardReview)
@dataclass(frozen=True)
class _BoardReviewForm:
    """A board with its calls; scores are North-South's."""

    record: Record
    calls: tuple[CallReview, ...]
    lead: LeadReview | None
    """The opening lead, where the record has it."""
    given: tuple[GivenTrick, ...]
    """Where tricks were given up in the play, with all cards open."""
    play_trouble: Words
    """Why the play could not be looked at; else empty."""
    table_trouble: Words
    """What was wrong in the double-dummy table that came with the board; else empty."""
    reached: Result
    """At the table; where the record has none, with the tricks that were there."""
    score: int
    par: Par
    against_par: int
    """IMPs."""
    lost: Mapping[Side, float]
    """What the calls of each side have cost."""
    luck: float
    """IMPs for North-South that no call explains."""
    by_play: int
    """IMPs of it that the play won, against the tricks that were there."""
    systems: Mapping[Side, str]
    """The cards that each side's calls were judged by."""
    elsewhere: tuple[int, ...]
    """The scores of the other tables, where the board came with a score table."""
    share: float | None
    """The part of the matchpoints that North-South won against them."""

    @classmethod
    def of(cls, board: BoardReview) -> "_BoardReviewForm":
        lost = {side: round(board.lost_by(side), 2) for side in Side}
        return cls(
            board.record,
            board.calls,
            board.play.lead,
            board.play.given,
            board.play.trouble,
            board.table_trouble,
            board.result,
            board.score,
            board.par,
            board.against_par,
            lost,
            round(board.luck, 2) + 0.0,
            board.by_play,
            {side: board.systems[side] for side in Side},
            tuple(table.score for table in board.elsewhere),
            None if board.share is None else round(board.share, 3),
        )


@dataclass(frozen=True, kw_only=True, repr=False)
class ReviewAnswer(Rendered, text="reviews:answer_text", html="reviews:answer_html"):
    """The review of a board."""

    board: Annotated[BoardReview, FLAT]
    scoring: Scoring
    kind: Literal["sample"] = "sample"
    seed: int

    def in_short(self) -> str:
        lost = ", ".join(f"{side} lost {self.board.lost_by(side):.1f}" for side in Side)
        return f"{self.board.result.phrase}, {lost}"


def answer(question: ReviewQuestion) -> ReviewAnswer:
    """The review of the board of a text."""
    boards = parse(ParseQuestion(text=question.text)).boards
    if len(boards) != 1:
        raise BridgeError(f"expected one board, got {len(boards)}: ask for each of them").at(source="text")
    settings = ReviewSettings(question.names(), question.layouts, question.scoring, question.seed, question.strangers)
    try:
        review = review_board(boards[0], settings)
    except BridgeError as error:
        raise error.at(source="text") from None
    return ReviewAnswer(board=review, scoring=question.scoring, seed=question.seed)


# Whose card


@dataclass(frozen=True, kw_only=True)
class PlayedQuestion(ParseQuestion):
    """The boards of a session: which card does each pair bid like?"""


@dataclass(frozen=True, kw_only=True)
class PlayedAnswer:
    """By board, the shipped card that makes most calls of each side's pair; SAYC where that is not clear."""

    boards: tuple[Mapping[Side, str], ...]
    kind: Literal["rule"] = "rule"


def answer_played(question: PlayedQuestion) -> PlayedAnswer:
    """The cards by which a session is judged where nobody names one."""
    records = parse(question).boards
    played = SessionSystems.of(records)
    return PlayedAnswer(
        boards=tuple(
            {side: NAMES[name] for side, name in zip(Side, played.at(record), strict=True)} for record in records
        )
    )
