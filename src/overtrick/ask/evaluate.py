"""What a hand is worth by every count, and with partner's hand what the two are worth together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from overtrick.arrays import holdings_of
from overtrick.ask.rendering import Rendered
from overtrick.ask.wire import CompleteHand, Question
from overtrick.core import BridgeError, Hand, Strain, Suit
from overtrick.strength.counting import Hands
from overtrick.strength.counts import Count, load_count, shipped_names
from overtrick.strength.evaluators import EVALUATORS


@dataclass(frozen=True, kw_only=True)
class EvaluateQuestion(Question):
    """A hand, and perhaps partner's; trumps are the longest suit of the two unless they are named."""

    hand: CompleteHand
    partner: CompleteHand | None = None
    trump: Strain | None = None
    their_suit: Suit | None = None
    """The suit that the opponent on the left of `hand` bid, for counts that look at it."""

    def __post_init__(self) -> None:
        super().__post_init__()
        common = self.hand.mask & self.partner.mask if self.partner else 0
        if common:
            card = next(iter(Hand(common & -common)))
            raise BridgeError(f"expected two hands without a card in common, both have {card}")

    @property
    def trumps(self) -> Strain | None:
        """The strain to value the hands for; None while it is open."""
        if self.trump is not None or self.partner is None:
            return self.trump
        both = [mine + theirs for mine, theirs in zip(self.hand.lengths, self.partner.lengths, strict=True)]
        return Strain(max(range(4), key=lambda suit: (both[suit], suit)))


class PairStrength(NamedTuple):
    """What a count of two hands says: strength, and the tricks it stands for."""

    strength: float
    tricks: int | None


@dataclass(frozen=True, kw_only=True, repr=False)
class EvaluateAnswer(Rendered, text="hands:evaluate_text", html="notebook:evaluate_html"):
    """The counts that apply, by name, and what each counts."""

    hand: Hand
    trump: Strain | None = None
    evaluators: dict[str, float]
    partner: Hand | None = None
    partner_evaluators: dict[str, float] | None = None
    together: dict[str, PairStrength] | None = None
    says: dict[str, str]
    kind: Literal["exact"] = "exact"

    def in_short(self) -> str:
        both = f" and {self.partner}" if self.partner else ""
        return f"{self.hand}{both}, {self.evaluators['hcp']} hcp"


def answer(question: EvaluateQuestion, counts: Sequence[Count] = ()) -> EvaluateAnswer:
    """The value of a hand, or of two, by every evaluator, the shipped counts, and these."""
    hand, partner, trump = question.hand, question.partner, question.trumps
    counts = [count for count in (*map(load_count, shipped_names()), *counts) if not _missing(count, question)]
    own = [count for count in counts if not count.needs_partner]
    evaluators = _values(hand, question, own)
    return EvaluateAnswer(
        hand=hand,
        trump=trump,
        evaluators=evaluators,
        partner=partner,
        partner_evaluators=None if partner is None else _values(partner, question, own),
        together=None if partner is None else {count.name: _together(count, question) for count in counts},
        says={name: text for name, text in _sayings(counts).items() if name in evaluators},
    )


def _missing(count: Count, question: EvaluateQuestion) -> str:
    """What the count looks at and the question does not tell, if anything."""
    trump = question.trumps
    if trump is None or count.is_for_notrump != (trump is Strain.NOTRUMP):
        return "notrump" if count.is_for_notrump else "a trump suit"
    if count.needs_their_suit and question.their_suit is None:
        return "the suit an opponent bid"
    return "partner's hand" if count.needs_partner and question.partner is None else ""


def require_applies(count: Count, question: EvaluateQuestion) -> None:
    """Refuse a count that was asked for by name and cannot be used."""
    if missing := _missing(count, question):
        raise BridgeError(f"expected {missing} for the count {count.name}, got none")


def _sayings(counts: Iterable[Count]) -> dict[str, str]:
    """What each count counts, and where it comes from."""
    by_name = {evaluator.name: f"{evaluator.says} ({evaluator.source})" for evaluator in EVALUATORS}
    return by_name | {count.name: count.says for count in counts}


def _values(hand: Hand, question: EvaluateQuestion, counts: Iterable[Count]) -> dict[str, float]:
    values = {evaluator.name: evaluator.of_hand(hand, question.trumps) for evaluator in EVALUATORS}
    values |= {count.name: _strength(count, [hand], question) for count in counts}
    return {name: int(value) if value == int(value) else value for name, value in values.items() if value is not None}


def _together(count: Count, question: EvaluateQuestion) -> PairStrength:
    hands = [hand for hand in (question.hand, question.partner) if hand is not None]
    strength = _strength(count, hands, question)
    tricks = None if count.thresholds is None else int(count.thresholds.tricks(np.array([strength]))[0])
    return PairStrength(strength, tricks)


def _strength(count: Count, hands: list[Hand], question: EvaluateQuestion) -> float:
    strains = np.array([question.trumps], np.uint8)
    theirs = None if question.their_suit is None else np.array([question.their_suit], np.uint8)
    return round(float(count.strength(Hands(holdings_of(hands)[np.newaxis], strains, theirs))[0]), 3)
