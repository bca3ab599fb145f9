"""Trouble: workers that are killed, a broker that restarts, a server that dies in the middle."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from service.redis_server import RedisServer, free_port
from service.storm import storm


def test_no_job_is_lost_or_told_twice_while_workers_die_and_redis_restarts(tmp_path: Path) -> None:
    if not RedisServer.is_installed():
        pytest.skip("redis-server is not installed: apt-get install redis-server")
    server = RedisServer(tmp_path)
    server.start()
    try:
        outcome = storm(server, 60, workers=3, over=8, kills=4, seconds=200)
    finally:
        server.stop()
    assert outcome.lost == 0, outcome
    assert outcome.told_twice == 0, outcome
    assert outcome.wrong == []
    assert (outcome.kills, outcome.restarts) >= (1, 1)


def serving(port: int) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "overtrick", "serve", "--port", str(port), "--workers", "1"]
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL, start_new_session=True)
    until = time.monotonic() + 100
    while True:
        try:
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5)
            return process
        except httpx.HTTPError:
            assert process.poll() is None and time.monotonic() < until, "the server did not start"  # noqa: PT018
            time.sleep(0.1)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for processes in /proc")
def test_a_server_killed_in_mid_job_leaves_nothing_that_stops_the_next_start() -> None:
    port = free_port()
    server = serving(port)
    asked = {"hand": "AKJT985.6.A76.84", "auction": "1D 1H 1S", "dealer": "E", "layouts": 2000}
    assert httpx.post(f"http://127.0.0.1:{port}/v1/advise", json=asked, timeout=60).status_code == 202
    until = time.monotonic() + 60
    while not (left := _descendants(server.pid)) and time.monotonic() < until:
        time.sleep(0.1)
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    until = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in left) and time.monotonic() < until:
        time.sleep(0.1)
    assert [pid for pid in left if Path(f"/proc/{pid}").exists()] == []
    again = serving(port)
    os.kill(again.pid, signal.SIGTERM)
    assert again.wait(60) in (0, -signal.SIGTERM)


def _descendants(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += [int(child), *_descendants(int(child))]
    return found
