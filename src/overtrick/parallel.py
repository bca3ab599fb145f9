"""Work on all cores of this machine or, through Dask, on many machines, behind one interface."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, TypeVar

from overtrick.core import BridgeError

Task = TypeVar("Task")
Answer = TypeVar("Answer")

_AHEAD_ON_CLUSTER = 1024  # tasks under way there: its size is not known here


class TimeLimitReached(BridgeError):
    """The work took longer than it was allowed to and was stopped."""


CORES = "OVERTRICK_CORES"
"""The variable of the environment that says how many cores to use."""


def cores() -> int:
    """The processor cores to use: those that this process may, or as many as OVERTRICK_CORES says."""
    if wanted := os.environ.get(CORES):
        if not (wanted.isascii() and wanted.isdecimal() and int(wanted)):
            raise BridgeError(f"expected a number of cores from 1 on in {CORES}, got {wanted!r}")
        return int(wanted)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def executor(jobs: int = 0, scheduler: str | None = None) -> Iterator[Executor]:
    """Where work is done: `jobs` processes here (0: one a core), or the Dask cluster at that address.

    Where the block ends in an error or in Ctrl-C, the processes end at once, in the middle of their tasks.
    """
    if scheduler is None:
        context = _WorkerContext()
        with _Pool(jobs or cores(), mp_context=context, initializer=_start_worker) as pool:
            try:
                yield pool
            except BaseException as error:
                context.kill()
                if isinstance(error, BrokenProcessPool):
                    raise BridgeError("a process at work here was killed, perhaps for lack of memory") from None
                raise
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


class _Pool(ProcessPoolExecutor):
    """Its threads and processes start whole, and Ctrl-C does not reach the processes: this one ends them."""

    def submit(self, work: Callable[..., Answer], /, *given: Any, **options: Any) -> Future[Answer]:
        with _uninterrupted():
            return super().submit(work, *given, **options)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the block has ended; processes that are started in it do not hear it at all."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    heard: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        signal.signal(signal.SIGINT, handler or signal.SIG_DFL)
        if heard:
            signal.raise_signal(signal.SIGINT)


class _WorkerContext(SpawnContext):
    """Starts the processes of one pool, and can end them."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        self.started.append(SpawnProcess(*args, **options))
        return self.started[-1]

    def kill(self) -> None:
        """End all processes at once."""
        for process in self.started:
            if process.pid is not None:
                process.kill()


def _start_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_with_parent()


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
