"""The policy answer for a position over HTTP at 64 connections, in memory and through Redis: requests a second, latency
and processor time, as a share of the same server answering without a model; then latency at 200 requests a second.

Run it as `python benchmarks/serving.py [SECONDS]`; the part through Redis needs `redis-server`. No two
questions are alike.
Where others use the machine too, look at the processor time: it tells what the rates would be without them.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from fastapi import Response

from overtrick.service.api import make_app
from overtrick.service.desk import Desk
from overtrick.service.memory import MemoryTransport
from overtrick.service.server import serve
from service.redis_server import RedisServer, free_port

CONNECTIONS = 64
AUCTIONS = ("", "1D", "1D 1H", "1N P", "1S P 2C P", "1D 1H 1S 4H P P", "P P 1C 1S", "2H X P")


class WithoutModel(Desk):
    """Answers every question with the same words."""

    async def answer_plain(self, kind: str, asked: dict[str, Any], *, as_job: bool = False) -> Response:
        return Response(b'{"call":"P"}', media_type="application/json")


def questions(seed: int) -> Iterator[bytes]:
    """Requests for the network's call, each with another hand."""
    rng = random.Random(seed)
    while True:
        cards = sorted(rng.sample(range(52), 13), reverse=True)
        suits = ["".join("23456789TJQKA"[card % 13] for card in cards if card // 13 == suit) for suit in (3, 2, 1, 0)]
        asked = {"hand": ".".join(suits), "auction": rng.choice(AUCTIONS), "net": True}
        body = json.dumps(asked).encode()
        yield b"POST /v1/bid HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s" % (
            len(body),
            body,
        )


async def ask(line: tuple[asyncio.StreamReader, asyncio.StreamWriter], request: bytes) -> None:
    reader, writer = line
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200"), head
    length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    await reader.readexactly(length)


async def load(port: int, seconds: float, pace: float | None) -> tuple[float, list[float]]:
    """Requests a second, and how long each took: as many as go, or so many a second."""
    until, latencies = time.monotonic() + seconds, []
    start = time.monotonic()

    async def one(number: int) -> None:
        line = await asyncio.open_connection("127.0.0.1", port)
        asked = questions(number + random.randrange(1 << 30))
        turn = number
        while time.monotonic() < until:
            if pace:
                due = start + turn / pace
                turn += CONNECTIONS
                await asyncio.sleep(max(0, due - time.monotonic()))
            began = due if pace else time.monotonic()
            await ask(line, next(asked))
            latencies.append(time.monotonic() - began)
        line[1].close()

    await asyncio.gather(*(one(number) for number in range(CONNECTIONS)))
    return len(latencies) / (time.monotonic() - start), sorted(latencies)


def processor_time(pid: int) -> float:
    """Seconds that a process and those it has started have worked."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    children = [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in _children(task)]
    return own + sum(map(processor_time, children))


def _children(task: Path) -> list[str]:
    return (task / "children").read_text().split()


def report(title: str, rate: float, latencies: list[float], ceiling: float | None) -> None:
    p50, p99 = (latencies[int(share * (len(latencies) - 1))] * 1000 for share in (0.5, 0.99))
    share = "" if ceiling is None else f"{rate / ceiling:8.0%} of the ceiling"
    print(f"{title:34}{rate:9,.0f} requests/s   p50 {p50:7.1f} ms   p99 {p99:7.1f} ms{share}", flush=True)


def measured(title: str, mode: str, broker: str, seconds: float, ceiling: float | None) -> float:
    """Start a server, warm it up, measure it."""
    port = free_port()
    processes = [subprocess.Popen([sys.executable, __file__, "--serve", mode, str(port), broker])]
    if mode == "redis":
        processes.append(subprocess.Popen([sys.executable, "-m", "overtrick", "worker", "--broker", broker]))
    try:
        wait_until_warm(port)
        before = [processor_time(each.pid) for each in processes]
        rate, latencies = asyncio.run(load(port, seconds, None))
        spent = sum(processor_time(each.pid) for each in processes) - sum(before)
        report(title, rate, latencies, ceiling)
        print(f"{'':34}{1000 * spent / len(latencies):9.2f} ms of processor time a request")
        if ceiling is not None:
            report(f"{title}, 200 a second", *asyncio.run(load(port, seconds, 200)), None)
        return rate
    finally:
        for each in processes:
            each.terminate()
            each.wait()


def wait_until_warm(port: int) -> None:
    until = time.monotonic() + 300
    while True:
        try:
            asyncio.run(load(port, 0.5, None))
            return
        except (OSError, asyncio.IncompleteReadError):
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.2)


def main() -> None:
    """Measure one server after the other."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    ceiling = measured("without a model", "ceiling", "", seconds, None)
    measured("policy, in memory", "memory", "", seconds, ceiling)
    if not RedisServer.is_installed():
        print("redis-server is not installed: apt-get install redis-server")
        return
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(Path(folder))
        server.start()
        try:
            measured("policy, through Redis", "redis", server.url, seconds, ceiling)
        finally:
            server.stop()


def run_server(mode: str, port: int, broker: str) -> None:
    """One of the servers that are compared."""
    if mode == "ceiling":
        import uvicorn

        app = make_app(WithoutModel(MemoryTransport()))
        uvicorn.run(app, host="127.0.0.1", port=port, log_level="error", access_log=False, server_header=False)
    else:
        serve("127.0.0.1", port, broker or None, None if mode == "redis" else 1, rate=0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        run_server(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        main()
