"""What goes out over HTTP: answers, refusals, jobs, and a job's events as they come."""

import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import Response, StreamingResponse

from overtrick.ask.wire import error_json
from overtrick.core import BridgeError
from overtrick.service.queue.client import QueueClient
from overtrick.service.queue.jobs import CANCELLED, DONE, FAILED, JobEvent, Progress

JSON = "application/json"


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
    return Response(json.dumps({"error": failure["error"]}, ensure_ascii=False), failure["status"], media_type=JSON)


def job_response(job_id: str, content: str) -> Response:
    """Where to ask for a job that was accepted."""
    links = {"status": f"/v1/jobs/{job_id}", "events": f"/v1/jobs/{job_id}/events"}
    body = json.dumps({"job": job_id, "hash": content, **links}).encode()
    return Response(body, 202, {"location": links["status"]}, JSON)


def progress_json(progress: Progress) -> dict[str, Any]:
    """A job with all its events so far, for clients that poll."""
    events = [
        {"number": event.number, "event": event.name, "data": json.loads(event.data)} for event in progress.events
    ]
    about: dict[str, Any] = {"job": progress.id, "kind": progress.kind, "hash": progress.hash, "state": progress.state}
    about["events"] = events
    if progress.state == DONE:
        about["result"] = events[-1]["data"]
    elif progress.state == FAILED:
        about["error"] = events[-1]["data"]["error"]
    return about


def event_stream(client: QueueClient, job_id: str, last_id: str) -> StreamingResponse:
    """Server-sent events; `last_id` is the number of the last one that a returning listener has."""
    first = int(last_id) + 1 if last_id.isascii() and last_id.isdigit() and len(last_id) < 6 else 0
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_lines(client, job_id, first), media_type="text/event-stream", headers=headers)


async def _lines(client: QueueClient, job_id: str, first: int) -> AsyncIterator[bytes]:
    async for event in client.events(job_id, first):
        yield b": still here\n\n" if event is None else _event_lines(event)


def _event_lines(event: JobEvent) -> bytes:
    """An event of the stream; its data is one line."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.number, event.name.encode(), event.data)
