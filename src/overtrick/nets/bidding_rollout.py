"""Whole auctions by the thousand: every player is the network, with its own hand and its own view."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import LONGEST, MIRRORED, NO_CALL, OVER, PADDING, START, Bytes, last_standings
from overtrick.nets.bidding import CallNet, Memory
from overtrick.nets.threads import one_thread

PIECE = 1024
"""Auctions that are best bid together: they stay in the processor's cache."""
_OPEN = 0.9  # the share of auctions below which those that are over are dropped: copying costs something too

Choose = Callable[[Floats], NDArray[Any]]
"""Chances (auction, call) to calls (auction,)."""


def most_likely(chances: Floats) -> NDArray[np.intp]:
    """The most likely call of each auction."""
    calls: NDArray[np.intp] = chances.argmax(axis=1)
    return calls


class Rollout:
    """Auctions that are bid together, all with as many calls so far; every player listens from their own seat."""

    def __init__(self, nets: Sequence[CallNet], players: Sequence[Memory]) -> None:
        """The players from the dealer on, before the first call, and the network of each."""
        self.nets, self.players = list(nets), list(players)
        self.made = 0
        """Calls so far."""
        self._calls = np.full((len(players[0]), 4 + LONGEST), NO_CALL, np.uint8)
        self._calls[:, :4] = START  # four places before the dealer's call
        self.standings = last_standings(self.calls[:, :0])
        """What is legal now. Shape: (auction,)."""

    def __len__(self) -> int:
        return len(self._calls)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "Rollout":
        """Some of the auctions, to go on with by themselves; an index may come more than once."""
        part = object.__new__(Rollout)
        part.nets, part.made, part.standings = self.nets, self.made, self.standings[chosen]
        part.players = [player[chosen] for player in self.players]
        part._calls = np.array(self._calls[chosen])
        return part

    @classmethod
    def join(cls, rollouts: Sequence["Rollout"]) -> "Rollout":
        """All of these auctions, which have as many calls so far."""
        joined = object.__new__(cls)
        joined.nets, joined.made = rollouts[0].nets, rollouts[0].made
        joined.players = [
            Memory.join(players) for players in zip(*(rollout.players for rollout in rollouts), strict=True)
        ]
        joined.standings = np.concatenate([rollout.standings for rollout in rollouts])
        joined._calls = np.concatenate([rollout._calls for rollout in rollouts])
        return joined

    @property
    def calls(self) -> Bytes:
        """NO_CALL behind the last. Shape: (auction, call)."""
        return self._calls[:, 4:]

    def listen(self, deaf: int = -1) -> None:
        """Those who look up at this point take in what was called since they last did, but the player at `deaf`."""
        turn = self.made % 4
        for place, (net, player) in enumerate(zip(self.nets, self.players, strict=True)):
            if place != deaf and (net.window == 1 or place == turn):
                codes = np.minimum(self._calls[:, 4 + self.made - net.window : 4 + self.made], PADDING)
                self.players[place] = net.step(player, codes, self.standings, np.full(len(self), place == turn))

    def chances(self) -> Floats:
        """Of every call of the player whose turn it is, once that player has listened. Shape: (auction, call)."""
        turn = self.made % 4
        return self.nets[turn].calls(self.players[turn], self.standings)

    def make(self, calls: NDArray[Any]) -> None:
        """One more call in each auction, NO_CALL in those that are over. Shape: (auction,)."""
        self._calls[:, 4 + self.made] = calls
        self.made += 1
        self.standings = last_standings(self.calls[:, : self.made])

    @one_thread
    def to_the_end(self, choose: Choose = most_likely, given: Bytes | None = None) -> Bytes:
        """The calls of the whole auctions; those that are `given` come first. Shape: (auction, call)."""
        ends, going, rest = self._calls.copy(), np.arange(len(self)), self
        while rest.made < LONGEST:
            is_open = rest.standings != OVER
            if is_open.mean() < _OPEN:
                going, rest, is_open = going[is_open], rest[is_open], is_open[is_open]
            if not len(going):
                break
            rest.listen()
            made = choose(rest.chances()).astype(np.uint8)
            if given is not None and rest.made < given.shape[1]:
                asked = given[going, rest.made]
                made = np.where(asked == NO_CALL, made, asked)
            rest.make(np.where(is_open, made, NO_CALL).astype(np.uint8))
            ends[going, 3 + rest.made] = rest.calls[:, rest.made - 1]
        return ends[:, 4:]


def bid_out(
    net: CallNet,
    holdings: Holdings,
    dealers: NDArray[Any],
    vulnerabilities: NDArray[Any],
    systems: NDArray[Any],
    *,
    given: Bytes | None = None,
    choose: Choose = most_likely,
) -> Bytes:
    """The calls of whole auctions, those that are `given` (auction, call) first. Shape: (auction, call).

    Holdings (auction, seat, suit); systems of North-South and East-West as places in `net.systems` (auction, side).
    """
    calls = seated(net, holdings, dealers, vulnerabilities, systems).to_the_end(choose, given)
    return calls[:, : int((calls != NO_CALL).sum(axis=1).max(initial=0))]


def seated(
    net: CallNet,
    holdings: Holdings,
    dealers: NDArray[Any],
    vulnerabilities: NDArray[Any],
    systems: NDArray[Any],
) -> Rollout:
    """Tables at which nobody has called, given as for `bid_out`."""
    rows, players = np.arange(len(holdings)), []
    for place in range(4):
        seats = (dealers.astype(np.intp) + place) % 4
        side = seats % 2
        vulnerable = np.where(side == 0, vulnerabilities, MIRRORED[vulnerabilities])
        players.append(net.begin(holdings[rows, seats], systems[rows, side], systems[rows, 1 - side], vulnerable))
    return Rollout([net] * 4, players)


def opposed(ours: Rollout, theirs: Rollout, place: int) -> Rollout:
    """The same tables with two kinds of players: ours at `place` from the dealer on and opposite, else theirs."""
    sides = [ours if seat % 2 == place % 2 else theirs for seat in range(4)]
    nets = [side.nets[seat] for seat, side in enumerate(sides)]
    return Rollout(nets, [side.players[seat] for seat, side in enumerate(sides)])
