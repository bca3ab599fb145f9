"""A player stronger than its card: it leaves the usual call where simulation finds a clearly better one.

Layouts that agree with the auction are bid to the end after each candidate, by the same policy at all four seats, and
scored by the four-hand estimator. In advice the card's call stays unless another that a partner could understand wins
by a clear margin, so what calls are said to show stays true; in matches the network's call stays unless any other does.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Holdings
from overtrick.arrays.auctions import FIRST_BID, NO_CALL, Bytes, Indices
from overtrick.arrays.scores import won_by
from overtrick.core import CALLS, PASS, Call, Position, Scoring
from overtrick.hands.cells import CellSet
from overtrick.layouts.sampler import propose
from overtrick.players.candidates import Candidates, candidate_calls
from overtrick.players.player import TurnBatch, call_of
from overtrick.players.policies import Policy
from overtrick.players.results import Results
from overtrick.systems.engine.forcing import is_game
from overtrick.systems.engine.memo import uncollected
from overtrick.systems.engine.tree import Node
from overtrick.tricks.estimators import FourHandEstimator, four_hands_fast

AT_ONCE = 32
"""Positions that are simulated together."""

MARGINS: dict[Scoring, float] = {"imps": 0.5, "matchpoints": 0.04, "points": 20.0}
"""By which another call must be better: IMPs, a share of a matchpoint, points."""

_IS_GAME = np.array([is_game(call.index) for call in CALLS])


@dataclass(frozen=True)
class Settings:
    """How much is simulated, and how clear a gain must be."""

    proposed: int = 96
    """Layouts of each position that walk."""
    stages: tuple[int, ...] = (14, 42)
    """Layouts that are looked at, of those that go well with the calls so far: after each stage only calls that may
    still win go on."""
    scoring: Scoring = "imps"
    bold: bool = False
    """Whether calls count that a partner could not understand, at the worse of their two values, and whether the
    policy's own call, not the card's, is the one that others must beat."""
    errors: float = 1.96
    """Standard errors by which the lead of another call must exceed zero."""

    @property
    def margin(self) -> float:
        """By which it must be better."""
        return MARGINS[self.scoring]


MEASURED = Settings()
"""Those of advice."""
BOLD = Settings(bold=True, errors=1.5)
"""Those of the simulating player in matches."""


@dataclass(eq=False)
class Gains:
    """What candidates have won so far against the usual call, the first. All shapes: (position, candidate)."""

    candidates: Bytes
    """NO_CALL behind the last."""
    total: NDArray[np.float64]
    squares: NDArray[np.float64]
    layouts: NDArray[np.float64]
    running: NDArray[np.bool_]
    """Whether a call may still win."""

    @classmethod
    def of(cls, candidates: Bytes) -> "Gains":
        total, squares, layouts = np.zeros((3, *candidates.shape))
        return cls(candidates, total, squares, layouts, candidates != NO_CALL)

    def rivals(self, rows: Indices) -> Bytes:
        """The calls of some positions that may still win, NO_CALL for the others. Shape: (row, candidate)."""
        calls: Bytes = np.where(self.running[rows], self.candidates[rows], np.uint8(NO_CALL))
        return calls

    @property
    def means(self) -> NDArray[np.float64]:
        """What they win a layout, of those that they were tried on."""
        return self.total / np.maximum(self.layouts, 1)

    @property
    def errors(self) -> NDArray[np.float64]:
        """Their standard errors."""
        count = np.maximum(self.layouts, 2)
        spread = np.maximum(self.squares / count - (self.total / count) ** 2, 0)
        errors: NDArray[np.float64] = np.sqrt(spread / (count - 1))
        return errors

    def add(self, rows: Indices, won: NDArray[np.float64], times: NDArray[np.float64] | None = None) -> None:
        """What was won over more layouts of some positions (row, candidate, layout), each counted `times`."""
        times = np.ones(won.shape[2]) if times is None else times
        running = self.running[rows]
        self.total[rows] += np.where(running, won @ times, 0)
        self.squares[rows] += np.where(running, won**2 @ times, 0)
        self.layouts[rows] += running * times.sum()

    def narrow(self, rows: Indices, settings: Settings) -> Indices:
        """Leave out calls that can hardly win any more; the positions where some can."""
        can_win = self.means[rows] + 2 * self.errors[rows] > settings.margin
        can_win[:, 0] = True
        self.running[rows] &= can_win
        left: Indices = rows[self.running[rows, 1:].any(axis=1)]
        return left

    def best(self, settings: Settings) -> Bytes:
        """The call to make. Shape: (position,)."""
        means = self.means
        clear = self.running & (means > settings.margin) & (means > settings.errors * self.errors)
        place = np.where(clear, means, -np.inf).argmax(axis=1)
        place[~clear.any(axis=1)] = 0
        calls: Bytes = self.candidates[np.arange(len(place)), place]
        return calls


class SimulatingPlayer:
    """A policy with simulation."""

    def __init__(
        self,
        policy: Policy,
        *,
        settings: Settings = MEASURED,
        seed: int = 0,
        estimator: FourHandEstimator | None = None,
    ) -> None:
        self._policy, self.settings = policy, settings
        self._estimator = estimator or four_hands_fast()
        self._rng = np.random.default_rng(seed)

    def __str__(self) -> str:
        return f"{self._policy} with simulation"

    def call(self, position: Position) -> Call:
        return call_of(self, position)

    def calls(self, turns: TurnBatch) -> Bytes:
        """The usual calls, or better ones: of the card, or if bold those the policy likes best. Shape: (table,)."""
        chances, bold = self._policy.chances(turns), self.settings.bold
        made: Bytes = chances.argmax(axis=1).astype(np.uint8) if bold else self._policy.card_calls(turns)
        rows = np.flatnonzero(matters(turns.calls, made))
        with uncollected():
            nodes = self._policy.nodes(turns[rows])
            candidates = candidate_calls(turns[rows], nodes, chances[rows], made[rows], bold=bold)
            several = np.flatnonzero(candidates.calls[:, 1] != NO_CALL)
            for start in range(0, len(several), AT_ONCE):
                part = several[start : start + AT_ONCE]
                at = rows[part]
                compared = Candidates(candidates.calls[part], candidates.strays[part])
                gains = self._gains(turns[at], [nodes[row] for row in part.tolist()], compared)
                made[at] = gains.best(self.settings)
        self._policy.forget()
        return made

    def _gains(self, turns: TurnBatch, nodes: list[Node], candidates: Candidates) -> Gains:
        """What the candidates win against the first."""
        settings, rng = self.settings, self._rng
        gains = Gains.of(candidates.calls)
        shown = [shown_by_others(node) for node in nodes]
        layouts = propose(turns.hands, turns.seats, shown, settings.proposed, rng).holdings
        replay = self._policy.replay(turns, nodes, layouts)
        chosen = drawn(replay.likelihoods, sum(settings.stages), rng)
        rows, done = np.arange(len(turns)), 0
        for count in settings.stages:
            part = chosen[rows, done : done + count]
            ends = replay.finished(rows, part, gains.rivals(rows))
            results = results_of(turns[rows], layouts[rows[:, np.newaxis], part], ends, self._estimator)
            scores = results.deciding(candidates.strays[rows])
            won = won_by(scores - scores[:, :1], settings.scoring)
            gains.add(rows, won.mean(axis=-1, dtype=np.float64))
            rows, done = gains.narrow(rows, settings), done + count
            if not len(rows):
                break
        return gains


def results_of(turns: TurnBatch, layouts: Holdings, ends: Bytes, estimator: FourHandEstimator) -> Results:
    """What candidates have led to: whole auctions (table, candidate, layout, call) over layouts (table, layout, …)."""
    auctions = turns.auctions
    tables, count = layouts.shape[:2]
    different, where = np.unique(layouts.reshape(tables * count, 16), axis=0, return_inverse=True)
    chances = estimator.probabilities(DealBatch(different.reshape(-1, 4, 4)))[where.ravel()]
    by_layout = chances.reshape(tables, count, *chances.shape[1:])
    return Results.of(ends, auctions.dealers, auctions.vulnerabilities, turns.seats, by_layout)


def drawn(likelihoods: NDArray[np.float64], count: int, rng: np.random.Generator) -> Indices:
    """Places of layouts, as often as their likelihoods ask for, in mixed order.

    Shape: (position, layout) to (position, count).
    """
    weights = np.exp(likelihoods - likelihoods.max(axis=1, keepdims=True))
    sums = np.cumsum(weights, axis=1) / weights.sum(axis=1, keepdims=True)
    steps = (np.arange(count) + rng.random((len(weights), 1))) / count
    places: Indices = (sums[:, np.newaxis] < steps[:, :, np.newaxis]).sum(axis=2)
    return rng.permuted(places.clip(max=weights.shape[1] - 1), axis=1)


def shown_by_others(node: Node) -> tuple[CellSet, ...]:
    """The cells that lho, partner and rho of the player to call have shown."""
    return tuple(node.shown_by(node.turn + turns & 3) for turns in (1, 2, 3))


def matters(calls: Bytes, usual: Bytes) -> NDArray[np.bool_]:
    """Whether a turn is worth a simulation: a call that may settle the contract. Shape: (table, call) to (table,).

    All turns from opener's second on; before that, game bids, and passing what partner has bid.
    """
    made, is_bid = calls.shape[1], calls >= FIRST_BID
    if not made:
        return np.zeros(len(calls), bool)
    later = made - is_bid.argmax(axis=1) >= 4
    leaves = (usual == PASS.index) & is_bid[:, -2:-1].any(axis=1)
    worth: NDArray[np.bool_] = is_bid.any(axis=1) & (later | leaves | _IS_GAME[usual])
    return worth
