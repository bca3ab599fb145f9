"""The rival of Table 3, small: Q-learning of bidding without opponents, after Yeh, Hsieh and Lin (2018).

A network reads 52 bits of the hand and which bids the pair has made, and gives the worth of passing and of each bid.
North and South share it. In every auction one call is tried at random and all later ones are the best known, so that
what comes of a call is the result of good bidding after it (their penetrative form of Bellman's equation).
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Floats
from overtrick.arrays.auctions import NO_CALL, Bytes
from overtrick.core import BIDS, PASS
from overtrick.nets.bidding_steps import CARDS, hand_features
from overtrick.papers.bidding_2022.silent_opponents import TrickDeals

ACTIONS = 1 + len(BIDS)
"""Pass, then the bids."""
TURNS = 10
"""Calls of North-South an auction; at the last they pass."""
TRIED = 8
"""A call tried is pass or one of so many next bids."""
FIRST_BID = 3
_SCALE = np.float32(0.1)  # IMPs to the size that the network learns well
_USUAL = np.float32(-0.7)  # what an action is worth before anything is known: 7 IMPs lost
_PASS = 0


@dataclass(frozen=True)
class QRecipe:
    """How the rival learns."""

    layers: int
    features: int = 128
    updates: int = 400
    batch: int = 512
    rate: float = 0.003
    seed: int = 1


class QNetwork:
    """Rectified layers of equal size; learns by Adam."""

    def __init__(self, recipe: QRecipe) -> None:
        rng = np.random.default_rng(recipe.seed)
        sizes = [CARDS + ACTIONS, *[recipe.features] * recipe.layers, ACTIONS]
        self._weights: list[Floats] = []
        for rows, columns in pairwise(sizes):
            self._weights += [
                (rng.standard_normal((rows, columns)) * (2 / rows) ** 0.5).astype(np.float32),
                np.zeros(columns, np.float32),
            ]
        self._weights[-2] *= np.float32(0.01)  # no action looks good or bad before it has been tried
        self._weights[-1] += _USUAL
        self._moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self._weights]
        self._rate, self._updates = recipe.rate, 0

    def values(self, x: Floats) -> Floats:
        """The worth of each action. Shape: (state, input) to (state, action)."""
        return self._layers(x)[-1]

    def _layers(self, x: Floats) -> list[Floats]:
        outputs = [x]
        for place in range(0, len(self._weights), 2):
            x = outputs[-1] @ self._weights[place] + self._weights[place + 1]
            outputs.append(x if place + 2 == len(self._weights) else np.maximum(x, np.float32(0)))
        return outputs

    def learn(self, x: Floats, actions: NDArray[np.intp], worth: Floats) -> None:
        """One step towards what came of these actions."""
        outputs, rows = self._layers(x), np.arange(len(x))
        slope = np.zeros_like(outputs[-1])
        slope[rows, actions] = (outputs[-1][rows, actions] - worth) / np.float32(len(x))
        gradients: list[Floats] = []
        for place in range(len(self._weights) - 2, -1, -2):
            before = outputs[place // 2]
            gradients = [before.T @ slope, slope.sum(axis=0), *gradients]
            slope = (slope @ self._weights[place].T) * (before > 0)
        self._adam(gradients)

    def _adam(self, gradients: list[Floats]) -> None:
        self._updates += 1
        for weight, gradient, (first, second) in zip(self._weights, gradients, self._moments, strict=True):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            mean, squares = first / (1 - 0.9**self._updates), second / (1 - 0.999**self._updates)
            weight -= self._rate * mean / (np.sqrt(squares) + 1e-8)


class _BiddingPairs:
    """North and South of many deals, bidding in turn."""

    def __init__(self, deals: DealBatch) -> None:
        self._hands = [hand_features(deals.holdings[:, seat])[:, :CARDS].astype(np.float32) for seat in (0, 2)]
        self.made = np.zeros((len(deals), ACTIONS), np.float32)
        """Actions of the pair so far."""
        self.last = np.zeros(len(deals), np.intp)
        """The last bid as an action, 0 before the first."""
        self.open = np.ones(len(deals), bool)
        self.actions = np.full((len(deals), TURNS), -1, np.int64)

    def states(self, turn: int) -> Floats:
        return np.concatenate([self._hands[turn % 2], self.made], axis=1)

    def legal(self, turn: int) -> NDArray[np.bool_]:
        """Pass, and bids above the last. Shape: (deal, action)."""
        higher = np.arange(ACTIONS) > self.last[:, np.newaxis]
        legal: NDArray[np.bool_] = higher & (turn + 1 < TURNS)
        legal[:, _PASS] = True
        return legal

    def make(self, turn: int, actions: NDArray[np.intp]) -> None:
        actions = np.where(self.open, actions, -1)
        self.actions[:, turn] = actions
        self.made[np.flatnonzero(self.open), actions[self.open]] = 1
        self.last = np.where(actions > 0, actions, self.last)
        self.open &= (actions > 0) | (turn == 0)

    def calls(self) -> Bytes:
        """The auctions with East-West's passes and the last passes. Shape: (deal, call)."""
        calls = np.full((len(self.last), 2 * TURNS + 4), NO_CALL, np.uint8)
        calls[:, 0 : 2 * TURNS : 2] = np.where(
            self.actions > 0, self.actions + FIRST_BID - 1, np.where(self.actions == 0, PASS.index, NO_CALL)
        )
        calls[:, 1::2] = np.where(calls[:, 0::2] == NO_CALL, NO_CALL, PASS.index)
        return calls


def bid(net: QNetwork, deals: DealBatch) -> Bytes:
    """The auctions of a pair that always takes the best action known. Shape: (deal, call)."""
    return _bid(net, deals, None)[0].calls()


def _bid(
    net: QNetwork, deals: DealBatch, rng: np.random.Generator | None
) -> tuple[_BiddingPairs, list[tuple[Floats, NDArray[np.intp], NDArray[np.bool_]]]]:
    """The pairs at the end; with `rng`, the states, actions and deals from the one call tried on."""
    pairs, learnt = _BiddingPairs(deals), []
    tried_at = np.full(len(deals), -1) if rng is None else rng.integers(0, 4, len(deals))
    for turn in range(TURNS):
        states, legal = pairs.states(turn), pairs.legal(turn)
        actions = np.where(legal, net.values(states), -np.inf).argmax(axis=1)
        if rng is not None:
            up = rng.integers(0, TRIED + 1, len(deals))
            tried = np.where(up == 0, _PASS, np.minimum(pairs.last + up, ACTIONS - 1))
            tried = np.where(legal[np.arange(len(deals)), tried], tried, _PASS)
            actions = np.where(tried_at == turn, tried, actions)
            learnt.append((states, actions, pairs.open & (turn >= tried_at)))
        pairs.make(turn, actions)
        if not pairs.open.any():
            break
    return pairs, learnt


def learn(recipe: QRecipe, deals: TrickDeals) -> QNetwork:
    """A network that has learnt from these deals."""
    net, rng = QNetwork(recipe), np.random.default_rng((recipe.seed, 1))
    for _ in range(recipe.updates):
        chosen = deals[rng.integers(0, len(deals), recipe.batch)]
        pairs, learnt = _bid(net, chosen.deals, rng)
        worth = chosen.lost(pairs.calls()).astype(np.float32) * _SCALE
        states, actions, counted = (np.concatenate(part) for part in zip(*learnt, strict=True))
        worth = np.tile(worth, len(learnt))
        net.learn(states[counted], actions[counted], worth[counted])
    return net
