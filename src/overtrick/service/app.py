"""The HTTP API: every question as a POST under /v1, jobs with their events, the page, and the state of the service."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from overtrick import __version__
from overtrick.ask.kinds import KINDS, lane_of
from overtrick.core import BridgeError
from overtrick.service import questions as q
from overtrick.service.limits import LimitedApp, RateLimiter
from overtrick.service.metrics import Metrics
from overtrick.service.page import listing, page_file
from overtrick.service.queue.client import QueueClient, TimedOut
from overtrick.service.queue.jobs import DONE, Job, Progress
from overtrick.service.queue.transport import RETRY_AFTER, BrokerUnreachable, QueueFull, Transport
from overtrick.service.queue.worker import Worker
from overtrick.service.responses import answer_response, event_stream, job_response, progress_json, refusal

QUEUEING = 20.0
"""Seconds a question may wait for a worker, beside the time its answer may take."""

_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": q.Refusal, "description": about}
    for status, about in (
        (413, "The body is too large."),
        (422, "The question makes no sense; in the parser's words, with the place."),
        (429, "Too many questions; Retry-After says when to come back."),
        (504, "The answer took too long."),
    )
}

_STATUSES: dict[type[BridgeError], int] = {QueueFull: 429, TimedOut: 504, BrokerUnreachable: 503}
_UNKNOWN: dict[int | str, dict[str, Any]] = {404: {"model": q.Refusal, "description": "There is no such thing."}}

v1 = APIRouter(prefix="/v1", responses=_REFUSALS)
around = APIRouter()


class Service:
    """What answers the requests: the queue client, perhaps workers of its own, and the count of answers."""

    def __init__(self, transport: Transport, workers: Sequence[Worker] = ()) -> None:
        self.client = QueueClient(transport)
        self.metrics = Metrics()
        self._workers = workers

    async def __aenter__(self) -> "Service":
        self.client.open()
        for worker in self._workers:
            worker.start()
        return self

    async def __aexit__(self, *reason: object) -> None:
        await asyncio.gather(*(asyncio.to_thread(worker.stop) for worker in self._workers))
        self.client.close()

    async def answer(self, kind: str, asked: q.Question, *, as_job: bool = False) -> Response:
        """The answer to a question, or the job that will have it."""
        started, status = time.monotonic(), 500
        seconds = KINDS[kind].seconds + QUEUEING
        job = Job.of(kind, asked.body, lane_of(kind, asked), seconds)
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


async def _service(request: Request) -> Service:  # not a plain function, which would run in a thread each time
    service: Service = request.app.state.service
    return service


At = Annotated[Service, Depends(_service)]
AsJob = Annotated[bool, Query(description="Answer at once with a job (202), to be asked for or listened to.")]


def _ask(path: str, about: str) -> Callable[[Any], Any]:
    return v1.post(path, summary=about, response_class=Response, responses={200: {"content": {"application/json": {}}}})


@_ask("/parse", "Boards from PBN, LIN, a BBO link, JSON, a deal or hands")
async def parse(asked: q.TextQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("parse", asked, as_job=job)


@_ask("/convert", "Boards in another format")
async def convert(asked: q.ConvertQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("convert", asked, as_job=job)


@_ask("/deal", "Random deals, or deals that meet a condition; `see` shows one hand alone")
async def deal(asked: q.DealQuestion, service: At, job: AsJob = False) -> Response:
    seed = secrets.randbits(32) if asked.seed is None else asked.seed
    return await service.answer("deal", asked.model_copy(update={"seed": seed}), as_job=job)


@_ask("/dd", "Exact double dummy, and par")
async def dd(asked: q.BoardQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("dd", asked, as_job=job)


@_ask("/tricks", "Double-dummy tricks as the network estimates them")
async def tricks(asked: q.TricksQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("tricks", asked, as_job=job)


@_ask("/eval", "What a hand is worth by every count")
async def eval_(asked: q.HandQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("eval", asked, as_job=job)


@_ask("/chance", "The chance of every contract with two hands")
async def chance(asked: q.PairQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("chance", asked, as_job=job)


@_ask("/contract", "The best contract")
async def contract(asked: q.ContractQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("contract", asked, as_job=job)


@_ask("/explain", "What the calls of an auction mean, and which may come next")
async def explain(asked: q.AuctionQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("explain", asked, as_job=job)


@_ask("/bid", "Which call, by which rule; with `net` the network's")
async def bid(asked: q.BidQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("policy" if asked.net and not asked.brief else "bid", asked, as_job=job)


@_ask("/posterior", "What the hidden hands may be")
async def posterior(asked: q.PosteriorQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("posterior", asked, as_job=job)


@_ask("/advise", "Which call, and why: a job with events policy, posterior, imps, done")
async def advise(asked: q.AdviseQuestion, service: At, job: AsJob = True) -> Response:
    return await service.answer("advise", asked, as_job=job)


@_ask("/match", "A short duplicate match")
async def match(asked: q.MatchQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("match", asked, as_job=job)


@_ask("/annotate", "Boards with a note to every call, as PBN")
async def annotate(asked: q.AnnotateQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("annotate", asked, as_job=job)


@_ask("/systems/check", "What is wrong with a card's text")
async def check(asked: q.CheckQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("check", asked, as_job=job)


@_ask("/systems/tree", "A system as a tree of calls, with shares and sample hands")
async def tree(asked: q.TreeQuestion, service: At, job: AsJob = False) -> Response:
    return await service.answer("tree", asked, as_job=job)


@v1.get("/systems", summary="The shipped systems")
async def systems(service: At) -> Response:
    return await service.answer("systems", q.Question())


@v1.get("/systems/{name:path}", summary="A shipped system: its text and rules", responses=_UNKNOWN)
async def system(name: str, service: At) -> Response:
    if name not in get_args(q.SystemName):
        raise HTTPException(404, f"there is no such system (known: {', '.join(get_args(q.SystemName))})")
    return await service.answer("system", q.SystemQuestion.model_validate({"name": name}))


# Jobs


@v1.get("/jobs/{job_id}", summary="A job: its state and events", responses=_UNKNOWN)
async def job(job_id: str, service: At) -> dict[str, Any]:
    return progress_json(await service.progress(job_id))


@v1.delete("/jobs/{job_id}", summary="Cancel a job", responses=_UNKNOWN)
async def cancel(job_id: str, service: At) -> dict[str, Any]:
    await service.progress(job_id)
    return {"cancelled": await service.client.cancel(job_id), "id": job_id}


@v1.get("/jobs/{job_id}/events", summary="A job's events as they come", responses=_UNKNOWN)
async def events(job_id: str, request: Request, service: At) -> Response:
    await service.progress(job_id)
    return event_stream(service.client, job_id, request.headers.get("last-event-id", ""))


@v1.get("/results/{content}", summary="An answer by the content hash of its question", responses=_UNKNOWN)
async def result(content: str, service: At) -> Response:
    return await service.result(content)


# The service itself, and the page


@v1.get("/status", summary="Queue, workers and models")
async def status(service: At) -> dict[str, Any]:
    return {"version": __version__, **asdict(await service.client.status())}


@around.get("/metrics", include_in_schema=False)
async def metrics(service: At) -> Response:
    return Response(
        service.metrics.text(await service.client.status()), media_type="text/plain; version=0.0.4; charset=utf-8"
    )


@around.get("/healthz", summary="Whether the service is up", tags=["service"])
async def healthz() -> dict[str, Any]:
    return {"ok": True, "version": __version__}


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


def make_app(service: Service, *, rate: float = 0.0) -> LimitedApp:
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
    app.include_router(v1)
    app.include_router(around)
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(BridgeError, _not_possible)
    app.add_exception_handler(Exception, _broken)
    return LimitedApp(app, RateLimiter(rate, max(2.0, 4 * rate)))


async def _not_valid(request: Request, error: Exception) -> Response:
    """A body of another shape: the first thing wrong with it."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    said = str(first["msg"])[:300]
    message = BridgeError(said[0].lower() + said[1:] if said else "expected another body").at(source=place or "body")
    return refusal(422, message)


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
