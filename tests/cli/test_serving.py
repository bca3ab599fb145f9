"""`overtrick serve`: what it says before it serves, and what it refuses."""

import socket
import threading
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from benchmarks.support.live import running
from command import Finished, overtrick
from overtrick.cli import serving
from overtrick.service import server
from overtrick.service.access import Access
from overtrick.service.app import Service, make_app
from overtrick.service.queue.memory import MemoryTransport
from overtrick.service.tokens import AccessToken

Serve = Callable[..., Finished]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Runs `overtrick serve` at a free port, up to the point where it would begin to answer."""
    monkeypatch.delenv("OVERTRICK_TOKEN", raising=False)
    monkeypatch.setattr(server, "run_at", lambda listener, app: listener.close())
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    return lambda *words: overtrick("serve", "--port", str(port), *words)


def test_a_port_that_is_taken_is_one_line_and_nothing_is_announced() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = overtrick("serve", "--port", str(port))
    reason = "another program listens there (--port chooses another port)"
    assert ended == Finished(2, "", f"overtrick: cannot listen at 127.0.0.1 port {port}: {reason}\n")


def test_an_address_of_another_computer_is_refused(serve: Serve) -> None:
    ended = serve("--host", "192.0.2.1")
    assert ended.code == 2
    assert ended.err.startswith("overtrick: cannot listen at 192.0.2.1 port ")
    assert ended.err.count("\n") == 1


def test_the_address_is_announced(serve: Serve) -> None:
    ended = serve()
    assert ended.err.startswith("Overtrick is at http://127.0.0.1:")
    assert ended.err.count("\n") == 1


def test_a_server_that_others_can_reach_says_so(serve: Serve) -> None:
    ended = serve("--host", "0.0.0.0")
    assert "Overtrick is at http://127.0.0.1:" in ended.err
    assert "everybody who can reach port" in ended.err
    assert "everybody" not in serve("--host", "0.0.0.0", "--token", "auto").err


def test_only_a_token_made_here_is_printed(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = {serve("--token", "auto").err.partition("/?token=")[2].split()[0] for _ in range(2)}
    assert len(tokens) == 2
    assert "known-token" not in serve("--token", "known-token").err
    monkeypatch.setenv("OVERTRICK_TOKEN", "known-token")
    assert "known-token" not in serve().err


def test_an_empty_token_is_not_taken_for_none(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OVERTRICK_TOKEN", "")
    ended = serve()
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "OVERTRICK_TOKEN" in ended.err


def test_status_needs_the_token_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    access = Access(token=AccessToken("known-token"))
    with running(make_app(Service(MemoryTransport()), access=access)) as client:
        ended = overtrick("status", "--url", str(client.base_url))
        assert ended.code == 2
        assert "401: expected this server's token" in ended.err
        monkeypatch.setenv("OVERTRICK_TOKEN", "known-token")
        monkeypatch.setenv("OVERTRICK_BROKER", "redis://127.0.0.1:1")  # a server that is named is asked all the same
        assert "no workers" in overtrick("status", "--url", str(client.base_url)).out


@pytest.mark.parametrize("words", ["--allow-host https://x", "--allow-origin x", "--behind-proxy x"])
def test_options_that_make_no_sense_end_with_2(serve: Serve, words: str) -> None:
    ended = serve(*words.split())
    assert ended.code == 2
    assert words.split()[0] in ended.err


@pytest.mark.parametrize(("words", "opened"), [((), 1), (("--no-browser",), 0)])
def test_the_page_is_opened_where_there_is_a_desktop(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], opened: int
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(serving, "has_desktop", lambda: True)
    monkeypatch.setattr(serving, "BROWSER_DELAY", 0)
    monkeypatch.setattr("webbrowser.open", asked.append)
    announced = serve(*words).err
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join()
    assert len(asked) == opened
    assert all(f"Overtrick is at {address} " in announced for address in asked)


def test_no_browser_is_opened_without_a_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stderr", SimpleNamespace(isatty=lambda: True))
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    assert serving.has_desktop()
    monkeypatch.delenv("DISPLAY")
    assert not serving.has_desktop()


def test_several_workers_share_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    hired: list[str] = []

    class Hand:
        name, is_alive = "hand", False

        def __init__(self, transport: object, lanes: object, *, backend: str) -> None:
            hired.append(backend)

        def start(self) -> None: ...

        def stop(self) -> None: ...

    stop = SimpleNamespace(catch=lambda: None, wait=lambda seconds: True, end=lambda: None)
    monkeypatch.setattr("overtrick.service.queue.worker.Worker", Hand)
    monkeypatch.setattr("overtrick.service.stopping.StopSignal", lambda: stop)
    monkeypatch.setattr("overtrick.service.server.transport_at", lambda broker: MemoryTransport())
    ended = overtrick("worker", "--broker", "redis://127.0.0.1:1", "--device", "cpu", "-w", "3")
    assert (ended.code, hired) == (0, ["numpy"] * 3)
    assert ended.err.count("worker hand at ") == 3
