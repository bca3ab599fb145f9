"""The policy answer for a position over HTTP at 64 connections, in memory and through Redis: requests a second, latency
and processor time, as a share of the same server answering without a model; then latency at 200 requests a second.

Run it as `python -m benchmarks.serving [SECONDS]`, so long for each; the part through Redis needs `redis-server`. No
two questions are alike. The servers take turns, and shares are those within a turn: others who use the machine at the
same time disturb all of them alike.

`python -m benchmarks.serving --flood` has one client ask for 1,000 slow things and prints how long another one waits.
`python -m benchmarks.serving --memory [COUNT]` asks for so many different positions instead and prints the memory of
the server and of its answering process at every tenth.
"""

import asyncio
import http.client
import json
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from fastapi import Response

from benchmarks.support.processes import processor_time, resident
from benchmarks.support.redis_server import RedisServer, free_port
from overtrick.ask.wire import JsonObject
from overtrick.core import Auction, Seat
from overtrick.service.app import Service, make_app
from overtrick.service.queue.memory import MemoryTransport
from overtrick.service.server import run, serve

CONNECTIONS = 64
ROUNDS = 6
AUCTIONS = ("", "1D", "1D 1H", "1N P", "1S P 2C P", "1D 1H 1S 4H P P", "P P 1C 1S", "2H X P")


class WithoutModel(Service):
    """Answers every question with the same words."""

    async def answer(self, kind: str, body: JsonObject, *, as_job: bool = False, asker: str = "") -> Response:
        return Response(b'{"call":"P"}', media_type="application/json")


def questions(seed: int) -> Iterator[bytes]:
    """Requests for the network's call, each with another hand."""
    rng = random.Random(seed)
    while True:
        cards = sorted(rng.sample(range(52), 13), reverse=True)
        yield request({"hand": hand_text(cards), "auction": rng.choice(AUCTIONS), "net": True})


def hand_text(cards: list[int]) -> str:
    return ".".join(
        "".join("23456789TJQKA"[card % 13] for card in cards if card // 13 == suit) for suit in (3, 2, 1, 0)
    )


def request(asked: dict[str, object]) -> bytes:
    body = json.dumps(asked).encode()
    head = b"POST /v1/bid HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
    return head % len(body) + body


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
    return len(latencies) / (time.monotonic() - start), latencies


class Served:
    """A server of one of the modes, with its worker, and what was measured of it."""

    def __init__(self, mode: str, broker: str = "") -> None:
        self.port = free_port()
        words = [sys.executable, "-m", "benchmarks.serving", "--serve", mode, str(self.port), broker]
        self._processes = [subprocess.Popen(words)]
        if broker:
            self._processes.append(subprocess.Popen([sys.executable, "-m", "overtrick", "worker", "--broker", broker]))
        self.rates: list[float] = []
        self.latencies: list[float] = []
        self.spent = 0.0

    def measure(self, seconds: float) -> None:
        """As many requests as go, for some seconds."""
        before = self._processor_time()
        rate, latencies = asyncio.run(load(self.port, seconds, None))
        self.spent += self._processor_time() - before
        self.rates.append(rate)
        self.latencies += latencies

    def _processor_time(self) -> float:
        return sum(processor_time(each.pid) for each in self._processes)

    @property
    def is_up(self) -> bool:
        return all(each.poll() is None for each in self._processes)

    @property
    def memory(self) -> int:
        """Resident bytes of the server itself."""
        return resident(self._processes[0].pid)

    def stop(self) -> None:
        for each in self._processes:
            each.terminate()
            each.wait()


def report(title: str, rate: float, latencies: list[float], more: str = "") -> None:
    latencies = sorted(latencies)
    p50, p99 = (latencies[int(share * (len(latencies) - 1))] * 1000 for share in (0.5, 0.99))
    print(f"{title:34}{rate:7,.0f} requests/s   p50 {p50:6.1f} ms   p99 {p99:6.1f} ms   {more}", flush=True)


def wait_until_warm(server: Served) -> None:
    until = time.monotonic() + 300
    while True:
        try:
            asyncio.run(load(server.port, 0.5, None))
            return
        except (OSError, asyncio.IncompleteReadError):
            assert server.is_up, "the server has ended"
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.2)


def main() -> None:
    """All servers side by side, a few seconds each in turn; then those with a model at a steady pace."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    with tempfile.TemporaryDirectory() as folder, ExitStack() as ends:
        servers = {"without a model": Served("ceiling"), "policy, in memory": Served("memory")}
        if RedisServer.is_installed():
            broker = RedisServer(Path(folder))
            broker.start()
            ends.callback(broker.stop)
            servers["policy, through Redis"] = Served("redis", broker.url)
        else:
            print("redis-server is not installed: apt-get install redis-server")
        for server in servers.values():
            ends.callback(server.stop)
        compare(servers, seconds)


def compare(servers: dict[str, Served], seconds: float) -> None:
    for server in servers.values():
        wait_until_warm(server)
    for _ in range(ROUNDS):
        for server in servers.values():
            server.measure(seconds / ROUNDS)
    ceiling, *others = servers.values()
    for title, server in servers.items():
        shares = [rate / most for rate, most in zip(server.rates, ceiling.rates, strict=True)]
        share = f"{median(shares):4.0%} of the ceiling ({min(shares):.0%} to {max(shares):.0%})   "
        cost = f"{1000 * server.spent / len(server.latencies):.2f} ms of processor time each"
        report(title, median(server.rates), server.latencies, cost if server is ceiling else share + cost)
    for title, server in servers.items():
        if server in others:
            report(f"{title}, 200 a second", *asyncio.run(load(server.port, seconds / 3, 200)))


def watch_memory(count: int) -> None:
    """Calls by system for random hands after random auctions, and the memory of both processes every tenth."""
    server, step = Served("memory"), count // 10
    try:
        wait_until_warm(server)
        started, most = time.monotonic(), 0
        for asked in range(step, 10 * step + 1, step):
            asyncio.run(ask_positions(server.port, step, seed=asked))
            rate = asked / (time.monotonic() - started)
            time.sleep(3)  # until the next heartbeat reports it
            (worker,) = status(server.port)["workers"].values()
            most = max(most, worker["memory"])
            print(
                f"{asked:9,} positions   answering {worker['memory'] / 1e6:5.0f} MB, {worker['restarts']} replaced   "
                f"server {server.memory / 1e6:5.0f} MB   {rate:5.0f} a second",
                flush=True,
            )
        print(f"the answering process at most {most / 1e6:.0f} MB")
    finally:
        server.stop()


async def ask_positions(port: int, count: int, seed: int) -> None:
    """Random positions over all connections: legal auctions of up to ten random calls."""
    rng = random.Random(seed)

    async def one(number: int) -> None:
        line = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(number, count, CONNECTIONS):
            await ask(line, request(position(rng)))
        line[1].close()

    await asyncio.gather(*map(one, range(CONNECTIONS)))


def position(rng: random.Random) -> dict[str, object]:
    """A hand, and an auction in which most calls are low bids and passes."""
    auction = Auction(rng.choice(list(Seat)))
    for _ in range(rng.randrange(11)):
        legal = list(auction.legal_calls())
        call = rng.choice(legal[: rng.choice((1, 4, 8))])
        if auction.after(call).is_over:
            break
        auction = auction.after(call)
    cards = sorted(rng.sample(range(52), 13), reverse=True)
    vul = rng.choice(("None", "NS", "EW", "All"))
    return {"hand": hand_text(cards), "auction": str(auction), "dealer": str(auction.dealer), "vul": vul}


FLOODER = "127.0.0.2"
SLOW = ("/v1/match", "/v1/dd", "/v1/advise")
QUICK = ("bid", "dd", "posterior", "advise")


def flood() -> None:
    """Seconds until one client's questions are answered, before and while another has 1,000 slow ones waiting."""
    server = Served("own")
    try:
        wait_until_warm(server)
        rng = random.Random(1)
        print("nobody else    " + _waits(server.port, rng), flush=True)
        accepted = _fill(server.port, rng, 1000)
        print(f"{accepted} of 1,000 slow questions of another client were accepted, the others refused with 429")
        for _ in range(3):
            print("beside a flood " + _waits(server.port, rng), flush=True)
        print("waiting", status(server.port)["waiting"])
    finally:
        server.stop()


def _fill(port: int, rng: random.Random, count: int) -> int:
    """Ask for slow things from another address: matches, exact tables, advice."""
    statuses = []
    for number in range(count):
        path = SLOW[number % 3]
        asked: dict[str, object] = {**position(rng), "layouts": 1000, "seed": number}
        if path != "/v1/advise":
            asked = {"deal": _deal(rng)} if path == "/v1/dd" else {"count": 100, "seed": number}
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(FLOODER, 0))
        line.request("POST", f"{path}?job=true", json.dumps(asked), {"content-type": "application/json"})
        statuses.append(line.getresponse().status)
        line.close()
    assert set(statuses) <= {202, 429}, set(statuses)
    return statuses.count(202)


def _deal(rng: random.Random) -> str:
    cards = rng.sample(range(52), 52)
    hands = (sorted(cards[start : start + 13], reverse=True) for start in range(0, 52, 13))
    return "N:" + " ".join(map(hand_text, hands))


def _waits(port: int, rng: random.Random) -> str:
    """How long each of the quick questions took, the longest of three; of advice the first stage, too."""
    waits = []
    for kind in QUICK:
        most = 0.0
        for number in range(3):
            asked = {"deal": _deal(rng)} if kind == "dd" else {**position(rng), "layouts": 100, "seed": number}
            if kind == "bid":
                asked = position(rng)
            started = time.monotonic()
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
            line.request("POST", f"/v1/{kind}?job=false", json.dumps(asked), {"content-type": "application/json"})
            answer = line.getresponse()
            answer.read()
            assert answer.status == 200, (kind, answer.status)
            most = max(most, time.monotonic() - started)
            line.close()
        waits.append(f"{kind} {most:5.2f} s")
    return "   ".join(waits)


def status(port: int) -> dict[str, Any]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/status", timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def run_server(mode: str, port: int, broker: str) -> None:
    """One of the servers that are compared."""
    if mode == "ceiling":
        run(make_app(WithoutModel(MemoryTransport())), "127.0.0.1", port)
    else:
        serve("127.0.0.1", port, broker or None, 1 if mode == "memory" else None, rate=0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        run_server(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    elif sys.argv[1:2] == ["--flood"]:
        flood()
    elif sys.argv[1:2] == ["--memory"]:
        watch_memory(int(sys.argv[2]) if len(sys.argv) > 2 else 200_000)
    else:
        main()
