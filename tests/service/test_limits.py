"""Limits on how much and how often, and what a service without workers says."""

import asyncio
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from asgi import HOME, limited, request
from benchmarks.support.live import running
from overtrick.service import limits
from overtrick.service.access import Access
from overtrick.service.app import Service, make_app
from overtrick.service.limits import MOST_BYTES, MOST_STREAMS_OF_A_CLIENT, LimitedApp, RateLimiter, StreamCounter
from overtrick.service.queue.memory import MemoryTransport
from overtrick.service.responses import Refused


def evaluated(client: httpx.Client, number: int) -> httpx.Response:
    return client.post("/v1/eval?job=true", json={"hand": "AKJT985.6.A76.84", "trump": "CDHSN"[number]})


def test_a_full_queue_says_when_to_come_back() -> None:
    with running(make_app(Service(MemoryTransport(lane_size=2)))) as client:
        answers = [evaluated(client, number) for number in range(3)]
        assert [answer.status_code for answer in answers] == [202, 202, 429]
        assert answers[2].headers["retry-after"] == "3"
        assert "busy" in answers[2].json()["error"]["message"]
        assert evaluated(client, 0).status_code == 202, "what is asked already takes no more room"
        metrics = client.get("/metrics").text
        assert 'overtrick_queue_length{lane="interactive"} 2' in metrics
        assert "overtrick_workers 0" in metrics


def test_a_client_that_asks_too_often_has_to_wait() -> None:
    with running(make_app(Service(MemoryTransport()), rate=0.01)) as client:
        claimed = [{"X-Forwarded-For": f"1.1.1.{number}"} for number in range(4)]  # which nobody has to believe
        statuses = [client.get("/healthz", headers=headers).status_code for headers in claimed]
        assert statuses == [200, 200, 429, 429]
        assert int(client.get("/healthz").headers["retry-after"]) >= 1


def test_rates_are_counted_client_by_client() -> None:
    limiter = RateLimiter(rate=0.001, burst=1)
    assert limiter.wait("anna") == 0
    assert limiter.wait("anna") > 500
    assert limiter.wait("bert") == 0
    assert RateLimiter(rate=0, burst=0).wait("anna") == 0


def test_a_bucket_fills_with_time_up_to_the_burst(monkeypatch: pytest.MonkeyPatch) -> None:
    now, limiter = 100.0, RateLimiter(rate=2, burst=3)
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now))
    assert [limiter.wait("anna") for _ in range(4)] == [0, 0, 0, 0.5]
    now += 0.25
    assert limiter.wait("anna") == 0.25, "half a request has come in, and asking in vain costs nothing"
    now += 0.25
    assert [limiter.wait("anna") for _ in range(2)] == [0, 0.5]
    now += 3600
    assert [limiter.wait("anna") for _ in range(4)] == [0, 0, 0, 0.5]


def test_the_clients_of_longest_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_CLIENTS", 2)
    limiter = RateLimiter(rate=0.001, burst=1)
    assert [limiter.wait(client) == 0 for client in ("anna", "bert", "anna", "carl")] == [True, True, False, True]
    assert len(limiter._buckets) == 2
    assert limiter.wait("anna") > 0, "who has asked since is remembered"
    assert limiter.wait("bert") == 0


@pytest.mark.parametrize(
    ("announced", "sent", "status", "arrived"),
    [
        (MOST_BYTES, MOST_BYTES, 200, MOST_BYTES),
        (None, MOST_BYTES, 200, MOST_BYTES),
        (MOST_BYTES + 1, MOST_BYTES + 1, 413, 0),
        (None, MOST_BYTES + 1, 413, MOST_BYTES - 1),
        (1, MOST_BYTES + 1, 413, MOST_BYTES - 1),
    ],
)
def test_a_body_is_cut_off_at_the_limit(announced: int | None, sent: int, status: int, arrived: int) -> None:
    """What is sent comes in two parts: the last two bytes, and before them the others."""
    parts = [sent - 2, 2]
    taken: list[int] = []
    answers: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        size = parts.pop(0)
        return {"type": "http.request", "body": bytes(size), "more_body": bool(parts)}

    async def send(message: dict[str, Any]) -> None:
        answers.append(message)

    async def read_all(scope: Any, receive: Any, send: Any) -> None:
        more = True
        while more:
            message = await receive()
            taken.append(len(message.get("body", b"")))
            more = message.get("more_body", False)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    headers = [(b"host", b"localhost"), *([(b"content-length", b"%d" % announced)] if announced else [])]
    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": headers, "scheme": "http"}
    app = LimitedApp(read_all, RateLimiter(0, 1), Access())
    asyncio.run(app(scope | {"client": ("::1", 1), "server": ("::1", 80)}, receive, send))
    assert [answer["status"] for answer in answers if answer["type"] == "http.response.start"] == [status]
    assert sum(taken) == arrived


# The shape of requests


@pytest.mark.parametrize(
    ("status", "fields"),
    [
        (200, [("X", "y")] * 99),
        (431, [("X", "y")] * 100),
        (200, [("X", "y" * (16_384 - len(f"HostX{HOME}")))]),
        (431, [("X", "y" * (16_385 - len(f"HostX{HOME}")))]),
        (431, [("X", "y" * 9_000)] * 2),
        (415, [("Content-Encoding", "gzip")]),
        (200, [("Content-Encoding", "identity")]),
        (413, [("Content-Length", "1200001")]),
        (200, [("Content-Length", "1200000")]),
        (413, [("Content-Length", "-1")]),
        (413, [("Content-Length", "1" * 5_000)]),
        (400, [("Content-Length", "1"), ("Content-Length", "1")]),
        (400, [("Content-Length", "1"), ("Transfer-Encoding", "chunked")]),
        (400, [("Origin", f"http://{HOME}")] * 2),
        (400, [("Authorization", "Bearer x")] * 2),
        (200, [("Accept", "a"), ("Accept", "b")]),
    ],
)
def test_headers_that_are_too_many_too_long_or_in_doubt_are_refused(status: int, fields: list[tuple[str, str]]) -> None:
    reply = request(limited(), ("Host", HOME), *fields, method="POST")
    assert reply.status == status
    assert (reply.message == "") == (status == 200)


def test_who_has_to_wait_a_moment_is_told_a_second() -> None:
    reply = request(LimitedApp(limited(), RateLimiter(rate=1_000, burst=0.5), Access()), ("Host", HOME))
    assert (reply.status, reply.headers["retry-after"]) == (429, "1")


def test_addresses_that_are_too_long_are_refused() -> None:
    assert request(limited(), ("Host", HOME), path="/" + "x" * 8_000).status == 200
    assert request(limited(), ("Host", HOME), path="/" + "x" * 8_192).status == 414
    assert request(limited(), ("Host", HOME), path="/?" + "x" * 8_192).status == 414


def test_answers_of_the_api_are_not_stored_and_the_pages_are() -> None:
    assert request(limited(), ("Host", HOME), path="/v1/status").headers["cache-control"] == "no-store"
    assert "cache-control" not in request(limited(), ("Host", HOME), path="/main.js").headers


def test_a_question_that_is_under_way_when_the_server_stops_is_told_so() -> None:
    async def stopped(scope: Any, receive: Any, send: Any) -> None:
        raise asyncio.CancelledError

    reply = request(LimitedApp(stopped, RateLimiter(0, 0), Access()), ("Host", HOME))
    assert (reply.status, reply.message) == (503, "the server stops")


def test_streams_are_counted_client_by_client() -> None:
    streams = StreamCounter()
    with ExitStack() as stack:
        for _ in range(MOST_STREAMS_OF_A_CLIENT):
            stack.enter_context(streams.counted("anna"))
        with pytest.raises(Refused) as refused:
            stack.enter_context(streams.counted("anna"))
        assert refused.value.status == 429
        stack.enter_context(streams.counted("bert"))
    with streams.counted("anna"):
        assert streams.clients == 1
    assert streams.clients == 0, "nothing is remembered of those who have gone"
