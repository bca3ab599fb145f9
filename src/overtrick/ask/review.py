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
from overtrick.core import BridgeError, Call, Par, Record, Result, Scoring, Seat, Side
from overtrick.review.board_review import BoardReview, ReviewSettings, review_board
from overtrick.review.call_review import LAYOUTS, CallKind, CallReview


@dataclass(frozen=True, kw_only=True)
class ReviewQuestion(SystemsQuestion):
    """A board with its whole auction, in any format; `system` is North-South's."""

    text: BoardsText
    scoring: Scoring = "imps"
    layouts: Layouts = LAYOUTS
    seed: Seed = 0


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
        lost = call.lost and Estimate(
            *(round(each, 2) + 0.0 for each in (call.lost.mean, call.lost.low, call.lost.high))
        )
        return cls(
            place=call.place,
            by=call.seat,
            call=call.call,
            mark=call.mark,
            grade=call.grade.word,
            judge=call.grade.judge,
            better=call.better,
            lost=lost,
            cost=round(call.cost, 2),
            about=call.kind,
            is_system=call.is_system,
            broken=call.broken,
            why=call.why,
        )


@form(BoardReview)
@dataclass(frozen=True)
class _BoardReviewForm:
    """A board with its calls; scores are North-South's."""

    record: Record
    calls: tuple[CallReview, ...]
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

    @classmethod
    def of(cls, board: BoardReview) -> "_BoardReviewForm":
        lost = {side: round(board.lost_by(side), 2) for side in Side}
        return cls(
            board.record,
            board.calls,
            board.result,
            board.score,
            board.par,
            board.against_par,
            lost,
            round(board.luck, 2) + 0.0,
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
        return f"{self.board.result.symbol}, {lost}"


def answer(question: ReviewQuestion) -> ReviewAnswer:
    """The review of the board of a text."""
    boards = parse(ParseQuestion(text=question.text)).boards
    if len(boards) != 1:
        raise BridgeError(f"expected one board, got {len(boards)}: ask for each of them").at(source="text")
    settings = ReviewSettings(question.names(), question.layouts, question.scoring, question.seed)
    try:
        review = review_board(boards[0], settings)
    except BridgeError as error:
        raise error.at(source="text") from None
    return ReviewAnswer(board=review, scoring=question.scoring, seed=question.seed)
