"""A call that was made, looked at again: its grade, what it cost against the call advised, and why."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from overtrick.advice.advice import Advice, first_advice, simulated
from overtrick.advice.contradiction import broken_promise
from overtrick.advice.grades import Grade, grade, is_faultless
from overtrick.advice.simulation import Estimate
from overtrick.advice.verdict import UNITS, interval, price, why_not
from overtrick.arrays import Floats
from overtrick.core import Auction, Call, Scoring
from overtrick.core.seats import Seat
from overtrick.systems.views import View

LAYOUTS = 200
"""Layouts of the hidden cards that a call is judged by at most."""
PIECE = 80
"""Layouts between two looks at whether it can still be a fault; the first comes after 40."""

CallKind = Literal["opening", "response", "rebid", "competing", "doubling", "slam", "lead"]
"""What a call was about; or that it was the opening lead."""
KINDS: tuple[CallKind, ...] = get_args(CallKind)

MARKS = {"fair": "?!", "mistake": "?", "blunder": "??"}
"""The signs of faults, by grade."""
_SLAM = 6


@dataclass(frozen=True)
class CallReview:
    """What is to be said about a call that was made."""

    place: int
    """Of the call in the auction."""
    seat: Seat
    call: Call
    better: Call
    """The call advised; the same where it was made."""
    grade: Grade
    lost: Estimate | None
    """By how much the call advised wins more, by the scoring; None where only one call made sense."""
    kind: CallKind
    is_system: bool
    """Whether the card says the same."""
    broken: str | None
    """What the call has promised that the hand does not have."""
    why: str
    """What speaks for the call advised; empty for calls without a fault."""

    @property
    def cost(self) -> float:
        """What the player is charged: nothing for the card's own call, nor for what is too close to call."""
        is_fault = not self.is_system and self.grade.word in MARKS
        return self.lost.mean if is_fault and self.lost is not None and self.lost.low > 0 else 0.0

    @property
    def said(self) -> str:
        """What was done, in words."""
        return self.call.symbol

    @property
    def remark(self) -> str:
        """What is to be said about the call, in a sentence; nothing without a mark."""
        if self.cost:
            return self.why
        if self.broken:
            return self.broken[0].upper() + self.broken[1:]
        return "better than the card's call" if self.mark else ""

    @property
    def mark(self) -> str:
        """The sign beside the call: ?!, ? and ?? for faults, !? where it is not what it shows, ! where it is better
        than the card's.
        """
        if self.cost:
            return MARKS[self.grade.word]
        if self.broken:
            return "!?"
        return "!" if self.call == self.better and not self.is_system else ""


def review_call(
    view: View, made: Call, policy: Floats, *, layouts: int = LAYOUTS, scoring: Scoring = "imps", seed: int = 0
) -> CallReview:
    """The call as advice sees it, from what that seat could know; `policy` is what the network says there."""
    advice = first_advice(view, made, policy, scoring)
    if _is_open(advice):
        advice = settled(simulated(advice, layouts, seed=seed, piece=PIECE))
    word = grade(advice) or Grade("best", "card")
    better, is_system = advice.call, made == advice.system_call
    return CallReview(
        place=len(view.auction),
        seat=view.seat,
        call=made,
        better=better,
        grade=word,
        lost=None if advice.simulation is None else advice.gain(better, made),
        kind=kind_of(view.auction, made, better),
        is_system=is_system,
        broken=broken_promise(view, made),
        why=_why(advice),
    )


def settled(stages: Iterator[Advice]) -> Advice:
    """The first advice by which the call that was made is surely no fault, or else the last."""
    for advice in stages:
        if advice.simulation is not None and is_faultless(_against_others(advice), advice.settings.scoring):
            break
    return advice


def _against_others(advice: Advice) -> Iterator[Estimate]:
    """What the call that was made wins against each of the others that may be advised."""
    assert advice.made is not None
    for candidate in advice.candidates:
        if candidate.option.understood and candidate.call != advice.made:
            yield advice.gain(advice.made, candidate.call)


def _is_open(advice: Advice) -> bool:
    """Whether there is something to compare: another call was made, or the card's is not the only one to understand."""
    if advice.made != advice.system_call:
        return True
    return advice.matters and sum(candidate.option.understood for candidate in advice.candidates) > 1


def _why(advice: Advice) -> str:
    assert advice.made is not None
    if advice.simulation is None or advice.made == advice.call:
        return ""
    shown = advice.candidate(advice.call).reason.words
    better = f"{advice.call.symbol} ({shown})" if shown not in ("", "any") else advice.call.symbol
    made = advice.candidate(advice.made)
    if made.reason.fits and advice.call == advice.system_call:  # that the call advised comes first is said already
        is_sure = advice.gain(advice.made, advice.call).high < 0
        return f"{better} is {'better' if is_sure else 'what the card bids'}; {price(advice, made)}"
    return f"{better} is better; {advice.made.symbol}: {why_not(advice, made)}"


def cost_text(lost: Estimate, scoring: Scoring) -> str:
    """What something has cost, in words."""
    return f"costs {interval(lost, scoring)} {UNITS[scoring]}"


def kind_of(auction: Auction, made: Call, better: Call) -> CallKind:
    """What a call after this auction is about."""
    calls = (made, better)
    if any(call.is_bid and call.level >= _SLAM for call in calls):
        return "slam"
    if any(not call.is_bid and call.symbol != "Pass" for call in calls):
        return "doubling"
    turn = auction.turn
    acting = [seat for seat, call in auction if call.symbol != "Pass"]
    if not acting:
        return "opening"
    if any(seat.side is not turn.side for seat in acting):
        return "competing"
    return "rebid" if turn in acting else "response"
