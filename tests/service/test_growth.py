"""Nothing of the queue grows without end: each bound is driven past."""

import pytest
import redis

from benchmarks.support.live import wait_for
from benchmarks.support.redis_server import RedisServer
from overtrick.service.queue import memory
from overtrick.service.queue import redis as through_redis
from overtrick.service.queue.jobs import BATCH, DONE, INTERACTIVE, LANES, Job, JobEvent
from overtrick.service.queue.memory import MemoryTransport
from overtrick.service.queue.redis import RedisTransport
from overtrick.service.queue.transport import MOST_FAILURES, PutResult, QueueFull, Transport
from service.conftest import Make

FOREVER = {"all-events", "queue:interactive", "queue:batch", "queue:bulk", "workers", "finished", "dead", "dead-count"}
"""Keys without an end of their own: each is one, and bounded."""


def job(number: int, seconds: float = 60) -> Job:
    return Job.of("bid", b'{"number": %d}' % number, INTERACTIVE, seconds)._replace(asker=f"asker {number % 3}")


def answer(transport: Transport, jobs: list[Job], worker: str = "anna") -> None:
    assert all(isinstance(each, PutResult) for each in transport.put(jobs))
    while taken := transport.pull(worker, LANES, 100, 0.01):
        transport.post([(each, JobEvent(0, "policy", b"{}")) for each in taken])
        transport.post([(each, JobEvent(1, DONE, b"{}")) for each in taken])


def test_redis_holds_so_many_results_and_no_key_for_ever(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(through_redis, "MOST_NOTIFICATIONS", 200)
    monkeypatch.setattr(through_redis, "MOST_DEAD", 5)
    transport = RedisTransport(redis_server.url, prefix="growth", most_results=20, worker_timeout=3)
    for start in range(0, 800, 80):
        answer(transport, [job(number) for number in range(start, start + 80)])
    unlucky = [job(number) for number in range(1000, 1150)]
    transport.put(unlucky)
    while taken := transport.pull("anna", LANES, 200, 0.01):
        for each in taken:
            transport.retry(each._replace(failures=MOST_FAILURES), "the roof fell in")
    transport.put([job(2000), job(2001, seconds=-1)._replace(lane=BATCH)])
    transport.pull("anna", LANES, 1, 0.01)
    with redis.Redis(port=redis_server.port, decode_responses=True) as client:
        keys = [key.removeprefix("growth:") for key in client.scan_iter("growth:*")]
        lasting = {key for key in keys if client.ttl(f"growth:{key}") == -1}
        assert lasting <= FOREVER
        assert sum(key.startswith("job:") for key in keys) <= 20 + 2
        assert sum(key.startswith(("events:", "hash:")) for key in keys) <= 2 * (20 + 2)
        assert client.llen("growth:finished") == 20
        assert client.xlen("growth:all-events") <= 400
        assert client.xlen("growth:dead") <= 105  # Redis cuts whole nodes of 100
        assert client.xlen("growth:queue:interactive") <= 1
    assert transport.status().dead == len(unlucky)
    transport.close()


def test_redis_forgets_workers_that_died(redis_server: RedisServer) -> None:
    transport = RedisTransport(redis_server.url, prefix="ghosts", worker_timeout=0.05)
    for number in range(30):
        transport.heartbeat(f"ghost {number}", {}, [])
        answer(transport, [job(number)], f"ghost {number}")
    with redis.Redis(port=redis_server.port) as client:

        def forgotten() -> bool:
            transport.pull("alive", LANES, 1, 0.01)
            consumers = client.xinfo_consumers("ghosts:queue:interactive", "workers")
            return len(consumers) <= 1 and not client.hlen("ghosts:workers")

        wait_for(forgotten)
    transport.close()


def test_a_dead_worker_that_holds_something_is_remembered_until_it_is_taken(redis_server: RedisServer) -> None:
    transport = RedisTransport(redis_server.url, prefix="holders", worker_timeout=0.05)
    transport.put([job(1)])
    (held,) = transport.pull("ghost", LANES, 1, 1)
    taken: list[Job] = []

    def is_taken() -> bool:
        taken.extend(transport.pull("alive", LANES, 1, 0.01))
        return bool(taken)

    wait_for(is_taken)
    assert [each.id for each in taken] == [held.id]
    transport.close()


def test_memory_holds_so_many_bytes_of_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_WAITING_BYTES", 100)
    transport = MemoryTransport()
    asked = [Job.of("bid", bytes(39) + bytes([number]), INTERACTIVE, 60) for number in range(4)]
    assert [type(each) for each in transport.put(asked)] == [PutResult, PutResult, QueueFull, QueueFull]
    (first, _) = transport.pull("anna", LANES, 10, 1)
    transport.requeue(first._replace(body=b"x"))
    assert [type(each) for each in transport.put(asked[2:])] == [PutResult, QueueFull]
    for each in transport.pull("anna", LANES, 10, 1):
        transport.post([(each, JobEvent(0, DONE, b"{}"))])
    assert [type(each) for each in transport.put([asked[3]])] == [PutResult]


def test_memory_forgets_workers_that_died() -> None:
    transport = MemoryTransport(worker_timeout=0.001)
    for number in range(200):
        transport.heartbeat(f"ghost {number}", {}, [])

    def forgotten() -> bool:
        transport.heartbeat("alive", {}, [])
        return list(transport._workers) == ["alive"]

    wait_for(forgotten)


def test_jobs_that_end_leave_nothing_with_their_asker(make: Make) -> None:
    """Those given up, overdue and cancelled, too: the asker has the whole batch lane again."""
    transport = make()
    for number in range(40):
        (put,) = transport.put([job(number)._replace(lane=BATCH, asker="anna")])
        assert isinstance(put, PutResult)
        if number % 2:
            transport.cancel(put.id)
        else:
            (taken,) = transport.pull("bert", [BATCH], 1, 1)
            transport.post([(taken, JobEvent(0, DONE, b"{}"))])
    assert transport.status().waiting["bulk"] == 0
