"""Limits on how much and how often, and what a service without workers says."""

import httpx

from benchmarks.support.live import running
from overtrick.service.app import Service, make_app
from overtrick.service.limits import RateLimiter
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
