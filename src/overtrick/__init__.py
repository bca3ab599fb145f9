"""Overtrick: a workbench for contract bridge bidding."""

from overtrick.core import *  # noqa: F403
from overtrick.core import __all__ as _core_names

__version__ = "0.1.0"
__all__ = [*_core_names, "__version__"]
