"""`overtrick serve`: what it says before it serves, and what it refuses."""

import socket
from collections.abc import Callable

import pytest

from command import Finished, overtrick
from overtrick.service import server

Serve = Callable[..., Finished]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Runs `overtrick serve` at a free port, up to the point where it would begin to answer."""
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


@pytest.mark.parametrize("words", ["--allow-host https://x", "--allow-origin x", "--behind-proxy x"])
def test_options_that_make_no_sense_end_with_2(serve: Serve, words: str) -> None:
    ended = serve(*words.split())
    assert ended.code == 2
    assert words.split()[0] in ended.err
