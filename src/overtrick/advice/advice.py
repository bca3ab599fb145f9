"""Advice for the player to call: the likely calls, what each is worth, and why; at once, then better and better.

The call advised is that of the simulating player (`players.simulated`), whose settings are measured in matches.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from overtrick.advice.contradiction import contradiction
from overtrick.advice.reasons import CallReason, reason
from overtrick.advice.simulation import PIECE, Estimate, Simulation, simulate
from overtrick.arrays import Floats
from overtrick.core import CALLS, BridgeError, Call, IllegalCall, Position, Scoring
from overtrick.layouts.posterior import Posterior, sample
from overtrick.players.candidates import Option, options
from overtrick.players.player import TurnBatch
from overtrick.players.simulated import MEASURED, Settings, matters
from overtrick.systems.views import View
from overtrick.tricks.estimators import FourHandEstimator, four_hands_fast

POLICY, POSTERIOR, SIMULATING, DONE = "policy", "posterior", "imps", "done"
"""The stages of advice."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """A call with what is known of it so far."""

    option: Option
    reason: CallReason
    imps: Estimate | None = None
    """Against the best call that a partner could understand, on common layouts; 0 for that call itself."""
    matchpoints: Estimate | None = None
    """Against the same call, a half being level."""
    points: float | None = None
    gain: Estimate | None = None
    """Against the call advised, by the scoring, if the opponents take the call for what it shows."""
    punished: Estimate | None = None
    """The same if they know that it strays."""
    contracts: tuple[tuple[str, float], ...] = ()
    """Where the auction ends, and how often, the most frequent first."""

    @property
    def call(self) -> Call:
        return self.option.call


@dataclass(frozen=True, eq=False)
class Advice:
    """Candidates for a call: while the simulation runs in the network's order, at the end in that of their worth."""

    view: View
    stage: str
    policy: Floats
    """Shape: (call,)."""
    candidates: tuple[Candidate, ...]
    made: Call | None = None
    posterior: Posterior | None = None
    simulation: Simulation | None = None
    settings: Settings = MEASURED

    def candidate(self, call: Call) -> Candidate:
        """The candidate with that call."""
        return next(candidate for candidate in self.candidates if candidate.call == call)

    @property
    def system_call(self) -> Call:
        return next(candidate.call for candidate in self.candidates if candidate.reason.is_system)

    @property
    def network_call(self) -> Call:
        return CALLS[int(self.policy.argmax())]

    @property
    def simulation_call(self) -> Call | None:
        """The understood call that wins the most, by however little."""
        if self.simulation is None:
            return None
        return self.simulation.options[self.simulation.best(self.settings.scoring)].call

    @cached_property
    def matters(self) -> bool:
        """Whether this call may settle the contract; others are not left to a simulation."""
        turn = TurnBatch.of(Position(self.view.hand, self.view.auction, self.view.vulnerability))
        return bool(matters(turn.calls, np.array([self.system_call.index], np.uint8))[0])

    @cached_property
    def contradiction(self) -> str | None:
        """Why the hand and the calls, or the calls, do not go together."""
        found = contradiction(self.view)
        if found is None and self.posterior is not None and self.posterior.support.word == "contradictory":
            return "in nearly all layouts a player holds what their calls have denied: the calls do not go together"
        return found

    @cached_property
    def call(self) -> Call:
        """The call to make: the card's, unless the simulating player leaves it."""
        if self.simulation is None or not self.matters or self.contradiction is not None:
            return self.system_call
        return self.simulation.decision(self.settings)

    @property
    def deceptive(self) -> Candidate | None:
        """What would win clearly, but only while the opponents believe a call that the hand does not have."""
        winning = [
            candidate
            for candidate in self.candidates
            if candidate.option.strays and self._is_clear(candidate.gain) and not self._is_clear(candidate.punished)
        ]
        return max(winning, key=lambda candidate: candidate.gain.mean if candidate.gain else 0.0, default=None)

    @property
    def unexpected(self) -> Candidate | None:
        """What would win clearly, even at its worse value, but is no call that a partner could understand."""
        if self.simulation is None or self.contradiction is not None:
            return None
        gains = {each: self.gain(each.call, self.call) for each in self.candidates if not each.option.understood}
        winning = [each for each, gain in gains.items() if self._is_clear(gain)]
        return max(winning, key=lambda each: gains[each].mean, default=None)

    def _is_clear(self, gain: Estimate | None) -> bool:
        return gain is not None and gain.low > 0 and gain.mean > self.settings.margin

    def gain(self, call: Call, against: Call) -> Estimate:
        """What one candidate wins against another by the scoring."""
        assert self.simulation is not None
        return self.simulation.gain(call, against, self.settings.scoring)


def advise(
    view: View,
    made: Call | None = None,
    layouts: int = 400,
    *,
    scoring: Scoring = "imps",
    seed: int = 0,
    estimator: FourHandEstimator | None = None,
    piece: int = PIECE,
    policy: Floats | None = None,
) -> Iterator[Advice]:
    """Advice by stages: the policy, the posterior of the hidden hands, then figures after every piece of layouts.

    `made` is a call to be graded. The caller may stop whenever the answer is good enough. `policy` is what the network
    has said before: the advice then begins with the posterior.
    """
    advice = first_advice(view, made, view.policy if policy is None else policy, scoring)
    if policy is None:
        yield advice
    yield from simulated(advice, layouts, seed=seed, estimator=estimator, piece=piece)


def first_advice(view: View, made: Call | None, policy: Floats, scoring: Scoring = "imps") -> Advice:
    """The candidates, with what the card and the network say."""
    _require_turn(view, made)
    compared = options(view.node, view.hand, policy, made)
    candidates = [Candidate(option, reason(view.node, option.call, view.hand)) for option in compared]
    candidates.sort(key=lambda candidate: -candidate.option.probability)
    return Advice(view, POLICY, policy, tuple(candidates), made, settings=replace(MEASURED, scoring=scoring))


def simulated(
    advice: Advice,
    layouts: int,
    *,
    seed: int = 0,
    estimator: FourHandEstimator | None = None,
    piece: int | None = PIECE,
) -> Iterator[Advice]:
    """The same advice with the posterior, then with figures after every piece of layouts (None: all at once)."""
    posterior = sample(advice.view, layouts, seed=seed)
    advice = replace(advice, stage=POSTERIOR, posterior=posterior)
    yield advice
    own = advice.system_call
    compared = sorted((candidate.option for candidate in advice.candidates), key=lambda option: option.call != own)
    before = None
    for simulation in simulate(posterior, compared, layouts, estimator or four_hands_fast(), piece):
        if before is not None:
            yield before
        advice = before = _with_figures(replace(advice, stage=SIMULATING, simulation=simulation))
    yield replace(advice, stage=DONE, candidates=tuple(sorted(advice.candidates, key=lambda each: _rank(each, advice))))


def _require_turn(view: View, made: Call | None) -> None:
    if view.auction.is_over:
        raise BridgeError(f"expected an auction with a call to come, got one that is over: {view.auction}").at(
            source="auction"
        )
    if view.seat is not view.auction.turn:
        raise BridgeError(f"expected the hand of {view.auction.turn}, whose turn it is, got {view.seat}'s").at(
            source="seat"
        )
    if made is not None and not view.auction.is_legal(made):
        try:
            view.auction.after(made)
        except IllegalCall as error:
            raise error.at(source="made") from None


def _with_figures(advice: Advice) -> Advice:
    """The same advice with what the simulation says of each candidate."""
    simulation, scoring = advice.simulation, advice.settings.scoring
    assert simulation is not None
    best, call = simulation.options[simulation.best(scoring)].call, advice.call

    def figures(candidate: Candidate) -> Candidate:
        mine = candidate.call
        return replace(
            candidate,
            imps=simulation.gain(mine, best, "imps"),
            matchpoints=simulation.gain(mine, best, "matchpoints").moved(0.5),
            points=simulation.points(mine),
            gain=simulation.gain(mine, call, scoring, simulation.plain),
            punished=simulation.gain(mine, call, scoring, simulation.punished if mine != call else None),
            contracts=simulation.contracts(mine),
        )

    return replace(advice, candidates=tuple(map(figures, advice.candidates)))


def _rank(candidate: Candidate, advice: Advice) -> tuple[bool, float, float]:
    """Calls that a partner could understand first, the most worth first."""
    best = advice.simulation_call
    assert best is not None
    return not candidate.option.understood, -advice.gain(candidate.call, best).mean, -candidate.option.probability
