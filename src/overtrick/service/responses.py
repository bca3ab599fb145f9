"""What goes out over HTTP: answers, refusals, jobs, and a job's events as they come."""

import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, NamedTuple

from pydantic import BaseModel
from starlette.responses import Response, StreamingResponse

from overtrick.ask.wire import error_json
from overtrick.core import BridgeError
from overtrick.core.errors import Where
from overtrick.service.queue.client import QueueClient
from overtrick.service.queue.jobs import CANCELLED, DONE, FAILED, UNAVAILABLE, JobEvent, Progress
from overtrick.service.queue.transport import RETRY_AFTER

JSON = "application/json"
STREAM_SECONDS = 900.0
"""After which a stream of events ends; who still listens comes back with the number of the last event."""

Headers = Mapping[bytes, bytes]
Field = tuple[bytes, bytes]


class HttpReply(NamedTuple):
    """A small answer that needs no application."""

    status: int
    headers: Sequence[Field]
    body: bytes = b""


class Refused(BridgeError):
    """A request that goes no further, with the status of its answer."""

    def __init__(self, status: int, message: str, where: str = "", headers: Sequence[Field] = ()) -> None:
        super().__init__(message, Where(source=where or None))
        self.status = status
        self.headers = headers

    def reply(self) -> HttpReply:
        """The refusal as it is sent."""
        body = json.dumps({"error": error_json(self)}, ensure_ascii=False).encode()
        return HttpReply(self.status, [(b"content-type", JSON.encode()), *self.headers], body)


class EventJson(BaseModel):
    """An event of a job."""

    number: int
    event: str
    data: dict[str, Any]


class ProgressJson(BaseModel):
    """A job's state, its events so far, and at the end its answer or what went wrong."""

    job: str
    kind: str
    hash: str
    state: str
    events: list[EventJson]
    result: dict[str, Any] | None = None
    error: dict[str, Any] | None = None


class CancelJson(BaseModel):
    """Whether there was something to cancel."""

    cancelled: bool
    id: str


class StatusJson(BaseModel):
    """Jobs by lane, and what the workers report."""

    version: str
    waiting: dict[str, int]
    held: dict[str, int]
    workers: dict[str, dict[str, Any]]
    dead: int


class HealthJson(BaseModel):
    """That the service is up."""

    ok: bool
    version: str


def refusal(status: int, error: BridgeError | str, headers: dict[str, str] | None = None) -> Response:
    """The answer to a question that has none."""
    body = json.dumps({"error": error_json(error)}, ensure_ascii=False).encode(errors="replace")
    return Response(body, status, headers, JSON)


def answer_response(event: JobEvent, content: str) -> Response:
    """The last event of a job as an answer, with the hash of its question."""
    if event.name == DONE:
        return Response(event.data, 200, {"x-content-hash": content}, JSON)
    if event.name == CANCELLED:
        return refusal(409, "the job was cancelled")
    failure = json.loads(event.data)
    headers = {"retry-after": str(RETRY_AFTER)} if failure["status"] == UNAVAILABLE else None
    return Response(json.dumps({"error": failure["error"]}, ensure_ascii=False), failure["status"], headers, JSON)


def job_response(job_id: str, content: str) -> Response:
    """Where to ask for a job that was accepted."""
    links = {"status": f"/v1/jobs/{job_id}", "events": f"/v1/jobs/{job_id}/events"}
    body = json.dumps({"job": job_id, "hash": content, **links}).encode()
    return Response(body, 202, {"location": links["status"]}, JSON)


def progress_json(progress: Progress) -> ProgressJson:
    """A job with all its events so far, for clients that poll."""
    events = [EventJson(number=number, event=name, data=json.loads(data)) for number, name, data in progress.events]
    about = ProgressJson(job=progress.id, kind=progress.kind, hash=progress.hash, state=progress.state, events=events)
    if progress.state == DONE:
        about.result = events[-1].data
    elif progress.state == FAILED:
        about.error = events[-1].data["error"]
    return about


def event_stream(client: QueueClient, job_id: str, last_id: str) -> StreamingResponse:
    """Server-sent events; `last_id` is the number of the last one that a returning listener has."""
    first = int(last_id) + 1 if last_id.isascii() and last_id.isdigit() and len(last_id) < 6 else 0
    headers = {"x-accel-buffering": "no"}
    return StreamingResponse(_lines(client, job_id, first), media_type="text/event-stream", headers=headers)


async def _lines(client: QueueClient, job_id: str, first: int) -> AsyncIterator[bytes]:
    until = time.monotonic() + STREAM_SECONDS
    async with aclosing(client.events(job_id, first)) as events:
        async for event in events:
            yield b": still here\n\n" if event is None else _event_lines(event)
            if time.monotonic() > until:
                return


def _event_lines(event: JobEvent) -> bytes:
    """An event of the stream; its data is one line."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.number, event.name.encode(), event.data)
