"""The bidding network at the table: what it would call, how likely calls were, and what it reads out of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import NO_CALL, Bytes
from overtrick.core import Auction, Hand, Seat, Suit, Vulnerability
from overtrick.nets.artifact import Artifact
from overtrick.nets.bidding import KIND, BiddingNet, HiddenHands, Memory
from overtrick.nets.bidding_steps import follow, step_count
from overtrick.systems.system import NAMES, System

TRUE_TO_CARD, IMPROVED = "bidding", "improved"
"""The shipped networks: one bids as its cards do; the other leaves them where that wins more."""

ARTIFACTS = files("overtrick.systems") / "artifacts"


class Told(NamedTuple):
    """What the network is told about a card: the system it knows that comes nearest."""

    place: int
    """Among the network's systems."""
    name: str
    is_exact: bool
    """Whether the network has learnt from this very card."""


@dataclass(frozen=True)
class Table:
    """What everybody at a table knows: the calls, the vulnerability, and both sides' systems, North-South's first."""

    auction: Auction
    vulnerability: Vulnerability
    systems: tuple[Told, Told]

    def place(self, seat: Seat) -> int:
        """Where a seat sits, counted from the dealer."""
        return (seat - self.auction.dealer) & 3

    def vulnerable(self, seat: Seat) -> int:
        """As the network counts it: none 0, we 1, they 2, both 3."""
        ours, theirs = (self.vulnerability.includes(side) for side in (seat.side, seat.side.opponents))
        return int(ours) + 2 * int(theirs)


class Moment(NamedTuple):
    """A point of an auction at which players of one seat have looked up."""

    made: int
    """Calls made so far."""
    is_turn: bool
    """Whether it is their turn."""
    standings: Bytes
    memory: Memory


class Network:
    """A bidding network and its name."""

    def __init__(self, net: BiddingNet, model: str) -> None:
        self.net = net
        self.model = model
        """The name and checksum of the network, for answers that say where they come from."""

    @classmethod
    def load(cls, folder: Traversable) -> "Network":
        """The network in a folder, checked against its golden answers."""
        net = BiddingNet.load(folder)
        return cls(net, f"{folder.name} {str(Artifact.load(folder, KIND).card['sha256'])[:12]}")

    def begin(self, hands: Holdings, seat: Seat, table: Table) -> Memory:
        """Players of one seat before the first call. Shape: (view, suit)."""
        ours, theirs = table.systems[seat.side].place, table.systems[seat.side.opponents].place
        places = (np.full(len(hands), each) for each in (ours, theirs, table.vulnerable(seat)))
        return self.net.begin(hands, *places)

    def listen(self, hands: Holdings, seat: Seat, table: Table) -> Iterator[Moment]:
        """Players of one seat with these hands, step by step, up to now. Shape: (view, suit)."""
        calls, made, position = call_codes(table.auction), np.array([len(table.auction)]), np.array([table.place(seat)])
        window = self.net.window
        steps = int(step_count(made, position, window)[0])
        memory = self.begin(hands, seat, table)
        for codes, standings, turns, times in zip(*follow(calls, made, position, window, steps), strict=True):
            if times[0] < 0:
                break
            here = np.repeat(standings, len(hands))
            memory = self.net.step(memory, np.repeat(codes, len(hands), axis=0), here, np.repeat(turns, len(hands)))
            yield Moment(int(times[0]), bool(turns[0]), here, memory)

    def policy(self, hand: Hand, table: Table) -> Floats:
        """The chance of every call of the player to call; exactly 0 for illegal ones. Shape: (call,)."""
        *_, now = self.listen(holdings_of([hand]), table.auction.turn, table)
        chances: Floats = self.net.calls(now.memory, now.standings)[0]
        return chances

    def hidden_hands(self, hand: Hand, seat: Seat, table: Table) -> HiddenHands:
        """What a player can tell of lho, partner and rho by the network alone; one view."""
        *_, now = self.listen(holdings_of([hand]), seat, table)
        return self.net.hidden_hands(now.memory)

    def chances_of_calls(self, hands: Holdings, seat: Seat, table: Table) -> Floats:
        """How likely each of a seat's calls was with these hands. Shape: (view, suit) to (view, call of that seat)."""
        calls = table.auction.calls[table.place(seat) :: 4]
        found: list[Floats] = []
        if calls:
            for moment in self.listen(hands, seat, table):
                if moment.is_turn:
                    call = calls[len(found)].index
                    found.append(self.net.calls(moment.memory, moment.standings)[:, call])
                    if len(found) == len(calls):  # what came after tells nothing about them
                        break
        return np.stack(found, axis=1) if found else np.empty((len(hands), 0), np.float32)


@cache
def bidding_network(name: str = TRUE_TO_CARD) -> Network:
    """A shipped network by its name, or the one in a folder, loaded when it is first needed."""
    return Network.load(ARTIFACTS / name if name in (TRUE_TO_CARD, IMPROVED) else Path(name))


def call_codes(auction: Auction) -> Bytes:
    """The calls of one auction as a batch; never without a column. Shape: (1, call)."""
    calls = [call.index for call in auction.calls] or [NO_CALL]
    return np.array([calls], np.uint8)


def holdings_of(hands: Sequence[Hand]) -> Holdings:
    """Shape: (hand, suit)."""
    return np.array([[hand.holding(suit) for suit in Suit] for hand in hands], np.uint16).reshape(-1, 4)


def told(name: str, systems: tuple[str, ...]) -> Told:
    """What a network with these systems is told about a card, by its name or file.

    A card that the network has not learnt from goes for the one with which it shares the most rules.
    """
    shipped = NAMES.get(name.strip().lower())
    known = {NAMES[system]: system for system in systems if system in NAMES}
    exact = shipped in known
    nearest = known[shipped] if shipped is not None and exact else _nearest(System.load(name), tuple(known.values()))
    return Told(systems.index(nearest), nearest, exact)


@lru_cache(maxsize=64)
def _nearest(card: System, systems: tuple[str, ...]) -> str:
    rules = _rules(card)
    return max(systems, key=lambda system: len(rules & _rules(System.load(system))))


def _rules(card: System) -> frozenset[tuple[str, str, str, str]]:
    """The rules of a card as they are written."""
    return frozenset(
        (situation.key, rule.id, rule.call.text, rule.hand_text)
        for situation in card.situations
        for rule in situation.rules
    )
