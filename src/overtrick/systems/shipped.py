"""The cards that come with Overtrick, and cards by name or path."""

from functools import lru_cache
from pathlib import Path

from overtrick.core import BridgeError
from overtrick.systems.card import SHIPPED, Card

NAMES = {"sayc": "sayc", "2/1": "two_over_one", "two_over_one": "two_over_one", "acol": "acol"}
"""What the shipped cards are called, and their files."""


def load_card(name: str) -> Card:
    """A shipped card (`sayc`, `2/1`, `acol`), or the card in a file.

    >>> load_card("sayc").name
    'SAYC'
    """
    shipped = NAMES.get(name.strip().lower())
    if shipped is not None:
        return _shipped(shipped)
    path = Path(name)
    if path.suffix in (".yaml", ".yml") or path.exists():
        return Card.load(path)
    raise BridgeError(f"expected a system ({', '.join(NAMES)}) or a card's .yaml file, got {name!r}")


@lru_cache
def _shipped(stem: str) -> Card:
    return Card.load(SHIPPED / f"{stem}.yaml")
