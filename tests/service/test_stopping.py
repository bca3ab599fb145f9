"""Servers and workers that are stopped: what is under way is finished or given back, and nobody is left waiting."""

import os
import signal
import subprocess
import sys
import threading

import httpx
import pytest

from benchmarks.support.live import wait_for
from benchmarks.support.redis_server import RedisServer, free_port
from overtrick.service.queue.jobs import BATCH, DONE, Job, JobEvent, Notification
from overtrick.service.queue.redis import RedisTransport
from service.test_faults import serving
from service.test_worker import body, state

SLOW = {"condition": "hcp(north) + hcp(south) + hcp(east) > 40", "seed": 1}
"""A question that is looked into for ten seconds on any machine, which is longer than a stop waits for answers."""

SLEEPER = """
import sys, time
from overtrick.service import stopping
stopping.STOP_SECONDS = float(sys.argv[1])
signal = stopping.StopSignal()
signal.catch()
print("ready", flush=True)
while not signal.wait(0.1):
    pass
print("stopping", flush=True)
time.sleep(300)
"""


def stopped(number: int, seconds: float, *, twice: bool = False) -> int:
    """The exit code of a process that has so many seconds to stop, and does not."""
    words = [sys.executable, "-c", SLEEPER, str(seconds)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        if twice:
            assert process.stdout.readline() == "stopping\n"
            process.send_signal(signal.SIGTERM)
        return process.wait(150)


def test_a_second_signal_ends_the_process_at_once() -> None:
    assert stopped(signal.SIGTERM, 200, twice=True) == -signal.SIGTERM


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_process_that_cannot_stop_ends_all_the_same(number: int, code: int) -> None:
    assert stopped(number, 0.1) == code


def test_a_server_that_is_stopped_ends_streams_and_refuses_those_who_wait() -> None:
    port = free_port()
    with serving(port) as server:
        try:
            _check_stop(port, server)
        finally:
            server.kill()


def _check_stop(port: int, server: subprocess.Popen[bytes]) -> None:
    address = f"http://127.0.0.1:{port}"
    job = httpx.post(f"{address}/v1/deal?job=true", json=SLOW, timeout=150).json()
    answers: list[httpx.Response] = []
    lines: list[str] = []
    streaming = threading.Event()

    def ask() -> None:
        answers.append(httpx.post(f"{address}/v1/deal", json=SLOW | {"seed": 2}, timeout=120))

    def listen() -> None:
        with httpx.stream("GET", f"{address}{job['events']}", timeout=120) as answer:
            streaming.set()
            lines.extend(answer.iter_lines())

    threads = [threading.Thread(target=work) for work in (ask, listen)]
    for thread in threads:
        thread.start()
    assert streaming.wait(120)
    wait_for(lambda: sum(httpx.get(f"{address}/v1/status", timeout=120).json()["held"].values()) == 2)
    server.send_signal(signal.SIGTERM)
    assert server.wait(150) == 0
    for thread in threads:
        thread.join(150)
    assert "event: done" not in lines
    assert [answer.status_code for answer in answers] == [503]
    assert int(answers[0].headers["retry-after"]) > 0
    assert "being stopped" in answers[0].json()["error"]["message"]


def test_a_worker_that_is_stopped_gives_its_job_back_and_another_answers_it_once(redis_server: RedisServer) -> None:
    broker = redis_server.url + "?prefix=stopped"
    transport = RedisTransport(broker)
    job = Job.of("deal", body(SLOW), BATCH, 600)
    heard: list[Notification] = []
    transport.listen(heard.extend)
    transport.put([job])
    words = [sys.executable, "-m", "overtrick", "worker"]
    environment = os.environ | {"OVERTRICK_BROKER": broker}
    with subprocess.Popen(words, stderr=subprocess.DEVNULL, env=environment) as worker:
        wait_for(lambda: state(transport, job) == "running")
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(150) == 0
    assert state(transport, job) == "queued"
    (taken,) = transport.pull("another", [BATCH], 1, 5)
    assert taken.tries == 0
    assert transport.post([(taken, JobEvent(99, DONE, b"{}"))]) == [True]
    wait_for(lambda: any(each.event.is_final for each in heard))
    transport.close()
    assert [each.event.name for each in heard if each.event.is_final] == [DONE]
