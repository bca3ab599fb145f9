"""Cards at the table, kept: a process that stays open answers from what it has worked out before."""

from dataclasses import dataclass, field
from pathlib import Path

from overtrick.core import BridgeError
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import NAMES, System, SystemErrors

MOST_ANSWERS = 50_000
"""Answers after which a tree starts afresh, so that a process that runs for weeks keeps its size."""
MOST_TREES = 24
"""Pairs of cards whose trees are kept."""


@dataclass
class _Kept:
    tree: Tree
    cards: tuple[System, System]
    answers: int = 0


@dataclass
class Trees:
    """The trees of pairs of cards, each made when first asked for."""

    kept: dict[tuple[object, ...], _Kept] = field(default_factory=dict)

    def of(self, north_south: str, east_west: str) -> Tree:
        """The tree of two cards, by name or path. A card's file is read again once it has changed."""
        key = _key(north_south), _key(east_west)
        found = self.kept.get(key)
        if found is None:
            ours = _named(north_south, "system")
            theirs = ours if key[0] == key[1] else _named(east_west, "their_system")
            found = self.kept[key] = _Kept(Tree(ours, theirs), (ours, theirs))
            if len(self.kept) > MOST_TREES:
                del self.kept[next(iter(self.kept))]
        found.answers += 1
        if found.answers > MOST_ANSWERS:
            found.tree, found.answers = Tree(*found.cards), 1
        return found.tree

    def cards(self, north_south: str, east_west: str) -> tuple[System, System]:
        """The two cards of a tree that has been asked for."""
        return self.kept[_key(north_south), _key(east_west)].cards


def _key(name: str) -> tuple[object, ...]:
    """What a card goes by: a shipped one by its name, another by its file and when that was written."""
    shipped = NAMES.get(name.strip().lower())
    if shipped is not None:
        return (shipped,)
    try:
        status = Path(name).stat()
    except (OSError, ValueError):
        return (name,)
    return name, status.st_mtime_ns, status.st_size


def _named(name: str, field: str) -> System:
    try:
        return System.load(name)
    except SystemErrors:  # which say where in the card's files
        raise
    except BridgeError as error:
        raise error.at(source=field) from None
