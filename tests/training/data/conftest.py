"""Work is done by one thread of this process: starting others takes longer than the work."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from overtrick.training.data import bid_deals, solved_deals, writer


@contextmanager
def _one_thread(jobs: int = 0, scheduler: str | None = None) -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture(autouse=True, scope="module")
def _in_this_process() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module in (bid_deals, solved_deals, writer):
            patch.setattr(module, "executor", _one_thread)
        yield
