"""Trials: a call that was tried at a turn, and what it won against the usual one. A network learns from them
(`overtrick train bidding --trials`).
"""

from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.auctions import LONGEST
from overtrick.arrays.npz import load_arrays, save_arrays
from overtrick.core import BridgeError
from overtrick.systems.network import TRUE_TO_CARD, Network, bidding_network
from overtrick.training.data.writer import Progress, RowWriter

ROW = np.dtype(
    [
        ("holdings", "u2", (4, 4)),
        ("dealer", "u1"),
        ("vulnerability", "u1"),
        ("systems", "u1", 2),
        ("calls", "u1", LONGEST),
        ("usual", "u1"),
        ("tried", "u1"),
        ("gain", "f2"),
    ]
)
"""A trial on disk: the calls before that turn, NO_CALL behind; IMPs of the call tried against the usual one."""

Rows = NDArray[np.void]
Trying = Callable[[Network, int, np.random.Generator, Sequence[Network]], Rows]
"""A way to make trials with a network: on so many deals, at random, with others as opponents at some of them."""


def make_trials(
    path: Path,
    count: int,
    trying: Trying,
    task: int,
    *,
    network: str = TRUE_TO_CARD,
    opponents: Sequence[str] = (),
    seed: int = 0,
    jobs: int = 0,
    progress: Progress | None = None,
) -> Rows:
    """Let a network, shipped or in a folder, try calls on `count` deals, `task` at a time, and save them (.npz).

    At some tables others of the kind are its opponents. A run that was killed goes on.
    """
    names = (network, *opponents)
    tasks = [(trying, names, min(task, count - at), seed, at // task) for at in range(0, count, task)]
    models = [bidding_network(name).model for name in names]
    settings = {"network": models[0], "opponents": models[1:], "seed": seed, "deals": count, "by": _name(trying)}
    with RowWriter.beside(path, settings) as writer:
        writer.complete(_task, tasks, itemgetter(2), jobs=jobs, progress=progress)
        made: Rows = np.fromfile(writer.rows, ROW)
        save_arrays(path, {name: made[name] for name in ROW.names or ()})
        writer.remove()
    return made


def _name(trying: Trying) -> str:
    """Of a function, with what it was given."""
    if isinstance(trying, partial):
        return f"{_name(trying.func)} {trying.keywords}"
    return str(getattr(trying, "__name__", trying))


def _task(task: tuple[Trying, tuple[str, ...], int, int, int]) -> bytes:
    trying, names, count, seed, number = task
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(number,)))
    network, *opponents = (bidding_network(name) for name in names)
    return trying(network, count, rng, opponents).tobytes()


def load_trials(path: Path) -> Rows:
    """The trials of a finished file."""
    file = load_arrays(path, "calls tried (of `overtrick data trials`)")
    try:
        rows = np.zeros(len(file["gain"]), ROW)
        for name in ROW.names or ():
            rows[name] = file[name]
    except (ValueError, KeyError, TypeError) as error:
        raise BridgeError(f"expected calls tried (of `overtrick data trials`) in {path}: {error}") from None
    return rows
