"""Jobs as the web sees them: how one stands, and its events as they come."""

import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import StreamingResponse

from overtrick.service.queue.client import Hub
from overtrick.service.queue.jobs import DONE, FAILED, Event, Progress


def job_dict(progress: Progress) -> dict[str, Any]:
    """A job with all that was heard of it, for those who poll."""
    heard = [{"number": event.number, "event": event.name, "data": json.loads(event.data)} for event in progress.events]
    about: dict[str, Any] = {"job": progress.id, "kind": progress.kind, "hash": progress.hash, "state": progress.state}
    about["events"] = heard
    if progress.state == DONE:
        about["result"] = heard[-1]["data"]
    elif progress.state == FAILED:
        about["error"] = heard[-1]["data"]["error"]
    return about


def event_stream(hub: Hub, job_id: str, last_heard: str) -> StreamingResponse:
    """Server-sent events; `last_heard` is the number of the last one that a returning listener has."""
    first = int(last_heard) + 1 if last_heard.isascii() and last_heard.isdigit() and len(last_heard) < 6 else 0
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_lines(hub, job_id, first), media_type="text/event-stream", headers=headers)


async def _lines(hub: Hub, job_id: str, first: int) -> AsyncIterator[bytes]:
    async for event in hub.events(job_id, first):
        yield b": still here\n\n" if event is None else sent(event)


def sent(event: Event) -> bytes:
    """An event as the stream has it; its data is one line."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.number, event.name.encode(), event.data)
