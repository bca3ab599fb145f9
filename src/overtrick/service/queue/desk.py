"""The desk between the web and the queue: takes questions in, and hands answers out."""

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from fastapi import Response
from starlette.exceptions import HTTPException

from overtrick import __version__
from overtrick.ask.kinds import KINDS, lane_of
from overtrick.service.metrics import Metrics
from overtrick.service.questions import Question
from overtrick.service.queue.client import Hub
from overtrick.service.queue.jobs import CANCELLED, DONE, Event, Job, Progress
from overtrick.service.queue.transport import Transport
from overtrick.service.queue.worker import Worker

QUEUEING = 20.0
"""Seconds a question may wait for a worker, beside the time its answer may take."""
JSON = "application/json"


class Desk:
    """A transport, perhaps workers of its own, and the count of what went out."""

    def __init__(self, transport: Transport, workers: Sequence[Worker] = ()) -> None:
        self.hub = Hub(transport)
        self.metrics = Metrics()
        self._workers = workers

    async def __aenter__(self) -> "Desk":
        self.hub.open()
        for worker in self._workers:
            worker.start()
        return self

    async def __aexit__(self, *reason: object) -> None:
        await asyncio.gather(*(asyncio.to_thread(worker.stop) for worker in self._workers))
        self.hub.close()
        self.hub.transport.close()

    async def answer(self, kind: str, asked: Question, *, as_job: bool = False) -> Response:
        """The answer to a question, or the job that will have it."""
        started, status = time.monotonic(), 500
        seconds = KINDS[kind].seconds + QUEUEING
        job = Job.of(kind, asked.body, lane_of(kind, asked), seconds)
        try:
            if as_job:
                placed = await self.hub.put(job)
                response = _job_response(placed.id, job.hash)
            else:
                response = _response(await self.hub.answer(job, seconds), job.hash)
            status = response.status_code
            return response
        finally:
            self.metrics.note(kind, status, time.monotonic() - started)

    async def progress(self, job_id: str) -> Progress:
        """How a job stands; 404 for one that is not known, or not any more."""
        found = await self.hub.progress(job_id) if len(job_id) == 36 else None
        if found is None:
            raise HTTPException(404, "there is no such job, or not any more")
        return found

    async def result(self, content: str) -> Response:
        """The answer to the question with this hash; 404 while there is none."""
        job_id = await self.hub.find(content) if len(content) == 32 else None
        progress = None if job_id is None else await self.hub.progress(job_id)
        if progress is None or progress.state != DONE:
            raise HTTPException(404, "there is no such result, or not any more")
        return _response(progress.events[-1], content)

    async def status(self) -> dict[str, Any]:
        """Queue, workers and models as plain values."""
        return {"version": __version__, **asdict(await self.hub.census())}

    async def metrics_text(self) -> str:
        return self.metrics.text(await self.hub.census())


def _job_response(job_id: str, content: str) -> Response:
    links = {"status": f"/v1/jobs/{job_id}", "events": f"/v1/jobs/{job_id}/events"}
    body = json.dumps({"job": job_id, "hash": content, **links}).encode()
    return Response(body, 202, {"location": links["status"]}, JSON)


def _response(event: Event, content: str) -> Response:
    """The last event of a job as an answer over HTTP."""
    if event.name == DONE:
        return Response(event.data, 200, {"x-content-hash": content}, JSON)
    if event.name == CANCELLED:
        return Response(b'{"error":{"message":"the job was cancelled","where":""}}', 409, media_type=JSON)
    said = json.loads(event.data)
    return Response(json.dumps({"error": said["error"]}, ensure_ascii=False), said["status"], media_type=JSON)
