"""Advice for the player to call: the likely calls, what each is worth, and why; at once, then better and better.

The call advised is that of the simulating player (`players.simulated`), whose settings are measured in matches.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from overtrick.advice.reasons import CallReason, reason
from overtrick.advice.simulation import PIECE, Estimate, Simulation, simulate
from overtrick.arrays import Floats
from overtrick.arrays.auctions import NO_CALL
from overtrick.core import CALLS, BridgeError, Call, IllegalCall, Position
from overtrick.layouts.posterior import Posterior, sample
from overtrick.players.candidates import LIKELY, candidate_calls
from overtrick.players.player import TurnBatch
from overtrick.players.simulated import MEASURED, Settings, matters
from overtrick.systems.engine.meaning import UNKNOWN
from overtrick.systems.views import View
from overtrick.tricks.estimators import FourHandEstimator, four_hands_fast

AT_LEAST = 3
"""Calls with figures however sure the network is: players want to know what the others cost."""

POLICY, POSTERIOR, SIMULATING, DONE = "policy", "posterior", "imps", "done"
"""The stages of advice."""

_GRADES = ((0.3, "good"), (1.0, "fair"), (3.0, "mistake"), (float("inf"), "blunder"))


@dataclass(frozen=True, eq=False)
class Candidate:
    """A call with what is known of it so far."""

    call: Call
    probability: float
    """How likely the network makes it."""
    reason: CallReason
    imps: Estimate | None = None
    """Against the best call, on common layouts; 0 for the best itself."""
    matchpoints: Estimate | None = None
    """Against the best call, a half being level."""
    points: float | None = None
    contracts: tuple[tuple[str, float], ...] = ()
    """Where the auction ends, and how often, the most frequent first."""


@dataclass(frozen=True, eq=False)
class Advice:
    """Candidates for a call: while the simulation runs in the network's order, at the end in that of IMPs."""

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
    def usual_call(self) -> Call:
        """The call to make without a simulation: the network's, or the system's where the network has not learnt it."""
        is_learnt = self.view.known_systems[self.view.seat.side].is_exact
        is_written = self.candidate(self.system_call).reason.meaning.kind != UNKNOWN
        return self.system_call if is_written and not is_learnt else self.network_call

    @property
    def simulation_call(self) -> Call | None:
        """The call that wins the most IMPs, by however little."""
        return None if self.simulation is None else self.simulation.calls[self.simulation.best]

    @cached_property
    def matters(self) -> bool:
        """Whether this call may settle the contract; others are not left to a simulation."""
        turn = TurnBatch.of(Position(self.view.hand, self.view.auction, self.view.vulnerability))
        return bool(matters(turn.calls, np.array([self.usual_call.index], np.uint8))[0])

    @property
    def call(self) -> Call:
        """The call to make: the usual one, unless the simulating player leaves it."""
        if self.simulation is None or not self.matters:
            return self.usual_call
        return self.simulation.decision(self.settings)

    def gain(self, call: Call, against: Call) -> Estimate:
        """The IMPs that one candidate wins against another."""
        assert self.simulation is not None
        places = self.simulation.calls
        return self.simulation.imps(places.index(call), places.index(against))

    @property
    def grade(self) -> str | None:
        """A word for the call that was made."""
        if self.made is None or self.simulation is None:
            return None
        lost = self.candidate(self.made).imps
        assert lost is not None
        if self.made == self.simulation_call:
            return "best"
        if lost.high >= 0:
            return "too close to call"
        return next(word for most, word in _GRADES if -lost.mean <= most)


def advise(
    view: View,
    made: Call | None = None,
    layouts: int = 400,
    *,
    seed: int = 0,
    estimator: FourHandEstimator | None = None,
    piece: int = PIECE,
    policy: Floats | None = None,
) -> Iterator[Advice]:
    """Advice by stages: the policy, the posterior of the hidden hands, then IMPs after every piece of layouts.

    `made` is a call to be graded. The caller may stop whenever the answer is good enough. `policy` is what the network
    has said before: the advice then begins with the posterior.
    """
    _require_turn(view, made)
    is_new = policy is None
    policy = view.policy if policy is None else policy
    wanted = wanted_calls(view, policy, made)
    advice = Advice(view, POLICY, policy, tuple(_candidate(view, policy, call) for call in wanted), made)
    if is_new:
        yield advice
    posterior = sample(view, layouts, seed=seed)
    advice = replace(advice, stage=POSTERIOR, posterior=posterior)
    yield advice
    calls = compared_calls(view, policy, advice.usual_call, wanted)
    is_wanted = np.array([call in wanted for call in calls])
    simulations = simulate(posterior, calls, is_wanted, layouts, advice.settings, estimator or four_hands_fast(), piece)
    before = None
    for simulation in simulations:
        if before is not None:
            yield before
        advice = replace(
            advice,
            stage=SIMULATING,
            candidates=_compared(advice.candidates, simulation, view, policy),
            simulation=simulation,
        )
        before = advice
    yield replace(advice, stage=DONE, candidates=tuple(sorted(advice.candidates, key=_by_imps)))


def wanted_calls(view: View, policy: Floats, made: Call | None) -> list[Call]:
    """The system's own call, the network's likely ones, and the one that was made; the likeliest first."""
    own, _ = view.node.bid(view.hand)
    ranked = [int(index) for index in np.argsort(-policy, kind="stable") if policy[index] > 0]
    likely = [CALLS[index] for rank, index in enumerate(ranked) if rank < AT_LEAST or policy[index] >= LIKELY]
    wanted = dict.fromkeys([own, *likely, *([] if made is None else [made])])
    return sorted(wanted, key=lambda call: -float(policy[call.index]))


def compared_calls(view: View, policy: Floats, usual: Call, wanted: list[Call]) -> list[Call]:
    """The usual call, then the others that are wanted, then those that the simulating player compares."""
    turn = TurnBatch.of(Position(view.hand, view.auction, view.vulnerability))
    compared = candidate_calls(turn, [view.node], policy[np.newaxis])[0]
    return list(dict.fromkeys([usual, *wanted, *(CALLS[index] for index in compared.tolist() if index != NO_CALL)]))


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


def _candidate(view: View, policy: Floats, call: Call) -> Candidate:
    return Candidate(call, float(policy[call.index]), reason(view.node, call, view.hand))


def _compared(
    candidates: tuple[Candidate, ...], simulation: Simulation, view: View, policy: Floats
) -> tuple[Candidate, ...]:
    """The candidates with their figures against the best; rivals that have come up stand last."""
    known = {candidate.call: candidate for candidate in candidates}
    rivals = [_candidate(view, policy, call) for call in simulation.calls if call not in known]
    best = simulation.best
    compared = []
    for candidate in (*candidates, *rivals):
        place = simulation.calls.index(candidate.call)
        figures = replace(
            candidate,
            imps=simulation.imps(place, best),
            matchpoints=simulation.matchpoints(place, best),
            points=simulation.points(place),
            contracts=simulation.contracts(place),
        )
        compared.append(figures)
    return tuple(compared)


def _by_imps(candidate: Candidate) -> tuple[float, float]:
    assert candidate.imps is not None
    return -candidate.imps.mean, -candidate.probability
