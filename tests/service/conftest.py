"""What the tests of the service share: a Redis server, and both transports."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from benchmarks.support.browsing import address, browser, context, page  # noqa: F401  (fixtures of the page's tests)
from benchmarks.support.live import running, wait_for
from benchmarks.support.redis_server import RedisServer
from overtrick.service.queue.memory import MemoryTransport
from overtrick.service.queue.redis import RedisTransport
from overtrick.service.queue.transport import Transport
from overtrick.service.server import application

Make = Callable[..., Transport]


@pytest.fixture(scope="module")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis server, running."""
    if not RedisServer.is_installed():
        pytest.skip("redis-server is not installed: apt-get install redis-server")
    server = RedisServer(Path(tmp_path_factory.mktemp("redis")))
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=["memory", "redis"])
def make(request: pytest.FixtureRequest) -> Iterator[Make]:
    """Makes transports of one of the two sorts; all those of one test see the same queue."""
    made: list[Transport] = []

    def make_one(**options: Any) -> Transport:
        if request.param == "memory":
            if not made:
                made.append(MemoryTransport(**options))
            return made[0]
        server = request.getfixturevalue("redis_server")
        made.append(RedisTransport(server.url, prefix=f"test-{request.node.name}", **options))
        return made[-1]

    yield make_one
    for each in made:
        each.close()


@pytest.fixture(scope="session")
def client() -> Iterator[httpx.Client]:
    """A client of a whole server with one worker of its own, which is ready: on a busy machine that takes a minute,
    longer than a question may take."""
    with running(application(workers=1, rate=0)) as asking:
        wait_for(lambda: any(worker["models"] for worker in asking.get("/v1/status").json()["workers"].values()))
        yield asking
