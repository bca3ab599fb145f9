"""Two systems at a table, North-South's and East-West's, ready to bid and to explain.

    >>> table = Table(System.load("sayc"))
    >>> table.bid("KQ52.AJ73.84.K62", "1N P").call
    Call('2C')
    >>> [str(meaning.call) for meaning in table.explain("1N P 2C")]
    ['1N', 'P', '2C']

A process that stays open asks for its tables by name with `Table.of`, which answers from what it has worked out
before. What all tables together remember is bounded: past `MOST_REMEMBERED`, what the tables used longest ago have
worked out is forgotten.
"""

import os
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from overtrick.core import Auction, BridgeError, Call, Deal, Hand, Seat, Side, Vulnerability
from overtrick.systems.engine.boards import bid_deal
from overtrick.systems.engine.book import MOST_ENTRIES, Line
from overtrick.systems.engine.meaning import Meaning, explain, meaning
from overtrick.systems.engine.tree import MOST_NODES, NODE_BYTES, Node, Tree
from overtrick.systems.system import NAMES, System

MOST_REMEMBERED = MOST_NODES + MOST_ENTRIES
"""Nodes, lists, lines and states that the tables for questions remember together: as many as one of them may."""
MOST_TABLES = 24
"""Pairs of systems that `Table.of` remembers; the one used longest ago is forgotten first."""

LOOKUPS = 64
"""Calls of `Table.of` between two looks at what all tables remember: each adds some ten nodes at most."""


@dataclass(frozen=True, eq=False, slots=True)
class ChosenCall:
    """The call that a system makes with a hand."""

    call: Call
    line: Line = field(repr=False)
    """The line of the list that holds for the hand and makes the call."""
    meaning: Meaning
    """What the call tells the table."""

    @property
    def rule(self) -> str:
        """The id of the rule, `natural: …` where the system has none."""
        return self.line.rule


class Table:
    """Two systems, one a side, and the tree of their auctions."""

    _tables: ClassVar["OrderedDict[tuple[object, ...], Table]"] = OrderedDict()
    _lookups: ClassVar[int] = 0

    def __init__(self, north_south: System, east_west: System | None = None, most_nodes: int = MOST_NODES) -> None:
        self.systems = north_south, north_south if east_west is None else east_west
        """North-South's and East-West's."""
        self.tree = Tree(*self.systems, most_nodes=most_nodes)

    def __repr__(self) -> str:
        ours, theirs = self.systems
        return f"<Table of {ours.name} against {theirs.name}>"

    @classmethod
    def of(cls, north_south: str, east_west: str | None = None, most_nodes: int = MOST_NODES) -> "Table":
        """The table of two systems by name or file, remembered; a file is read again once it has changed.

        A table in use keeps the systems it was made with, whatever happens to their files.
        """
        keys = _file_state(north_south), _file_state(north_south if east_west is None else east_west)
        key = (*keys, most_nodes)
        table = cls._tables.get(key)
        if table is None:
            ours = System.load(north_south)
            theirs = ours if keys[0] == keys[1] or east_west is None else System.load(east_west)
            table = cls._tables[key] = cls(ours, theirs, most_nodes)
            if len(cls._tables) > MOST_TABLES:
                cls._tables.popitem(last=False)
        cls._tables.move_to_end(key)
        cls._lookups += 1
        if cls._lookups % LOOKUPS == 0:
            _make_room(list(cls._tables.values()))
        return table

    def system_of(self, seat: Seat | Side) -> System:
        """The system that a seat or a side plays."""
        return self.systems[seat.side if isinstance(seat, Seat) else seat]

    def node(self, auction: Auction, vulnerability: Vulnerability = Vulnerability.NONE) -> Node:
        """The point an auction has reached."""
        return self.tree.node(auction, vulnerability)

    def node_to_call(self, auction: Auction, vulnerability: Vulnerability = Vulnerability.NONE) -> Node:
        """The same for an auction that is to go on; BridgeError says how it ended otherwise."""
        return self.tree.node_to_call(auction, vulnerability)

    def bid(
        self,
        hand: Hand | str,
        auction: Auction | str = "",
        dealer: Seat | str = Seat.NORTH,
        vulnerability: Vulnerability | str = Vulnerability.NONE,
    ) -> ChosenCall:
        """The call of the player whose turn it is. An auction given as text begins with `dealer`."""
        hand = Hand.parse(hand) if isinstance(hand, str) else hand
        auction = Auction.parse(auction, dealer) if isinstance(auction, str) else auction
        node = self.node_to_call(auction, Vulnerability.of(vulnerability))
        if not hand.is_complete:
            raise BridgeError(f"expected a hand of 13 cards, got {len(hand)}: {hand}").at(source="hand")
        call, line = node.bid(hand)
        return ChosenCall(call, line, meaning(node, call, auction.turn))

    def explain(
        self,
        auction: Auction | str,
        vulnerability: Vulnerability | str = Vulnerability.NONE,
        dealer: Seat | str = Seat.NORTH,
    ) -> list[Meaning]:
        """The meaning of every call of an auction."""
        auction = Auction.parse(auction, dealer) if isinstance(auction, str) else auction
        return explain(self.tree, auction, Vulnerability.of(vulnerability))

    def bid_deal(
        self, deal: Deal, dealer: Seat | str = Seat.NORTH, vulnerability: Vulnerability | str = Vulnerability.NONE
    ) -> Auction:
        """The auction of one deal."""
        return bid_deal(self.tree, deal, Seat.of(dealer), Vulnerability.of(vulnerability))


def _file_state(name: str) -> tuple[object, ...]:
    """What identifies a system: the name of a shipped one; another one's file, and when and how long it was written."""
    shipped = NAMES.get(name.strip().lower())
    if shipped is not None:
        return (shipped,)
    try:
        status = Path(name).stat()
    except (OSError, ValueError):
        return (name,)
    return name, status.st_mtime_ns, status.st_size


def _make_room(tables: list[Table]) -> None:
    """Keep what the tables remember together below their bounds, those for questions and those for batches."""
    for_batches = [table for table in tables if table.tree.most_nodes > MOST_NODES]
    _clear_oldest([table for table in tables if table not in for_batches], MOST_REMEMBERED)
    _clear_oldest(for_batches, BATCH_TABLES * BATCH_NODES)


def _clear_oldest(tables: list[Table], most: int) -> None:
    """Forget what the tables used longest ago have worked out, until all together are below the bound."""
    remembered = sum(table.tree.size for table in tables)
    for table in tables[:-1]:
        if remembered <= most:
            return
        remembered -= table.tree.size
        table.tree.clear()


def nodes_for_batches() -> int:
    """A bound for work in many processes: nodes that fill an eighth of a core's share of the memory.

    The longer a tree remembers, the fewer nodes are new: 5.5 a deal among 5,000 deals, 3.3 among 50,000. Some work
    has two trees or three in every process.
    """
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 16 << 30
    return max(MOST_NODES, memory // (os.cpu_count() or 1) // 8 // NODE_BYTES)


BATCH_NODES = nodes_for_batches()
"""The bound of tables that bid by the thousand: `Table.of("sayc", "acol", BATCH_NODES)`."""
BATCH_TABLES = 3
"""Such tables that may be full at the same time: work has two or three of them."""
