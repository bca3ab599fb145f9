"""Questions on their way through the queue, and what is heard of them."""

import hashlib
import json
import time
import uuid
from typing import NamedTuple

from overtrick import __version__
from overtrick.ask.fields import error_dict
from overtrick.ask.kinds import BATCH as BATCH
from overtrick.ask.kinds import INTERACTIVE as INTERACTIVE
from overtrick.core import BridgeError

LANES = (INTERACTIVE, BATCH)
"""What waits in the first lane goes before what waits in the second."""

DONE, FAILED, CANCELLED = "done", "failed", "cancelled"
FINAL = (DONE, FAILED, CANCELLED)
"""Events after which nothing follows; a job's state has the same name then."""
QUEUED, RUNNING = "queued", "running"

UNPROCESSABLE, BROKEN, TIMED_OUT = 422, 500, 504
"""How the web says that a question makes no sense, that it could not be answered, that it took too long."""


class Job(NamedTuple):
    """A question: what kind it is, its body as JSON, the lane it waits in, and when an answer comes too late."""

    id: str
    kind: str
    body: bytes
    lane: str
    hash: str
    """Of kind and body: who asks the same gets the same answer."""
    deadline: float
    tries: int = 0
    """How often a worker has begun with it, before this time."""

    @classmethod
    def of(cls, kind: str, body: bytes, lane: str, seconds: float) -> "Job":
        """A new job that should be answered within so many seconds."""
        return cls(str(uuid.uuid4()), kind, body, lane, content_hash(kind, body), time.time() + seconds)

    def taken(self, tries: int) -> "Job":
        """The same job as a worker holds it."""
        return self._replace(tries=tries)

    @property
    def is_late(self) -> bool:
        return time.time() > self.deadline


def content_hash(kind: str, body: bytes) -> str:
    """What a question goes by: the same for the same words to the same version."""
    return hashlib.sha256(b"\0".join([__version__.encode(), kind.encode(), body])).hexdigest()[:32]


class Event(NamedTuple):
    """Something heard of a job. Events of a job are counted from 0; the last one is of a FINAL name."""

    number: int
    name: str
    data: bytes
    """A JSON object."""

    @property
    def is_final(self) -> bool:
        return self.name in FINAL


class News(NamedTuple):
    """An event with the job it belongs to."""

    job: str
    event: Event


class Progress(NamedTuple):
    """A job as it stands."""

    id: str
    kind: str
    hash: str
    state: str
    events: list[Event]


def failure(status: int, error: BridgeError | str) -> bytes:
    """The data of a FAILED event: a status of the web, and what went wrong."""
    return json.dumps({"status": status, "error": error_dict(error)}, ensure_ascii=False).encode()


def late(job: Job, number: int) -> Event:
    """What a job fails with that nobody took in time."""
    return Event(number, FAILED, failure(TIMED_OUT, f"time-out: no worker was free in time for this {job.kind}"))


def dead(tries: int, reason: str, number: int) -> Event:
    """What a job fails with that could not be answered."""
    return Event(number, FAILED, failure(BROKEN, f"given up after {tries} tries: {reason}"))
