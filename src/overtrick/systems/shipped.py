"""The cards that come with Overtrick, and cards by name or path."""

import hashlib
from collections import OrderedDict
from functools import lru_cache
from pathlib import Path

from overtrick.core import BridgeError
from overtrick.systems.system import SHIPPED, Card

NAMES = {"sayc": "sayc", "2/1": "two_over_one", "two_over_one": "two_over_one", "acol": "acol"}
"""What the shipped cards are called, and their files."""

MOST_POSTED = 32
"""Cards without a file that are remembered."""
_posted: OrderedDict[str, Card] = OrderedDict()


def load_card(name: str) -> Card:
    """A shipped card (`sayc`, `2/1`, `acol`), or the card in a file.

    >>> load_card("sayc").name
    'SAYC'
    """
    shipped = NAMES.get(name.strip().lower())
    if shipped is not None:
        return _shipped(shipped)
    if name in _posted:
        return _posted[name]
    path = Path(name)
    if path.suffix in (".yaml", ".yml") or path.exists():
        return Card.load(path)
    raise BridgeError(f"expected a system ({', '.join(NAMES)}) or a card's .yaml file, got {name!r}")


def post_card(text: str) -> str:
    """Read a card that has no file, and give it the name under which `load_card` has it from now on.

    The name follows from the text, so the same text is read once. It may use shipped layers and blocks only.
    """
    name = f"card {hashlib.sha256(text.encode(errors='replace')).hexdigest()[:16]}"
    if name not in _posted:
        _posted[name] = Card.loads(text, "card")
        if len(_posted) > MOST_POSTED:
            _posted.popitem(last=False)
    _posted.move_to_end(name)
    return name


@lru_cache
def _shipped(stem: str) -> Card:
    return Card.load(SHIPPED / f"{stem}.yaml")
