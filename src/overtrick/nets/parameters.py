"""Trees of parameters, the form of a network in JAX that is trained, and their arrays by dotted name.

Take `jax` and `jnp` from here: where JAX is missing, the error then says what to install.
"""

from typing import Any

import numpy as np

from overtrick.arrays import Floats
from overtrick.core import BridgeError
from overtrick.nets.artifact import Arrays

__all__ = ["JaxMissing", "Params", "by_name", "jax", "jnp", "tree"]


class JaxMissing(BridgeError, ImportError):
    """JAX is not installed."""


try:
    import jax
    import jax.numpy as jnp
except ImportError:
    raise JaxMissing("this needs JAX, which comes with the extra: pip install 'overtrick[train]'") from None

Params = dict[str, Any]
"""A tree of parameters: nested dicts and lists, arrays as leaves."""


def tree(weights: Arrays, blocks: int) -> Params:
    """The tree that dotted names such as `blocks.0.own.sum` stand for."""
    root: Params = {}
    for name, array in weights.items():
        *path, last = name.split(".")
        branch = root
        for step in path:
            branch = branch.setdefault(step, {})
        branch[last] = np.asarray(array, np.float32)
    return {**root, "blocks": [root["blocks"][str(number)] for number in range(blocks)]}


def by_name(params: Params) -> dict[str, Floats]:
    """The arrays of a tree by dotted name, such as `blocks.0.own.sum`."""
    return {
        ".".join(str(getattr(key, "key", getattr(key, "idx", ""))) for key in path): np.asarray(leaf)
        for path, leaf in jax.tree_util.tree_leaves_with_path(params)
    }
