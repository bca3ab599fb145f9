"""The bidding network at the table: what it would call, and what it reads out of the calls of others."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import CALLS, MIRRORED, NO_CALL, AuctionBatch, Bytes, Indices
from overtrick.nets.artifact import MOST_NETWORKS, Artifact
from overtrick.nets.backend import NUMPY, is_jax, used_backend
from overtrick.nets.bidding import KIND, BiddingNet, HiddenHands, Memory
from overtrick.nets.bidding_steps import follow, step_count
from overtrick.nets.threads import one_thread
from overtrick.systems.system import MOST_POSTED, NAMES, System

TRUE_TO_CARD, IMPROVED = "bidding", "improved"
"""The shipped networks: one bids as its systems do; the other leaves them where that wins more, and is the one that
speaks unless the first is asked for.
"""

EXPERTS = "experts"
"""The system of the Vugraph tables, as networks know it: many systems, and good judgement."""

ARTIFACTS = files("overtrick.systems") / "artifacts"

AT_ONCE = 2048
"""Players whose chances are worked out together."""


class KnownSystem(NamedTuple):
    """The system among those a network has learnt that it takes a system for."""

    place: int
    """Among the network's systems."""
    name: str
    is_exact: bool
    """Whether the network has learnt from this very system."""


@dataclass(frozen=True, eq=False)
class Listeners:
    """Players who follow auctions: each has a hand, a seat, and knows what everybody at the table knows."""

    hands: Holdings
    """Shape: (player, suit)."""
    seats: Indices
    """Shape: (player,)."""
    auctions: AuctionBatch
    """Up to now."""
    systems: Indices
    """Those of North-South and East-West, as the network counts them. Shape: (player, side)."""

    @property
    def places(self) -> Indices:
        """Where the players sit, counted from the dealer. Shape: (player,)."""
        return (self.seats - self.auctions.dealers) & 3

    def begin(self, net: BiddingNet) -> Memory:
        """The players before the first call."""
        rows, side = np.arange(len(self.seats)), self.seats & 1
        vulnerabilities = self.auctions.vulnerabilities
        vulnerable = np.where(side, MIRRORED[vulnerabilities], vulnerabilities)
        return net.begin(self.hands, self.systems[rows, side], self.systems[rows, 1 - side], vulnerable)


class Arrival(NamedTuple):
    """Players who have heard all of their auctions."""

    rows: Indices
    """Their places among the listeners."""
    memory: Memory
    standings: Bytes


class Network:
    """A bidding network and its name."""

    def __init__(self, net: BiddingNet, model: str) -> None:
        self.net = net
        self.model = model
        """The name and checksum of the network, for answers that say where they come from."""

    @classmethod
    def load(cls, folder: Traversable, backend: str = NUMPY) -> "Network":
        """The network in a folder, checked against its golden answers."""
        artifact = Artifact.load(folder, KIND)
        if is_jax(backend):
            from overtrick.nets.bidding_jax import JaxBiddingNet

            return cls(JaxBiddingNet.of(artifact), _model(folder, artifact))
        return cls(BiddingNet.of(artifact), _model(folder, artifact))

    def listen(self, players: Listeners, memory: Memory | None = None, known: int = 0) -> Iterator[Arrival]:
        """The players as they come to the end of their auctions, those with the shortest first.

        `memory` is what they remember after their first steps, `known` of them.
        """
        net, made, places = self.net, players.auctions.made, players.places
        calls = players.auctions.calls
        if not calls.shape[1]:
            calls = np.full((len(calls), 1), NO_CALL, np.uint8)  # `follow` looks at one at least
        last = step_count(made, places, net.window) - 1
        codes, standings, turns, _ = follow(calls, made, places, net.window, int(last.max(initial=-1)) + 1)
        memory = players.begin(net) if memory is None else memory
        for step in range(known, len(codes)):
            memory = net.step(memory, codes[step], standings[step], turns[step])
            rows = np.flatnonzero(last == step)
            if len(rows) == len(last):
                yield Arrival(rows, memory, standings[step])
            elif len(rows):
                yield Arrival(rows, memory[rows], standings[step, rows])

    def chances(self, memory: Memory, standings: Bytes) -> Floats:
        """The chance of every call of players to call; exactly 0 for illegal ones. Shape: (player, call)."""
        pieces = [slice(start, start + AT_ONCE) for start in range(0, len(memory), AT_ONCE)]
        return np.concatenate([self.net.calls(memory[piece], standings[piece]) for piece in pieces])

    @one_thread
    def policies(self, players: Listeners) -> Floats:
        """The same for players who are to call after their auctions. Shape: (player, call)."""
        policies = np.empty((len(players.seats), CALLS), np.float32)
        for rows, memory, standings in self.listen(players):
            policies[rows] = self.chances(memory, standings)
        return policies

    @one_thread
    def hidden_hands(self, player: Listeners) -> HiddenHands:
        """What one player can tell of lho, partner and rho by the network alone."""
        (arrival,) = self.listen(player)
        return self.net.hidden_hands(arrival.memory)

    @property
    def experts(self) -> KnownSystem:
        """What the network takes players for of whom nobody knows what they bid."""
        return KnownSystem(self.net.systems.index(EXPERTS), EXPERTS, True)

    def known(self, system: System) -> KnownSystem:
        """What the network takes a system for: where it has not learnt it, the one that shares the most rules."""
        return _known(system, self.net.systems)


def _model(folder: Traversable, artifact: Artifact) -> str:
    return f"{folder.name} {str(artifact.card['sha256'])[:12]}"


def bidding_network(name: str = IMPROVED) -> Network:
    """A shipped network by its name, or the one in a folder, loaded when it is first needed."""
    return _loaded(name, used_backend())


@lru_cache(maxsize=MOST_NETWORKS)
def _loaded(name: str, backend: str) -> Network:
    return Network.load(ARTIFACTS / name if name in (TRUE_TO_CARD, IMPROVED) else Path(name), backend)


@lru_cache(maxsize=MOST_POSTED)
def _known(system: System, systems: tuple[str, ...]) -> KnownSystem:
    learnt = [name for name in systems if name in NAMES]
    learnt.sort(key=lambda name: not system.name.lower().startswith(name))  # so that the others need not be read
    for name in learnt:
        if System.load(name) is system:
            return KnownSystem(systems.index(name), name, True)
    rules = _rules(system)
    nearest = max(systems, key=lambda name: len(rules & _rules(System.load(name))) if name in NAMES else -1)
    return KnownSystem(systems.index(nearest), nearest, False)


def _rules(system: System) -> frozenset[tuple[str, str, str, str]]:
    """The rules of a system as they are written."""
    return frozenset(
        (situation.key, rule.id, rule.call.text, rule.hand_text)
        for situation in system.situations
        for rule in situation.rules
    )
