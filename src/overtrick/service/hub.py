"""Where askers wait: questions go out to the transport, and its news come back to whoever asked."""

import asyncio
import queue
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TypeVar

from overtrick.core import BridgeError
from overtrick.service.jobs import FINAL, Event, Job, News, Progress
from overtrick.service.transport import Placed, Transport, Unreachable

LOOK = 2.0
"""Seconds without news after which a waiting asker looks for itself."""
MOST_SENT = 256

T = TypeVar("T")
_Posted = tuple[Job, "asyncio.Future[Placed | BridgeError]"]


class TimedOut(BridgeError):
    """No answer came in time."""


class Hub:
    """The asking side of a transport, for one event loop."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.finished: Counter[tuple[str, str]] = Counter()
        """How many jobs ended how, by kind and state."""
        self._waiting: dict[str, list[Callable[[Event], None]]] = {}
        self._outbox: queue.SimpleQueue[_Posted | None] = queue.SimpleQueue()

    def open(self) -> None:
        """Start to listen; to be called in the event loop."""
        self._loop = asyncio.get_running_loop()
        self._deaf = self.transport.listen(self._heard)
        if not self.transport.is_local:
            threading.Thread(target=self._send, name="outbox", daemon=True).start()

    def close(self) -> None:
        """Stop listening."""
        self._deaf()
        self._outbox.put(None)

    # Asking

    async def put(self, job: Job) -> Placed:
        """Queue a question; the job that answers it."""
        if self.transport.is_local:
            placed: Placed | BridgeError = self.transport.put([job])[0]
        else:
            future: asyncio.Future[Placed | BridgeError] = self._loop.create_future()
            self._outbox.put((job, future))
            placed = await future
        if isinstance(placed, BridgeError):
            raise placed
        return placed

    def _send(self) -> None:
        """Put what has gathered in the outbox, all at once, until the hub is closed."""
        while (first := self._outbox.get()) is not None:
            posted = [first]
            while len(posted) < MOST_SENT and not self._outbox.empty():
                following = self._outbox.get()
                if following is None:
                    return
                posted.append(following)
            outcomes: Sequence[Placed | BridgeError]
            try:
                outcomes = self.transport.put([job for job, _ in posted])
            except Unreachable as error:
                outcomes = [error] * len(posted)
            self._later(_settle, posted, outcomes)

    async def answer(self, job: Job, seconds: float) -> Event:
        """Ask and wait for the last event; TimedOut when that takes longer."""
        future: asyncio.Future[Event] = self._loop.create_future()

        def hear(event: Event) -> None:
            if event.is_final and not future.done():
                future.set_result(event)

        watched = job.id
        self._watch(watched, hear)
        try:
            placed = await self.put(job)
            if placed.id != watched:
                self._unwatch(watched, hear)
                watched = placed.id
                self._watch(watched, hear)
                await self._catch_up(watched, hear)
            return await self._patiently(future, watched, hear, time.monotonic() + seconds)
        finally:
            self._unwatch(watched, hear)

    async def _patiently(
        self, future: "asyncio.Future[Event]", job_id: str, hear: Callable[[Event], None], until: float
    ) -> Event:
        while not future.done():
            left = until - time.monotonic()
            if left <= 0:
                await self.cancel(job_id)
                raise TimedOut("time-out: no answer came in time; ask again, or for less")
            await asyncio.wait([future], timeout=min(left, LOOK))
            if not future.done():
                await self._catch_up(job_id, hear)
        return future.result()

    async def _catch_up(self, job_id: str, hear: Callable[[Event], None]) -> None:
        """Hear what was said before one listened, or was missed."""
        progress = await self.progress(job_id)
        for event in [] if progress is None else progress.events:
            hear(event)

    async def events(self, job_id: str, first: int = 0) -> AsyncIterator[Event | None]:
        """The events of a job from a number on, to the last; None whenever there was silence for a while."""
        heard: asyncio.Queue[Event] = asyncio.Queue()
        self._watch(job_id, heard.put_nowait)
        try:
            await self._catch_up(job_id, heard.put_nowait)
            while True:
                try:
                    async with asyncio.timeout(LOOK):
                        event = await heard.get()
                except TimeoutError:
                    yield None
                    if await self.progress(job_id) is None:
                        return
                    await self._catch_up(job_id, heard.put_nowait)
                    continue
                if event.number >= first:
                    first = event.number + 1
                    yield event
                if event.name in FINAL:
                    return
        finally:
            self._unwatch(job_id, heard.put_nowait)

    async def progress(self, job_id: str) -> Progress | None:
        """How a job stands."""
        return await self._ask(lambda: self.transport.progress(job_id))

    async def cancel(self, job_id: str) -> bool:
        """Lose interest in a job."""
        return await self._ask(lambda: self.transport.cancel(job_id))

    async def find(self, content: str) -> str | None:
        """The job with this content hash."""
        return await self._ask(lambda: self.transport.find(content))

    async def _ask(self, question: Callable[[], T]) -> T:
        return question() if self.transport.is_local else await asyncio.to_thread(question)

    # Hearing

    def _heard(self, news: list[News]) -> None:
        self._later(self._deliver, news)

    def _later(self, call: Callable[..., None], *about: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *about)

    def _deliver(self, news: list[News]) -> None:
        for job_id, event in news:
            for hear in self._waiting.get(job_id, ()):
                hear(event)

    def _watch(self, job_id: str, hear: Callable[[Event], None]) -> None:
        self._waiting.setdefault(job_id, []).append(hear)

    def _unwatch(self, job_id: str, hear: Callable[[Event], None]) -> None:
        watchers = self._waiting.get(job_id, [])
        if hear in watchers:
            watchers.remove(hear)
        if not watchers:
            self._waiting.pop(job_id, None)


def _settle(posted: list[_Posted], outcomes: Sequence[Placed | BridgeError]) -> None:
    for (_, future), outcome in zip(posted, outcomes, strict=True):
        if not future.done():
            future.set_result(outcome)
