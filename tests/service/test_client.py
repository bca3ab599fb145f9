"""Where askers wait: answers find them, also those that were missed, and nobody waits for ever."""

import asyncio
from collections.abc import Callable

import pytest

from overtrick.service.queue import client as clients
from overtrick.service.queue.client import QueueClient, TimedOut
from overtrick.service.queue.jobs import CANCELLED, DONE, INTERACTIVE, Job, JobEvent
from overtrick.service.queue.memory import MemoryTransport
from overtrick.service.queue.transport import Listener

WORKER = "worker"


class Mute(MemoryTransport):
    """A transport that tells nobody anything: whoever wants to know has to look."""

    def listen(self, listener: Listener) -> Callable[[], None]:
        return lambda: None


def job(number: int = 0) -> Job:
    return Job.of("bid", b'{"number": %d}' % number, INTERACTIVE, 60)


def answer_all(transport: MemoryTransport, *names: str) -> None:
    for taken in transport.pull(WORKER, [INTERACTIVE], 10, 1):
        transport.post([(taken, JobEvent(number, name, b"{}")) for number, name in enumerate(names)])


async def asked_and_answered(transport: MemoryTransport) -> list[JobEvent]:
    """Two who ask the same, and one who asks something else."""
    client = QueueClient(transport)
    client.open()
    asking = [asyncio.create_task(client.answer(job(number), 30)) for number in (1, 1, 2)]
    await asyncio.sleep(0)
    answer_all(transport, "policy", DONE)
    found = await asyncio.gather(*asking)
    client.close()
    return found


@pytest.mark.parametrize("transport", [MemoryTransport(), Mute()])
def test_everybody_gets_the_last_event(transport: MemoryTransport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "CHECK_EVERY", 0.05)
    assert [event.name for event in asyncio.run(asked_and_answered(transport))] == [DONE] * 3


def test_who_waits_too_long_is_told_and_the_job_is_cancelled() -> None:
    async def ask(transport: MemoryTransport, asked: Job) -> None:
        client = QueueClient(transport)
        client.open()
        with pytest.raises(TimedOut, match="time-out"):
            await client.answer(asked, 0.05)
        client.close()

    transport, asked = MemoryTransport(), job()
    asyncio.run(ask(transport, asked))
    progress = transport.progress(asked.id)
    assert progress is not None
    assert progress.state == CANCELLED


def test_events_come_in_order_and_once_also_to_those_who_listen_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "CHECK_EVERY", 0.05)

    async def listen(transport: MemoryTransport, asked: Job, first: int) -> list[str]:
        client = QueueClient(transport)
        client.open()
        heard = [event.name async for event in client.events(asked.id, first) if event is not None]
        client.close()
        return heard

    async def both(transport: MemoryTransport, asked: Job) -> list[list[str]]:
        early = asyncio.create_task(listen(transport, asked, 0))
        await asyncio.sleep(0.12)  # long enough to look in vain
        answer_all(transport, "policy", "imps", DONE)
        return [await early, await listen(transport, asked, 0), await listen(transport, asked, 2)]

    transport, asked = MemoryTransport(), job()
    transport.put([asked])
    names = ["policy", "imps", DONE]
    assert asyncio.run(both(transport, asked)) == [names, names, names[2:]]
