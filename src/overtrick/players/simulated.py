"""A player stronger than its teacher: it leaves the usual call where simulation finds a clearly better one.

Layouts that agree with the auction are bid to the end after each candidate, by the same policy at all four seats, and
scored by the four-hand estimator. The usual call stays unless another wins by a clear margin, so what calls are said
to show stays true.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Floats, Holdings
from overtrick.arrays.auctions import FIRST_BID, NO_CALL, AuctionBatch, Bytes, Indices
from overtrick.arrays.scores import ContractBatch, doubled_if_it_fails_by_two, imps_of
from overtrick.core import BIDS, CALLS, PASS, Call, Position
from overtrick.layouts.batch import layouts_of
from overtrick.players.candidates import candidate_calls
from overtrick.players.policies import Policy
from overtrick.players.turns import Turns
from overtrick.systems.engine.bidding import uncollected
from overtrick.systems.engine.forcing import is_game
from overtrick.systems.engine.tree import Node
from overtrick.tricks.distributions import tricks_by_luck
from overtrick.tricks.estimators import FourHandEstimator, four_hands_fast

AT_ONCE = 32
"""Positions that are simulated together."""

GOLDEN = 0.618034
"""Steps of the luck from one layout to the next: any few of them lie evenly."""

_IS_GAME = np.array([is_game(call.index) for call in CALLS])


@dataclass(frozen=True)
class Care:
    """How much is simulated, and how clear a gain must be."""

    proposed: int = 96
    """Layouts of each position that walk."""
    stages: tuple[int, ...] = (14, 42)
    """Layouts that are looked at, of those that go well with the calls so far: after each stage only calls that may
    still win go on."""
    margin: float = 0.5
    """IMPs by which another call must be better."""
    errors: float = 1.5
    """Standard errors by which its lead must exceed zero."""


@dataclass(eq=False)
class Gains:
    """What candidates have won so far against the usual call, the first."""

    candidates: Bytes
    """Those that are still in the running; NO_CALL for the others. Shape: (position, candidate)."""
    total: NDArray[np.float64]
    """IMPs. Shape: (position, candidate)."""
    squares: NDArray[np.float64]
    layouts: Indices
    """Shape: (position,)."""

    @classmethod
    def of(cls, candidates: Bytes) -> "Gains":
        total, squares = np.zeros((2, *candidates.shape))
        return cls(candidates.copy(), total, squares, np.zeros(len(candidates), np.intp))

    @property
    def means(self) -> NDArray[np.float64]:
        """IMPs a layout; minus infinity for calls out of the running. Shape: (position, candidate)."""
        return np.where(self.candidates == NO_CALL, -np.inf, self.total / np.maximum(self.layouts, 1)[:, np.newaxis])

    @property
    def errors(self) -> NDArray[np.float64]:
        """Their standard errors."""
        count = np.maximum(self.layouts, 2)[:, np.newaxis]
        spread = np.maximum(self.squares / count - (self.total / count) ** 2, 0)
        errors: NDArray[np.float64] = np.sqrt(spread / (count - 1))
        return errors

    def add(self, rows: Indices, won: NDArray[np.float64]) -> None:
        """More layouts of some positions. Shape: (row, candidate, layout)."""
        self.total[rows] += won.sum(axis=2)
        self.squares[rows] += (won**2).sum(axis=2)
        self.layouts[rows] += won.shape[2]

    def narrow(self, rows: Indices, care: Care) -> Indices:
        """Leave out calls that can hardly win any more; the positions where some can."""
        rivals = self.means + 2 * self.errors > care.margin
        rivals[:, 0] = True
        out = np.zeros_like(rivals)
        out[rows] = ~rivals[rows]
        self.candidates[out] = NO_CALL
        left: Indices = rows[(self.candidates[rows, 1:] != NO_CALL).any(axis=1)]
        return left

    def best(self, care: Care) -> Bytes:
        """The call to make. Shape: (position,)."""
        means = self.means
        clear = (means > care.margin) & (means > care.errors * self.errors)
        place = np.where(clear, means, -np.inf).argmax(axis=1)
        place[~clear.any(axis=1)] = 0
        calls: Bytes = self.candidates[np.arange(len(place)), place]
        return calls


class SimulatingPlayer:
    """A policy with simulation."""

    def __init__(
        self, policy: Policy, *, care: Care | None = None, seed: int = 0, estimator: FourHandEstimator | None = None
    ) -> None:
        self._policy, self.care = policy, care or Care()
        self._estimator = estimator or four_hands_fast()
        self._rng = np.random.default_rng(seed)

    def __str__(self) -> str:
        return f"{self._policy} with simulation"

    def call(self, position: Position) -> Call:
        return CALLS[int(self.calls(Turns.of(position))[0])]

    def calls(self, turns: Turns) -> Bytes:
        """The usual calls, or better ones. Shape: (table,)."""
        chances = self._policy.chances(turns)
        made: Bytes = chances.argmax(axis=1).astype(np.uint8)
        rows = np.flatnonzero(matters(turns, chances))
        for start in range(0, len(rows), AT_ONCE):
            part = rows[start : start + AT_ONCE]
            made[part] = self.gains(turns[part], chances[part]).best(self.care)
        self._policy.forget()
        return made

    def gains(self, turns: Turns, chances: Floats) -> Gains:
        """What the candidates win against the most likely call."""
        care, rng = self.care, self._rng
        with uncollected():
            nodes = self._policy.nodes(turns)
            found = Gains.of(candidate_calls(turns, nodes, chances))
            layouts = layouts_of(turns.hands, turns.seats, [_shown(node) for node in nodes], care.proposed, rng)
            heard = self._policy.hear(turns, nodes, layouts)
            chosen = drawn(heard.likelihoods, sum(care.stages), rng)
            rows, done = np.arange(len(turns)), 0
            for count in care.stages:
                part = chosen[rows, done : done + count]
                rests = heard.finished(rows, part, found.candidates[rows])
                found.add(rows, self._won(turns[rows], layouts[rows[:, np.newaxis], part], rests))
                rows, done = found.narrow(rows, care), done + count
                if not len(rows):
                    break
        return found

    def _won(self, turns: Turns, layouts: Holdings, rests: Bytes) -> NDArray[np.float64]:
        """IMPs of each candidate against the first. Shape: (position, candidate, layout)."""
        count, places, chosen, _ = rests.shape
        rows = np.repeat(np.arange(count), places * chosen)
        auctions = AuctionBatch(rests.reshape(len(rows), -1), turns.dealers[rows], turns.vulnerabilities[rows])
        contracts = auctions.contracts.reshaped(count, places, chosen)
        luck = (np.tile(np.arange(chosen), count) * GOLDEN + 0.5) % 1
        chances = self._estimator.probabilities(DealBatch(layouts.reshape(-1, 4, 4)))
        tricks = contracts.tricks(tricks_by_luck(chances, luck).reshape(count, 1, chosen, 4, 5))
        side = (turns.seats & 1)[:, np.newaxis, np.newaxis]
        staked = doubled_where_they_fail(contracts, tricks, side)
        scores = staked.scores(tricks, side, turns.vulnerabilities[:, np.newaxis, np.newaxis])
        return imps_of(scores - scores[:, :1]).astype(np.float64)


def doubled_where_they_fail(contracts: ContractBatch, tricks: Indices, side: Indices) -> ContractBatch:
    """Our contracts doubled where they fail by two tricks or more, unless the usual call led as high.

    Shape: (position, candidate, …), the usual call being the first candidate.
    """
    ours = contracts.are_of(side)
    usual = np.where(ours[:, :1], contracts.bids[:, :1], -1)
    above = np.where(ours, usual, len(BIDS))
    return contracts._replace(doublings=doubled_if_it_fails_by_two(contracts.doublings, contracts.bids, tricks, above))


def drawn(likelihoods: NDArray[np.float64], count: int, rng: np.random.Generator) -> Indices:
    """Places of layouts, as often as their likelihoods ask for, in mixed order.

    Shape: (position, layout) to (position, count).
    """
    weights = np.exp(likelihoods - likelihoods.max(axis=1, keepdims=True))
    sums = np.cumsum(weights, axis=1) / weights.sum(axis=1, keepdims=True)
    steps = (np.arange(count) + rng.random((len(weights), 1))) / count
    places: Indices = (sums[:, np.newaxis] < steps[:, :, np.newaxis]).sum(axis=2)
    return rng.permuted(places.clip(max=weights.shape[1] - 1), axis=1)


def _shown(node: Node) -> tuple[int, ...]:
    return tuple(node.shown_by(node.turn + turns & 3) for turns in (1, 2, 3))


def matters(turns: Turns, chances: Floats) -> NDArray[np.bool_]:
    """Whether a turn is worth a simulation: a call that may settle the contract. Shape: (table,).

    All turns from opener's second on; before that, game bids, and passing what partner has bid.
    """
    is_bid = turns.calls >= FIRST_BID
    opened = is_bid.any(axis=1)
    if not turns.made:
        return np.zeros(len(turns), bool)
    usual = chances.argmax(axis=1)
    later = turns.made - is_bid.argmax(axis=1) >= 4
    leaves = (usual == PASS.index) & is_bid[:, -2:-1].any(axis=1)
    worth: NDArray[np.bool_] = opened & (later | leaves | _IS_GAME[usual])
    return worth
