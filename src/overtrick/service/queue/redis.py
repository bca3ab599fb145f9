"""The transport through Redis: a stream a lane with a consumer group, a stream of events, and small scripts.

Every change of a job is one script, so that it happens as a whole or not at all, and once, however often a worker or a
server repeats it after a lost connection. A stream's entry is deleted when its job ends: its length is the number of
unfinished jobs.
"""

import json
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple

import redis

from overtrick.service.queue.broker import Broker, GroupMissing
from overtrick.service.queue.jobs import (
    BULK,
    CANCELLED,
    LANES,
    Job,
    JobEvent,
    Notification,
    Progress,
    given_up_event,
    overdue_event,
)
from overtrick.service.queue.redis_scripts import (
    BEAT,
    BEGIN,
    CANCEL,
    POST,
    PUT,
    REQUEUE,
    SWEEP,
    TAKE,
    RedisScript,
)
from overtrick.service.queue.transport import (
    KEEP_SECONDS,
    LANE_SIZE,
    MOST_BATCH,
    MOST_FAILURES,
    MOST_TRIES,
    WORKER_TIMEOUT,
    BrokerUnreachable,
    Listener,
    PutResult,
    QueueFull,
    QueueStatus,
)

GROUP = "workers"
MOST_NOTIFICATIONS = 5000
"""Events in the stream of all jobs; listeners are seldom more than a few behind, and look up what they missed."""
MOST_RESULTS = 10_000
"""Finished jobs remembered, at most."""
MOST_DEAD = 1000
BLOCK = 1000
"""Milliseconds that a read waits in Redis, at most."""
FORGET_AFTER = 10
"""Times the worker timeout, after which a silent worker is no longer known."""


class _StreamEntry(NamedTuple):
    """An entry of a stream: a job as it waits."""

    lane: str
    id: bytes
    fields: dict[bytes, bytes]

    @property
    def receipt(self) -> str:
        return f"{self.lane} {self.id.decode()}"


class RedisTransport:
    """Queues in a Redis server, for workers anywhere."""

    is_local = False

    def __init__(
        self,
        url: str,
        *,
        prefix: str | None = None,
        lane_size: int = LANE_SIZE,
        worker_timeout: float = WORKER_TIMEOUT,
        keep_seconds: float = KEEP_SECONDS,
        most_results: int = MOST_RESULTS,
    ) -> None:
        self._broker = Broker(url, prefix)
        self._redis = self._broker.redis
        self._lane_size, self._worker_timeout = lane_size, worker_timeout
        self._bounds = int(keep_seconds), MOST_NOTIFICATIONS, most_results
        self._last_reclaim = 0.0
        self._listeners: list[threading.Event] = []
        """One a listener, set to stop it."""

    def __str__(self) -> str:
        """The broker's address, without its password."""
        return str(self._broker)

    def _key(self, *words: str) -> str:
        return ":".join((self._broker.prefix, *words))

    def _queue(self, lane: str) -> str:
        return self._key("queue", lane)

    def _run(self, script: RedisScript, rows: Sequence[Sequence[Any]], *, repeat: bool = True) -> list[Any]:
        """A script run for each row of values, most often a job, in one round trip."""
        if not rows:
            return []
        return self._broker.run(script, [len(rows[0]), *chain.from_iterable(rows)], repeat=repeat)

    # For the asking side

    def put(self, jobs: Sequence[Job]) -> list[PutResult | QueueFull]:
        known = self._run(PUT, [self._put_values(job) for job in jobs])
        return [_put_result(job, name.decode()) for job, name in zip(jobs, known, strict=True)]

    def _put_values(self, job: Job) -> list[Any]:
        limits = job.seconds_left, self._lane_size, self._bounds[0], job.asker, MOST_BATCH
        return [job.id, job.kind, job.body, job.lane, job.hash, *limits]

    def cancel(self, job_id: str) -> bool:
        return bool(self._run(CANCEL, [[job_id, CANCELLED, *self._bounds]], repeat=False)[0])

    def progress(self, job_id: str) -> Progress | None:
        def ask() -> Any:
            with self._redis.pipeline() as pipe:
                pipe.hmget(self._key("job", job_id), "kind", "hash", "state")
                pipe.lrange(self._key("events", job_id), 0, -1)
                return pipe.execute()

        (kind, content, state), events = self._broker.ask(ask)
        if state is None:
            return None
        recorded = [_event(number, text) for number, text in enumerate(events)]
        return Progress(job_id, kind.decode(), content.decode(), state.decode(), recorded)

    def find(self, content: str) -> str | None:
        job_id = self._broker.ask(self._redis.get, self._key("hash", content))
        return None if job_id is None else str(job_id.decode())

    def listen(self, listener: Listener) -> Callable[[], None]:
        last = None
        with suppress(BrokerUnreachable):
            last = self._broker.ask(self._last_event)
        stop = threading.Event()
        self._listeners.append(stop)
        threading.Thread(target=self._listen, args=(listener, stop, last), name="listener", daemon=True).start()
        return stop.set

    def _last_event(self) -> bytes:
        newest = self._redis.xrevrange(self._key("all-events"), count=1)
        return bytes(newest[0][0]) if newest else b"0"

    def _listen(self, listener: Listener, stop: threading.Event, last: bytes | None) -> None:
        while not stop.is_set():
            try:
                last = last or self._last_event()
                streams = self._redis.xread({self._key("all-events"): last}, count=1000, block=BLOCK)
            except (redis.RedisError, OSError, ValueError, AttributeError):  # the last three: closed meanwhile
                stop.wait(0.2)
                continue
            for _, entries in streams:
                listener([_notification(fields) for _, fields in entries])
                last = entries[-1][0]

    # For workers

    def pull(self, worker: str, lanes: Sequence[str], most: int, wait: float) -> list[Job]:
        until = time.monotonic() + wait
        while True:
            if jobs := self._taken(self._reclaimed(worker, lanes, most)):
                return jobs
            for lane in lanes:
                if jobs := self._taken(self._read(worker, [lane], 1 if lane == BULK else most, None)):
                    return jobs
            left = int(1000 * (until - time.monotonic()))
            first = 1 if BULK in lanes else most
            if jobs := self._taken(self._read(worker, lanes, first, max(1, min(BLOCK, left)))):
                return jobs
            if time.monotonic() >= until:
                return []

    def _read(self, worker: str, lanes: Sequence[str], most: int, block: int | None) -> list[_StreamEntry]:
        streams = {self._queue(lane): ">" for lane in lanes}
        try:
            by_lane = self._broker.ask(self._redis.xreadgroup, GROUP, worker, streams, count=most, block=block)
        except GroupMissing:
            self._make_groups()
            by_lane = self._broker.ask(self._redis.xreadgroup, GROUP, worker, streams, count=most, block=block)
        by_stream = {self._queue(lane).encode(): lane for lane in lanes}
        return [_StreamEntry(by_stream[stream], *entry) for stream, entries in by_lane for entry in entries]

    def _make_groups(self) -> None:
        def ask() -> None:
            for lane in LANES:
                with suppress(redis.ResponseError):  # it is there
                    self._redis.xgroup_create(self._queue(lane), GROUP, id="0", mkstream=True)

        self._broker.ask(ask)

    def _reclaimed(self, worker: str, lanes: Sequence[str], most: int) -> list[_StreamEntry]:
        """What dead workers hold; asked for now and then, when dead workers are forgotten, too."""
        if time.monotonic() - self._last_reclaim < self._worker_timeout / 4:
            return []
        self._last_reclaim = time.monotonic()
        self._run(SWEEP, [[lane, FORGET_AFTER * self._worker_timeout] for lane in LANES])
        entries: list[_StreamEntry] = []
        idle = int(self._worker_timeout * 1000)
        with suppress(GroupMissing):
            for lane in lanes:
                claim = self._broker.ask(self._redis.xautoclaim, self._queue(lane), GROUP, worker, idle, count=most)
                entries += [_StreamEntry(lane, *entry) for entry in claim[1] if entry[1]]
        return entries

    def _taken(self, entries: list[_StreamEntry]) -> list[Job]:
        """The jobs of entries that were read, without those that have ended, are overdue, or were tried too often."""
        states = self._run(TAKE, [[entry.fields[b"id"], entry.id] for entry in entries])
        taken = []
        for entry, (tries, failures, milliseconds) in zip(entries, states, strict=True):
            if tries < 0:
                self._broker.ask(self._drop, entry)
                continue
            job = _job(entry, tries, failures, milliseconds / 1000)
            if milliseconds < 0:
                self._end(job, overdue_event(job, 0))
            elif tries >= MOST_TRIES:
                self._bury(job, tries, "its worker fell silent")
            else:
                taken.append(job)
        return taken

    def _drop(self, entry: _StreamEntry) -> None:
        self._redis.xack(self._queue(entry.lane), GROUP, entry.id)
        self._redis.xdel(self._queue(entry.lane), entry.id)

    def begin(self, jobs: Sequence[Job]) -> None:
        self._run(BEGIN, [[job.id, job.tries + 1] for job in jobs])

    def post(self, events: Sequence[tuple[Job, JobEvent]]) -> list[bool]:
        answers = self._run(POST, [self._post_values(job, event, event.number) for job, event in events])
        return [bool(answer) for answer in answers]

    def _post_values(self, job: Job, event: JobEvent, number: int) -> list[Any]:
        return [job.id, number, _text(event), event.name if event.is_final else "", *self._bounds]

    def _end(self, job: Job, event: JobEvent) -> None:
        """End a job with an event after all there were, whatever its number."""
        self._run(POST, [self._post_values(job, event, -1)])

    def retry(self, job: Job, reason: str) -> None:
        if job.failures + 1 >= MOST_FAILURES:
            self._bury(job, job.tries + 1, reason)
        else:
            self.requeue(job._replace(tries=job.tries + 1, failures=job.failures + 1))

    def _bury(self, job: Job, tries: int, reason: str) -> None:
        self._end(job, given_up_event(tries, reason, 0))
        letter = {"id": job.id, "kind": job.kind, "reason": reason, "tries": tries}
        self._broker.ask(self._redis.xadd, self._key("dead"), letter, maxlen=MOST_DEAD)
        self._broker.ask(self._redis.incr, self._key("dead-count"))

    def requeue(self, job: Job) -> None:
        held = job.receipt.partition(" ")[2]
        self._run(REQUEUE, [[job.id, job.lane, held, job.tries, job.failures, job.body, job.stage, MOST_BATCH]])

    def heartbeat(self, worker: str, about: dict[str, Any], held: Sequence[Job]) -> None:
        entries: dict[str, list[str]] = {}
        for job in held:
            lane, _, entry = job.receipt.partition(" ")
            entries.setdefault(lane, []).append(entry)
        with suppress(GroupMissing):
            for lane, ids in entries.items():
                self._broker.ask(self._redis.xclaim, self._queue(lane), GROUP, worker, 0, ids, justid=True)
        self._run(BEAT, [[worker, json.dumps(about)]])

    def leave(self, worker: str) -> None:
        self._broker.ask(self._redis.hdel, self._key("workers"), worker)
        with suppress(GroupMissing):
            for lane in LANES:
                self._broker.ask(self._leave_group, lane, worker)

    def _leave_group(self, lane: str, worker: str) -> None:
        """Forget the consumer, unless it still holds something."""
        pending = self._redis.xpending_range(self._queue(lane), GROUP, "-", "+", 1, consumername=worker)
        if not pending:
            self._redis.xgroup_delconsumer(self._queue(lane), GROUP, worker)

    def status(self) -> QueueStatus:
        return self._broker.ask(self._status)

    def _status(self) -> QueueStatus:
        waiting, held = {}, {}
        for lane in LANES:
            length, pending = self._redis.xlen(self._queue(lane)), 0
            with suppress(redis.ResponseError):
                pending = self._redis.xpending(self._queue(lane), GROUP)["pending"]
            waiting[lane], held[lane] = max(0, length - pending), pending
        return QueueStatus(waiting, held, self._alive(), int(self._redis.get(self._key("dead-count")) or 0))

    def _alive(self) -> dict[str, dict[str, Any]]:
        seconds, microseconds = self._redis.time()
        workers = {}
        for name, text in self._redis.hgetall(self._key("workers")).items():
            beat, _, report = text.partition(b" ")
            silent = seconds + microseconds / 1e6 - float(beat)
            if silent < 3 * self._worker_timeout:
                workers[name.decode()] = {**json.loads(report), "silent": round(silent, 1)}
        return workers

    def close(self) -> None:
        for stop in self._listeners:
            stop.set()
        self._broker.close()


def _text(event: JobEvent) -> bytes:
    """Name and data of an event in one text."""
    return event.name.encode() + b" " + event.data


def _event(number: int, text: bytes) -> JobEvent:
    name, _, data = text.partition(b" ")
    return JobEvent(number, name.decode(), data)


def _notification(fields: dict[bytes, bytes]) -> Notification:
    job_id, number, text = fields[b"event"].split(b" ", 2)
    return Notification(job_id.decode(), _event(int(number), text))


def _put_result(job: Job, known: str) -> PutResult | QueueFull:
    return PutResult(known, known == job.id) if known else QueueFull(job.lane)


def _job(entry: _StreamEntry, tries: int, failures: int, seconds: float) -> Job:
    """The job of an entry, which has been tried so often and should be answered within some seconds."""
    fields = entry.fields
    name, kind, content = (fields[key].decode() for key in (b"id", b"kind", b"hash"))
    deadline, stage = time.monotonic() + seconds, int(fields[b"stage"])
    return Job(name, kind, fields[b"body"], entry.lane, content, deadline, tries, stage, entry.receipt, failures)
