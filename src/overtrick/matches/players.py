"""Duplicate matches between any two players: both rooms of many boards are bid together, call by call.

As in `systems.duplicate`, the first player sits North-South in the open room and East-West in the closed room.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from overtrick.arrays.auctions import LONGEST, NO_CALL, OVER, Bytes, last_standings
from overtrick.core import BridgeError, Record
from overtrick.matches.duplicate import BothRooms, Match, Portion, play, portions, swing_records
from overtrick.players.net_policies import NetPolicy
from overtrick.players.players import CardPlayer, NetPlayer, Player, calls_of
from overtrick.players.policies import CardPolicy
from overtrick.players.simulated import SimulatingPlayer
from overtrick.players.turns import Turns
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.network import TRUE_TO_CARD, bidding_network
from overtrick.systems.table import BATCH_NODES, Table

DEFAULT = "sayc"
"""The card of players that name none."""
SIMULATED = 125
"""Boards a portion when a player simulates: some minutes' work."""


KINDS = ("card", "net", "sim", "cardsim")
"""Players by their kind: the card, the network, the network with simulation, the card with simulation."""


class Entry(NamedTuple):
    """A player by its name: what kind it is, the card it plays, and its network, shipped or in a folder."""

    kind: str
    card: str
    network: str = TRUE_TO_CARD

    @classmethod
    def parse(cls, text: str) -> "Entry":
        """Read `sayc`, a card's file, `net`, `net:2/1`, `sim:acol` or `cardsim:sayc`.

        A network other than the first shipped one follows its card: `net:sayc@improved`, `sim:acol@FOLDER`.
        """
        kind, colon, card = text.partition(":")
        network = ""
        if kind not in KINDS or kind == "card":
            kind, card = "card", text
        else:
            card, _, network = (card if colon else DEFAULT).partition("@")
        if not card:
            raise BridgeError(f"expected a player such as {DEFAULT}, net:{DEFAULT} or sim:{DEFAULT}, got {text!r}")
        Table.of(card, card, BATCH_NODES)  # what is wrong with a card is said at once
        if kind in ("net", "sim"):
            bidding_network(network or TRUE_TO_CARD)
        return cls(kind, card, network or TRUE_TO_CARD)

    def __str__(self) -> str:
        at = "" if self.network == TRUE_TO_CARD else f"@{self.network}"
        return self.card if self.kind == "card" else f"{self.kind}:{self.card}{at}"

    def player(self, against: str, seed: int = 0) -> Player:
        """The player itself, told which card the opponents have."""
        if self.kind == "card":
            return CardPlayer(self.card, against)
        if self.kind == "cardsim":
            return SimulatingPlayer(CardPolicy(CardPlayer(self.card, against)), seed=seed)
        net = NetPlayer(bidding_network(self.network), self.card, against)
        return net if self.kind == "net" else SimulatingPlayer(NetPolicy(net), seed=seed)


def match_players(
    first: str,
    second: str,
    count: int = 10_000,
    *,
    seed: int = 1,
    exact: bool = False,
    most: int = 20,
    jobs: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Match:
    """A match over random deals between two players by name, with estimated or exact tricks.

    `most` is how many of the largest swings are kept.
    """
    entries = Entry.parse(first), Entry.parse(second)
    match = Match((str(entries[0]), str(entries[1])), most)
    portion = SIMULATED if any(entry.kind.endswith("sim") for entry in entries) else 0
    tasks = portions(first, second, count, seed, portion)
    play(match, _bid_portion, tasks, exact=exact, jobs=jobs, progress=progress)
    return match


def records_of_swings(match: Match, first: str, second: str) -> list[Record]:
    """The largest swings as records, two a board, with what each call means by the cards, or what they would call."""
    return swing_records(match, *(Entry.parse(name).card for name in (first, second)))


def _bid_portion(task: Portion) -> BothRooms:
    one, other = Entry.parse(task.first), Entry.parse(task.second)
    seeds = np.random.SeedSequence((task.seed, task.number, task.start)).generate_state(2).tolist()
    return bid_both_rooms((one.player(other.card, seeds[0]), other.player(one.card, seeds[1])), task.boards)


def bid_both_rooms(players: tuple[Player, Player], boards: BoardBatch) -> BothRooms:
    """The calls of both rooms, board by board."""
    calls = bid_tables(players, boards)
    packed = [row[row != NO_CALL].tobytes() for row in calls]
    return list(zip(packed[: len(boards)], packed[len(boards) :], strict=True))


def bid_tables(players: tuple[Player, Player], boards: BoardBatch) -> Bytes:
    """The calls at all tables, those of the open room first; NO_CALL behind the last. Shape: (table, call)."""
    holdings = np.tile(boards.deals.holdings, (2, 1, 1))
    dealers, vulnerabilities = (
        np.tile(np.array(each, np.uint8), 2) for each in (boards.dealers, boards.vulnerabilities)
    )
    rooms = np.repeat([0, 1], len(boards))
    calls = np.full((len(holdings), LONGEST), NO_CALL, np.uint8)
    for made in range(LONGEST):
        going = np.flatnonzero(last_standings(calls[:, :made]) != OVER)
        if not len(going):
            return calls[:, :made]
        seats = (dealers[going].astype(np.intp) + made) & 3
        turns = Turns(holdings[going, seats], calls[going, :made], dealers[going], vulnerabilities[going], going)
        for number, player in enumerate(players):
            mine = np.flatnonzero(seats & 1 ^ rooms[going] == number)
            if len(mine):
                calls[going[mine], made] = calls_of(player, turns[mine])
    raise BridgeError(f"expected auctions of at most {LONGEST} calls, got a longer one from {players[0]}, {players[1]}")
