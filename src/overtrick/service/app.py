"""The HTTP API: every question as a POST under /v1, jobs with their events, the page, and the state of the service."""

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from overtrick import __version__
from overtrick.ask import QUESTIONS
from overtrick.ask.wire import JsonObject, to_json
from overtrick.ask.wire.bodies import json_object
from overtrick.core import BridgeError, ParseError
from overtrick.service.access import Access
from overtrick.service.limits import LimitedApp, RateLimiter
from overtrick.service.metrics import Metrics
from overtrick.service.openapi import ROUTES, Route, describe
from overtrick.service.page import listing, page_file
from overtrick.service.queue.client import QueueClient, TimedOut
from overtrick.service.queue.jobs import DONE, Job, Progress
from overtrick.service.queue.transport import RETRY_AFTER, BrokerUnreachable, QueueFull, Transport
from overtrick.service.queue.worker import Worker
from overtrick.service.responses import (
    CancelJson,
    HealthJson,
    ProgressJson,
    StatusJson,
    answer_response,
    event_stream,
    job_response,
    progress_json,
    refusal,
)

QUEUEING = 20.0
"""Seconds a question may wait for a worker, beside the time its answer may take."""
_STATUSES: dict[type[BridgeError], int] = {QueueFull: 429, TimedOut: 504, BrokerUnreachable: 503}


class Service:
    """What answers the requests: the queue client, perhaps workers of its own, and the count of answers."""

    def __init__(self, transport: Transport, workers: Sequence[Worker] = ()) -> None:
        self.client = QueueClient(transport)
        self.metrics = Metrics()
        self._workers = workers
        self._is_stopping = False

    async def __aenter__(self) -> "Service":
        self.client.open()
        for worker in self._workers:
            worker.start()
        self._loading = asyncio.create_task(asyncio.to_thread(_load_questions))
        return self

    async def stop(self) -> None:
        """End the streams, let the workers finish or give back what they have, and refuse those who still wait."""
        if self._is_stopping:
            return
        self._is_stopping = True
        self.client.end_streams()
        await asyncio.gather(*(asyncio.to_thread(worker.stop) for worker in self._workers))
        self.client.refuse_waiting()

    async def __aexit__(self, *reason: object) -> None:
        await self.stop()
        self.client.close()

    async def answer(self, kind: str, body: JsonObject, *, as_job: bool = False, asker: str = "") -> Response:
        """The answer to a question, or the job that will have it; ParseError for a body that is no such question."""
        await self._loading
        job = _job(kind, body, asker)
        seconds = QUESTIONS[kind].seconds + QUEUEING
        started, status = time.monotonic(), 500
        try:
            if as_job:
                response = job_response((await self.client.put(job)).id, job.hash)
            else:
                response = answer_response(await self.client.answer(job, seconds), job.hash)
            status = response.status_code
            return response
        finally:
            self.metrics.count(kind, status, time.monotonic() - started)

    async def progress(self, job_id: str) -> Progress:
        """A job's state and events; 404 for one that is not known, or not any more."""
        progress = await self.client.progress(job_id) if len(job_id) == 36 else None
        if progress is None:
            raise HTTPException(404, "there is no such job, or not any more")
        return progress

    async def result(self, content: str) -> Response:
        """The answer to the question with this hash; 404 while there is none."""
        job_id = await self.client.find(content) if len(content) == 32 else None
        progress = None if job_id is None else await self.client.progress(job_id)
        if progress is None or progress.state != DONE:
            raise HTTPException(404, "there is no such result, or not any more")
        return answer_response(progress.events[-1], content)


def _load_questions() -> None:
    """Import what reads the questions, so that the first asker does not wait for it."""
    for kind in QUESTIONS.values():
        kind.load()


def _job(kind: str, body: JsonObject, asker: str) -> Job:
    """A question as a job. One without its seed gets one here: two who ask for any deal should get two."""
    question = QUESTIONS[kind].read(body, public=True)
    if getattr(question, "seed", 0) is None:
        question = replace(question, seed=secrets.randbits(32))
    content = json.dumps(to_json(question), separators=(",", ":")).encode()
    return Job.of(kind, content, QUESTIONS[kind].lane_of(question), QUESTIONS[kind].seconds + QUEUEING, asker)


async def _service(request: Request) -> Service:  # not a plain function, which would run in a thread each time
    service: Service = request.app.state.service
    return service


At = Annotated[Service, Depends(_service)]
AsJob = Annotated[bool, Query(description="Answer at once with a job (202), to be asked for or listened to.")]

v1 = APIRouter(prefix="/v1")
around = APIRouter()


# Questions


def _add_question(route: Route) -> None:
    async def ask(request: Request, service: At, job: AsJob = route.is_job) -> Response:
        body = await _read_json(request)
        kind = _bid_kind(body) if route.kind == "bid" else route.kind
        return await service.answer(kind, body, as_job=job, asker=request.scope.get("asker", ""))

    v1.post(route.path, name=route.kind, summary=route.summary, response_class=Response)(ask)


async def _read_json(request: Request) -> JsonObject:
    """The JSON object of a body; pages of other sites cannot send one of this type unasked."""
    kind, _, subtype = request.headers.get("content-type", "application/json").partition(";")[0].partition("/")
    if kind.strip() != "application" or subtype.strip().rpartition("+")[2] != "json":
        raise ParseError("expected a body of the type application/json", source="body")
    try:
        return json_object(await request.body(), "body")
    except ClientDisconnect:  # also after too large a body, which has its answer already
        raise ParseError("expected the whole body", source="body") from None


def _bid_kind(body: JsonObject) -> str:
    """With `net` the network is asked, unless the answer should tell nothing about the hand."""
    net = body.get("net", False)
    if not isinstance(net, bool):
        raise ParseError("expected true or false in 'net'", source="net")
    return "policy" if net and body.get("brief") is not True else "bid"


for _route in ROUTES:
    _add_question(_route)


@v1.get("/systems", summary="The shipped systems", response_class=Response)
async def systems(service: At) -> Response:
    return await service.answer("systems", {})


@v1.get("/systems/{name:path}", summary="A shipped system: its text and rules", response_class=Response)
async def system(name: str, service: At) -> Response:
    try:
        return await service.answer("system", {"name": name})
    except ParseError:
        from overtrick.systems.system import NAMES

        raise HTTPException(404, f"there is no such system (known: {', '.join(NAMES)})") from None


# Jobs


@v1.get("/jobs/{job_id}", summary="A job: its state and events", response_model_exclude_unset=True)
async def job(job_id: str, service: At) -> ProgressJson:
    return progress_json(await service.progress(job_id))


@v1.delete("/jobs/{job_id}", summary="Cancel a job")
async def cancel(job_id: str, service: At) -> CancelJson:
    await service.progress(job_id)
    return CancelJson(cancelled=await service.client.cancel(job_id), id=job_id)


@v1.get("/jobs/{job_id}/events", summary="A job's events as they come")
async def events(job_id: str, request: Request, service: At) -> Response:
    await service.progress(job_id)
    return event_stream(service.client, job_id, request.headers.get("last-event-id", ""))


@v1.get("/results/{content}", summary="An answer by the content hash of its question")
async def result(content: str, service: At) -> Response:
    return await service.result(content)


# The service itself, and the page


@v1.get("/status", summary="Queue, workers and models")
async def status(service: At) -> StatusJson:
    status = await service.client.status()
    return StatusJson(
        version=__version__, waiting=status.waiting, held=status.held, workers=status.workers, dead=status.dead
    )


@around.get("/metrics", include_in_schema=False)
async def metrics(service: At) -> Response:
    return Response(
        service.metrics.text(await service.client.status()), media_type="text/plain; version=0.0.4; charset=utf-8"
    )


@around.get("/healthz", summary="Whether the service is up", tags=["service"])
async def healthz() -> HealthJson:
    return HealthJson(ok=True, version=__version__)


@around.get("/docs", include_in_schema=False)
async def docs(request: Request) -> Response:
    return Response(listing(request.app.openapi()), media_type="text/html; charset=utf-8")


@around.get("/{path:path}", include_in_schema=False)
async def page(path: str, request: Request) -> Response:
    file = page_file(path)
    if file is None:
        raise HTTPException(404, "there is no such page")
    headers = {"etag": file.etag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.type, headers=headers)


# The application


def make_app(service: Service, *, rate: float = 0.0, access: Access | None = None) -> LimitedApp:
    """The application of a service; `rate` limits the requests a second of each client, 0 for no limit."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with service:
            yield

    app = FastAPI(
        title="Overtrick",
        version=__version__,
        summary="Contract bridge bidding: which call, and why.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.service = service
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    app.include_router(v1)
    app.include_router(around)
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(BridgeError, _not_possible)
    app.add_exception_handler(Exception, _broken)
    return LimitedApp(app, RateLimiter(rate, max(2.0, 4 * rate)), access or Access())


def _described(app: FastAPI) -> JsonObject:
    if app.openapi_schema is None:
        app.openapi_schema = describe(app)
    return app.openapi_schema


async def _not_valid(request: Request, error: Exception) -> Response:
    """A parameter of another type: the first thing wrong with it."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    message = str(first["msg"])[:300]
    field = ".".join(str(part) for part in first["loc"])
    return refusal(422, ParseError(message[:1].lower() + message[1:], source=field))


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return refusal(error.status_code, str(error.detail))


async def _not_possible(request: Request, error: Exception) -> Response:
    assert isinstance(error, BridgeError)
    status = next((status for kind, status in _STATUSES.items() if isinstance(error, kind)), 422)
    headers = {"retry-after": str(RETRY_AFTER)} if status in (429, 503) else None
    return refusal(status, error, headers)


async def _broken(request: Request, error: Exception) -> Response:
    return refusal(500, "something went wrong here")
