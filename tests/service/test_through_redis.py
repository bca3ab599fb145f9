"""The whole service with its queue in Redis, and the commands around it."""

import json
import subprocess
import sys
import time

import httpx
import pytest

from benchmarks.support.live import events, running
from benchmarks.support.redis_server import RedisServer, free_port
from command import overtrick
from overtrick.ask import QUESTIONS
from overtrick.core import BridgeError
from overtrick.service.queue.redis import RedisTransport
from overtrick.service.queue.transport import BrokerUnreachable
from overtrick.service.server import application, transport_at

HAND = "AKJT985.6.A76.84"


def test_a_server_and_its_worker_meet_in_redis(redis_server: RedisServer) -> None:
    with running(application(redis_server.url, 1, rate=0)) as client:
        answer = client.post("/v1/eval", json={"hand": HAND})
        assert answer.json()["evaluators"]["hcp"] == 12
        assert client.get(f"/v1/results/{answer.headers['x-content-hash']}").json() == answer.json()
        assert client.post("/v1/eval", json={"hand": "AKJT985"}).status_code == 422
        job = client.post("/v1/advise", json={"hand": HAND, "auction": "1D 1H", "layouts": 50}).json()
        heard = events(client, job["events"])
        assert [name for _, name, _ in heard][:2] == ["policy", "posterior"]
        assert heard[-1][1] == "done"
        assert client.get(job["status"]).json()["result"] == json.loads(heard[-1][2])
        said = overtrick("status", "--broker", redis_server.url, "--json")
        assert len(json.loads(said.out)["workers"]) == 1
        assert "interactive" in overtrick("status", "--url", str(client.base_url)).out


POSITION = {"hand": "AQ32.K4.KJ32.A32", "auction": "1H P", "layouts": 20, "seed": 3}


def test_a_worker_on_jax_answers_as_numpy_does(redis_server: RedisServer) -> None:
    pytest.importorskip("jax")
    asked = {"deal": "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752", "probabilities": True}
    words = [sys.executable, "-m", "overtrick", "worker", "--broker", redis_server.url, "--backend", "jax"]
    words += ["--device", "cpu"]
    worker = subprocess.Popen(words, stderr=subprocess.DEVNULL)
    try:
        with running(application(redis_server.url, 0, rate=0)) as client:
            until = time.monotonic() + 400
            while not (models := models_at(client, "jax")):
                assert time.monotonic() < until, "the worker did not start"
                time.sleep(0.2)
            found = client.post("/v1/tricks", json=asked).json()
            hidden = client.post("/v1/posterior", json=POSITION).json()
    finally:
        worker.terminate()
        assert worker.wait(150) == 0
    assert "four_hands" in models
    points = QUESTIONS["posterior"].answer_json(POSITION)["players"]["lho"]["hcp"]
    assert hidden["players"]["lho"]["hcp"] == pytest.approx(points, abs=0.01)
    expected = QUESTIONS["tricks"].answer_json(asked)
    for seat, by_strain in expected.pop("probabilities").items():
        for strain, chances in by_strain.items():
            assert found["probabilities"][seat][strain] == pytest.approx(chances, abs=1e-4)
    assert {name: found[name] for name in ("tricks", "model")} == {name: expected[name] for name in ("tricks", "model")}


def models_at(client: httpx.Client, backend: str) -> dict[str, str]:
    """The models of a worker with this backend; one of an earlier test may still be in the list."""
    workers = client.get("/v1/status").json()["workers"].values()
    models: dict[str, str] = next((each["models"] for each in workers if each["models"].get("backend") == backend), {})
    return models


def test_a_worker_needs_a_backend_that_there_is() -> None:
    run = overtrick("worker", "--broker", "redis://127.0.0.1:1", "--backend", "abacus")
    assert (run.code, run.out) == (2, "")
    assert "expected numpy or jax after --backend, got 'abacus'" in run.err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--device", "tpu"), "expected cpu, gpu:0, gpu:1 … after --device, got 'tpu'"),
        (("--device", "gpu:0", "--backend", "numpy"), "expected --backend jax with --device gpu:0"),
    ],
)
def test_a_worker_needs_a_device_that_there_is(words: tuple[str, ...], expected: str) -> None:
    run = overtrick("worker", "--broker", "redis://127.0.0.1:1", *words)
    assert (run.code, run.out) == (2, "")
    assert expected in run.err


def test_a_broker_that_is_not_there_is_told_in_one_line() -> None:
    address = f"redis://:secret@127.0.0.1:{free_port()}"
    with pytest.raises(BrokerUnreachable, match="does not answer") as told:
        RedisTransport(address).status()
    assert "secret" not in str(told.value)
    with pytest.raises(BridgeError, match="expected a broker such as redis://"):
        transport_at("amqp://localhost")
    run = overtrick("status", "--url", f"http://127.0.0.1:{free_port()}")
    assert (run.code, run.out) == (2, "")
    assert "cannot reach" in run.err
