"""Calls compared by simulation: what each candidate wins over layouts that agree with the auction.

A comparison costs as much as a hundred trials on single deals and says more than they do: a network that learns from
them (`overtrick train bidding --trials`) needs no simulation to bid nearly as if it had.
"""

from collections.abc import Sequence

import numpy as np

from overtrick.arrays import random_deals
from overtrick.arrays.auctions import NO_CALL, Bytes
from overtrick.matches.rooms import bid_tables
from overtrick.players.player import TurnBatch
from overtrick.players.policies import NetworkPlayer
from overtrick.players.simulated import Gains, Settings, SimulatingPlayer
from overtrick.systems.network import Network
from overtrick.systems.system import NAMES
from overtrick.training.data.trials import ROW, Rows

TASK = 64
"""Deals a task: both sides have the same systems at all of them."""
BETTER = 0.6
"""How often the better call is made, so that both ways of bidding are seen."""
AGAINST_OTHERS = 0.5
"""The share of the deals at which one of the opponents sits, where there are any."""
FIRST = 0.28
"""The share of the layouts after which hopeless calls are left out."""
PROPOSED = 1.8
"""Layouts that are proposed for one that is looked at."""


def compare_calls(
    network: Network, count: int, rng: np.random.Generator, opponents: Sequence[Network] = (), *, layouts: int
) -> Rows:
    """What candidates won on `count` random deals, against the call that the network makes.

    Some deals the network bids at all four seats, others with one of the opponents at two of them.
    """
    cards = [name for name in network.net.systems if name in NAMES]
    ours, theirs = rng.choice(cards, 2).tolist()
    deals = np.zeros(count, ROW)
    deals["holdings"], deals["calls"] = random_deals(count, rng).holdings, NO_CALL
    deals["dealer"], deals["vulnerability"] = rng.integers(0, 4, (2, count), np.uint8)
    deals["systems"] = [network.net.systems.index(name) for name in (ours, theirs)]
    first = round(layouts * FIRST)
    settings = Settings(round(layouts * PROPOSED), (first, layouts - first), bold=True, errors=1.5)
    opponent = opponents[int(rng.integers(len(opponents)))] if opponents and rng.random() < AGAINST_OTHERS else None
    north = _Comparing(NetworkPlayer(network, ours, theirs), settings, deals, rng)
    east = _Comparing(NetworkPlayer(network, theirs, ours), settings, deals, rng)
    players = north, east if opponent is None else NetworkPlayer(opponent, theirs, ours)
    bid_tables(players, deals["holdings"], deals["dealer"], deals["vulnerability"], np.zeros(count, np.intp))
    return np.concatenate([np.zeros(0, ROW), *north.rows, *east.rows])


class _Comparing(SimulatingPlayer):
    """Notes what simulation has found; makes the better call, or now and then the network's usual one."""

    def __init__(self, policy: NetworkPlayer, settings: Settings, deals: Rows, rng: np.random.Generator) -> None:
        super().__init__(policy, settings=settings, seed=int(rng.integers(1 << 30)))
        self._deals = deals
        self.rows: list[Rows] = []

    def calls(self, turns: TurnBatch) -> Bytes:
        chances = self._policy.chances(turns)
        usual = self.usual(turns, chances)
        made = usual.copy()
        for at, gains in self.compare(turns, chances, usual):
            made[at] = gains.best(self.settings)
            self.rows.append(self._noted(turns[at], gains))
        return np.where(self._rng.random(len(turns)) < BETTER, made, usual)

    def _noted(self, turns: TurnBatch, gains: Gains) -> Rows:
        """A row for every candidate but the first, the usual call."""
        at, place = np.nonzero(gains.candidates[:, 1:] != NO_CALL)
        rows: Rows = self._deals[turns.tables[at]]
        rows["calls"][:, : turns.made] = turns.calls[at]
        rows["usual"], rows["tried"] = gains.candidates[at, 0], gains.candidates[at, place + 1]
        rows["gain"] = gains.means[at, place + 1]
        return rows
