"""Calls compared by what comes of them over common layouts, with how sure that is.

The layouts, the rest of the auction and the scores are those of the simulating player (`players.simulated`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.scores import DOUBLINGS, won_by
from overtrick.core import BIDS, CALLS, Call, Contract, Position, Scoring, Seat
from overtrick.layouts.posterior import Posterior, Weights
from overtrick.players.candidates import Option
from overtrick.players.player import TurnBatch
from overtrick.players.results import Results, Scores
from overtrick.players.simulated import Gains, Settings, drawn, results_of
from overtrick.tricks.estimators import FourHandEstimator

FIRST, PIECE = 40, 100
"""Layouts before the first figures, and between two looks at them."""
WIDEST: dict[Scoring, float] = {"imps": 24.0, "matchpoints": 0.5, "points": 1000.0}
"""How uncertain a single layout leaves an estimate."""
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

    def moved(self, by: float) -> "Estimate":
        """The same estimate of what is larger by that much."""
        return Estimate(self.mean + by, self.low + by, self.high + by)


@dataclass(frozen=True, eq=False)
class Simulation:
    """What came of some calls over common layouts, from the caller's side."""

    options: tuple[Option, ...]
    """The card's own first."""
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
    def plain(self) -> Scores:
        """Scores if the opponents take every call for what it shows. Shape: (call, layout, luck)."""
        scores: Scores = self.results.plain[0]
        return scores

    @property
    def punished(self) -> Scores:
        """Scores if they know that the hand is not what the call shows. Shape: (call, layout, luck)."""
        scores: Scores = self.results.punished[0]
        return scores

    @cached_property
    def scores(self) -> Scores:
        """The scores that decide: the worse ones for calls that stray. Shape: (call, layout, luck)."""
        scores: Scores = self.results.deciding(np.array([[option.strays for option in self.options]]))[0]
        return scores

    def place(self, call: Call) -> int:
        """Where a call stands among those compared."""
        return next(place for place, option in enumerate(self.options) if option.call == call)

    def decision(self, settings: Settings) -> Call:
        """The card's call, or one that a partner could understand and that clearly wins more."""
        understood = [place for place, option in enumerate(self.options) if option.understood]
        gains = Gains.of(np.array([[self.options[place].call.index for place in understood]], np.uint8))
        scores = self.scores[understood]
        won = won_by(scores - scores[:1], settings.scoring).mean(axis=-1, dtype=np.float64)
        gains.add(np.zeros(1, np.intp), won[np.newaxis], self.weights)
        return CALLS[int(gains.best(settings)[0])]

    def best(self, scoring: Scoring) -> int:
        """The place of the understood call that wins the most against the other such calls together."""
        understood = [place for place, option in enumerate(self.options) if option.understood]
        scores = self.scores[understood]
        won = won_by(scores[:, np.newaxis] - scores[np.newaxis], scoring).mean(axis=(1, 3), dtype=np.float64)
        return understood[int((won @ self.weights).argmax())]

    def gain(self, call: Call, against: Call, scoring: Scoring, scores: Scores | None = None) -> Estimate:
        """What a call wins when the other table makes another one, by the scores that decide or by those given."""
        mine = self.scores if scores is None else scores
        won = won_by(mine[self.place(call)] - self.scores[self.place(against)], scoring)
        return Estimate.of(won.mean(axis=1, dtype=np.float64), self.weights, WIDEST[scoring])

    def points(self, call: Call) -> float:
        """The mean score."""
        return float(np.average(self.scores[self.place(call)].mean(axis=1), weights=self.weights))

    def contracts(self, call: Call) -> tuple[tuple[str, float], ...]:
        """Where a call leads, with the share of the weight, the most frequent first."""
        reached = np.stack([part[0, self.place(call)] for part in self.results.contracts], axis=1)
        reached[reached[:, 0] < 0] = -1  # passed out, by no declarer
        contracts, where = np.unique(reached, axis=0, return_inverse=True)
        shares: Weights = np.bincount(where.ravel(), self.weights) / self.weights.sum()
        order = np.argsort(-shares, kind="stable").tolist()
        return tuple((_contract_text(*contracts[row].tolist()), float(shares[row])) for row in order)


def _contract_text(bid: int, doubling: int, declarer: int) -> str:
    if bid < 0:
        return "Pass"
    return str(Contract(BIDS[bid].level, BIDS[bid].strain, Seat(declarer), DOUBLINGS[doubling]))


def simulate(
    posterior: Posterior,
    options: Sequence[Option],
    layouts: int,
    estimator: FourHandEstimator,
    piece: int | None = PIECE,
) -> Iterator[Simulation]:
    """The simulation after every piece of layouts drawn by weight (None: all at once), the card's call first."""
    view = posterior.view
    turn = TurnBatch.of(Position(view.hand, view.auction, view.vulnerability))
    candidates = np.array([[option.call.index for option in options]], np.uint8)
    places, weights = drawn_layouts(posterior, layouts)
    ends = [] if piece is None else range(min(FIRST, piece), len(places), piece)
    results: Results | None = None
    done = 0
    for part in np.split(places, ends):
        auctions = posterior.replay.finished(np.zeros(1, np.intp), part[np.newaxis], candidates)
        more = results_of(turn, posterior.holdings[part][np.newaxis], auctions, estimator)
        results = more if results is None else results.with_more(more)
        done += len(part)
        yield Simulation(tuple(options), results, weights[:done])


def drawn_layouts(posterior: Posterior, count: int) -> tuple[NDArray[np.intp], Weights]:
    """Different layouts in mixed order, and how often each came in that many draws by weight. Shape: (layout,)."""
    rng = np.random.default_rng((posterior.seed, count))
    chosen = drawn(posterior.likelihoods[np.newaxis], count, rng)[0]
    places, first, times = np.unique(chosen, return_index=True, return_counts=True)
    mixed = np.argsort(first)
    return places[mixed], times[mixed].astype(np.float64)
