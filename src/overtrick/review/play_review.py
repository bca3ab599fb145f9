"""The play of a board, looked at again: the opening lead, and the cards that gave tricks away double dummy."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from overtrick.advice.grades import Grade, graded, is_faultless
from overtrick.advice.leads import LeadAdvice, lead
from overtrick.advice.simulation import Estimate
from overtrick.core import BridgeError, Card, Contract, Position, Record, Scoring, Seat, check_play, tricks_of
from overtrick.review.call_review import MARKS, cost_text
from overtrick.solver import analyse_play
from overtrick.systems.network import bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

LEAD_LAYOUTS, LEAD_SOLVED, LEAD_PIECE = 40, 12, 14
"""Layouts that a lead is judged by at most, those solved for all tricks, which cost more than those of calls, and those
between two looks at whether it can still be a fault.
"""


@dataclass(frozen=True)
class LeadReview:
    """The opening lead that was made, beside the card advised."""

    seat: Seat
    card: Card
    better: Card
    grade: Grade
    lost: Estimate
    """By how much the card advised wins more, by the scoring."""
    why: str
    kind: Literal["lead"] = "lead"

    @property
    def cost(self) -> float:
        """What the leader is charged: nothing for what is too close to call."""
        return self.lost.mean if self.grade.word in MARKS and self.lost.low > 0 else 0.0

    @property
    def mark(self) -> str:
        return MARKS[self.grade.word] if self.cost else ""

    @property
    def said(self) -> str:
        """What was done, in words."""
        return f"lead of {self.card.symbol}"


@dataclass(frozen=True)
class GivenTrick:
    """A card of the play that gave tricks away, as seen with all cards open."""

    place: int
    """Of the card in the play."""
    seat: Seat
    """Who chose it: declarer for dummy's cards."""
    card: Card
    tricks: int

    @property
    def trick(self) -> int:
        """The number of the trick, from 1."""
        return self.place // 4 + 1


@dataclass(frozen=True)
class PlayReview:
    """The play as far as the record has it."""

    lead: LeadReview | None = None
    given: tuple[GivenTrick, ...] = ()
    trouble: str = ""
    """Why the play could not be looked at."""


def review_play(
    record: Record,
    systems: tuple[str, str],
    layouts: int,
    scoring: Scoring = "imps",
    seed: int = 0,
    *,
    strangers: bool = False,
) -> PlayReview:
    """The lead graded from what the leader could know, and where tricks were given up.

    The hands of strangers are read whatever the systems say.
    """
    contract = record.require_auction().contract
    if contract is None:
        return PlayReview()
    if not record.play:
        return PlayReview(trouble=_unread(record, contract.declarer.lho))
    try:
        check_play(record.board.deal, record.play, contract.declarer.lho, contract.strain)
    except BridgeError as error:
        return PlayReview(trouble=error.message)
    board, leader = record.board, contract.declarer.lho
    position = Position(board.deal[leader], record.require_auction(), board.vulnerability)
    view = View.of(bidding_network(), Table.of(*systems), position, leader, strangers=strangers)
    led = _review_lead(view, record.play[0], min(layouts, LEAD_LAYOUTS), scoring, seed)
    return PlayReview(led, tuple(_given(record, contract)))


def _unread(record: Record, leader: Seat) -> str:
    """Why there are no cards of a play that came with the board, which its reader has left in the tags."""
    first, _, cards = record.tags.get("Play", "").partition("\n")
    if not cards:
        return ""
    if first.upper() != str(leader):
        return f"expected it to begin with {leader}, who leads, got {first}"
    return "expected its cards in order"


def _review_lead(view: View, card: Card, layouts: int, scoring: Scoring, seed: int) -> LeadReview:
    for advice in lead(view, layouts, solved=LEAD_SOLVED, piece=LEAD_PIECE, scoring=scoring, seed=seed, threads=1):
        gain = advice.figures(card).gain
        if len(advice.tricks) >= min(LEAD_SOLVED, layouts) and is_faultless(advice.against_others(card), scoring):
            break
    lost = Estimate(-gain.mean + 0.0, -gain.high + 0.0, -gain.low + 0.0)
    word = "best" if card == advice.card else graded(gain, scoring)
    return LeadReview(view.seat, card, advice.card, Grade(word, "simulation"), lost, _why(advice, lost, scoring))


def _why(advice: LeadAdvice, lost: Estimate, scoring: Scoring) -> str:
    usual = advice.usual(advice.card.suit)
    because = f" ({usual.why})" if usual.card == advice.card else ""
    return f"{advice.card.symbol}{because} is better; {cost_text(lost, scoring)}"


def _given(record: Record, contract: Contract) -> Iterator[GivenTrick]:
    tricks = analyse_play(record.board.deal, contract, record.play, threads=1)
    seats = [
        trick.leader.after(turn)
        for trick in tricks_of(record.play, contract.declarer.lho, contract.strain)
        for turn in range(len(trick.cards))
    ]
    for place, (seat, card) in enumerate(zip(seats, record.play, strict=True)):
        lost = tricks[place] - tricks[place + 1] if seat.side is contract.side else tricks[place + 1] - tricks[place]
        if lost > 0:
            yield GivenTrick(place, contract.declarer if seat.side is contract.side else seat, card, lost)
