"""Calls compared by what comes of them over common layouts, with how sure that is.

The layouts, the rest of the auction and the scores are those of the simulating player (`players.simulated`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.scores import DOUBLINGS, ContractBatch, imps_of
from overtrick.core import BIDS, CALLS, Call, Contract, Position, Seat
from overtrick.layouts.posterior import Posterior, Weights
from overtrick.players.player import TurnBatch
from overtrick.players.results import Results, Scores
from overtrick.players.simulated import Gains, Settings, drawn, results_of
from overtrick.tricks.estimators import FourHandEstimator

FIRST, PIECE = 40, 100
"""Layouts before the first figures, and between two looks at them."""
MOST_IMPS = 24.0
NORMAL = 1.96
"""Standard errors to each side of a 95 % interval."""


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Weights, weights: Weights, widest: float) -> "Estimate":
        """The weighted mean over layouts; heavy ones leave it the less certain, a single one quite uncertain.

        Shape: (layout,).
        """
        shares = weights / weights.sum()
        mean = float(shares @ values)
        off = NORMAL * float(np.sqrt((shares**2) @ (values - mean) ** 2)) if len(values) > 1 else widest
        return cls(mean, mean - off, mean + off)


@dataclass(frozen=True, eq=False)
class Simulation:
    """What came of some calls over common layouts, from the caller's side."""

    calls: tuple[Call, ...]
    """The usual one first."""
    results: Results
    """Those of one position."""
    weights: Weights
    """How often each layout was drawn. Shape: (layout,)."""

    @property
    def layouts(self) -> int:
        """How many different layouts have been played."""
        return len(self.weights)

    @property
    def effective(self) -> float:
        """The effective number of layouts."""
        return float(self.weights.sum() ** 2 / (self.weights**2).sum())

    @property
    def scores(self) -> Scores:
        """Shape: (call, layout, luck)."""
        scores: Scores = self.results.scores[0]
        return scores

    @cached_property
    def gains(self) -> Gains:
        """What the calls win against the usual one, as the simulating player counts it."""
        gains = Gains.of(np.array([[call.index for call in self.calls]], np.uint8))
        gains.add(np.zeros(1, np.intp), self.results.gains, self.weights)
        return gains

    def decision(self, settings: Settings) -> Call:
        """The usual call, or the one that clearly wins more."""
        return CALLS[int(self.gains.best(settings)[0])]

    @cached_property
    def best(self) -> int:
        """The place of the call that wins the most IMPs against the others together."""
        mine, theirs = self.scores[:, np.newaxis], self.scores[np.newaxis]
        won = imps_of(mine - theirs).mean(axis=(1, 3), dtype=np.float64) @ self.weights
        return int(won.argmax())

    def imps(self, place: int, against: int) -> Estimate:
        """The IMPs a call wins when the other table makes another one."""
        won = imps_of(self.scores[place] - self.scores[against])
        return Estimate.of(won.mean(axis=1, dtype=np.float64), self.weights, MOST_IMPS)

    def matchpoints(self, place: int, against: int) -> Estimate:
        """The share of a matchpoint it wins against another call, a half being level."""
        mine, theirs = self.scores[place], self.scores[against]
        return Estimate.of(((mine > theirs) + 0.5 * (mine == theirs)).mean(axis=1), self.weights, 1.0)

    def points(self, place: int) -> float:
        """The mean score."""
        return float(np.average(self.scores[place].mean(axis=1), weights=self.weights))

    def contracts(self, place: int) -> tuple[tuple[str, float], ...]:
        """Where a call leads, with the share of the weight, the most frequent first."""
        reached = np.stack([part[0, place] for part in self.results.contracts], axis=1)
        reached[reached[:, 0] < 0] = -1  # passed out, by no declarer
        contracts, where = np.unique(reached, axis=0, return_inverse=True)
        shares: Weights = np.bincount(where.ravel(), self.weights) / self.weights.sum()
        order = np.argsort(-shares, kind="stable").tolist()
        return tuple((_contract_text(*contracts[row].tolist()), float(shares[row])) for row in order)

    def of_calls(self, chosen: NDArray[np.bool_]) -> "Simulation":
        """The same with some of the calls, the usual one among them. Shape: (call,)."""
        calls = tuple(call for call, is_chosen in zip(self.calls, chosen, strict=True) if is_chosen)
        contracts = ContractBatch(*(part[:, chosen] for part in self.results.contracts))
        return Simulation(calls, Results(contracts, self.results.scores[:, chosen]), self.weights)

    def with_more(self, more: Results, weights: Weights) -> "Simulation":
        """The same with more layouts."""
        pairs = zip(self.results.contracts, more.contracts, strict=True)
        contracts = ContractBatch(*(np.concatenate(pair, axis=2) for pair in pairs))
        scores = np.concatenate([self.results.scores, more.scores], axis=2)
        return Simulation(self.calls, Results(contracts, scores), np.concatenate([self.weights, weights]))


def _contract_text(bid: int, doubling: int, declarer: int) -> str:
    if bid < 0:
        return "Pass"
    return str(Contract(BIDS[bid].level, BIDS[bid].strain, Seat(declarer), DOUBLINGS[doubling]))


def simulate(
    posterior: Posterior,
    calls: Sequence[Call],
    wanted: NDArray[np.bool_],
    layouts: int,
    settings: Settings,
    estimator: FourHandEstimator,
    piece: int = PIECE,
) -> Iterator[Simulation]:
    """The simulation after every piece of layouts drawn by weight, the usual call first.

    Calls that are not `wanted` in the answer (call,) leave after the first piece unless they may still win.
    """
    view = posterior.view
    turn = TurnBatch.of(Position(view.hand, view.auction, view.vulnerability))
    places, weights = _drawn(posterior, layouts)
    simulation: Simulation | None = None
    calls = tuple(calls)
    starts = [0, *range(min(FIRST, piece), len(places), piece)]
    for part, times in zip(np.split(places, starts[1:]), np.split(weights, starts[1:]), strict=True):
        candidates = np.array([[call.index for call in calls]], np.uint8)
        ends = posterior.replay.finished(np.zeros(1, np.intp), part[np.newaxis], candidates)
        results = results_of(turn, posterior.holdings[part][np.newaxis], ends, estimator)
        if simulation is None:
            simulation = Simulation(calls, results, times)
            simulation = simulation.of_calls(wanted | simulation.gains.rivals(settings)[0])
            calls = simulation.calls
        else:
            simulation = simulation.with_more(results, times)
        yield simulation


def _drawn(posterior: Posterior, count: int) -> tuple[NDArray[np.intp], Weights]:
    """Different layouts in mixed order, and how often each came in that many draws by weight. Shape: (layout,)."""
    rng = np.random.default_rng((posterior.seed, count))
    chosen = drawn(posterior.replay.likelihoods, count, rng)[0]
    places, first, times = np.unique(chosen, return_index=True, return_counts=True)
    mixed = np.argsort(first)
    return places[mixed], times[mixed].astype(np.float64)
