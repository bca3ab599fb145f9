"""Tricks as the networks estimate them: of a whole deal, and of two hands over layouts of the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from overtrick.arrays import DealBatch, Floats
from overtrick.ask.rendering import Rendered
from overtrick.ask.wire import CompleteDeal, Question
from overtrick.contract.pair import PairLayouts
from overtrick.core import Deal, Hand, Seat, Strain, Vulnerability
from overtrick.tricks.distributions import chances, expected_scores, expected_tricks
from overtrick.tricks.estimators import four_hands


@dataclass(frozen=True, kw_only=True)
class TricksQuestion(Question):
    """How many tricks does each declarer take? `probabilities` adds the chance of each number of tricks."""

    deal: CompleteDeal
    probabilities: bool = False


@dataclass(frozen=True, kw_only=True, repr=False)
class TricksAnswer(Rendered, text="hands:tricks_text", html="notebook:tricks_html"):
    """The most likely and the expected tricks by declarer and strain."""

    deal: Deal
    tricks: Mapping[Seat, Mapping[Strain, int]]
    expected: Mapping[Seat, Mapping[Strain, float]]
    probabilities: Mapping[Seat, Mapping[Strain, list[float]]] | None = None
    kind: Literal["learned"] = "learned"
    model: str

    def in_short(self) -> str:
        return str(self.deal)


def answer(question: TricksQuestion) -> TricksAnswer:
    """The estimate for one deal."""
    return answer_many([question])[0]


def answer_many(questions: Sequence[TricksQuestion]) -> list[TricksAnswer]:
    """The same for many deals: the network runs over all of them together."""
    estimates = four_hands().probabilities(DealBatch.stack(question.deal for question in questions))
    return [estimated(question, estimate) for question, estimate in zip(questions, estimates, strict=True)]


def estimated(question: TricksQuestion, estimate: Floats) -> TricksAnswer:
    """The answer, given the chances of 0 to 13 tricks. Shape: (declarer, strain, tricks)."""
    everything = [[[round(p, 5) for p in tricks] for tricks in strains] for strains in estimate.tolist()]
    return TricksAnswer(
        deal=question.deal,
        tricks=_by_declarer(estimate.argmax(axis=-1).tolist()),
        expected=_by_declarer([[round(mean, 3) for mean in row] for row in expected_tricks(estimate).tolist()]),
        probabilities=_by_declarer(everything) if question.probabilities else None,
        model=four_hands().model,
    )


def _by_declarer(values: Sequence[Sequence[Any]]) -> dict[Seat, dict[Strain, Any]]:
    """Values of shape (declarer, strain) by the two."""
    return {seat: dict(zip(Strain, row, strict=True)) for seat, row in zip(Seat, values, strict=True)}


@dataclass(frozen=True, kw_only=True)
class ChanceQuestion(Question):
    """What can be made with two hands that face each other?"""

    north: Hand
    south: Hand
    vulnerability: Vulnerability = Vulnerability.NONE


@dataclass(frozen=True, kw_only=True, repr=False)
class ChanceAnswer(Rendered, text="hands:chance_text", html="notebook:chance_html"):
    """By declarer and strain: expected tricks, and for the levels one to seven the chance and the expected score."""

    north: Hand
    south: Hand
    vulnerability: Vulnerability
    chances: Mapping[Seat, Mapping[Strain, list[float]]]
    expected_tricks: Mapping[Seat, Mapping[Strain, float]]
    expected_scores: Mapping[Seat, Mapping[Strain, list[float]]]
    kind: Literal["learned"] = "learned"
    model: str

    def in_short(self) -> str:
        return f"{self.north} and {self.south}"


def answer_chance(question: ChanceQuestion) -> ChanceAnswer:
    """The chances of every contract of two hands, over the same layouts of the other cards as `contract` has."""
    estimate = PairLayouts.of_hands(question.north, question.south).ours
    scores = expected_scores(estimate, vulnerable=question.vulnerability.includes(Seat.NORTH))
    return ChanceAnswer(
        north=question.north,
        south=question.south,
        vulnerability=question.vulnerability,
        chances=_by_partner(chances(estimate), 4),
        expected_tricks=_by_partner(expected_tricks(estimate), 3),
        expected_scores=_by_partner(scores, 1),
        model=four_hands().model,
    )


def _by_partner(values: Floats, digits: int) -> dict[Seat, dict[Strain, Any]]:
    """Figures of shape (declarer, strain, …), North and South declaring."""
    return {
        seat: {strain: _rounded(values[place][strain].tolist(), digits) for strain in Strain}
        for place, seat in enumerate((Seat.NORTH, Seat.SOUTH))
    }


def _rounded(value: Any, digits: int) -> Any:
    return [round(each, digits) for each in value] if isinstance(value, list) else round(value, digits)
