"""Which call to make and why: the system's rule, the network and a simulation side by side; or the network alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, NamedTuple

import numpy as np

from overtrick.advice.advice import POSTERIOR, Advice, Candidate, advise
from overtrick.advice.grades import grade
from overtrick.advice.reasons import CallReason, reason
from overtrick.advice.simulation import Estimate
from overtrick.advice.verdict import caution, verdict, why_not
from overtrick.arrays import Floats
from overtrick.ask.explain import Words
from overtrick.ask.position import ContractChance, Layouts, Seed
from overtrick.ask.posterior import NetworkQuestion, PosteriorAnswer, described, rounded_support
from overtrick.ask.rendering import Rendered
from overtrick.ask.wire import FLAT, INTERNAL, form
from overtrick.core import CALLS, BridgeError, Call, Scoring, Seat
from overtrick.layouts.posterior import Posterior, Support
from overtrick.systems.engine.meaning import Meaning
from overtrick.systems.engine.needs import Requirement
from overtrick.systems.views import View, policies
from overtrick.tricks.estimators import four_hands_fast

SELDOM = 0.0005
"""Chances below this are left out."""


@form(CallReason)
@dataclass(frozen=True)
class _ReasonForm:
    """What the system says about a call: its rule, what it shows, and what of the rule the hand meets."""

    rule: str | None
    text: Words
    source: str
    meaning: Meaning
    requires: tuple[Requirement, ...]

    @classmethod
    def of(cls, why: CallReason) -> "_ReasonForm":
        return cls(why.rule, why.rule_text, "" if why.line is None else why.line.source, why.meaning, why.requires)


# The network alone


@dataclass(frozen=True, kw_only=True)
class PolicyQuestion(NetworkQuestion):
    """Which call does the network make, and how likely are the others?"""


@dataclass(frozen=True, kw_only=True, repr=False)
class PolicyAnswer(Rendered, text="hidden_hands:policy_text", html="notebook:policy_html"):
    """The network's call, the chances of all calls, and what the system says about it."""

    call: Call
    reason: Annotated[CallReason, FLAT]
    by: Seat
    system_call: Call
    probabilities: Mapping[Call, float]
    """The likeliest first."""
    approximated_by: tuple[str, ...] | None = None
    kind: Literal["learned"] = "learned"
    model: str
    system: str
    system_hash: str

    def in_short(self) -> str:
        return f"{self.call} {self.probabilities[self.call]:.0%}"


def answer_policy(question: PolicyQuestion) -> PolicyAnswer:
    """The network's call."""
    question.require_turn()
    view = question.view()
    return _policy_answer(view, view.policy)


def answer_policies(questions: Sequence[PolicyQuestion]) -> list[PolicyAnswer | BridgeError]:
    """The same for many: the network runs over all of them together. An error stands for what has no answer."""
    views = [_view_or_error(question) for question in questions]
    chances = iter(policies([view for view in views if isinstance(view, View)]))
    return [_policy_answer(view, next(chances)) if isinstance(view, View) else view for view in views]


def _view_or_error(question: PolicyQuestion) -> View | BridgeError:
    try:
        question.require_turn()
        return question.view()
    except BridgeError as error:
        return error


def _policy_answer(view: View, policy: Floats) -> PolicyAnswer:
    why = reason(view.node, CALLS[int(policy.argmax())], view.hand)
    system = view.table.system_of(view.seat)
    return PolicyAnswer(
        call=why.call,
        reason=why,
        by=view.seat,
        system_call=why.own.call,
        probabilities=_probabilities(policy),
        approximated_by=view.approximated or None,
        model=view.network.model,
        system=system.name,
        system_hash=system.fingerprint,
    )


def _probabilities(policy: Floats) -> dict[Call, float]:
    likely = [index for index in (-policy).argsort(kind="stable") if policy[index] >= SELDOM]
    return {CALLS[index]: round(float(policy[index]), 4) for index in likely}


# With a simulation


@dataclass(frozen=True, kw_only=True)
class AdviseQuestion(NetworkQuestion):
    """Which call, and why? `made` is a call that should get a grade; the scoring decides what is best."""

    made: Call | None = None
    scoring: Scoring = "imps"
    layouts: Layouts = 400
    seed: Seed = 0
    policy: Annotated[tuple[float, ...], INTERNAL] | None = None
    """What the network said in the first stage: with it the answer goes on from there."""


class MadeGrade(NamedTuple):
    """The call that was made: a word for it, who says so, and what it wins against the best."""

    call: Call
    grade: str | None
    judge: Literal["card", "network", "simulation"] | None
    imps: Estimate | None


class DeceptiveCall(NamedTuple):
    """A call that wins against the one advised only while these opponents believe it; and what it is worth if not."""

    call: Call
    plain: Estimate
    punished: Estimate


@dataclass(frozen=True, kw_only=True)
class CandidateCall:
    """A call with what is known of it so far: by system, network and simulation."""

    call: Call
    probability: float
    reason: Annotated[CallReason, FLAT]
    is_system: bool
    understood: bool
    """Whether a partner could understand it; only such calls are advised."""
    strays: bool
    """Whether the hand is not what the call shows."""
    against: Words
    imps: Estimate | None
    matchpoints: Estimate | None
    points: float | None
    gain: Estimate | None
    """Against the call advised, by the scoring, if the opponents take the call for what it shows."""
    punished: Estimate | None
    """The same if they know that the hand is not what it shows."""
    contracts: list[ContractChance]

    @classmethod
    def of(cls, candidate: Candidate) -> "CandidateCall":
        """A candidate in figures for people."""
        return cls(
            call=candidate.call,
            probability=round(candidate.option.probability, 4),
            reason=candidate.reason,
            is_system=candidate.reason.is_system,
            understood=candidate.option.understood,
            strays=candidate.option.strays,
            against=candidate.reason.against,
            imps=_rounded(candidate.imps),
            matchpoints=_rounded(candidate.matchpoints),
            points=None if candidate.points is None else round(candidate.points, 1),
            gain=_rounded(candidate.gain),
            punished=_rounded(candidate.punished),
            contracts=[ContractChance(name, round(p, 4)) for name, p in candidate.contracts],
        )


@dataclass(frozen=True, kw_only=True, repr=False)
class AdviseAnswer(Rendered, text="hidden_hands:advice_text", html="notebook:advice_html"):
    """The call to make and the candidates; figures as far as they are there at this stage."""

    call: Call
    reason: Annotated[CallReason, FLAT]
    by: Seat
    stage: str
    """`policy`, `posterior`, `imps` as often as more layouts are played, `done`."""
    verdict: str
    contradiction: Words | None = None
    """Why the hand and the calls do not go together: to be said first."""
    caution: Words
    """How far to trust the figures; nothing where they stand."""
    scoring: Scoring
    system_call: Call
    network_call: Call
    simulation_call: Call | None
    probabilities: Mapping[Call, float]
    candidates: list[CandidateCall]
    why_not: Mapping[Call, Words]
    approximated_by: tuple[str, ...] | None = None
    kind: Literal["learned", "sample"] = "learned"
    model: str
    support: Support | None = None
    seed: int | None = None
    expected_imps: Mapping[Call, float | None] | None = None
    layouts: int | None = None
    effective_samples: float | None = None
    made: MadeGrade | None = None
    deceptive: DeceptiveCall | None = None
    system: str
    system_hash: str
    posterior: PosteriorAnswer | None = None
    """The hidden hands, once: at the stage of their name."""

    def in_short(self) -> str:
        return f"{self.call.symbol}, {self.verdict}"


def answer(question: AdviseQuestion) -> AdviseAnswer:
    """The advice when all is simulated."""
    *_, last = stages(question)
    return last


def stages(question: AdviseQuestion) -> Iterator[AdviseAnswer]:
    """The advice stage by stage; from the second one on if the question has the policy along."""
    for advice in _advice(question):
        answer = advice_answer(advice)
        if advice.stage == POSTERIOR and advice.posterior is not None:
            answer = replace(answer, posterior=described(advice.posterior))
        yield answer


def first_stage(question: AdviseQuestion) -> tuple[AdviseAnswer, AdviseQuestion]:
    """What the network says at once, and the question that `stages` goes on with, perhaps in another process."""
    advice = next(_advice(replace(question, policy=None)))
    return advice_answer(advice), replace(question, policy=tuple(advice.policy.tolist()))


def _advice(question: AdviseQuestion) -> Iterator[Advice]:
    policy = None if question.policy is None else np.array(question.policy, np.float32)
    return advise(
        question.view(), question.made, question.layouts, scoring=question.scoring, seed=question.seed, policy=policy
    )


def advice_answer(advice: Advice) -> AdviseAnswer:
    """Advice in words and in figures for people."""
    view, chosen, simulation = advice.view, advice.candidate(advice.call), advice.simulation
    posterior, network = advice.posterior, view.network.model
    system = view.table.system_of(view.seat)
    imps = {candidate.call: _mean(candidate.imps) for candidate in advice.candidates}
    return AdviseAnswer(
        call=advice.call,
        reason=chosen.reason,
        by=view.seat,
        stage=advice.stage,
        verdict=verdict(advice),
        contradiction=advice.contradiction,
        caution=caution(advice),
        scoring=advice.settings.scoring,
        system_call=advice.system_call,
        network_call=advice.network_call,
        simulation_call=advice.simulation_call,
        probabilities=_probabilities(advice.policy),
        candidates=[CandidateCall.of(candidate) for candidate in advice.candidates],
        why_not={each.call: why_not(advice, each) for each in advice.candidates if each is not chosen},
        approximated_by=view.approximated or None,
        kind="learned" if simulation is None else "sample",
        model=network if simulation is None else f"{network}, {four_hands_fast().model}",
        support=None if posterior is None else _support(advice, posterior),
        seed=None if posterior is None else posterior.seed,
        expected_imps=None if simulation is None else imps,
        layouts=None if simulation is None else simulation.layouts,
        effective_samples=None if simulation is None else round(simulation.effective, 1),
        made=None if advice.made is None else _made(advice, advice.made),
        deceptive=_deceptive(advice),
        system=system.name,
        system_hash=system.fingerprint,
    )


def _made(advice: Advice, call: Call) -> MadeGrade:
    word, judge = grade(advice) or (None, None)
    return MadeGrade(call, word, judge, _rounded(advice.candidate(call).imps))


def _deceptive(advice: Advice) -> DeceptiveCall | None:
    candidate = advice.deceptive
    if candidate is None:
        return None
    plain, punished = _rounded(candidate.gain), _rounded(candidate.punished)
    assert plain is not None
    assert punished is not None
    return DeceptiveCall(candidate.call, plain, punished)


def _support(advice: Advice, posterior: Posterior) -> Support:
    support = rounded_support(posterior)
    return support if advice.contradiction is None else replace(support, word="contradictory")


def _mean(estimate: Estimate | None) -> float | None:
    return None if estimate is None else round(estimate.mean, 3) + 0.0


def _rounded(estimate: Estimate | None) -> Estimate | None:
    if estimate is None:
        return None
    mean, low, high = (round(value, 3) + 0.0 for value in (estimate.mean, estimate.low, estimate.high))
    return Estimate(mean, low, high)
