"""Layouts of the hidden cards given one hand and the auction: proposed by the cards, weighed by the network.

Proposals walk among the layouts in which lho, partner and rho hold what their calls have shown by their card, straying
at a price (`walking`). Each is weighed by how likely the network finds the calls that the three have made. Chances are
kept off zero, so that one odd call costs weight but cannot leave nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Floats, Holdings, random_deals
from overtrick.arrays.auctions import CALLS
from overtrick.core import BridgeError
from overtrick.layouts.known_cards import Barred, known_deal
from overtrick.layouts.sampler import walk
from overtrick.systems.engine.meaning import UNKNOWN, meaning
from overtrick.systems.views import View

PROPOSED = 600
"""Layouts that walk at once."""
ROUNDS = 3
"""How often more are proposed while too few of them count."""
ENOUGH = 0.15
"""Effective layouts, as a share of those asked for, that make another round needless."""
CARELESS = 0.02
"""The share of calls that nothing explains, spread over all of them."""
HOPELESS = 12.0
"""How far behind the best, in log likelihood, a layout is dropped before all calls are weighed."""

Weights = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Support:
    """How far an answer can be trusted."""

    word: str
    """`well known`, `known`, `rare` or `contradictory`."""
    count: int
    """Layouts that count, as if all had the same weight."""
    likelihood: float
    """The geometric mean of the chances of the calls that the other three have made."""
    agreeing: float
    """The share of layouts in which all three hold what they have shown by their card."""
    unknown_calls: int
    """Calls that the systems have no meaning for."""


@dataclass(frozen=True, eq=False)
class Posterior:
    """Weighted layouts of the hidden cards."""

    view: View
    holdings: Holdings
    """Shape: (layout, seat, suit)."""
    weights: Weights
    """They sum to 1. Shape: (layout,)."""
    chances: Floats
    """How likely each call of the other three was in each layout. Shape: (layout, call)."""
    agrees: NDArray[np.bool_]
    """Whether all three hold what they have shown by their card. Shape: (layout,)."""
    seed: int

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def effective(self) -> float:
        """The effective number of layouts."""
        return float(1 / (self.weights**2).sum())

    @cached_property
    def support(self) -> Support:
        """How far to trust this."""
        mean = self.weights @ self.chances
        likelihood = float(np.exp(np.log(np.maximum(mean, 1e-9)).mean())) if mean.size else 1.0
        agreeing, unknown = float(self.weights @ self.agrees), unknown_calls(self.view)
        word = _word(likelihood, agreeing, unknown, self.effective)
        return Support(word, round(self.effective), likelihood, agreeing, unknown)

    def draw(self, count: int) -> tuple[NDArray[np.intp], Weights]:
        """Different layouts in mixed order, and how often each came in so many draws by weight. Shape: (layout,)."""
        rng = np.random.default_rng((self.seed, count))
        steps = (np.arange(count) + rng.random()) / count
        drawn = np.searchsorted(np.cumsum(self.weights), steps).clip(max=len(self) - 1)
        places, times = np.unique(drawn, return_counts=True)
        mixed = rng.permutation(len(places))
        return places[mixed], times[mixed].astype(np.float64)


def sample(view: View, layouts: int = 400, *, seed: int = 0, barred: Barred | None = None) -> Posterior:
    """Weighted layouts, at least so many unless the auction rules most of them out; the same seed gives the same.

    `barred` says which cards cannot be with lho, partner or rho, as `barred_cards` reads it.
    """
    barred = np.zeros((3, 52), bool) if barred is None else barred
    rng = np.random.default_rng(seed)
    rounds: list[_Round] = []
    for _ in range(ROUNDS):
        rounds.append(_propose(view, max(PROPOSED, layouts * 3 // 2), barred, rng))
        joined = _Round.join(rounds)
        weights = joined.weights
        if 1 / (weights**2).sum() >= ENOUGH * layouts or not len(view.auction):
            break
    return Posterior(view, joined.holdings, weights, joined.chances, joined.agrees, seed)


@dataclass(frozen=True, eq=False)
class _Round:
    """Proposed layouts with the chances of the calls so far."""

    holdings: Holdings
    agrees: NDArray[np.bool_]
    chances: Floats

    @property
    def likelihoods(self) -> Weights:
        """Log likelihood of the calls, as far as they are weighed. Shape: (layout,)."""
        soft = (1 - CARELESS) * self.chances.astype(np.float64) + CARELESS / CALLS
        found: Weights = np.log(soft).sum(axis=1)
        return found

    @property
    def weights(self) -> Weights:
        likely = self.likelihoods
        raw = np.exp(likely - likely.max())
        normed: Weights = raw / raw.sum()
        return normed

    def __getitem__(self, chosen: NDArray[Any]) -> "_Round":
        return _Round(self.holdings[chosen], self.agrees[chosen], self.chances[chosen])

    def heard(self, chances: Floats) -> "_Round":
        """With more calls weighed, and without the layouts that are out of the running."""
        more = _Round(self.holdings, self.agrees, np.concatenate([self.chances, chances], axis=1))
        likely = more.likelihoods
        return more[likely > likely.max() - HOPELESS]

    @classmethod
    def join(cls, rounds: list["_Round"]) -> "_Round":
        return cls(
            *(np.concatenate([getattr(each, name) for each in rounds]) for name in ("holdings", "agrees", "chances"))
        )


def _propose(view: View, count: int, barred: Barred, rng: np.random.Generator) -> _Round:
    start = random_deals(count, rng, known_deal(view.hand, view.seat, barred)).owners
    owners, costs = walk(start, view.seat, view.shown, barred, rng)
    possible = ~_holds_barred(owners, view, barred)
    if not possible.any():
        raise BridgeError("found no layout in which everybody holds what was said")
    holdings = DealBatch.of_owners(owners[possible]).holdings
    agrees = (costs[possible] == 0).all(axis=1)
    found = _Round(holdings, agrees, np.empty((len(holdings), 0), np.float32))
    for seat in sorted(view.others, key=view.table.place):
        chances = view.network.chances_of_calls(found.holdings[:, seat], seat, view.table)
        found = found.heard(chances)
    return found


def _holds_barred(owners: NDArray[np.uint8], view: View, barred: Barred) -> NDArray[np.bool_]:
    players = (owners.astype(np.int64) - view.seat - 1) & 3
    everybody = np.concatenate([barred, np.zeros((1, 52), bool)])
    holds: NDArray[np.bool_] = everybody[players, np.arange(52)].any(axis=1)
    return holds


def unknown_calls(view: View) -> int:
    """How many of the calls so far the systems have no meaning for."""
    return sum(kind == UNKNOWN for kind in _kinds(view))


def _kinds(view: View) -> Iterator[str]:
    node = view.node
    while node.parent is not None:
        yield meaning(node.parent, node.auction.calls[-1]).kind
        node = node.parent


def _word(likelihood: float, agreeing: float, unknown: int, effective: float) -> str:
    if agreeing < 0.05:
        return "contradictory"
    if unknown or effective < 25 or likelihood < 0.1:
        return "rare"
    return "known" if likelihood < 0.4 else "well known"
