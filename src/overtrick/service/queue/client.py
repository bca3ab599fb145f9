"""The asking side of the queue: puts questions, and waits for the events about them."""

import asyncio
import logging
import queue
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from overtrick.core import BridgeError
from overtrick.service.queue.jobs import FINAL, Job, JobEvent, Notification, Progress, lost_event
from overtrick.service.queue.transport import BrokerUnreachable, PutResult, QueueStatus, Transport

CHECK_EVERY = 2.0
"""Seconds without an event after which a job's state is looked up."""
MOST_SENT = 1000
"""Questions put in one call, or a few more."""
NOTHING = JobEvent(-1, "", b"")
"""Delivered to those who wait for events when there will be none."""

_log = logging.getLogger("overtrick.service")

T = TypeVar("T")
_Outgoing = tuple[Job, "asyncio.Future[PutResult | BridgeError]"]
_Callback = Callable[[JobEvent], None]


class TimedOut(BridgeError):
    """No answer came in time."""


class QueueClient:
    """Asks through a transport, for one event loop."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self._callbacks: dict[str, list[_Callback]] = {}
        """By job, who waits for its events."""
        self._outgoing: list[_Outgoing] = []
        """Jobs put in this turn of the event loop."""
        self._outbox: queue.SimpleQueue[list[_Outgoing] | None] = queue.SimpleQueue()
        self._unsent: set[str] = set()
        """Jobs on their way to the transport, which cannot know them yet."""
        self._waiting: set[asyncio.Future[JobEvent]] = set()
        """Who waits for a last event."""
        self._stopping = False

    def open(self) -> None:
        """Start to listen; to be called in the event loop."""
        self._loop = asyncio.get_running_loop()
        self._stop_listening = self.transport.listen(self._receive)
        self._watchdog = self._loop.create_task(self._check_regularly())
        if not self.transport.is_local:
            threading.Thread(target=self._send, name="outbox", daemon=True).start()

    def end_streams(self) -> None:
        """End all streams of events, and take no more questions."""
        self._stopping = True
        for callbacks in list(self._callbacks.values()):
            for receive in list(callbacks):
                receive(NOTHING)

    def refuse_waiting(self) -> None:
        """Refuse those who still wait for an answer."""
        for future in list(self._waiting):
            if not future.done():
                future.set_exception(_stopped())

    def close(self) -> None:
        """Stop listening, and close the transport."""
        self._stop_listening()
        self._watchdog.cancel()
        self._outbox.put(None)
        self.transport.close()

    # Questions out

    async def put(self, job: Job) -> PutResult:
        """Queue a question; the job that answers it."""
        if self._stopping:
            raise _stopped()
        result: PutResult | BridgeError
        if self.transport.is_local:
            result = self.transport.put([job])[0]
        else:
            future: asyncio.Future[PutResult | BridgeError] = self._loop.create_future()
            if not self._outgoing:
                self._loop.call_soon(self._flush)
            self._outgoing.append((job, future))
            self._unsent.add(job.id)
            try:
                result = await future
            finally:
                self._unsent.discard(job.id)
        if isinstance(result, BridgeError):
            raise result
        return result

    def _flush(self) -> None:
        """Hand over what was put in one turn of the event loop."""
        self._outbox.put(self._outgoing)
        self._outgoing = []

    def _send(self) -> None:
        """Put what lies in the outbox, until the client is closed."""
        while (outgoing := self._outbox.get()) is not None:
            outgoing += self._also_outgoing()
            results: Sequence[PutResult | BridgeError]
            try:
                results = self.transport.put([job for job, _ in outgoing])
            except BrokerUnreachable as error:
                results = [error] * len(outgoing)
            except Exception:  # whatever it was, no one waits in vain
                _log.exception("questions could not be put")
                results = [BrokerUnreachable("the question could not be put into the queue")] * len(outgoing)
            self._call_in_loop(_resolve, outgoing, results)

    def _also_outgoing(self) -> list[_Outgoing]:
        """What else lies in the outbox: while the broker is slow, nobody waits for more than the call under way."""
        more: list[_Outgoing] = []
        while not self._outbox.empty() and len(more) < MOST_SENT:
            outgoing = self._outbox.get()
            if outgoing is None:
                self._outbox.put(None)
                break
            more += outgoing
        return more

    async def answer(self, job: Job, seconds: float) -> JobEvent:
        """Ask and wait for the last event; TimedOut when that takes longer."""
        future: asyncio.Future[JobEvent] = self._loop.create_future()

        def receive(event: JobEvent) -> None:
            if event.is_final and not future.done():
                future.set_result(event)

        job_id = job.id
        self._waiting.add(future)
        self._subscribe(job_id, receive)
        timer = self._loop.call_later(seconds, _time_out, future)
        try:
            result = await self.put(job)
            if result.id != job_id:
                self._unsubscribe(job_id, receive)
                job_id = result.id
                self._subscribe(job_id, receive)
                await self._catch_up(job_id)
            return await future
        except TimedOut:
            await self.cancel(job_id)
            raise
        finally:
            timer.cancel()
            self._waiting.discard(future)
            self._unsubscribe(job_id, receive)

    # Events in

    def _receive(self, notifications: list[Notification]) -> None:
        self._call_in_loop(self._deliver, notifications)

    def _call_in_loop(self, call: Callable[..., None], *values: object) -> None:
        with suppress(RuntimeError):  # the event loop has ended
            self._loop.call_soon_threadsafe(call, *values)

    def _deliver(self, notifications: list[Notification]) -> None:
        for job_id, event in notifications:
            for receive in self._callbacks.get(job_id, ()):
                receive(event)

    def _subscribe(self, job_id: str, receive: _Callback) -> None:
        self._callbacks.setdefault(job_id, []).append(receive)

    def _unsubscribe(self, job_id: str, receive: _Callback) -> None:
        callbacks = self._callbacks.get(job_id, [])
        if receive in callbacks:
            callbacks.remove(receive)
        if not callbacks:
            self._callbacks.pop(job_id, None)

    async def _check_regularly(self) -> None:
        """The watchdog: every now and then repeat the events of jobs that are waited for long, should one be lost."""
        before: set[str] = set()
        while True:
            await asyncio.sleep(CHECK_EVERY)
            with suppress(BrokerUnreachable):
                for job_id in before & self._callbacks.keys() - self._unsent:
                    await self._catch_up(job_id)
            before = set(self._callbacks)

    async def _catch_up(self, job_id: str) -> None:
        """Deliver what was published before one listened, or was lost."""
        progress = await self.progress(job_id)
        events = [lost_event(0)] if progress is None else progress.events
        self._deliver([Notification(job_id, event) for event in events])

    async def events(self, job_id: str, first: int = 0) -> AsyncGenerator[JobEvent | None, None]:
        """The events of a job from a number on, to the last; None whenever there was none for a while."""
        arrived = asyncio.Event()

        def receive(event: JobEvent) -> None:
            arrived.set()

        self._subscribe(job_id, receive)
        try:
            while not self._stopping:
                arrived.clear()
                with suppress(BrokerUnreachable):  # it will be there again
                    progress = await self.progress(job_id)
                    for event in [lost_event(first)] if progress is None else progress.events[first:]:
                        yield event
                        first = event.number + 1
                    if progress is None or progress.state in FINAL:
                        return
                try:
                    async with asyncio.timeout(CHECK_EVERY):
                        await arrived.wait()
                except TimeoutError:
                    yield None
        finally:
            self._unsubscribe(job_id, receive)

    # The transport, off the event loop

    async def progress(self, job_id: str) -> Progress | None:
        """A job's state and events."""
        return await self._ask(lambda: self.transport.progress(job_id))

    async def cancel(self, job_id: str) -> bool:
        """Lose interest in a job."""
        return await self._ask(lambda: self.transport.cancel(job_id))

    async def find(self, content: str) -> str | None:
        """The job with this content hash."""
        return await self._ask(lambda: self.transport.find(content))

    async def status(self) -> QueueStatus:
        """Jobs and workers."""
        return await self._ask(self.transport.status)

    async def _ask(self, question: Callable[[], T]) -> T:
        return question() if self.transport.is_local else await asyncio.to_thread(question)


def _time_out(future: "asyncio.Future[JobEvent]") -> None:
    if not future.done():
        future.set_exception(TimedOut("time-out: no answer came in time; ask again, or for less"))


def _stopped() -> BrokerUnreachable:
    return BrokerUnreachable("the server is being stopped; ask again in a moment")


def _resolve(outgoing: list[_Outgoing], results: Sequence[PutResult | BridgeError]) -> None:
    for (_, future), result in zip(outgoing, results, strict=True):
        if not future.done():
            future.set_result(result)
