"""Connections that are too many, too slow, or speak no HTTP; and the next honest question after them."""

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import Mock

import httpx
import pytest

from benchmarks.support.live import running, wait_for
from overtrick.service import connections, limits, responses, server
from overtrick.service.access import Access
from overtrick.service.app import Service, make_app
from overtrick.service.connections import BoundedConnection
from overtrick.service.queue import client
from overtrick.service.queue.memory import MemoryTransport

JOB = {"hand": "AKJT985.6.A76.84"}
SECONDS = 60.0
"""That a socket waits for what the server should do within a second."""


@pytest.fixture(scope="module")
def served() -> Iterator[httpx.Client]:
    """A client of a server whose jobs nobody answers."""
    with running(make_app(Service(MemoryTransport()))) as client:
        yield client


@contextmanager
def connected(client: httpx.Client, text: str = "") -> Iterator[socket.socket]:
    """A connection that has sent this much."""
    with socket.create_connection((client.base_url.host, client.base_url.port or 0), SECONDS) as connection:
        connection.sendall(text.encode("latin-1"))
        yield connection


def heard(connection: socket.socket) -> str:
    """What comes until the server closes the connection."""
    text = b""
    try:
        while piece := connection.recv(65_536):
            text += piece
    except ConnectionResetError:
        pass
    return text.decode()


def error(answer: str) -> Any:
    return json.loads(answer.partition("\r\n\r\n")[2])["error"]


@pytest.mark.parametrize("text", ["", "GET / HTTP/1.1\r\n", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: "])
def test_a_client_that_does_not_finish_its_request_is_cut_off(
    served: httpx.Client, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(connections, "LOOK_EVERY", 0.1)
    with connected(served, text) as connection:
        assert heard(connection) == ""
    assert served.get("/healthz").is_success


def test_a_client_that_begins_another_request_and_does_not_finish_it_is_cut_off(
    served: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LOOK_EVERY", 0.3)
    with connected(served, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n") as connection:
        assert connection.recv(12) == b"HTTP/1.1 200"
        connection.sendall(b"GET /h")  # which ends the time limit on its rest
        heard(connection)


def test_a_client_that_goes_on_asking_is_not_cut_off() -> None:
    connection = BoundedConnection.__new__(BoundedConnection)
    connection.transport, connection.loop, connection._waited_in = Mock(), Mock(), ()
    connection.transport.get_write_buffer_size.return_value = 0

    def is_cut_off(cycle: Any) -> bool:
        connection.cycle = cycle
        connection._look()
        return bool(connection.transport.abort.called)  # type: ignore[attr-defined]

    first, second = (Mock(more_body=False, response_complete=True) for _ in range(2))
    under_way = Mock(more_body=False, response_complete=False)
    looks = [None, first, second, under_way, under_way, under_way, second, first, first]
    assert [is_cut_off(cycle) for cycle in looks] == [False] * 8 + [True]


@pytest.mark.parametrize("framing", ["Content-Length: 100", "Transfer-Encoding: chunked"])
def test_a_body_that_does_not_end_is_refused(
    served: httpx.Client, monkeypatch: pytest.MonkeyPatch, framing: str
) -> None:
    monkeypatch.setattr(connections, "LOOK_EVERY", 0.1)
    head = f"POST /v1/bid HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{framing}\r\n\r\n"
    with connected(served, head) as connection:
        answer = heard(connection)
    assert answer.startswith("HTTP/1.1 408 ")
    assert "whole body" in error(answer)["message"]


def test_a_client_that_does_not_read_its_events_is_cut_off(
    served: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LOOK_EVERY", 0.2)
    ended = threading.Event()

    async def endless(*about: Any) -> AsyncIterator[bytes]:
        try:
            while True:
                await asyncio.sleep(0)
                yield b"x" * 100_000
        finally:
            ended.set()

    monkeypatch.setattr(responses, "_lines", endless)
    path = served.post("/v1/eval?job=true", json=JOB).json()["events"]
    with connected(served, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"):
        assert ended.wait(SECONDS)


@pytest.mark.parametrize(
    "text",
    [
        "nonsense\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST /v1/bid HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x" * 100_000,
    ],
)
def test_what_is_no_http_is_refused_like_everything_else(served: httpx.Client, text: str) -> None:
    with connected(served, text) as connection:
        answer = heard(connection)
    assert answer.startswith("HTTP/1.1 400 "), answer
    assert error(answer)["message"]
    assert "content-security-policy" in answer


def test_connections_over_the_limit_are_refused(served: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MOST_CONNECTIONS", "MOST_OF_AN_ADDRESS"):
        with monkeypatch.context() as patch, ExitStack() as stack:
            patch.setattr(connections, name, 5)
            opened = [stack.enter_context(connected(served)) for _ in range(6)]
            assert error(heard(opened[-1]))["message"].startswith("too many connections")
    wait_for(lambda: served.get("/healthz").is_success)


def test_a_proxy_may_have_more_connections_than_a_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_OF_AN_ADDRESS", 2)
    access = Access(proxies=["127.0.0.1"])
    with running(make_app(Service(MemoryTransport()), access=access)) as client, ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(connected(client))
        assert client.get("/healthz").is_success


def test_event_streams_over_the_limit_are_refused_until_one_is_closed(
    served: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = served.post("/v1/eval?job=true", json=JOB).json()["events"]

    def status() -> int:
        with served.stream("GET", path) as answer:
            return answer.status_code

    for name, refusal in (("MOST_STREAMS_OF_A_CLIENT", 429), ("MOST_STREAMS", 503)):
        with monkeypatch.context() as patch:
            patch.setattr(limits, name, 2)
            with ExitStack() as stack:
                for _ in range(2):
                    assert stack.enter_context(served.stream("GET", path)).status_code == 200
                assert status() == refusal
            wait_for(lambda: status() == 200)


def test_a_stream_ends_after_its_time_and_can_be_taken_up_again(
    served: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = served.post("/v1/eval?job=true", json=JOB).json()["events"]
    monkeypatch.setattr(client, "CHECK_EVERY", 0.05)
    monkeypatch.setattr(responses, "STREAM_SECONDS", 0.0)
    assert served.get(path).text == ": still here\n\n"


def test_who_lets_a_connection_rest_closes_it_before_the_server_does() -> None:
    """Otherwise a client may send its next question at the very moment when the server closes, and loses it."""
    usual = httpx.Limits().keepalive_expiry
    assert usual is not None
    assert usual < server.KEEP_ALIVE
