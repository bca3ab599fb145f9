"""Layouts of the hidden cards given one hand and the auction: proposed by the systems, weighed by the network.

Proposals walk among the layouts in which lho, partner and rho hold what their calls have shown by their system,
straying at a price (`sampler`). Each is weighed by how likely the network finds the calls that the three have made
(`replay`), so that one odd call costs weight but cannot leave nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats, Holdings
from overtrick.core import BridgeError
from overtrick.layouts.known_cards import Barred
from overtrick.layouts.replay import NetworkReplay
from overtrick.layouts.sampler import propose
from overtrick.systems.engine.meaning import UNKNOWN, meaning
from overtrick.systems.views import View

PROPOSED = 600
"""Layouts that are proposed at once, at least."""
ROUNDS = 3
"""The most times that layouts are proposed while too few of them count."""
ENOUGH = 0.15
"""Effective layouts, as a share of those asked for, that make another round needless."""

Weights = NDArray[np.float64]

_RANKS = np.arange(13, dtype=np.uint16)


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
    """The share of layouts in which all three hold what they have shown by their system."""
    unknown_calls: int
    """Calls that the systems have no meaning for."""


@dataclass(frozen=True, eq=False)
class Posterior:
    """Weighted layouts of the hidden cards."""

    view: View
    holdings: Holdings
    """Shape: (layout, seat, suit)."""
    replay: NetworkReplay
    """The auction so far in each layout."""
    agrees: NDArray[np.bool_]
    """Whether all three hold what they have shown by their system. Shape: (layout,)."""
    seed: int

    def __len__(self) -> int:
        return len(self.holdings)

    @property
    def chances(self) -> Floats:
        """How likely each call of the other three was in each layout. Shape: (layout, call)."""
        chances: Floats = self.replay.chances[0]
        return chances

    @property
    def likelihoods(self) -> Weights:
        """The logarithms of the weights, but for a constant. Shape: (layout,)."""
        likelihoods: Weights = self.replay.likelihoods[0]
        return likelihoods

    @cached_property
    def weights(self) -> Weights:
        """They sum to 1. Shape: (layout,)."""
        raw = np.exp(self.likelihoods - self.likelihoods.max())
        weights: Weights = raw / raw.sum()
        return weights

    @cached_property
    def effective(self) -> float:
        """The effective number of layouts."""
        return float(1 / (self.weights**2).sum())

    @cached_property
    def support(self) -> Support:
        """How far to trust this."""
        mean = self.weights @ self.chances
        likelihood = float(np.exp(np.log(np.maximum(mean, 1e-9)).mean())) if mean.size else 1.0
        agreeing, unknown = float(self.weights @ self.agrees), 0 if self.view.strangers else unknown_calls(self.view)
        word = _word(likelihood, agreeing, unknown, self.effective)
        return Support(word, round(self.effective), likelihood, agreeing, unknown)


def sample(view: View, layouts: int = 400, *, seed: int = 0, barred: Barred | None = None) -> Posterior:
    """Weighted layouts, at least as many unless the auction rules most of them out; the same seed gives the same.

    `barred` says which cards cannot be with lho, partner or rho, as `barred_cards` reads it.
    """
    rng = np.random.default_rng(seed)
    rounds: list[Posterior] = []
    for _ in range(ROUNDS):
        rounds.append(_propose(view, max(PROPOSED, layouts * 3 // 2), barred, rng, seed))
        posterior = _joined(rounds)
        if posterior.effective >= ENOUGH * layouts or not len(view.auction):
            break
    return posterior


def _propose(view: View, count: int, barred: Barred | None, rng: np.random.Generator, seed: int) -> Posterior:
    """One round of layouts."""
    player = view.listeners
    proposals = propose(player.hands, player.seats, [view.shown], count, rng, barred=barred)
    possible = np.ones(count, bool) if barred is None else ~_holds_barred(proposals.holdings[0], view, barred)
    if not possible.any():
        raise BridgeError("found no layout in which everybody holds what was said")
    holdings = proposals.holdings[:, possible]
    agrees = (proposals.costs[0, possible] == 0).all(axis=1)
    replay = NetworkReplay(view.network, player.auctions, player.systems, player.seats, holdings)
    return Posterior(view, holdings[0], replay, agrees, seed)


def _joined(rounds: list[Posterior]) -> Posterior:
    if len(rounds) == 1:
        return rounds[0]
    holdings, agrees = (np.concatenate([getattr(part, name) for part in rounds]) for name in ("holdings", "agrees"))
    replay = NetworkReplay.join([part.replay for part in rounds])
    return Posterior(rounds[0].view, holdings, replay, agrees, rounds[0].seed)


def _holds_barred(holdings: Holdings, view: View, barred: Barred) -> NDArray[np.bool_]:
    """Whether a player holds a card that is barred from them. Shape: (layout, seat, suit) to (layout,)."""
    held = (holdings[:, list(view.others), :, np.newaxis] >> _RANKS & 1).astype(bool)
    return np.asarray((held.reshape(-1, *barred.shape) & barred).any(axis=(1, 2)))


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
