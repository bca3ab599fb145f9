"""A worker: takes what has queued up, has it answered, publishes the answers."""

import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from itertools import groupby
from typing import Any, TypeVar

from overtrick.ask import QUESTIONS, Kind
from overtrick.ask.models import ALL
from overtrick.core import BridgeError
from overtrick.parallel import TimeLimitReached
from overtrick.service.queue.jobs import BATCH, FAILED, INTERACTIVE, LANES, TIMED_OUT, Job, JobEvent, failure
from overtrick.service.queue.process import MEMORY_LIMIT, AnswerProcess, ProcessDied
from overtrick.service.queue.transport import WORKER_TIMEOUT, BrokerUnreachable, Transport

_log = logging.getLogger("overtrick.service")

MOST = 64
"""Jobs taken at a time."""
WAIT = 1.0
"""Seconds a worker waits for jobs before it checks whether it should stop."""
GRACE = 4.0
"""Seconds in which a worker that is stopped may finish what it has in hand."""
GIVE_BACK = 3.0
"""Seconds after that in which it gives the rest back."""
OUTAGE = 60.0
"""Seconds without the broker after which a worker drops what it has; others take it over."""

T = TypeVar("T")


class Worker:
    """Works in its own thread, with a process of its own for the answers."""

    def __init__(
        self,
        transport: Transport,
        lanes: Sequence[str] = LANES,
        *,
        name: str | None = None,
        backend: str = "numpy",
        worker_timeout: float = WORKER_TIMEOUT,
        warm: Sequence[str] = ALL,
        memory_limit: int = MEMORY_LIMIT,
        is_background: bool = False,
    ) -> None:
        self.name = name or f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:6]}"
        self._transport, self._lanes, self._worker_timeout = transport, tuple(lanes), worker_timeout
        self._is_background = is_background
        self._process = AnswerProcess(backend, warm, memory_limit, is_background=is_background)
        self._held: dict[str, Job] = {}
        self._stopping = threading.Event()
        self._counts = {"jobs": 0, "batches": 0, "largest_batch": 0, "busy_seconds": 0.0}
        self._threads = [
            threading.Thread(target=self._run, name=f"worker {self.name}", daemon=True),
            threading.Thread(target=self._send_heartbeats, name=f"heartbeats of {self.name}", daemon=True),
        ]

    def start(self) -> None:
        """Begin to work."""
        for thread in self._threads:
            thread.start()

    def stop(self, grace: float = GRACE) -> None:
        """Finish what is in hand within some seconds, give the rest back, and end."""
        self._stopping.set()
        self._threads[0].join(grace)
        self._process.interrupt()
        until = time.monotonic() + GIVE_BACK
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))

    @property
    def is_alive(self) -> bool:
        """Whether it works."""
        return self._threads[0].is_alive()

    def join(self) -> None:
        """Wait until the worker has stopped."""
        while self.is_alive:
            self._threads[0].join(0.5)

    # Jobs

    def _run(self) -> None:
        if not self._is_background:
            with suppress(BridgeError):
                self._process.start()
        while not self._stopping.is_set():
            try:
                self._answer_waiting()
            except BrokerUnreachable as error:
                _log.warning("%s", error)
                self._stopping.wait(0.5)
            except Exception:  # whatever it was, the next jobs are others
                _log.exception("a worker's mistake")
                self._stopping.wait(0.5)
        self._process.kill()
        with suppress(BrokerUnreachable):
            self._transport.leave(self.name)

    def _answer_waiting(self) -> None:
        """Take what waits and answer it; between batches the process may be replaced, while no job is in hand."""
        jobs = self._transport.pull(self.name, self._lanes, MOST, WAIT)
        self._held = {job.id: job for job in jobs}
        try:
            for batch in batches(self._known(jobs)):
                self._answer(QUESTIONS[batch[0].kind], batch)
        finally:
            self._held = {}
        if not self._stopping.is_set():
            with suppress(BridgeError):
                self._process.limit_memory()
                if jobs:  # before the next job is taken: another worker may be free while a killed process starts again
                    self._process.start()

    def _known(self, jobs: list[Job]) -> list[Job]:
        """Jobs of a kind that is known here; the others are left to a worker of a newer version."""
        unknown = [job for job in jobs if job.kind not in QUESTIONS]
        if unknown:
            self._transport.begin(unknown)
        for job in unknown:
            self._transport.retry(job, f"this worker knows no question {job.kind!r}")
        return [job for job in jobs if job.kind in QUESTIONS]

    def _answer(self, kind: Kind, jobs: list[Job]) -> None:
        """Have jobs of one kind answered together, and publish what comes."""
        if self._stopping.is_set():
            self._give_back(jobs)
            return
        self._insist(self._transport.begin, jobs)
        started, unanswered = time.monotonic(), {job.id: job for job in jobs}
        try:
            self._publish(kind, jobs, unanswered)
        except TimeLimitReached as error:
            self._fail_late(list(unanswered.values()), error)
        except (ProcessDied, OSError) as error:
            if self._stopping.is_set():
                self._give_back(list(unanswered.values()))
            else:
                for job in unanswered.values():
                    self._insist(self._transport.retry, job, str(error))
        self._count(len(jobs), time.monotonic() - started)

    def _publish(self, kind: Kind, jobs: list[Job], unanswered: dict[str, Job]) -> None:
        """Publish replies as they come; a job whose first stage is answered goes on in the other lane."""
        first_only = bool(kind.staged) and jobs[0].lane == INTERACTIVE
        numbers = [job.stage for job in jobs]
        asked = self._process.ask(
            jobs[0].kind, [job.body for job in jobs], seconds_for(kind, jobs), first_only=first_only
        )
        with closing(asked) as batches_of_replies:  # type: ignore[type-var]
            for replies in batches_of_replies:
                events = [
                    (jobs[reply.question], JobEvent(numbers[reply.question], reply.name, reply.data))
                    for reply in replies
                ]
                wanted = self._insist(self._transport.post, events)
                for reply, (job, event), is_wanted in zip(replies, events, wanted, strict=True):
                    numbers[reply.question] += 1
                    if reply.rest and is_wanted:
                        rest = job._replace(lane=BATCH, body=reply.rest, stage=event.number + 1)
                        self._insist(self._transport.requeue, rest)
                    if reply.rest or event.is_final or not is_wanted:
                        unanswered.pop(job.id, None)
                        self._held.pop(job.id, None)
                if not unanswered:
                    break

    def _fail_late(self, jobs: list[Job], error: BridgeError) -> None:
        """One of several may have held up the others, so each is tried again, alone; one that was alone has failed."""
        if len(jobs) > 1:
            for job in jobs:
                self._insist(self._transport.retry, job, error.message)
            return
        for job in jobs:
            progress = self._insist(self._transport.progress, job.id)
            number = 0 if progress is None else len(progress.events)
            self._insist(self._transport.post, [(job, JobEvent(number, FAILED, failure(TIMED_OUT, error)))])

    def _give_back(self, jobs: list[Job]) -> None:
        for job in jobs:
            self._transport.requeue(job)

    def _insist(self, call: Callable[..., T], *values: object) -> T:
        """Repeat a call until the broker answers, so that a stall of the broker costs no answer."""
        until = time.monotonic() + OUTAGE
        while True:
            try:
                return call(*values)
            except BrokerUnreachable as error:
                if self._stopping.is_set() or time.monotonic() > until:
                    raise
                _log.warning("%s", error)
                self._stopping.wait(0.5)

    def _count(self, jobs: int, seconds: float) -> None:
        self._counts["jobs"] += jobs
        self._counts["batches"] += 1
        self._counts["largest_batch"] = max(self._counts["largest_batch"], jobs)
        self._counts["busy_seconds"] = round(self._counts["busy_seconds"] + seconds, 3)

    # Heartbeats

    def _send_heartbeats(self) -> None:
        while self._threads[0].is_alive():
            with suppress(BrokerUnreachable):
                self._transport.heartbeat(self.name, self.about(), list(self._held.values()))
            if self._stopping.wait(self._worker_timeout / 4):
                self._threads[0].join(self._worker_timeout / 4)

    def about(self) -> dict[str, Any]:
        """What the worker reports: lanes, models, how much it has done, and the memory of its process."""
        process = {"models": self._process.models, "memory": self._process.memory, "restarts": self._process.restarts}
        return {"lanes": list(self._lanes), "pid": os.getpid(), **process, **self._counts}


def batches(jobs: list[Job]) -> Iterator[list[Job]]:
    """Jobs to be answered together: of one kind, not too many, and none that has broken a batch before.

    Those of a kind that is answered one by one come after the others.
    """

    def order(job: Job) -> tuple[bool, bool, str]:
        return job.tries > 0, QUESTIONS[job.kind].most == 1, job.kind

    for (is_alone, _, kind), group in groupby(sorted(jobs, key=order), key=order):
        same = list(group)
        most = 1 if is_alone else QUESTIONS[kind].most
        yield from (same[start : start + most] for start in range(0, len(same), most))


def seconds_for(kind: Kind, jobs: list[Job]) -> float:
    """The time limit of a batch: that of its kind, and no longer than its askers wait."""
    left = max(job.seconds_left for job in jobs)
    return max(0.1, min(kind.seconds, left))
