"""Work on all cores of this machine or, through Dask, on many machines, behind one interface."""

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from overtrick.core import BridgeError

Task = TypeVar("Task")
Answer = TypeVar("Answer")

_AHEAD_ON_CLUSTER = 1024  # tasks under way there: its size is not known here
_spawn = multiprocessing.get_context("spawn")


class TimeLimitReached(BridgeError):
    """The work took longer than it was allowed to and was stopped."""


def cores() -> int:
    """The processor cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def executor(jobs: int = 0, scheduler: str | None = None) -> Iterator[Executor]:
    """Where work is done: `jobs` processes here (0: one a core), or the Dask cluster at that address."""
    if scheduler is None:
        with ProcessPoolExecutor(jobs or cores(), mp_context=_spawn, initializer=leave_with_parent) as pool:
            yield pool
        return
    try:
        from distributed import Client
    except ImportError:
        raise BridgeError("a Dask scheduler needs the extra: pip install 'overtrick[cluster]'") from None
    try:
        client = Client(scheduler, timeout=10)
    except (OSError, TimeoutError, ValueError) as error:
        raise BridgeError(f"cannot reach the Dask scheduler {scheduler}: {error}") from None
    with client:
        yield client.get_executor()


def leave_with_parent() -> None:
    """End this worker when the process that started it is killed, which would leave it waiting for ever."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def in_order(work: Callable[[Task], Answer], tasks: Iterable[Task], workers: Executor) -> Iterator[Answer]:
    """The answers to the tasks, in their order, with a bounded number of tasks under way."""
    waiting: deque[Future[Answer]] = deque()
    ahead = 4 * cores() if isinstance(workers, ProcessPoolExecutor) else _AHEAD_ON_CLUSTER
    for task in tasks:
        waiting.append(workers.submit(work, task))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
