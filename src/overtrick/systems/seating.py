"""Cards at a table by their names, for work that is done in many processes."""

import os
from functools import lru_cache
from pathlib import Path

from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System

NODES_OF_DEAL = 30_000
"""The bytes that the nodes of a deal's auction take on average, those aside that other deals have come to before."""


def deals_kept() -> int:
    """Deals after which a tree forgets its nodes: by then they fill an eighth of a core's share of the memory.

    The longer it remembers, the fewer nodes are new: 5.5 a deal among 5,000 deals, 3.3 among 50,000. Some work has two
    trees or three in every process.
    """
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 16 << 30
    return max(5_000, memory // (os.cpu_count() or 1) // 8 // NODES_OF_DEAL)


RENEWED = deals_kept()


class Seating:
    """Two cards, one a side, and their tree of auctions as long as that is worth keeping."""

    def __init__(self, north_south: System, east_west: System) -> None:
        self.cards = north_south, east_west
        self._tree = Tree(*self.cards)
        self._deals = 0

    def tree(self, deals: int = 0) -> Tree:
        """The tree, for so many deals more."""
        if self._deals + deals > RENEWED and self._deals:
            self._tree.forget()
            self._deals = 0
        self._deals += deals
        return self._tree


def seated(north_south: str, east_west: str) -> Seating:
    """The cards of these names, or in these files, at one table; the same as before while the files are."""
    return _seated((north_south, _changed(north_south)), (east_west, _changed(east_west)))


def _changed(name: str) -> int:
    """When a card's file was changed last, 0 for a shipped card."""
    path = Path(name)
    return path.stat().st_mtime_ns if path.is_file() else 0


@lru_cache(maxsize=32)
def _seated(north_south: tuple[str, int], east_west: tuple[str, int]) -> Seating:
    first = _card(*north_south)
    return Seating(first, first if east_west == north_south else _card(*east_west))


@lru_cache(maxsize=16)
def _card(name: str, changed: int) -> System:
    return System.load(name)
