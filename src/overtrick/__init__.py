"""Overtrick: a workbench for contract bridge bidding."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from overtrick.core import *  # noqa: F403
from overtrick.core import __all__ as _core_names

if TYPE_CHECKING:
    from overtrick.systems.system import System as System
    from overtrick.systems.table import Table as Table

__version__ = "0.1.0"
_LATER = {"System": "overtrick.systems.system", "Table": "overtrick.systems.table"}
"""What is imported when it is first used, so that `import overtrick` stays quick."""
__all__ = [*_core_names, *_LATER, "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)
