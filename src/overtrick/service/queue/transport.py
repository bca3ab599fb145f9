"""How questions reach workers and answers come back: what every transport promises.

- A job that was put is answered, fails with a reason, or is cancelled; none is lost while the transport keeps its data.
- Its events are published in order, each once, and exactly one FINAL event, however many workers have tried.
- The same question put twice while the first is known is one job.
- A worker without a heartbeat for `worker_timeout` seconds loses what it held.
- A job that has failed MOST_FAILURES times, or was begun with MOST_TRIES times, is a dead letter.
- Each lane holds at most `lane_size` jobs that are not finished; a put beyond that is refused with QueueFull.
- An asker has at most MOST_BATCH unfinished jobs in the batch lane; more of them wait in the bulk lane, after others'.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from overtrick.core import BridgeError
from overtrick.service.queue.jobs import Job, JobEvent, Notification, Progress

MOST_FAILURES = 5
"""Tries of a job in which its process died or took too long."""
MOST_TRIES = 20
"""Tries of a job together with those in which the worker fell silent: it was killed, or its machine was lost."""
LANE_SIZE = 1000
"""Unfinished jobs that a lane takes."""
MOST_BATCH = 2
"""Unfinished jobs of one asker in the batch lane: what a page asks at once."""
WORKER_TIMEOUT = 10.0
"""Seconds without a heartbeat after which a worker counts as dead."""
KEEP_SECONDS = 900
"""How long a finished job is remembered."""
RETRY_AFTER = 3
"""Seconds after which an asker who was refused may try again."""


class QueueFull(BridgeError):
    """Too many jobs are waiting."""

    def __init__(self, lane: str) -> None:
        super().__init__(f"busy: the {lane} queue is full, try again in {RETRY_AFTER} s")


class BrokerUnreachable(BridgeError):
    """The broker does not answer."""


class PutResult(NamedTuple):
    """The job that answers a question, which may be one that was there before."""

    id: str
    is_new: bool


@dataclass(frozen=True)
class QueueStatus:
    """How many jobs there are, and which workers."""

    waiting: dict[str, int]
    """By lane, jobs that no worker has taken yet."""
    held: dict[str, int]
    """By lane, jobs that a worker has."""
    workers: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By name, what each reported in its last heartbeat, and `silent`, the seconds since."""
    dead: int = 0
    """Dead letters."""


Listener = Callable[[list[Notification]], None]


class Transport(Protocol):
    """A queue of questions with a way back for answers. All methods may be called from any thread."""

    is_local: bool
    """Whether calls return at once, without asking another process."""

    def put(self, jobs: Sequence[Job]) -> list[PutResult | QueueFull]:
        """Queue jobs, each unless its question is under way or answered already, or its lane is full."""
        ...

    def pull(self, worker: str, lanes: Sequence[str], most: int, wait: float) -> list[Job]:
        """What has queued up in the first of the lanes that has something, or nothing after `wait` seconds.

        Overdue jobs are failed on the way, those of dead workers taken over.
        """
        ...

    def begin(self, jobs: Sequence[Job]) -> None:
        """A worker begins with jobs that it has pulled: this counts as a try."""
        ...

    def post(self, events: Sequence[tuple[Job, JobEvent]]) -> list[bool]:
        """Publish events; those known by number are left out. False for jobs that have ended or were cancelled."""
        ...

    def retry(self, job: Job, reason: str) -> None:
        """A try has failed: back into the queue, or among the dead letters."""
        ...

    def requeue(self, job: Job) -> None:
        """Give a pulled job back as it is now, perhaps with another lane, body and stage; the try does not count."""
        ...

    def cancel(self, job_id: str) -> bool:
        """One asker has lost interest; the job ends when all have. False when there is nothing to cancel."""
        ...

    def progress(self, job_id: str) -> Progress | None:
        """A job's state and events."""
        ...

    def find(self, content: str) -> str | None:
        """The job that answers the question with this content hash."""
        ...

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with the events of all jobs from now on, in some thread; the function returned ends that."""
        ...

    def heartbeat(self, worker: str, about: dict[str, Any], held: Sequence[Job]) -> None:
        """A worker is alive and has these jobs."""
        ...

    def leave(self, worker: str) -> None:
        """A worker that holds nothing ends."""
        ...

    def status(self) -> QueueStatus:
        """Jobs and workers."""
        ...

    def close(self) -> None:
        """End connections."""
        ...
