"""Limits on how much and how often, and what a service without workers says."""

import asyncio
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from benchmarks.support.live import running
from overtrick.service import limits
from overtrick.service.access import Access
from overtrick.service.app import Service, make_app
from overtrick.service.limits import MOST_BYTES, LimitedApp, RateLimiter
from overtrick.service.queue.memory import MemoryTransport


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
        statuses = [client.get("/healthz").status_code for _ in range(4)]
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
