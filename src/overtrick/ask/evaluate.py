"""What a hand is worth by every count, and with partner's hand what the two are worth together."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from overtrick.arrays import holdings_of
from overtrick.ask.wire import CompleteHand, Question
from overtrick.core import BridgeError, Hand, Strain
from overtrick.strength.counting import Hands
from overtrick.strength.counts import Count, load_count, shipped_names
from overtrick.strength.evaluators import EVALUATORS


@dataclass(frozen=True, kw_only=True)
class EvaluateQuestion(Question):
    """A hand, and perhaps partner's; trumps are the longest suit of the two unless they are named."""

    hand: CompleteHand
    partner: CompleteHand | None = None
    trump: Strain | None = None

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


@dataclass(frozen=True, kw_only=True)
class EvaluateAnswer:
    """The counts that apply, by name, and what each counts."""

    hand: Hand
    trump: Strain | None = None
    evaluators: dict[str, float]
    partner: Hand | None = None
    partner_evaluators: dict[str, float] | None = None
    together: dict[str, PairStrength] | None = None
    says: dict[str, str]
    kind: Literal["exact"] = "exact"


def answer(question: EvaluateQuestion) -> EvaluateAnswer:
    """The value of a hand, or of two."""
    hand, partner, trump = question.hand, question.partner, question.trumps
    evaluators = _values(hand, trump)
    return EvaluateAnswer(
        hand=hand,
        trump=trump,
        evaluators=evaluators,
        partner=partner,
        partner_evaluators=None if partner is None else _values(partner, trump),
        together=None if partner is None else _together(hand, partner, trump),
        says=_sayings(evaluators),
    )


def _sayings(names: Iterable[str]) -> dict[str, str]:
    """What each count counts, and where it comes from."""
    by_name = {evaluator.name: f"{evaluator.says} ({evaluator.source})" for evaluator in EVALUATORS}
    return {name: by_name[name] if name in by_name else load_count(name).says for name in names}


def _values(hand: Hand, trump: Strain | None) -> dict[str, float]:
    values = {evaluator.name: evaluator.of_hand(hand, trump) for evaluator in EVALUATORS}
    values |= {count.name: _strength(count, [hand], trump) for count in _counts(1, trump)}
    return {name: int(value) if value == int(value) else value for name, value in values.items() if value is not None}


def _together(hand: Hand, partner: Hand, trump: Strain | None) -> dict[str, PairStrength]:
    strengths = {}
    for count in _counts(2, trump):
        strength = _strength(count, [hand, partner], trump)
        tricks = None if count.thresholds is None else int(count.thresholds.tricks(np.array([strength]))[0])
        strengths[count.name] = PairStrength(strength, tricks)
    return strengths


def _counts(hands: int, trump: Strain | None) -> list[Count]:
    """The shipped counts that apply to one hand or to two, in a suit or in notrump."""
    if trump is None:
        return []
    counts = [load_count(name) for name in shipped_names()]
    return [
        count
        for count in counts
        if count.is_for_notrump == (trump is Strain.NOTRUMP) and (hands == 2 or not count.needs_partner)
    ]


def _strength(count: Count, hands: list[Hand], trump: Strain | None) -> float:
    holdings = holdings_of(hands)[np.newaxis]
    strains = np.array([Strain.NOTRUMP if trump is None else trump], np.uint8)
    return round(float(count.strength(Hands(holdings, strains))[0]), 3)
