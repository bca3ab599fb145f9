"""The whole service with its queue in Redis, and the commands around it."""

import json

import pytest

from command import overtrick
from overtrick.core import BridgeError
from overtrick.service.redis_streams import RedisTransport
from overtrick.service.server import application, transport_at
from overtrick.service.transport import Unreachable
from service.live import events, running
from service.redis_server import RedisServer, free_port

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


def test_a_broker_that_is_not_there_is_told_in_one_line() -> None:
    address = f"redis://:secret@127.0.0.1:{free_port()}"
    with pytest.raises(Unreachable, match="does not answer") as told:
        RedisTransport(address).census()
    assert "secret" not in str(told.value)
    with pytest.raises(BridgeError, match="expected a broker such as redis://"):
        transport_at("amqp://localhost")
    run = overtrick("status", "--url", f"http://127.0.0.1:{free_port()}")
    assert (run.code, run.out) == (2, "")
    assert "cannot reach" in run.err
