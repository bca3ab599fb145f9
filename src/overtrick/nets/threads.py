"""One BLAS thread inside the networks, whoever calls them.

The matrices are small, and beside other work a second thread costs several times the processor time
(`benchmarks/threads.py`, docs/decisions/0011).
"""

from contextlib import ContextDecorator
from functools import cache
from threading import Lock
from typing import Any


class _OneThread(ContextDecorator):
    """Limits BLAS from the first call that enters to the last that leaves, in all Python threads together."""

    def __init__(self) -> None:
        self._lock, self._inside = Lock(), 0
        self._limit: Any = None

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._limit = _blas().limit(limits=1)
                _let_go()
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                self._limit.restore_original_limits()
                _let_go()


@cache
def _blas() -> Any:
    """The BLAS libraries of this process; NumPy has loaded its own by now."""
    from threadpoolctl import ThreadpoolController  # the first network pays for it, not every start

    return ThreadpoolController().select(user_api="blas")


def _let_go() -> None:
    """Let other Python threads change the limit: from threadpoolctl 3.8 on, the one that set it keeps it to itself."""
    for library in _blas().lib_controllers:
        if hasattr(library, "clear_controlling_thread"):
            library.clear_controlling_thread()


one_thread = _OneThread()
"""A context, and a decorator for functions; calls inside each other cost next to nothing."""
