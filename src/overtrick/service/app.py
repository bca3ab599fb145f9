"""The HTTP API: every question as a POST under /v1, jobs with their events, the page, and how things stand."""

import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from overtrick import __version__
from overtrick.ask.fields import error_dict
from overtrick.core import BridgeError
from overtrick.service import questions as q
from overtrick.service.limits import Guard, Rates
from overtrick.service.listing import listing
from overtrick.service.page import page_file
from overtrick.service.queue.client import TimedOut
from overtrick.service.queue.desk import Desk
from overtrick.service.queue.transport import RETRY_AFTER, QueueFull, Unreachable
from overtrick.service.streaming import event_stream, job_dict

_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": q.Refusal, "description": about}
    for status, about in (
        (413, "The body is too large."),
        (422, "The question makes no sense; in the parser's words, with the place."),
        (429, "Too many questions; Retry-After says when to come back."),
        (504, "The answer took too long."),
    )
}

_STATUSES: dict[type[BridgeError], int] = {QueueFull: 429, TimedOut: 504, Unreachable: 503}
_UNKNOWN: dict[int | str, dict[str, Any]] = {404: {"model": q.Refusal, "description": "There is no such thing."}}

v1 = APIRouter(prefix="/v1", responses=_REFUSALS)
around = APIRouter()


async def _desk(request: Request) -> Desk:  # not a plain function, which would run in a thread each time
    desk: Desk = request.app.state.desk
    return desk


At = Annotated[Desk, Depends(_desk)]
AsJob = Annotated[bool, Query(description="Answer at once with a job (202), to be asked for or listened to.")]


def _ask(path: str, about: str) -> Callable[[Any], Any]:
    return v1.post(path, summary=about, response_class=Response, responses={200: {"content": {"application/json": {}}}})


@_ask("/parse", "Boards from PBN, LIN, a BBO link, JSON, a deal or hands")
async def parse(asked: q.TextQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("parse", asked, as_job=job)


@_ask("/convert", "Boards in another format")
async def convert(asked: q.ConvertQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("convert", asked, as_job=job)


@_ask("/deal", "Random deals, or deals that meet a condition; `see` shows one hand alone")
async def deal(asked: q.DealQuestion, desk: At, job: AsJob = False) -> Response:
    seed = secrets.randbits(32) if asked.seed is None else asked.seed
    return await desk.answer("deal", asked.model_copy(update={"seed": seed}), as_job=job)


@_ask("/dd", "Exact double dummy, and par")
async def dd(asked: q.BoardQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("dd", asked, as_job=job)


@_ask("/tricks", "Double-dummy tricks as the network estimates them")
async def tricks(asked: q.TricksQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("tricks", asked, as_job=job)


@_ask("/eval", "What a hand is worth by every count")
async def eval_(asked: q.HandQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("eval", asked, as_job=job)


@_ask("/chance", "The chance of every contract with two hands")
async def chance(asked: q.PairQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("chance", asked, as_job=job)


@_ask("/contract", "The best contract")
async def contract(asked: q.ContractQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("contract", asked, as_job=job)


@_ask("/explain", "What the calls of an auction mean, and which may come next")
async def explain(asked: q.AuctionQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("explain", asked, as_job=job)


@_ask("/bid", "Which call, by which rule; with `net` the network's")
async def bid(asked: q.BidQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("policy" if asked.net and not asked.brief else "bid", asked, as_job=job)


@_ask("/posterior", "What the hidden hands may be")
async def posterior(asked: q.PosteriorQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("posterior", asked, as_job=job)


@_ask("/advise", "Which call, and why: a job with events policy, posterior, imps, done")
async def advise(asked: q.AdviseQuestion, desk: At, job: AsJob = True) -> Response:
    return await desk.answer("advise", asked, as_job=job)


@_ask("/match", "A short duplicate match")
async def match(asked: q.MatchQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("match", asked, as_job=job)


@_ask("/annotate", "Boards with a note to every call, as PBN")
async def annotate(asked: q.AnnotateQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("annotate", asked, as_job=job)


@_ask("/systems/check", "What is wrong with a card's text")
async def check(asked: q.CheckQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("check", asked, as_job=job)


@_ask("/systems/tree", "A system as a tree of calls, with shares and sample hands")
async def tree(asked: q.TreeQuestion, desk: At, job: AsJob = False) -> Response:
    return await desk.answer("tree", asked, as_job=job)


@v1.get("/systems", summary="The shipped systems")
async def systems(desk: At) -> Response:
    return await desk.answer("systems", q.Question())


@v1.get("/systems/{name:path}", summary="A shipped system: its text and rules", responses=_UNKNOWN)
async def system(name: str, desk: At) -> Response:
    if name not in get_args(q.SystemName):
        raise HTTPException(404, f"there is no such system (known: {', '.join(get_args(q.SystemName))})")
    return await desk.answer("system", q.SystemQuestion.model_validate({"name": name}))


# Jobs


@v1.get("/jobs/{job_id}", summary="How a job stands", responses=_UNKNOWN)
async def job(job_id: str, desk: At) -> dict[str, Any]:
    return job_dict(await desk.progress(job_id))


@v1.delete("/jobs/{job_id}", summary="Cancel a job", responses=_UNKNOWN)
async def cancel(job_id: str, desk: At) -> dict[str, Any]:
    await desk.progress(job_id)
    return {"cancelled": await desk.hub.cancel(job_id), "id": job_id}


@v1.get("/jobs/{job_id}/events", summary="A job's events as they come", responses=_UNKNOWN)
async def events(job_id: str, request: Request, desk: At) -> Response:
    await desk.progress(job_id)
    return event_stream(desk.hub, job_id, request.headers.get("last-event-id", ""))


@v1.get("/results/{content}", summary="An answer by the content hash of its question", responses=_UNKNOWN)
async def result(content: str, desk: At) -> Response:
    return await desk.result(content)


# Around


@v1.get("/status", summary="Queue, workers and models")
async def status(desk: At) -> dict[str, Any]:
    return await desk.status()


@around.get("/metrics", include_in_schema=False)
async def metrics(desk: At) -> Response:
    return Response(await desk.metrics_text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@around.get("/healthz", summary="Whether the service is up", tags=["service"])
async def healthz() -> dict[str, Any]:
    return {"ok": True, "version": __version__}


@around.get("/docs", include_in_schema=False)
async def docs(request: Request) -> Response:
    return Response(listing(request.app.openapi()), media_type="text/html; charset=utf-8")


@around.get("/{path:path}", include_in_schema=False)
async def page(path: str, request: Request) -> Response:
    found = page_file(path)
    if found is None:
        raise HTTPException(404, "there is no such page")
    headers = {"etag": found.etag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == found.etag:
        return Response(status_code=304, headers=headers)
    return Response(found.content, media_type=found.type, headers=headers)


# The application


def make_app(desk: Desk, *, rate: float = 0.0) -> Guard:
    """The application at a desk; `rate` limits the requests a second of each client, 0 for no limit."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with desk:
            yield

    app = FastAPI(
        title="Overtrick",
        version=__version__,
        summary="Contract bridge bidding: which call, and why.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.desk = desk
    app.include_router(v1)
    app.include_router(around)
    app.add_exception_handler(RequestValidationError, _not_valid)
    app.add_exception_handler(HTTPException, _not_found)
    app.add_exception_handler(BridgeError, _not_possible)
    app.add_exception_handler(Exception, _broken)
    return Guard(app, Rates(rate, max(2.0, 4 * rate)))


def refusal(status: int, error: BridgeError | str, headers: dict[str, str] | None = None) -> Response:
    """An answer that says no."""
    body = json.dumps({"error": error_dict(error)}, ensure_ascii=False).encode(errors="replace")
    return Response(body, status, headers, media_type="application/json")


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
