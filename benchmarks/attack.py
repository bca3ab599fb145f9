"""Attack a server of our own with all that is known, and ask an honest question after every attack.

    python -m benchmarks.attack                                  # starts its own servers on 127.0.0.1
    python -m benchmarks.attack --address http://127.0.0.1:8000  # attacks that one, on this computer only

The honest asker has another address, 127.0.0.2. Prints a table: attack, answer, seconds, seconds of the honest
question, memory in MB of the server and of its largest answering process before and at most. Ends with 1 if there was
a 5xx (a 504 says that the time limit of a question was reached, and is listed apart), an answer that was not expected,
a process past its limit, or an honest question of a second.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import httpx

from benchmarks.support.hostile import HAND, Attack, attacks
from benchmarks.support.processes import Memory, process_at
from benchmarks.support.redis_server import free_port
from overtrick.service.queue.process import ADDRESS_ROOM

MOST_SERVER = 500
"""Megabytes that the server itself may have."""
MOST_ANSWERING = ADDRESS_ROOM // 1_000_000 + 400
"""Megabytes that an answering process may have: what it has when it is ready, and the room of its address space."""
PATIENCE = 150.0
NO_ANSWER = 0
"""In place of a status where none came."""
TOKEN = "a-token-for-this-run"
Answer = tuple[int, str]


class Target:
    """A running server, and what went wrong with it."""

    def __init__(self, address: str, pid: int, headers: dict[str, str]) -> None:
        self.address, self._headers = address, headers
        self.client = httpx.Client(base_url=address, timeout=PATIENCE, headers=headers)
        self._honest = httpx.Client(
            base_url=address,
            timeout=PATIENCE,
            headers=headers,
            transport=httpx.HTTPTransport(local_address="127.0.0.2"),
        )
        self._memory = Memory(pid)
        self.problems: list[str] = []
        self.late: list[str] = []
        """Attacks that ended in the time limit of their question."""

    def try_out(self, name: str, attack: Callable[["Target"], Answer], fine: range) -> None:
        """Attack, ask an honest question, and print a row."""
        before, started = self._memory.now(), time.monotonic()
        self._memory.largest = [0, 0]
        with ExitStack() as held:
            status, words = attack(self) if not hasattr(attack, "holding") else held.enter_context(attack(self))  # type: ignore[arg-type]
            seconds, honest = time.monotonic() - started, self.honest()
        peak = [max(pair) for pair in zip(self._memory.largest, self._memory.now(), strict=True)]
        memory = f"{before[0]:4}→{peak[0]:4}  {before[1]:4}→{peak[1]:4}"
        print(f"{name[:38]:39}{status:4} {words[:52]:53}{seconds:7.2f} {honest:6.2f}  {memory}", flush=True)
        self._judge(name, status, fine, honest, peak)

    def _judge(self, name: str, status: int, fine: range, honest: float, peak: list[int]) -> None:
        if status == 504:
            self.late.append(name)
        elif status not in fine or status >= 500:
            self.problems.append(f"{name}: answered with {status}")
        if honest >= 1:
            self.problems.append(f"{name}: the honest question took {honest:.2f} s")
        if peak[0] > MOST_SERVER or peak[1] > MOST_ANSWERING:
            self.problems.append(f"{name}: {peak[0]} MB and {peak[1]} MB of memory")

    def honest(self) -> float:
        """Seconds until a question that nobody has asked before is answered; those of a failure count as many."""
        cards = random.sample(range(52), 13)
        suits = ["".join("23456789TJQKA"[card % 13] for card in cards if card // 13 == suit) for suit in range(4)]
        started = time.monotonic()
        answer = self._honest.post("/v1/bid", json={"hand": ".".join(suits), "auction": "1C"})
        return time.monotonic() - started if answer.status_code == 200 else 1000.0

    def send(self, attack: Attack) -> Answer:
        headers = {"content-type": "application/json"} | attack.headers
        try:
            answer = self.client.request(
                attack.method, f"/v1/{attack.route}", content=attack.body or None, headers=headers
            )
        except httpx.TransportError as error:
            return NO_ANSWER, str(error)
        return answer.status_code, _words(answer.content)

    def raw(self, data: bytes, seconds: float = 30) -> Answer:
        """What a server says to bytes that need not be HTTP."""
        with self.connect() as connection:
            connection.settimeout(seconds)
            connection.sendall(data)
            with contextlib.suppress(OSError):
                return _read_answer(connection)
        return NO_ANSWER, "nothing"

    def connect(self) -> socket.socket:
        place = urlsplit(self.address)
        return socket.create_connection((place.hostname or "", place.port or 80), timeout=30)

    def close(self) -> None:
        self._memory.stop()
        self.client.close()
        self._honest.close()


def _read_answer(connection: socket.socket) -> Answer:
    data = b""
    while piece := connection.recv(65536):
        data += piece
        if b"\r\n\r\n" in data:
            break
    if not data:
        return NO_ANSWER, "connection closed"
    return int(data.split()[1]), _words(data.partition(b"\r\n\r\n")[2])


def _words(body: bytes) -> str:
    try:
        answer = json.loads(body)
        return str(answer["error"]["message"]) if "error" in answer else ", ".join(answer)
    except (ValueError, TypeError, KeyError):
        return body[:60].decode("latin-1").replace("\n", " ")


# Attacks that are more than one request


def malformed_http(target: Target) -> Answer:
    return target.raw(b"\x16\x03\x01 this is no HTTP\r\n\r\n")


def two_lengths(target: Target) -> Answer:
    head = b"POST /v1/bid HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
    return target.raw(head + b"0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n")


def two_hosts(target: Target) -> Answer:
    return target.raw(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n")


def endless_chunks(target: Target) -> Answer:
    """A body without a length, in chunks, until the server has had enough."""
    with target.connect() as connection:
        connection.sendall(b"POST /v1/bid HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        chunk = b"10000\r\n" + b" " * 65536 + b"\r\n"
        with contextlib.suppress(OSError):
            for _ in range(200):
                connection.sendall(chunk)
        with contextlib.suppress(OSError):
            return _read_answer(connection)
    return NO_ANSWER, "connection closed"


def slow_body(target: Target) -> Answer:
    """A body of which a byte comes every second."""
    with target.connect() as connection:
        connection.sendall(b"POST /v1/bid HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n")
        connection.settimeout(1.0)
        for _ in range(40):
            try:
                connection.sendall(b" ")
                return _read_answer(connection)
            except TimeoutError:
                continue
            except OSError:
                return NO_ANSWER, "connection closed"
    return NO_ANSWER, "still waiting"


@contextmanager
def idle_connections(target: Target) -> Iterator[Answer]:
    """Connections that say nothing, or half a request, while the honest question is asked."""
    with ExitStack() as stack:
        for number in range(200):
            connection = stack.enter_context(target.connect())
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0" if number % 2 else b"")
        yield NO_ANSWER, "200 connections held open"


@contextmanager
def event_streams(target: Target) -> Iterator[Answer]:
    """Streams of the events of a job, of which nothing is read."""
    job = target.client.post("/v1/posterior?job=true", json={"hand": HAND, "auction": "1C", "layouts": 2000}).json()
    path = f"GET {job['events']} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    with ExitStack() as stack:
        connections = [stack.enter_context(target.connect()) for _ in range(100)]
        for connection in connections:
            connection.sendall(path)
        statuses = [_read_answer(connection)[0] for connection in connections]
        yield max(statuses), f"{statuses.count(200)} streams open, {statuses.count(429)} refused"


def _filled(target: Target, route: str, count: int) -> Iterator[Answer]:
    """Jobs that take seconds each, waiting while the honest question is asked; then cancelled."""

    def put(number: int) -> httpx.Response:
        asked = {"hand": HAND, "auction": "1C", "layouts": 2000, "seed": number}
        return target.client.post(f"/v1/{route}?job=true", json=asked)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(put, range(count)))
    accepted = [answer.json()["job"] for answer in answers if answer.status_code == 202]
    yield (
        max(answer.status_code for answer in answers),
        f"{len(accepted)} jobs accepted, {count - len(accepted)} refused",
    )
    for job in accepted:
        target.client.delete(f"/v1/jobs/{job}")


@contextmanager
def long_jobs(target: Target) -> Iterator[Answer]:
    yield from _filled(target, "posterior", 300)


@contextmanager
def advice_jobs(target: Target) -> Iterator[Answer]:
    yield from _filled(target, "advise", 100)


for _held in (idle_connections, event_streams, long_jobs, advice_jobs):
    _held.holding = True  # type: ignore[attr-defined]

SEQUENCES: dict[str, Callable[[Target], object]] = {
    "bytes that are no HTTP": malformed_http,
    "length and chunks": two_lengths,
    "two Host headers": two_hosts,
    "12 MB in chunks": endless_chunks,
    "a byte a second": slow_body,
    "200 idle connections": idle_connections,
    "100 event streams": event_streams,
    "300 jobs for hidden hands": long_jobs,
    "100 jobs for advice": advice_jobs,
}

FINE = {
    "200 idle connections": range(1),  # nothing is asked, so nothing is answered
    "300 jobs for hidden hands": range(200, 500),
    "100 jobs for advice": range(200, 500),
}
"""What may come of those that need not be refused."""


def forged_addresses(target: Target) -> Answer:
    """Requests that each name another client; the proxy has added the real one, so the rate is that of one."""

    def ask(number: int) -> int:
        headers = {"x-forwarded-for": f"10.0.0.{number}, 203.0.113.7"}
        return target.client.get("/healthz", headers=headers).status_code

    with ThreadPoolExecutor(16) as pool:
        refused = list(pool.map(ask, range(250))).count(429)
    return (429 if refused >= 100 else 200), f"{refused} of 250 refused"


def without_token(**headers: str) -> Callable[[Target], Answer]:
    def ask(target: Target) -> Answer:
        answer = httpx.post(f"{target.address}/v1/bid", json={"hand": HAND}, headers=headers, timeout=PATIENCE)
        return answer.status_code, _words(answer.content)

    return ask


GUARDED: dict[str, Callable[[Target], Answer]] = {
    "no token": without_token(),
    "a wrong token": without_token(authorization="Bearer a-token-for-this-ru"),
    "a token in a forged cookie": without_token(cookie=f"overtrick={TOKEN}"),
    "Host of another site, with no token": without_token(host="evil.example"),
    "forged X-Forwarded-For": forged_addresses,
}
"""Attacks on a server with a token, behind a proxy, with a rate of 5."""


# The run


@contextmanager
def server(*options: str, headers: dict[str, str]) -> Iterator[Target]:
    """A server of our own."""
    port = free_port()
    words = [sys.executable, "-m", "overtrick", "serve", "--port", str(port), *options]
    process = subprocess.Popen(
        words, stderr=subprocess.DEVNULL, env=os.environ | {"OVERTRICK_TOKEN": TOKEN} if headers else None
    )
    try:
        with _target(f"http://127.0.0.1:{port}", process.pid, headers) as target:
            yield target
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


@contextmanager
def _target(address: str, pid: int, headers: dict[str, str]) -> Iterator[Target]:
    """The server, once it answers at its usual speed."""
    target = Target(address, pid, headers)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(httpx.TransportError):
            if all(target.honest() < 1 for _ in range(5)):
                break
        time.sleep(0.5)
    try:
        yield target
    finally:
        target.close()


def strike(target: Target, only: str) -> None:
    """All attacks on an open server whose names have the word in them."""
    for attack in (attack for attack in attacks() if only in attack.name):
        target.try_out(attack.name, lambda target, attack=attack: target.send(attack), attack.fine)  # type: ignore[misc]
    for name, sequence in ((name, SEQUENCES[name]) for name in SEQUENCES if only in name):
        target.try_out(name, sequence, FINE.get(name, range(400, 500)))  # type: ignore[arg-type]


def strike_guarded(only: str) -> list[str]:
    """The attacks on a server that others can reach."""
    headers = {"authorization": f"Bearer {TOKEN}", "x-forwarded-for": "198.51.100.1"}
    with server("--workers", "1", "--rate", "5", "--behind-proxy", "127.0.0.1", headers=headers) as target:
        for name, attack in ((name, GUARDED[name]) for name in GUARDED if only in name):
            time.sleep(1)  # within the rate of the honest asker
            target.try_out(name, attack, range(400, 500))
        return target.problems


def main() -> None:
    """Run the attacks and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", help="a server on 127.0.0.1 that is running")
    parser.add_argument("--only", default="", help="attacks whose names have this word")
    asked = parser.parse_args()
    address = asked.address
    if address is not None and (urlsplit(address).hostname != "127.0.0.1" or urlsplit(address).scheme != "http"):
        parser.error("expected an address such as http://127.0.0.1:8000: others are not attacked")
    print(f"{'attack':39}{'answer':58}{'seconds':>7} {'honest':>6}  {'server MB':11}answering MB")
    own = address is None
    with server(headers={}) if own else _target(address, process_at(urlsplit(address).port or 80), {}) as target:
        strike(target, asked.only)
        problems = target.problems
        late = target.late
    problems += strike_guarded(asked.only) if own else []
    if late:
        print(f"stopped by the time limit of their question (504): {'; '.join(late)}")
    print("\n".join(problems) or "no 5xx, no process past its limit, every honest question answered within a second")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
