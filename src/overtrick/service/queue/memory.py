"""The transport inside one process: nothing to install or to start, and nothing is left when it ends."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from overtrick.service.queue.jobs import (
    CANCELLED,
    FAILED,
    FINAL,
    LANES,
    QUEUED,
    RUNNING,
    Event,
    Job,
    News,
    Progress,
    dead,
    late,
)
from overtrick.service.queue.transport import BOUND, KEPT, MOST_TRIES, PATIENCE, Census, Heard, Placed, QueueFull

MOST_KEPT = 2000
"""Finished jobs remembered, at most."""


@dataclass(slots=True)
class _Entry:
    job: Job
    state: str = QUEUED
    events: list[Event] = field(default_factory=list)
    askers: int = 1
    tries: int = 0
    worker: str = ""
    heard_of: float = 0.0
    """When its worker last said that it has it."""
    finished: float = 0.0


class MemoryTransport:
    """Queues in this process, for workers in its threads."""

    is_local = True

    def __init__(self, *, bound: int = BOUND, patience: float = PATIENCE, kept: float = KEPT) -> None:
        self._bound, self._patience, self._kept = bound, patience, kept
        self._lock = threading.RLock()
        self._arrived = threading.Condition(self._lock)
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._by_hash: dict[str, str] = {}
        self._waiting: dict[str, OrderedDict[str, None]] = {lane: OrderedDict() for lane in LANES}
        self._held: dict[str, OrderedDict[str, None]] = {lane: OrderedDict() for lane in LANES}
        self._finished: OrderedDict[str, None] = OrderedDict()
        self._workers: dict[str, tuple[float, dict[str, Any]]] = {}
        self._listeners: list[Heard] = []
        self._dead = 0

    def put(self, jobs: Sequence[Job]) -> list[Placed | QueueFull]:
        with self._arrived:
            placed = [self._put(job) for job in jobs]
            self._arrived.notify_all()
            return placed

    def _put(self, job: Job) -> Placed | QueueFull:
        self._forget()
        known = self._entries.get(self._by_hash.get(job.hash, ""))
        if known is not None and known.state not in (FAILED, CANCELLED):
            known.askers += 1
            return Placed(known.job.id, False)
        if len(self._waiting[job.lane]) + len(self._held[job.lane]) >= self._bound:
            return QueueFull(job.lane)
        self._entries[job.id] = _Entry(job)
        self._by_hash[job.hash] = job.id
        self._waiting[job.lane][job.id] = None
        return Placed(job.id, True)

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
                self._arrived.wait(min(left, self._patience / 2))

    def _take(self, worker: str, lane: str, most: int) -> list[Job]:
        taken: list[Job] = []
        while self._waiting[lane] and len(taken) < most:
            job_id, _ = self._waiting[lane].popitem(last=False)
            entry = self._entries[job_id]
            if entry.job.is_late:
                self._tell(entry, late(entry.job, len(entry.events)))
                continue
            entry.state, entry.worker, entry.heard_of = RUNNING, worker, time.monotonic()
            self._held[lane][job_id] = None
            taken.append(entry.job.taken(entry.tries))
        return taken

    def begin(self, jobs: Sequence[Job]) -> None:
        with self._lock:
            for job in jobs:
                if job.id in self._entries:
                    self._entries[job.id].tries += 1

    def _reclaim(self) -> None:
        """Take back what silent workers hold."""
        longest_ago = time.monotonic() - self._patience
        for held in self._held.values():
            for job_id in [each for each in held if self._entries[each].heard_of < longest_ago]:
                self._again(self._entries[job_id], "its worker fell silent")

    def post(self, told: Sequence[tuple[Job, Event]]) -> list[bool]:
        with self._lock:
            news: list[News] = []
            wanted = [self._post(job, event, news) for job, event in told]
            self._publish(news)
            return wanted

    def _post(self, job: Job, event: Event, news: list[News]) -> bool:
        entry = self._entries.get(job.id)
        if entry is None or entry.state in FINAL:
            return False
        if event.number >= len(entry.events):
            self._note(entry, event)
            news.append(News(job.id, event))
        return True

    def _tell(self, entry: _Entry, event: Event) -> None:
        self._note(entry, event)
        self._publish([News(entry.job.id, event)])

    def _note(self, entry: _Entry, event: Event) -> None:
        entry.events.append(event)
        if event.is_final:
            entry.state, entry.finished = event.name, time.monotonic()
            self._withdraw(entry)
            self._finished[entry.job.id] = None

    def _publish(self, news: list[News]) -> None:
        for heard in self._listeners:
            heard(news)

    def _withdraw(self, entry: _Entry) -> None:
        for places in (self._waiting, self._held):
            places[entry.job.lane].pop(entry.job.id, None)

    def again(self, job: Job, reason: str) -> None:
        with self._arrived:
            entry = self._entries.get(job.id)
            if entry is not None and entry.state not in FINAL:
                self._again(entry, reason)
                self._arrived.notify_all()

    def _again(self, entry: _Entry, reason: str) -> None:
        if entry.tries >= MOST_TRIES:
            self._dead += 1
            self._tell(entry, dead(entry.tries, reason, len(entry.events)))
        else:
            self._requeue(entry)

    def _requeue(self, entry: _Entry) -> None:
        self._withdraw(entry)
        entry.state = QUEUED
        self._waiting[entry.job.lane][entry.job.id] = None

    def pass_on(self, job: Job, lane: str) -> None:
        with self._arrived:
            entry = self._entries.get(job.id)
            if entry is None or entry.state in FINAL:
                return
            self._withdraw(entry)
            entry.job = entry.job._replace(lane=lane)
            entry.tries = job.tries
            self._requeue(entry)
            self._arrived.notify_all()

    def cancel(self, job_id: str) -> bool:
        with self._lock:
            entry = self._entries.get(job_id)
            if entry is None or entry.state in FINAL:
                return False
            entry.askers -= 1
            if entry.askers <= 0:
                self._tell(entry, Event(len(entry.events), CANCELLED, b"{}"))
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

    def listen(self, heard: Heard) -> Callable[[], None]:
        self._listeners.append(heard)
        return lambda: self._listeners.remove(heard)

    def beat(self, worker: str, about: dict[str, Any], held: Sequence[Job]) -> None:
        with self._lock:
            now = time.monotonic()
            self._workers[worker] = now, about
            for job in held:
                entry = self._entries.get(job.id)
                if entry is not None and entry.worker == worker:
                    entry.heard_of = now

    def leave(self, worker: str) -> None:
        with self._lock:
            self._workers.pop(worker, None)

    def census(self) -> Census:
        with self._lock:
            now = time.monotonic()
            workers = {
                name: {**about, "silent": round(now - beat, 1)}
                for name, (beat, about) in self._workers.items()
                if now - beat < 3 * self._patience
            }
            waiting, held = (
                {lane: len(jobs) for lane, jobs in places.items()} for places in (self._waiting, self._held)
            )
            return Census(waiting, held, workers, self._dead)

    def _forget(self) -> None:
        """Drop finished jobs that are old, or too many."""
        oldest = time.monotonic() - self._kept
        while self._finished:
            job_id = next(iter(self._finished))
            if len(self._finished) <= MOST_KEPT and self._entries[job_id].finished > oldest:
                break
            del self._finished[job_id]
            entry = self._entries.pop(job_id)
            if self._by_hash.get(entry.job.hash) == job_id:
                del self._by_hash[entry.job.hash]

    def close(self) -> None:
        self._listeners.clear()
