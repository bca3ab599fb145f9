"""A server of a test's own, with its workers, in threads of this process."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from overtrick.service.server import listen, web_server

PATIENT = httpx.Timeout(120.0)


@contextmanager
def running(app: Any) -> Iterator[httpx.Client]:
    """A client of the application, which runs until the end of the block."""
    listener = listen("127.0.0.1", 0)
    server = web_server(app)
    server.config.timeout_graceful_shutdown = 2
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    wait_for(lambda: server.started or not thread.is_alive())
    assert server.started, "the server did not start"
    with httpx.Client(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}", timeout=PATIENT) as client:
        yield client
    server.should_exit = True
    thread.join(60)


def wait_for(happens: Callable[[], bool], seconds: float = 150) -> None:
    """Wait until it happens, on however busy a machine."""
    until = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.05)


def events(client: httpx.Client, path: str, **headers: str) -> list[tuple[int, str, str]]:
    """Number, name and data of the events of a stream, to its end."""
    with client.stream("GET", path, headers=headers) as answer:
        return events_of(answer)


def events_of(answer: httpx.Response) -> list[tuple[int, str, str]]:
    """The same of a stream that has been opened."""
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = []
    fields: dict[str, str] = {}
    for line in answer.iter_lines():
        if line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            found.append((int(fields["id"]), fields["event"], fields["data"]))
            fields = {}
    return found
