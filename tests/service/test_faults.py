"""Trouble: workers that are killed, a broker that restarts, a server that dies in the middle."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from benchmarks.support.live import wait_for
from benchmarks.support.redis_server import RedisServer, free_port
from benchmarks.support.storm import Faults, storm


def test_no_job_is_lost_or_told_twice_while_workers_die_and_redis_restarts(tmp_path: Path) -> None:
    if not RedisServer.is_installed():
        pytest.skip("redis-server is not installed: apt-get install redis-server")
    server = RedisServer(tmp_path)
    server.start()
    try:
        outcome = storm(server, 60, workers=3, over=8, faults=Faults(kills=4), seconds=200)
    finally:
        server.stop()
    assert outcome.lost == 0, outcome
    assert outcome.told_twice == 0, outcome
    assert outcome.wrong == []
    assert (outcome.kills, outcome.restarts) >= (1, 1)


def serving(port: int, *more: str) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "overtrick", "serve", "--port", str(port), "--workers", "1", *more]
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL, start_new_session=True)
    wait_for(lambda: _is_up(port, process))
    return process


def _is_up(port: int, process: subprocess.Popen[bytes]) -> bool:
    assert process.poll() is None, "the server did not start"
    try:
        return httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5).is_success
    except httpx.HTTPError:
        return False


@pytest.fixture(params=["in memory", "with Redis"])
def broker(request: pytest.FixtureRequest) -> list[str]:
    """What `serve` is told about its broker."""
    if request.param == "in memory":
        return []
    return ["--broker", request.getfixturevalue("redis_server").url]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for processes in /proc")
def test_a_server_killed_in_mid_job_leaves_nothing_that_stops_the_next_start(broker: list[str]) -> None:
    port = free_port()
    server = serving(port, *broker)
    asked = {"hand": "AKJT985.6.A76.84", "auction": "1D 1H 1S", "dealer": "E", "layouts": 1000}
    job = httpx.post(f"http://127.0.0.1:{port}/v1/advise", json=asked, timeout=150).json()

    def state() -> str:
        answer = httpx.get(f"http://127.0.0.1:{port}{job['status']}", timeout=150).json()
        return str(answer.get("state"))

    wait_for(lambda: state() == "running")
    left = _descendants(server.pid)
    assert left
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in left))
    again = serving(port, *broker)
    try:
        found = httpx.post(f"http://127.0.0.1:{port}/v1/eval", json={"hand": asked["hand"]}, timeout=120)
        assert found.json()["evaluators"]["hcp"] == 12
        if broker:
            wait_for(lambda: state() == "done")  # taken over by the next server's worker
    finally:
        os.kill(again.pid, signal.SIGTERM)
        assert again.wait(150) in (0, -signal.SIGTERM)


def _descendants(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += [int(child), *_descendants(int(child))]
    return found
