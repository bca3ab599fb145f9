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
from typing import Any, TypeVar

import redis
from redis.backoff import ExponentialBackoff
from redis.retry import Retry

from overtrick.service.queue.jobs import (
    CANCELLED,
    LANES,
    Job,
    JobEvent,
    Notification,
    Progress,
    given_up_event,
    overdue_event,
)
from overtrick.service.queue.redis_scripts import BEGIN, CANCEL, POST, PUT, REQUEUE, TAKE, RedisScript
from overtrick.service.queue.transport import (
    KEEP_SECONDS,
    LANE_SIZE,
    MOST_TRIES,
    WORKER_TIMEOUT,
    BrokerUnreachable,
    Listener,
    PutResult,
    QueueFull,
    QueueStatus,
)

GROUP = "workers"
MOST_NOTIFICATIONS = 20_000
"""Events in the stream of all jobs; listeners are seldom more than a few behind."""
MOST_DEAD = 1000
LISTEN_WAIT = 1000
"""Milliseconds after which a listener checks whether it should stop."""

T = TypeVar("T")


class RedisTransport:
    """Queues in a Redis server, for workers anywhere."""

    is_local = False

    def __init__(
        self,
        url: str,
        *,
        prefix: str = "overtrick",
        lane_size: int = LANE_SIZE,
        worker_timeout: float = WORKER_TIMEOUT,
        keep_seconds: float = KEEP_SECONDS,
    ) -> None:
        self._prefix, self._lane_size = prefix, lane_size
        self._worker_timeout, self._keep_seconds = worker_timeout, int(keep_seconds)
        self._redis: Any = redis.Redis.from_url(
            url,
            socket_timeout=None,  # blocking reads wait longer than the five seconds redis-py 8 would allow
            socket_connect_timeout=5,
            health_check_interval=30,
            retry=Retry(ExponentialBackoff(cap=1.0, base=0.05), 9),
            retry_on_error=[redis.ConnectionError, redis.TimeoutError],
        )
        self._url = url
        self._entries: dict[str, tuple[str, str]] = {}
        """By job pulled here: its lane and its entry in that stream."""
        self._last_reclaim = 0.0
        self._listeners: list[threading.Event] = []
        """One a listener, set to stop it."""

    # Keys

    def _key(self, *words: str) -> str:
        return ":".join((self._prefix, *words))

    def _queue(self, lane: str) -> str:
        return self._key("queue", lane)

    def _try(self, command: Callable[..., T], *values: Any, **options: Any) -> T:
        """What Redis answers; BrokerUnreachable when it does not, after some tries."""
        try:
            return command(*values, **options)
        except (redis.ConnectionError, redis.TimeoutError) as error:
            raise BrokerUnreachable(f"the broker {_public(self._url)} does not answer: {error}") from None

    # For the asking side

    def put(self, jobs: Sequence[Job]) -> list[PutResult | QueueFull]:
        known = self._run(PUT, [self._put_values(job) for job in jobs])
        return [_put_result(job, name.decode()) for job, name in zip(jobs, known, strict=True)]

    def _put_values(self, job: Job) -> list[Any]:
        lives = int(max(0.0, job.deadline - time.time())) + self._keep_seconds
        return [job.id, job.kind, job.body, job.lane, job.hash, job.deadline, self._lane_size, lives]

    def cancel(self, job_id: str) -> bool:
        return bool(self._run(CANCEL, [[job_id, CANCELLED, self._keep_seconds, MOST_NOTIFICATIONS]])[0])

    def progress(self, job_id: str) -> Progress | None:
        def ask() -> Any:
            with self._redis.pipeline() as pipe:
                pipe.hmget(self._key("job", job_id), "kind", "hash", "state")
                pipe.lrange(self._key("events", job_id), 0, -1)
                return pipe.execute()

        (kind, content, state), events = self._try(ask)
        if state is None:
            return None
        recorded = [_event(number, text) for number, text in enumerate(events)]
        return Progress(job_id, kind.decode(), content.decode(), state.decode(), recorded)

    def find(self, content: str) -> str | None:
        job_id = self._try(self._redis.get, self._key("hash", content))
        return None if job_id is None else str(job_id.decode())

    def listen(self, listener: Listener) -> Callable[[], None]:
        last = self._try(self._last_event)
        stop = threading.Event()
        self._listeners.append(stop)
        threading.Thread(target=self._listen, args=(listener, stop, last), name="listener", daemon=True).start()
        return stop.set

    def _last_event(self) -> bytes:
        newest = self._redis.xrevrange(self._key("all-events"), count=1)
        return bytes(newest[0][0]) if newest else b"0"

    def _listen(self, listener: Listener, stop: threading.Event, last: bytes) -> None:
        while not stop.is_set():
            try:
                streams = self._redis.xread({self._key("all-events"): last}, count=1000, block=LISTEN_WAIT)
            except (redis.RedisError, OSError, ValueError, AttributeError):  # the last three: closed meanwhile
                stop.wait(0.2)
                continue
            for _, entries in streams:
                listener([_notification(fields) for _, fields in entries])
                last = entries[-1][0]

    # For workers

    def pull(self, worker: str, lanes: Sequence[str], most: int, wait: float) -> list[Job]:
        entries = self._reclaimed(worker, lanes, most)
        for lane in lanes if not entries else ():
            entries = self._read(worker, [lane], most, None)
            if entries:
                break
        if not entries:
            entries = self._read(worker, lanes, most, max(1, int(wait * 1000)))
        return self._taken(entries)

    def _read(self, worker: str, lanes: Sequence[str], most: int, block: int | None) -> list[tuple[str, Any, Any]]:
        streams = {self._queue(lane): ">" for lane in lanes}
        try:
            by_lane = self._try(self._redis.xreadgroup, GROUP, worker, streams, count=most, block=block)
        except redis.ResponseError:  # a new broker, or one that has lost its data
            self._make_groups()
            by_lane = self._try(self._redis.xreadgroup, GROUP, worker, streams, count=most, block=block)
        by_stream = {self._queue(lane).encode(): lane for lane in lanes}
        return [(by_stream[stream], *entry) for stream, entries in by_lane for entry in entries]

    def _make_groups(self) -> None:
        for lane in LANES:
            with suppress(redis.ResponseError):
                self._try(self._redis.xgroup_create, self._queue(lane), GROUP, id="0", mkstream=True)

    def _reclaimed(self, worker: str, lanes: Sequence[str], most: int) -> list[tuple[str, Any, Any]]:
        """What dead workers hold; asked for now and then."""
        if time.monotonic() - self._last_reclaim < self._worker_timeout / 4:
            return []
        self._last_reclaim = time.monotonic()
        entries: list[tuple[str, Any, Any]] = []
        idle = int(self._worker_timeout * 1000)
        for lane in lanes:
            with suppress(redis.ResponseError):
                answer = self._try(self._redis.xautoclaim, self._queue(lane), GROUP, worker, idle, count=most)
                entries += [(lane, *entry) for entry in answer[1] if entry[1]]
        return entries

    def _taken(self, entries: list[tuple[str, Any, Any]]) -> list[Job]:
        """The jobs of entries that were read, without those that have ended, are overdue, or were tried too often."""
        jobs = [_job(lane, fields) for lane, _, fields in entries]
        counts = self._run(TAKE, [[job.id, entry] for job, (_, entry, _) in zip(jobs, entries, strict=True)])
        taken = []
        for job, tries, (lane, entry, _) in zip(jobs, counts, entries, strict=True):
            if tries < 0:
                self._try(self._drop, lane, entry)
                continue
            self._entries[job.id] = lane, entry.decode()
            if job.is_overdue:
                self._end(job, overdue_event(job, 0))
            elif tries >= MOST_TRIES:
                self._bury(job, tries, "its worker fell silent")
            else:
                taken.append(job._replace(tries=tries))
        return taken

    def _drop(self, lane: str, entry: bytes) -> None:
        self._redis.xack(self._queue(lane), GROUP, entry)
        self._redis.xdel(self._queue(lane), entry)

    def begin(self, jobs: Sequence[Job]) -> None:
        self._run(BEGIN, [[job.id] for job in jobs])

    def post(self, events: Sequence[tuple[Job, JobEvent]]) -> list[bool]:
        answers = self._run(POST, [self._post_values(job, event, event.number) for job, event in events])
        is_wanted = [bool(answer) for answer in answers]
        for (job, event), is_open in zip(events, is_wanted, strict=True):
            if event.is_final or not is_open:
                self._entries.pop(job.id, None)
        return is_wanted

    def _post_values(self, job: Job, event: JobEvent, number: int) -> list[Any]:
        final = event.name if event.is_final else ""
        return [job.id, number, _text(event), final, self._keep_seconds, MOST_NOTIFICATIONS]

    def _end(self, job: Job, event: JobEvent) -> None:
        """End a job with an event after all there were, whatever its number."""
        self._run(POST, [self._post_values(job, event, -1)])
        self._entries.pop(job.id, None)

    def retry(self, job: Job, reason: str) -> None:
        if job.tries + 1 >= MOST_TRIES:
            self._bury(job, job.tries + 1, reason)
        else:
            self._requeue(job, "")

    def _bury(self, job: Job, tries: int, reason: str) -> None:
        self._end(job, given_up_event(tries, reason, 0))
        letter = {"id": job.id, "kind": job.kind, "reason": reason, "tries": tries}
        self._try(self._redis.xadd, self._key("dead"), letter, maxlen=MOST_DEAD)
        self._try(self._redis.incr, self._key("dead-count"))

    def requeue(self, job: Job) -> None:
        self._requeue(job, job.tries)

    def _requeue(self, job: Job, tries: int | str) -> None:
        """Back into the queue with that many tries, or as many as are counted."""
        entry = self._entries.pop(job.id, (job.lane, ""))[1]
        self._run(REQUEUE, [[job.id, job.lane, entry, tries, job.body, job.stage]])

    def heartbeat(self, worker: str, about: dict[str, Any], held: Sequence[Job]) -> None:
        report = json.dumps(about | {"beat": time.time()})
        entries: dict[str, list[str]] = {}
        for job in held:
            lane, entry = self._entries.get(job.id, ("", ""))
            if entry:
                entries.setdefault(lane, []).append(entry)

        def ask() -> None:
            self._redis.hset(self._key("workers"), worker, report)
            for lane, ids in entries.items():
                self._redis.xclaim(self._queue(lane), GROUP, worker, 0, ids, justid=True)

        with suppress(redis.ResponseError):
            self._try(ask)

    def leave(self, worker: str) -> None:
        self._try(self._redis.hdel, self._key("workers"), worker)
        for lane in LANES:
            with suppress(redis.ResponseError):
                self._try(self._leave_group, lane, worker)

    def _leave_group(self, lane: str, worker: str) -> None:
        """Forget the consumer, unless it still holds something."""
        pending = self._redis.xpending_range(self._queue(lane), GROUP, "-", "+", 1, consumername=worker)
        if not pending:
            self._redis.xgroup_delconsumer(self._queue(lane), GROUP, worker)

    def status(self) -> QueueStatus:
        return self._try(self._status)

    def _status(self) -> QueueStatus:
        waiting, held = {}, {}
        for lane in LANES:
            length, pending = self._redis.xlen(self._queue(lane)), 0
            with suppress(redis.ResponseError):
                pending = self._redis.xpending(self._queue(lane), GROUP)["pending"]
            waiting[lane], held[lane] = max(0, length - pending), pending
        return QueueStatus(waiting, held, self._alive(), int(self._redis.get(self._key("dead-count")) or 0))

    def _alive(self) -> dict[str, dict[str, Any]]:
        now, workers = time.time(), {}
        for name, report in self._redis.hgetall(self._key("workers")).items():
            about = json.loads(report)
            silent = now - about.pop("beat")
            if silent < 3 * self._worker_timeout:
                workers[name.decode()] = {**about, "silent": round(silent, 1)}
            elif silent > 100 * self._worker_timeout:
                self._redis.hdel(self._key("workers"), name)
        return workers

    def close(self) -> None:
        for stop in self._listeners:
            stop.set()
        with suppress(redis.RedisError):
            self._redis.close()

    def _run(self, script: RedisScript, jobs: list[list[Any]]) -> list[Any]:
        """A script run for each of some jobs, given by their values, in one round trip."""
        if not jobs:
            return []
        values = [self._prefix, len(jobs[0]), *chain.from_iterable(jobs)]

        def ask() -> list[Any]:
            try:
                answers: list[Any] = self._redis.evalsha(script.sha, 0, *values)
            except redis.exceptions.NoScriptError:  # not run since the broker was started
                answers = self._redis.eval(script.text, 0, *values)
            return answers

        try:
            return self._try(ask)
        except redis.ResponseError as error:  # out of memory, or read-only
            raise BrokerUnreachable(f"the broker {_public(self._url)} refuses: {error}") from None


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


def _job(lane: str, fields: dict[bytes, bytes]) -> Job:
    name, kind, content = (fields[key].decode() for key in (b"id", b"kind", b"hash"))
    return Job(name, kind, fields[b"body"], lane, content, float(fields[b"deadline"]), 0, int(fields[b"stage"]))


def _public(url: str) -> str:
    """An address without its password."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"
