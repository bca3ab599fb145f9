"""A worker: takes what has queued up, has it answered, tells the askers."""

import logging
import os
import socket
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import groupby
from typing import Any

from overtrick.ask.kinds import KINDS, Kind
from overtrick.ask.models import ALL
from overtrick.core import BridgeError
from overtrick.parallel import TimeLimitReached
from overtrick.service.queue.jobs import BATCH, FAILED, INTERACTIVE, LANES, TIMED_OUT, Event, Job, failure
from overtrick.service.queue.process import Clerk, ClerkDied
from overtrick.service.queue.transport import PATIENCE, Transport, Unreachable

_log = logging.getLogger("overtrick.service")

MOST = 64
"""Jobs taken at a time."""
WAIT = 1.0
"""Seconds a worker waits for jobs before it looks whether it should stop."""


class Worker:
    """Works in its own thread, with a process of its own for the answers."""

    def __init__(
        self,
        transport: Transport,
        lanes: Sequence[str] = LANES,
        *,
        name: str | None = None,
        backend: str = "numpy",
        patience: float = PATIENCE,
        warm: Sequence[str] = ALL,
    ) -> None:
        self.name = name or f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:6]}"
        self._transport, self._lanes, self._patience = transport, tuple(lanes), patience
        self._clerk = Clerk(backend, warm)
        self._held: dict[str, Job] = {}
        self._stopping = threading.Event()
        self._counts = {"jobs": 0, "batches": 0, "largest_batch": 0, "busy_seconds": 0.0}
        self._threads = [
            threading.Thread(target=self._run, name=f"worker {self.name}", daemon=True),
            threading.Thread(target=self._beat, name=f"heart of {self.name}", daemon=True),
        ]

    def start(self) -> None:
        """Begin to work."""
        for thread in self._threads:
            thread.start()

    def stop(self, grace: float = 5.0) -> None:
        """Finish what is in hand within some seconds, hand the rest back, and leave."""
        self._stopping.set()
        self._threads[0].join(grace)
        self._clerk.kill()
        for thread in self._threads:
            thread.join(WAIT + grace)

    def join(self) -> None:
        """Wait until the worker has stopped."""
        while self._threads[0].is_alive():
            self._threads[0].join(0.5)

    # At work

    def _run(self) -> None:
        with suppress(BridgeError):
            self._clerk.start()
        while not self._stopping.is_set():
            try:
                self._turn()
            except Unreachable as error:
                _log.warning("%s", error)
                self._stopping.wait(0.5)
        self._clerk.kill()
        with suppress(Unreachable):
            self._transport.leave(self.name)

    def _turn(self) -> None:
        jobs = self._transport.pull(self.name, self._lanes, MOST, WAIT)
        self._held = {job.id: job for job in jobs}
        try:
            for portion in portions(jobs):
                self._answer(KINDS[portion[0].kind], portion)
        finally:
            self._held = {}

    def _answer(self, kind: Kind, jobs: list[Job]) -> None:
        """Have one kind of jobs answered together, and tell what comes of it."""
        if self._stopping.is_set():
            self._give_back(jobs)
            return
        self._transport.begin(jobs)
        started, unanswered = time.monotonic(), {job.id: job for job in jobs}
        try:
            self._tell(kind, jobs, unanswered)
        except TimeLimitReached as error:
            self._too_long(list(unanswered.values()), error)
        except (ClerkDied, OSError) as error:
            if self._stopping.is_set():
                self._give_back(list(unanswered.values()))
            for job in unanswered.values():
                self._transport.again(job, str(error))
        self._count(len(jobs), time.monotonic() - started)

    def _tell(self, kind: Kind, jobs: list[Job], unanswered: dict[str, Job]) -> None:
        first_only = kind.in_stages and jobs[0].lane == INTERACTIVE
        numbers = [0] * len(jobs)
        asked = self._clerk.ask(
            jobs[0].kind, [job.body for job in jobs], seconds_for(kind, jobs), first_only=first_only
        )
        with closing(asked) as heard:  # type: ignore[type-var]
            for said in heard:
                told = []
                for place, name, data in said:
                    told.append((jobs[place], Event(numbers[place], name, data)))
                    numbers[place] += 1
                wanted = self._transport.post(told)
                for (job, event), is_wanted in zip(told, wanted, strict=True):
                    if event.is_final or not is_wanted:
                        unanswered.pop(job.id, None)
                        self._held.pop(job.id, None)
                if not unanswered:
                    break
        for job in unanswered.values() if first_only else ():
            self._transport.pass_on(job, BATCH)

    def _too_long(self, jobs: list[Job], error: BridgeError) -> None:
        """One of several may have held up the others, so each is tried again, alone; one that was alone has failed."""
        if len(jobs) > 1:
            for job in jobs:
                self._transport.again(job, error.message)
            return
        for job in jobs:
            progress = self._transport.progress(job.id)
            number = 0 if progress is None else len(progress.events)
            self._transport.post([(job, Event(number, FAILED, failure(TIMED_OUT, error)))])

    def _give_back(self, jobs: list[Job]) -> None:
        for job in jobs:
            self._transport.pass_on(job, job.lane)

    def _count(self, jobs: int, seconds: float) -> None:
        self._counts["jobs"] += jobs
        self._counts["batches"] += 1
        self._counts["largest_batch"] = max(self._counts["largest_batch"], jobs)
        self._counts["busy_seconds"] = round(self._counts["busy_seconds"] + seconds, 3)

    # Signs of life

    def _beat(self) -> None:
        while self._threads[0].is_alive():
            with suppress(Unreachable):
                self._transport.beat(self.name, self.about(), list(self._held.values()))
            if self._stopping.wait(self._patience / 4):
                self._threads[0].join(self._patience / 4)

    def about(self) -> dict[str, Any]:
        """What the worker says of itself: lanes, models, and how much it has done."""
        return {"lanes": list(self._lanes), "models": self._clerk.models, "pid": os.getpid(), **self._counts}


def portions(jobs: list[Job]) -> Iterator[list[Job]]:
    """Jobs to be answered together: of one kind, not too many, and none that has broken a batch before."""
    ordered = sorted(jobs, key=lambda job: (job.tries > 0, job.kind))
    for (alone, kind), group in groupby(ordered, key=lambda job: (job.tries > 0, job.kind)):
        same = list(group)
        most = 1 if alone else KINDS[kind].most
        yield from (same[start : start + most] for start in range(0, len(same), most))


def seconds_for(kind: Kind, jobs: list[Job]) -> float:
    """The time limit of a portion: that of its kind, and no longer than somebody waits."""
    left = max(job.deadline for job in jobs) - time.time()
    return max(0.1, min(kind.seconds, left))
