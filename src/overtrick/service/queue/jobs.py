"""Jobs: questions on their way through the queue, and the events that report on them."""

import hashlib
import json
import time
import uuid
from typing import NamedTuple

from overtrick import __version__
from overtrick.ask import BATCH as BATCH
from overtrick.ask import BULK as BULK
from overtrick.ask import INTERACTIVE as INTERACTIVE
from overtrick.ask.wire import error_json
from overtrick.core import BridgeError

LANES = (INTERACTIVE, BATCH, BULK)
"""What waits in a lane goes before what waits in the next."""

DONE, FAILED, CANCELLED = "done", "failed", "cancelled"
FINAL = (DONE, FAILED, CANCELLED)
"""Events after which nothing follows; a job's state has the same name then."""
QUEUED, RUNNING = "queued", "running"

UNPROCESSABLE, BROKEN, UNAVAILABLE, TIMED_OUT = 422, 500, 503, 504
"""HTTP statuses: the question makes no sense, it could not be answered, not now, it took too long."""


class Job(NamedTuple):
    """A question: what kind it is, its body as JSON, the lane it waits in, and when an answer comes too late."""

    id: str
    kind: str
    body: bytes
    lane: str
    hash: str
    """Of kind and body as they were asked: the same question gets the same answer."""
    deadline: float
    """By this process's own clock that no one sets (`time.monotonic`); another process has another."""
    tries: int = 0
    """How often a worker has begun with it before."""
    stage: int = 0
    """The number of the first event that an answer to this body gives; above 0 once its first stage is answered."""
    receipt: str = ""
    """By which its transport finds it again after it was pulled."""
    failures: int = 0
    """How many of the tries failed; in the others the worker fell silent, which is not the job's fault."""
    asker: str = ""
    """Whose job it is, for a fair share of the batch lane; empty for no one's."""

    @classmethod
    def of(cls, kind: str, body: bytes, lane: str, seconds: float, asker: str = "") -> "Job":
        """A new job that should be answered within that time."""
        name, content = str(uuid.uuid4()), content_hash(kind, body)
        return cls(name, kind, body, lane, content, time.monotonic() + seconds, asker=asker)

    @property
    def seconds_left(self) -> float:
        return self.deadline - time.monotonic()


def content_hash(kind: str, body: bytes) -> str:
    """The name of a question by its content: the same for the same body in the same version."""
    return hashlib.sha256(b"\0".join([__version__.encode(), kind.encode(), body])).hexdigest()[:32]


class JobEvent(NamedTuple):
    """A report on a job. Events of a job are numbered from 0; the name of the last one is in FINAL."""

    number: int
    name: str
    data: bytes
    """A JSON object."""

    @property
    def is_final(self) -> bool:
        return self.name in FINAL


class Notification(NamedTuple):
    """An event with the job it belongs to."""

    job: str
    event: JobEvent


class Progress(NamedTuple):
    """A job's state, and its events so far."""

    id: str
    kind: str
    hash: str
    state: str
    events: list[JobEvent]


def failure(status: int, error: BridgeError | str) -> bytes:
    """The data of a FAILED event: an HTTP status, and what went wrong."""
    return json.dumps({"status": status, "error": error_json(error)}, ensure_ascii=False).encode()


def overdue_event(job: Job, number: int) -> JobEvent:
    """The last event of a job that no worker took in time."""
    return JobEvent(number, FAILED, failure(TIMED_OUT, f"time-out: no worker was free in time for this {job.kind}"))


def given_up_event(tries: int, reason: str, number: int) -> JobEvent:
    """The last event of a job that failed too often."""
    return JobEvent(number, FAILED, failure(BROKEN, f"given up after {tries} tries: {reason}"))


def lost_event(number: int) -> JobEvent:
    """The last event of a job that the broker no longer knows."""
    return JobEvent(number, FAILED, failure(UNAVAILABLE, "the broker has lost this question; ask again"))
