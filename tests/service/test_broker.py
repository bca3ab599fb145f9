"""A Redis that misbehaves: silent, stalled, full, read-only, without its data; with a password, TLS and a prefix."""

import json
import logging
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis

from benchmarks.support.live import events_of, running, wait_for
from benchmarks.support.redis_server import RedisServer, free_port
from command import overtrick
from overtrick.core import BridgeError
from overtrick.service.queue import broker as brokers
from overtrick.service.queue import client as clients
from overtrick.service.queue.broker import Broker
from overtrick.service.queue.jobs import DONE, INTERACTIVE, LANES, Job, JobEvent
from overtrick.service.queue.redis import RedisTransport
from overtrick.service.queue.transport import BrokerUnreachable, PutResult
from overtrick.service.server import application

SECRET = "s3cret-word"


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a broker that is gone."""
    monkeypatch.setattr(brokers, "RECONNECT_SECONDS", 0.2)
    monkeypatch.setattr(brokers, "SILENCE_SECONDS", 0.1)
    monkeypatch.setattr(clients, "CHECK_EVERY", 0.2)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor for one that says nothing; on a busy machine that may be taken for silence, so tests ask until it works."""
    monkeypatch.setattr(brokers, "ANSWER_SECONDS", 1.5)


def question(number: int) -> dict[str, str]:
    """A question for the points of a hand, each with another hand."""
    return {"hand": f"{'23456789TJQKA'[number]}.AKQJ.AKQJ.AKQJ"}


def job(number: int) -> Job:
    return Job.of("eval", b'{"number": %d}' % number, INTERACTIVE, 60)


def is_put(transport: RedisTransport, number: int) -> bool:
    try:
        return isinstance(transport.put([job(number)])[0], PutResult)
    except BrokerUnreachable:
        return False


# Addresses and secrets


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (f"redis://:{SECRET}@bridge.example:6380/2", "redis://bridge.example:6380/2"),
        (f"rediss://anna:{SECRET}@bridge.example?ca=/etc/ca.pem", "rediss://bridge.example"),
        (f"unix://:{SECRET}@/run/redis.sock?db=1", "unix:///run/redis.sock"),
        (f"redis://:{SECRET}@[::1]:6379?prefix=club", "redis://[::1]:6379?prefix=club"),
    ],
)
def test_an_address_is_shown_without_its_password(address: str, shown: str) -> None:
    broker = Broker(address)
    assert (str(broker), repr(broker), str(RedisTransport(address))) == (shown, f"Broker({shown!r})", shown)


@pytest.mark.parametrize(
    "address",
    [
        SECRET,
        f"amqp://:{SECRET}@localhost",
        f"redis://:{SECRET}/@localhost",
        f"redis://:1/{SECRET}@localhost",
        f"redis://:1#{SECRET}@localhost",
        f"redis://localhost:{SECRET}",
        f"redis://localhost?password={SECRET}",
        f"redis://localhost?db={SECRET}",
        f"redis://localhost/{SECRET}",
        "redis://localhost?prefix=",
        "redis://localhost?ca=/etc/ca.pem",
    ],
)
def test_an_address_that_makes_no_sense_is_refused_and_not_repeated(address: str) -> None:
    with pytest.raises(BridgeError, match="expected") as refused:
        Broker(address)
    assert SECRET not in str(refused.value)


def test_a_password_is_used_and_appears_nowhere(
    redis_server: RedisServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    right = redis_server.url.replace("//", f"//:{SECRET}@")
    redis_server.command("CONFIG", "SET", "requirepass", SECRET)
    try:
        assert is_put(RedisTransport(right), 1)
        with running(application(right, 0, rate=0)) as client:
            shown = [client.get(path).text for path in ("/v1/status", "/metrics")]
        for wrong in (redis_server.url, right.replace(SECRET, SECRET + "x")):
            with pytest.raises(BrokerUnreachable, match="refuses") as refused:
                RedisTransport(wrong).status()
            shown.append(str(refused.value))
        run = overtrick("status", "--broker", right.replace(SECRET, SECRET + "x"))
        assert run.code == 2
        monkeypatch.setenv("OVERTRICK_BROKER", right)
        run_with_variable = overtrick("status", "--json")
        assert json.loads(run_with_variable.out)["waiting"]
        shown += [run.out, run.err, run_with_variable.out, caplog.text]
    finally:
        with redis.Redis(port=redis_server.port, password=SECRET) as connected:
            connected.execute_command("CONFIG", "SET", "requirepass", "")
    assert SECRET not in "".join(shown)


def test_services_with_different_prefixes_do_not_meet(redis_server: RedisServer) -> None:
    redis_server.command("FLUSHALL")
    one, other = (RedisTransport(f"{redis_server.url}?prefix={name}") for name in ("one", "other"))
    asked = job(1)
    one.put([asked])
    one.heartbeat("anna", {}, [])
    assert other.pull("bert", LANES, 10, 0.01) == []
    assert (other.progress(asked.id), other.find(asked.hash), other.status().workers) == (None, None, {})
    (taken,) = one.pull("anna", LANES, 10, 5)
    one.post([(taken, JobEvent(0, DONE, b"{}"))])
    with redis.Redis(port=redis_server.port) as connected:
        keys = connected.scan_iter()
        assert {key.decode().partition(":")[0] for key in keys} == {"one", "other"}


# Silence and refusals


@pytest.mark.usefixtures("impatient")
def test_a_broker_that_accepts_and_says_nothing_is_left_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        transport = RedisTransport(f"redis://127.0.0.1:{mute.getsockname()[1]}")
        with pytest.raises(BrokerUnreachable, match="does not answer"):
            transport.put([job(1)])
        transport.close()


def refused(client: httpx.Client, method: str, path: str, **asked: Any) -> str:
    answer = client.request(method, path, **asked)
    assert answer.status_code == 503, answer.text
    assert int(answer.headers["retry-after"]) > 0
    message: str = answer.json()["error"]["message"]
    return message


def accepted(client: httpx.Client, number: int) -> bool:
    return client.post("/v1/eval?job=true", json=question(number)).status_code == 202


def stalled(server: RedisServer) -> Iterator[None]:
    server.signal(signal.SIGSTOP)
    yield
    server.signal(signal.SIGCONT)


def full(server: RedisServer) -> Iterator[None]:
    server.command("CONFIG", "SET", "maxmemory", "1")
    yield
    server.command("CONFIG", "SET", "maxmemory", "0")


def read_only(server: RedisServer) -> Iterator[None]:
    server.command("REPLICAOF", "127.0.0.1", "1")
    yield
    server.command("REPLICAOF", "NO", "ONE")


def restarted(server: RedisServer) -> Iterator[None]:
    server.stop()
    yield
    server.start()


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        (stalled, "does not answer"),
        (full, "maxmemory"),
        (read_only, "read only replica"),
        (restarted, "does not answer"),
    ],
)
def test_trouble_with_the_broker_is_a_503_and_heals(redis_server: RedisServer, trouble: Any, reason: str) -> None:
    redis_server.command("FLUSHALL")
    with running(application(redis_server.url, 0, rate=0)) as client:
        wait_for(lambda: accepted(client, 1))
        with contextmanager(trouble)(redis_server):
            wait_for(lambda: reason in refused(client, "POST", "/v1/eval", json=question(2)))
            assert client.get("/healthz").is_success
            if trouble is stalled:
                refused(client, "GET", "/v1/status")
        wait_for(lambda: accepted(client, 3))
        wait_for(lambda: client.get("/v1/status").is_success)


def test_a_server_starts_without_its_broker_and_heals(tmp_path: Path) -> None:
    if not RedisServer.is_installed():
        pytest.skip("redis-server is not installed: apt-get install redis-server")
    server = RedisServer(tmp_path)
    with running(application(server.url, 0, rate=0)) as client:
        assert "does not answer" in refused(client, "POST", "/v1/eval", json=question(1))
        server.start()
        try:
            wait_for(lambda: accepted(client, 2))
        finally:
            server.stop()


@pytest.mark.usefixtures("impatient")
def test_a_worker_goes_on_after_every_trouble(redis_server: RedisServer) -> None:
    """Also when the data are gone: scripts and groups are made anew."""
    transport = RedisTransport(redis_server.url + "?prefix=worker")
    for number, trouble in enumerate((stalled, full, read_only, restarted)):
        with contextmanager(trouble)(redis_server), suppress(BrokerUnreachable):
            transport.pull("anna", LANES, 10, 0.01)
        with contextmanager(trouble)(redis_server), pytest.raises(BrokerUnreachable):
            transport.heartbeat("anna", {}, [])
        wait_for(lambda: is_put(transport, number))  # noqa: B023
        assert [json.loads(each.body) for each in pulled(transport)] == [{"number": number}]
    redis_server.command("FLUSHALL")
    redis_server.command("SCRIPT", "FLUSH")
    wait_for(lambda: is_put(transport, 9))
    assert [json.loads(each.body) for each in pulled(transport)] == [{"number": 9}]


def pulled(transport: RedisTransport) -> list[Job]:
    """What there is, and it is answered."""
    jobs: list[Job] = []

    def answered() -> bool:
        with suppress(BrokerUnreachable):
            jobs.extend(transport.pull("anna", LANES, 10, 0.1))
            return bool(transport.post([(each, JobEvent(0, DONE, b"{}")) for each in jobs]))
        return False

    wait_for(answered)
    return jobs


def test_a_job_that_the_broker_has_lost_is_refused_and_its_stream_ends(redis_server: RedisServer) -> None:
    with running(application(redis_server.url, 0, rate=0)) as client:
        job = client.post("/v1/eval?job=true", json=question(10)).json()
        messages: list[str] = []
        asking = threading.Thread(
            target=lambda: messages.append(refused(client, "POST", "/v1/eval", json=question(11)))
        )
        transport = RedisTransport(redis_server.url)
        with client.stream("GET", job["events"]) as stream:  # it has begun when its headers are there
            asking.start()
            wait_for(lambda: transport.status().waiting[INTERACTIVE] >= 2)
            redis_server.command("FLUSHALL")
            heard = events_of(stream)
        asking.join(150)
        assert "lost this question" in messages[0]
        assert heard[-1][1] == "failed"
        transport.close()


# TLS


def test_a_broker_is_reached_with_tls_and_only_with_a_certificate_that_is_trusted(tmp_path: Path) -> None:
    if shutil.which("openssl") is None or not RedisServer.is_installed():
        pytest.skip("needs openssl and redis-server")
    files = {name: tmp_path / f"{name}.pem" for name in ("key", "certificate")}
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    words += ["-addext", "subjectAltName=DNS:localhost"]
    words += ["-keyout", str(files["key"]), "-out", str(files["certificate"])]
    subprocess.run(words, check=True, capture_output=True)
    port, data = free_port(), tmp_path / "data"
    data.mkdir()
    options = ["--tls-port", str(port), "--tls-auth-clients", "no", "--tls-ca-cert-file", str(files["certificate"])]
    options += ["--tls-key-file", str(files["key"]), "--tls-cert-file", str(files["certificate"])]
    server = RedisServer(data, *options)
    try:
        server.start()
    except AssertionError:
        pytest.skip("redis-server was built without TLS")
    try:
        assert is_put(RedisTransport(f"rediss://localhost:{port}?ca={files['certificate']}"), 1)
        with pytest.raises(BrokerUnreachable, match="certificate"):
            RedisTransport(f"rediss://localhost:{port}").status()
        with pytest.raises(BrokerUnreachable, match="certificate"):
            RedisTransport(f"rediss://127.0.0.1:{port}?ca={files['certificate']}").status()
    finally:
        server.stop()
