"""Advice for the player to call: the likely calls, what each is worth, and why; at once, then better and better."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from overtrick.advice.reasons import Reason, reason
from overtrick.advice.simulating import PIECE, Estimate, Simulation, simulate
from overtrick.arrays import Floats
from overtrick.core import CALLS, BridgeError, Call, IllegalCall
from overtrick.layouts.posterior import Posterior, sample
from overtrick.systems.engine.meaning import UNKNOWN
from overtrick.systems.views import View
from overtrick.tricks.estimators import FourHandEstimator, four_hands

CANDIDATES = 4
"""Calls that are compared, beside the one that was made."""
WORTH_A_LOOK = 0.02
"""The chance from which on a call of the network's is a candidate."""
AT_LEAST = 3
"""Calls that are compared however sure the network is: one wants to know what the others cost."""
CLEAR = 0.1
"""IMPs by which the lower end of a gain has to lie above zero before simulation overrules the card."""

POLICY, POSTERIOR, SIMULATING, DONE = "policy", "posterior", "imps", "done"
"""The stages of advice."""

_GRADES = ((0.3, "good"), (1.0, "fair"), (3.0, "mistake"), (float("inf"), "blunder"))


@dataclass(frozen=True, eq=False)
class Candidate:
    """A call with what is known of it so far."""

    call: Call
    probability: float
    """How likely the network makes it."""
    reason: Reason
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

    def candidate(self, call: Call) -> Candidate:
        """The candidate with that call."""
        return next(each for each in self.candidates if each.call == call)

    @property
    def system_call(self) -> Call:
        return next(each.call for each in self.candidates if each.reason.is_system)

    @property
    def network_call(self) -> Call:
        return CALLS[int(self.policy.argmax())]

    @property
    def simulation_call(self) -> Call | None:
        return None if self.simulation is None else self.simulation.calls[self.simulation.best()]

    @property
    def call(self) -> Call:
        """The call to make: the card's, or the network's where the card knows nothing, unless another clearly wins."""
        usual = (
            self.system_call if self.candidate(self.system_call).reason.meaning.kind != UNKNOWN else self.network_call
        )
        best = self.simulation_call
        return usual if best is None or self.gain(best, usual).low <= CLEAR else best

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
    candidates: int = CANDIDATES,
    estimator: FourHandEstimator | None = None,
    piece: int = PIECE,
) -> Iterator[Advice]:
    """Advice by stages: the policy, the posterior of the hidden hands, then IMPs after every piece of layouts.

    `made` is a call to be graded. The caller may stop whenever the answer is good enough.
    """
    _require_turn(view, made)
    policy = view.network.policy(view.hand, view.table)
    chosen = tuple(
        Candidate(call, float(policy[call.index]), reason(view.node, call, view.hand))
        for call in candidate_calls(view, policy, made, candidates)
    )
    advice = Advice(view, POLICY, policy, chosen, made)
    yield advice
    posterior = sample(view, layouts, seed=seed)
    advice = replace(advice, stage=POSTERIOR, posterior=posterior)
    yield advice
    places, weights = posterior.draw(layouts)
    calls, dealt = [each.call for each in chosen], posterior.holdings[places]
    for simulation in simulate(view, calls, dealt, weights, estimator or four_hands(), piece):
        advice = replace(
            advice, stage=SIMULATING, candidates=_compared(advice.candidates, simulation), simulation=simulation
        )
        if simulation.layouts < len(places):
            yield advice
    yield replace(advice, stage=DONE, candidates=tuple(sorted(advice.candidates, key=_by_imps)))


def candidate_calls(view: View, policy: Floats, made: Call | None, count: int) -> list[Call]:
    """The card's own call, the network's likely ones, and the one that was made; the likeliest first."""
    own, _ = view.node.bid(view.hand)
    ranked = [int(place) for place in np.argsort(-policy, kind="stable") if policy[place] > 0]
    likely = [CALLS[place] for rank, place in enumerate(ranked) if rank < AT_LEAST or policy[place] >= WORTH_A_LOOK]
    others = [call for call in likely if call != own][: count - 1]
    found = dict.fromkeys([own, *others, *([] if made is None else [made])])
    return sorted(found, key=lambda call: -float(policy[call.index]))


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


def _compared(candidates: tuple[Candidate, ...], simulation: Simulation) -> tuple[Candidate, ...]:
    """The candidates with their figures against the best."""
    best = simulation.best()
    return tuple(
        replace(
            each,
            imps=simulation.imps(place, best),
            matchpoints=simulation.matchpoints(place, best),
            points=simulation.points(place),
            contracts=simulation.contracts(place),
        )
        for place, each in enumerate(candidates)
    )


def _by_imps(candidate: Candidate) -> tuple[float, float]:
    assert candidate.imps is not None
    return -candidate.imps.mean, -candidate.probability
