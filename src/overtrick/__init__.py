"""Overtrick: a workbench for contract bridge bidding.

    >>> from overtrick import System, Table
    >>> Table(System.load("sayc")).bid("KQ8.A9762.A76.T6", "1S P").call
    Call('2H')

The values of the game (`Hand`, `Deal`, `Auction`, `Call`, `Contract` …) are here at once; systems, tables and the verbs
(`bid`, `explain`, `advise`, `posterior`, `solve`, `estimate`, `evaluate`, `read`) are imported when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from overtrick.core import *  # noqa: F403
from overtrick.core import __all__ as _core_names
from overtrick.core.errors import nearest

if TYPE_CHECKING:
    from overtrick.systems.system import System
    from overtrick.systems.table import Table
    from overtrick.verbs import advise, bid, estimate, evaluate, explain, posterior, read, solve

__version__ = "0.2.0"

_WHEN_USED = {
    "System": "overtrick.systems.system",
    "Table": "overtrick.systems.table",
    **dict.fromkeys(
        ("advise", "bid", "estimate", "evaluate", "explain", "posterior", "read", "solve"), "overtrick.verbs"
    ),
}

__all__ = [
    *_core_names,
    "System",
    "Table",
    "__version__",
    "advise",
    "bid",
    "estimate",
    "evaluate",
    "explain",
    "posterior",
    "read",
    "solve",
]


def __getattr__(name: str) -> Any:
    """What is imported when it is first used."""
    if name not in _WHEN_USED:
        raise AttributeError(f"module 'overtrick' has no attribute {name!r}{nearest(name, __all__)}")
    value = getattr(import_module(_WHEN_USED[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
