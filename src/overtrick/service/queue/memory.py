"""The transport inside one process: nothing to install or to start, and nothing is left when it ends."""

import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from overtrick.ask import QUESTIONS
from overtrick.service.queue.jobs import (
    BATCH,
    BULK,
    CANCELLED,
    FAILED,
    FINAL,
    LANES,
    QUEUED,
    RUNNING,
    Job,
    JobEvent,
    Notification,
    Progress,
    given_up_event,
    overdue_event,
)
from overtrick.service.queue.transport import (
    KEEP_SECONDS,
    LANE_SIZE,
    MOST_BATCH,
    MOST_FAILURES,
    MOST_TRIES,
    WORKER_TIMEOUT,
    Listener,
    PutResult,
    QueueFull,
    QueueStatus,
)

MOST_WAITING_BYTES = 100_000_000
"""Of the questions that are not finished, at most."""
MOST_ALONE = 4
"""Jobs of one asker, of a kind that is answered one by one, that a worker takes at a time."""
MOST_RESULTS = 2000
"""Finished jobs remembered, at most."""
MOST_RESULT_BYTES = 64_000_000
"""Of the questions and events of finished jobs remembered, at most."""


@dataclass(slots=True)
class _Entry:
    job: Job
    state: str = QUEUED
    events: list[JobEvent] = field(default_factory=list)
    askers: int = 1
    last_beat: float = 0.0
    """When its worker last reported that it has the job."""
    finished: float = 0.0

    @property
    def size(self) -> int:
        return len(self.job.body) + sum(len(event.data) for event in self.events)


class MemoryTransport:
    """Queues in this process, for workers in its threads."""

    is_local = True

    def __init__(
        self, *, lane_size: int = LANE_SIZE, worker_timeout: float = WORKER_TIMEOUT, keep_seconds: float = KEEP_SECONDS
    ) -> None:
        self._lane_size, self._worker_timeout, self._keep_seconds = lane_size, worker_timeout, keep_seconds
        self._lock = threading.RLock()
        self._arrived = threading.Condition(self._lock)
        self._entries: dict[str, _Entry] = {}
        self._by_hash: dict[str, str] = {}
        self._waiting: dict[str, OrderedDict[str, None]] = {lane: OrderedDict() for lane in LANES}
        self._held: dict[str, OrderedDict[str, None]] = {lane: OrderedDict() for lane in LANES}
        self._finished: OrderedDict[str, None] = OrderedDict()
        self._finished_bytes = self._waiting_bytes = 0
        self._workers: dict[str, tuple[float, dict[str, Any]]] = {}
        self._listeners: list[Listener] = []
        self._dead = 0

    def put(self, jobs: Sequence[Job]) -> list[PutResult | QueueFull]:
        with self._arrived:
            results = [self._put(job) for job in jobs]
            self._arrived.notify_all()
            return results

    def _put(self, job: Job) -> PutResult | QueueFull:
        self._forget()
        known = self._entries.get(self._by_hash.get(job.hash, ""))
        if known is not None and known.state not in (FAILED, CANCELLED):
            known.askers += 1
            known.job = known.job._replace(deadline=max(known.job.deadline, job.deadline))
            return PutResult(known.job.id, False)
        job = job._replace(lane=self._lane_of(job))
        is_full = len(self._waiting[job.lane]) + len(self._held[job.lane]) >= self._lane_size
        if is_full or self._waiting_bytes + len(job.body) > MOST_WAITING_BYTES:
            return QueueFull(job.lane)
        self._waiting_bytes += len(job.body)
        self._entries[job.id] = _Entry(job)
        self._by_hash[job.hash] = job.id
        self._waiting[job.lane][job.id] = None
        return PutResult(job.id, True)

    def _lane_of(self, job: Job) -> str:
        """The lane where a job waits: its own, or behind the others when its asker has enough in the batch lane."""
        if job.lane != BATCH or not job.asker:
            return job.lane
        unfinished = [*self._waiting[BATCH], *self._held[BATCH]]
        own = sum(self._entries[each].job.asker == job.asker for each in unfinished if each != job.id)
        return BATCH if own < MOST_BATCH else BULK

    def pull(self, worker: str, lanes: Sequence[str], most: int, wait: float) -> list[Job]:
        until = time.monotonic() + wait
        with self._arrived:
            while True:
                self._reclaim()
                for lane in lanes:
                    taken = self._take(worker, lane, most)
                    if taken:
                        return taken
                left = until - time.monotonic()
                if left <= 0:
                    return []
                self._arrived.wait(min(left, self._worker_timeout / 2))

    def _take(self, worker: str, lane: str, most: int) -> list[Job]:
        """The first jobs of a lane; of those that are answered one by one, some of each asker."""
        taken: list[Job] = []
        alone: Counter[str] = Counter()
        for job_id in list(self._waiting[lane]):
            if len(taken) == (1 if lane == BULK else most):
                break
            entry = self._entries[job_id]
            if entry.job.asker and QUESTIONS[entry.job.kind].most == 1:
                alone[entry.job.asker] += 1
                if alone[entry.job.asker] > MOST_ALONE:
                    continue
            del self._waiting[lane][job_id]
            if entry.job.seconds_left < 0:
                self._end(entry, overdue_event(entry.job, len(entry.events)))
                continue
            entry.job, entry.state, entry.last_beat = entry.job._replace(receipt=worker), RUNNING, time.monotonic()
            self._held[lane][job_id] = None
            taken.append(entry.job)
        return taken

    def begin(self, jobs: Sequence[Job]) -> None:
        with self._lock:
            for job in jobs:
                entry = self._entries.get(job.id)
                if entry is not None:
                    entry.job = entry.job._replace(tries=entry.job.tries + 1)

    def _reclaim(self) -> None:
        """Take back what dead workers hold."""
        longest_ago = time.monotonic() - self._worker_timeout
        for held in self._held.values():
            for job_id in [job_id for job_id in held if self._entries[job_id].last_beat < longest_ago]:
                self._retry(self._entries[job_id], "its worker fell silent")

    def post(self, events: Sequence[tuple[Job, JobEvent]]) -> list[bool]:
        with self._lock:
            published: list[Notification] = []
            is_wanted = [self._post(job, event, published) for job, event in events]
            self._publish(published)
            return is_wanted

    def _post(self, job: Job, event: JobEvent, published: list[Notification]) -> bool:
        entry = self._entries.get(job.id)
        if entry is None or entry.state in FINAL:
            return False
        if event.number >= len(entry.events):
            self._record(entry, event)
            published.append(Notification(job.id, event))
        return True

    def _end(self, entry: _Entry, event: JobEvent) -> None:
        self._record(entry, event)
        self._publish([Notification(entry.job.id, event)])

    def _record(self, entry: _Entry, event: JobEvent) -> None:
        entry.events.append(event)
        if event.is_final:
            entry.state, entry.finished = event.name, time.monotonic()
            self._withdraw(entry)
            self._waiting_bytes -= len(entry.job.body)
            self._finished[entry.job.id] = None
            self._finished_bytes += entry.size

    def _publish(self, notifications: list[Notification]) -> None:
        for listener in self._listeners:
            listener(notifications)

    def _withdraw(self, entry: _Entry) -> None:
        for jobs in (self._waiting, self._held):
            jobs[entry.job.lane].pop(entry.job.id, None)

    def retry(self, job: Job, reason: str) -> None:
        with self._arrived:
            entry = self._held_entry(job)
            if entry is not None:
                entry.job = entry.job._replace(failures=entry.job.failures + 1)
                self._retry(entry, reason)
                self._arrived.notify_all()

    def _retry(self, entry: _Entry, reason: str) -> None:
        if entry.job.failures >= MOST_FAILURES or entry.job.tries >= MOST_TRIES:
            self._dead += 1
            self._end(entry, given_up_event(entry.job.tries, reason, len(entry.events)))
        else:
            self._requeue(entry, entry.job)

    def requeue(self, job: Job) -> None:
        with self._arrived:
            entry = self._held_entry(job)
            if entry is not None:
                self._requeue(entry, job)
                self._arrived.notify_all()

    def _held_entry(self, job: Job) -> _Entry | None:
        """The entry of a job that its worker still holds; None when another has it by now, or it has ended."""
        entry = self._entries.get(job.id)
        is_held = entry is not None and entry.state == RUNNING and entry.job.receipt == job.receipt
        return entry if is_held else None

    def _requeue(self, entry: _Entry, job: Job) -> None:
        self._withdraw(entry)
        self._waiting_bytes += len(job.body) - len(entry.job.body)
        entry.job, entry.state = job._replace(lane=self._lane_of(job)), QUEUED
        self._waiting[entry.job.lane][job.id] = None

    def cancel(self, job_id: str) -> bool:
        with self._lock:
            entry = self._entries.get(job_id)
            if entry is None or entry.state in FINAL:
                return False
            entry.askers -= 1
            if entry.askers <= 0:
                self._end(entry, JobEvent(len(entry.events), CANCELLED, b"{}"))
            return True

    def progress(self, job_id: str) -> Progress | None:
        with self._lock:
            entry = self._entries.get(job_id)
            if entry is None:
                return None
            return Progress(job_id, entry.job.kind, entry.job.hash, entry.state, list(entry.events))

    def find(self, content: str) -> str | None:
        with self._lock:
            return self._by_hash.get(content)

    def listen(self, listener: Listener) -> Callable[[], None]:
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def heartbeat(self, worker: str, about: dict[str, Any], held: Sequence[Job]) -> None:
        with self._lock:
            now = time.monotonic()
            self._workers[worker] = now, about
            for name in [name for name, (beat, _) in self._workers.items() if now - beat > 10 * self._worker_timeout]:
                del self._workers[name]
            for job in held:
                entry = self._entries.get(job.id)
                if entry is not None and entry.job.receipt == worker:
                    entry.last_beat = now

    def leave(self, worker: str) -> None:
        with self._lock:
            self._workers.pop(worker, None)

    def status(self) -> QueueStatus:
        with self._lock:
            now = time.monotonic()
            workers = {
                name: {**about, "silent": round(now - beat, 1)}
                for name, (beat, about) in self._workers.items()
                if now - beat < 3 * self._worker_timeout
            }
            waiting, held = (
                {lane: len(jobs) for lane, jobs in by_lane.items()} for by_lane in (self._waiting, self._held)
            )
            return QueueStatus(waiting, held, workers, self._dead)

    def _forget(self) -> None:
        """Drop finished jobs that are old, or too many, or too large."""
        oldest = time.monotonic() - self._keep_seconds
        while self._finished:
            job_id = next(iter(self._finished))
            is_full = len(self._finished) > MOST_RESULTS or self._finished_bytes > MOST_RESULT_BYTES
            if not is_full and self._entries[job_id].finished > oldest:
                break
            del self._finished[job_id]
            entry = self._entries.pop(job_id)
            self._finished_bytes -= entry.size
            if self._by_hash.get(entry.job.hash) == job_id:
                del self._by_hash[entry.job.hash]

    def close(self) -> None:
        self._listeners.clear()
