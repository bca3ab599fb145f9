"""Where askers wait: questions go out to the transport, and its news come back to whoever asked."""

import asyncio
import queue
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from overtrick.core import BridgeError
from overtrick.service.queue.jobs import FINAL, Event, Job, News, Progress
from overtrick.service.queue.transport import Census, Placed, Transport, Unreachable

LOOK = 2.0
"""Seconds without news after which it is looked up how a job stands."""

T = TypeVar("T")
_Letter = tuple[Job, "asyncio.Future[Placed | BridgeError]"]


class TimedOut(BridgeError):
    """No answer came in time."""


class Hub:
    """The asking side of a transport, for one event loop."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self._waiting: dict[str, list[Callable[[Event], None]]] = {}
        self._letters: list[_Letter] = []
        self._outbox: queue.SimpleQueue[list[_Letter] | None] = queue.SimpleQueue()

    def open(self) -> None:
        """Start to listen; to be called in the event loop."""
        self._loop = asyncio.get_running_loop()
        self._deaf = self.transport.listen(self._heard)
        self._watchman = self._loop.create_task(self._patrol())
        if not self.transport.is_local:
            threading.Thread(target=self._send, name="outbox", daemon=True).start()

    def close(self) -> None:
        """Stop listening."""
        self._deaf()
        self._watchman.cancel()
        self._outbox.put(None)

    # Asking

    async def put(self, job: Job) -> Placed:
        """Queue a question; the job that answers it."""
        if self.transport.is_local:
            placed: Placed | BridgeError = self.transport.put([job])[0]
        else:
            future: asyncio.Future[Placed | BridgeError] = self._loop.create_future()
            if not self._letters:
                self._loop.call_soon(self._post)
            self._letters.append((job, future))
            placed = await future
        if isinstance(placed, BridgeError):
            raise placed
        return placed

    def _post(self) -> None:
        """Hand over what was asked in one turn of the event loop."""
        self._outbox.put(self._letters)
        self._letters = []

    def _send(self) -> None:
        """Put what lies in the outbox, until the hub is closed."""
        while (letters := self._outbox.get()) is not None:
            outcomes: Sequence[Placed | BridgeError]
            try:
                outcomes = self.transport.put([job for job, _ in letters])
            except Unreachable as error:
                outcomes = [error] * len(letters)
            self._later(_settle, letters, outcomes)

    async def answer(self, job: Job, seconds: float) -> Event:
        """Ask and wait for the last event; TimedOut when that takes longer."""
        future: asyncio.Future[Event] = self._loop.create_future()

        def hear(event: Event) -> None:
            if event.is_final and not future.done():
                future.set_result(event)

        watched = job.id
        self._watch(watched, hear)
        timer = self._loop.call_later(seconds, _give_up, future)
        try:
            placed = await self.put(job)
            if placed.id != watched:
                self._unwatch(watched, hear)
                watched = placed.id
                self._watch(watched, hear)
                await self._catch_up(watched)
            return await future
        except TimedOut:
            await self.cancel(watched)
            raise
        finally:
            timer.cancel()
            self._unwatch(watched, hear)

    async def _patrol(self) -> None:
        """Now and then tell those who waited all the while what they may have missed."""
        before: set[str] = set()
        while True:
            await asyncio.sleep(LOOK)
            with suppress(Unreachable):
                for job_id in before & self._waiting.keys():
                    await self._catch_up(job_id)
            before = set(self._waiting)

    async def _catch_up(self, job_id: str) -> None:
        """Hear what was said before one listened, or was missed."""
        progress = await self.progress(job_id)
        self._deliver([News(job_id, event) for event in progress.events] if progress is not None else [])

    async def events(self, job_id: str, first: int = 0) -> AsyncIterator[Event | None]:
        """The events of a job from a number on, to the last; None whenever there was silence for a while."""
        news = asyncio.Event()

        def hear(event: Event) -> None:
            news.set()

        self._watch(job_id, hear)
        try:
            while (progress := await self.progress(job_id)) is not None:
                for event in progress.events[first:]:
                    yield event
                first = max(first, len(progress.events))
                if progress.state in FINAL:
                    return
                try:
                    async with asyncio.timeout(LOOK):
                        await news.wait()
                except TimeoutError:
                    yield None
                news.clear()
        finally:
            self._unwatch(job_id, hear)

    async def progress(self, job_id: str) -> Progress | None:
        """How a job stands."""
        return await self._ask(lambda: self.transport.progress(job_id))

    async def cancel(self, job_id: str) -> bool:
        """Lose interest in a job."""
        return await self._ask(lambda: self.transport.cancel(job_id))

    async def find(self, content: str) -> str | None:
        """The job with this content hash."""
        return await self._ask(lambda: self.transport.find(content))

    async def census(self) -> Census:
        """How the queue and the workers are."""
        return await self._ask(self.transport.census)

    async def _ask(self, question: Callable[[], T]) -> T:
        return question() if self.transport.is_local else await asyncio.to_thread(question)

    # Hearing

    def _heard(self, news: list[News]) -> None:
        self._later(self._deliver, news)

    def _later(self, call: Callable[..., None], *about: object) -> None:
        with suppress(RuntimeError):  # the event loop has ended
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


def _give_up(future: "asyncio.Future[Event]") -> None:
    if not future.done():
        future.set_exception(TimedOut("time-out: no answer came in time; ask again, or for less"))


def _settle(letters: list[_Letter], outcomes: Sequence[Placed | BridgeError]) -> None:
    for (_, future), outcome in zip(letters, outcomes, strict=True):
        if not future.done():
            future.set_result(outcome)
