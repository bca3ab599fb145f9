"""How questions reach workers and answers come back: what every transport promises.

- A job that was put is answered, fails with a reason, or is cancelled; none is lost while the transport keeps its data.
- Its events are heard in order, each once, and exactly one FINAL event, however many workers have tried.
- The same question put twice while the first is known is one job.
- A worker that falls silent loses what it held after `patience` seconds; after MOST_TRIES the job is a dead letter.
- Each lane holds at most `bound` jobs that are not finished; a put beyond that is refused with QueueFull.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from overtrick.core import BridgeError
from overtrick.service.queue.jobs import Event, Job, News, Progress

MOST_TRIES = 5
BOUND = 1000
"""Jobs a lane takes."""
PATIENCE = 10.0
"""Seconds without a heartbeat after which a worker is given up."""
KEPT = 900
"""Seconds for which a finished job is remembered."""
RETRY_AFTER = 3
"""Seconds after which somebody who was refused may try again."""


class QueueFull(BridgeError):
    """Too many jobs are waiting."""

    def __init__(self, lane: str) -> None:
        super().__init__(f"busy: the {lane} queue is full, try again in {RETRY_AFTER} s")


class Unreachable(BridgeError):
    """The broker does not answer."""


class Placed(NamedTuple):
    """Where a question went: the job that answers it, which may be one that was there before."""

    id: str
    is_new: bool


@dataclass(frozen=True)
class Census:
    """How things stand."""

    waiting: dict[str, int]
    """By lane, jobs that nobody has taken yet."""
    held: dict[str, int]
    """By lane, jobs that a worker has."""
    workers: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By name, what each said of itself in its last heartbeat, and `silent`, the seconds since."""
    dead: int = 0
    """Dead letters."""


Heard = Callable[[list[News]], None]


class Transport(Protocol):
    """A queue of questions with a way back for answers. All methods may be called from any thread."""

    is_local: bool
    """Whether calls return at once, without asking another process."""

    def put(self, jobs: Sequence[Job]) -> list[Placed | QueueFull]:
        """Queue jobs, each unless its question is under way or answered already, or its lane is full."""
        ...

    def pull(self, worker: str, lanes: Sequence[str], most: int, wait: float) -> list[Job]:
        """What has queued up in the first of the lanes that has something, or nothing after `wait` seconds.

        Jobs too late are failed on the way, those of silent workers taken over.
        """
        ...

    def begin(self, jobs: Sequence[Job]) -> None:
        """A worker begins with jobs that it has pulled: this counts as a try."""
        ...

    def post(self, told: Sequence[tuple[Job, Event]]) -> list[bool]:
        """Tell the askers; events told before are left out. False for jobs nobody wants to hear of any more."""
        ...

    def again(self, job: Job, reason: str) -> None:
        """A try has failed: back into the queue, or among the dead letters."""
        ...

    def pass_on(self, job: Job, lane: str) -> None:
        """Leave the rest of a job to whoever works in that lane; the try does not count."""
        ...

    def cancel(self, job_id: str) -> bool:
        """One asker has lost interest; the job ends when all have. False when there is nothing to cancel."""
        ...

    def progress(self, job_id: str) -> Progress | None:
        """How a job stands."""
        ...

    def find(self, content: str) -> str | None:
        """The job that answers the question with this content hash."""
        ...

    def listen(self, heard: Heard) -> Callable[[], None]:
        """Call `heard` with the news of all jobs from now on, in some thread; the function returned ends that."""
        ...

    def beat(self, worker: str, about: dict[str, Any], held: Sequence[Job]) -> None:
        """A worker is alive and has these jobs."""
        ...

    def leave(self, worker: str) -> None:
        """A worker goes, with nothing in its hands."""
        ...

    def census(self) -> Census:
        """How things stand."""
        ...

    def close(self) -> None:
        """End connections."""
        ...
