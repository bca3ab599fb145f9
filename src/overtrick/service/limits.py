"""Limits on the size, shape and rate of requests, and the security headers of every answer."""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from overtrick.service.access import Access
from overtrick.service.queue.transport import RETRY_AFTER
from overtrick.service.responses import Field, Headers, HttpReply, Refused

MOST_BYTES = 1_200_000
"""Of a request's body."""
MOST_HEADERS = 100
MOST_HEADER_BYTES = 16_384
MOST_ADDRESS_BYTES = 8_192
"""Of a request's path and query."""
MOST_STREAMS = 256
"""Event streams that are open at a time."""
MOST_STREAMS_OF_A_CLIENT = 32
MOST_CLIENTS = 10_000
"""Whose rate is remembered."""

SINGLE = frozenset(
    b"host origin authorization sec-fetch-site content-type content-length content-encoding transfer-encoding".split()
)
"""Headers that decide something: none of them may come twice."""

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
        b"frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

_SOON = (b"retry-after", str(RETRY_AFTER).encode())
NO_STORE = [(b"cache-control", b"no-store")]
"""Answers about a hand are for the one who asked."""


class RateLimiter:
    """Requests a second by client: each has a bucket that fills steadily and holds the burst."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """Seconds until this client may ask, 0 for now; a request that may pass is counted."""
        if not self.rate:
            return 0.0
        now = time.monotonic()
        level, then = self._buckets.pop(client, (self.burst, now))
        level = min(self.burst, level + (now - then) * self.rate)
        passes = level >= 1
        self._buckets[client] = level - passes, now
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return 0.0 if passes else (1 - level) / self.rate


class StreamCounter:
    """The event streams that are open, in all and by client."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @property
    def clients(self) -> int:
        """Clients that have a stream open."""
        return len(self._open)

    @contextmanager
    def counted(self, client: str) -> Iterator[None]:
        """One more, until the end of the block; refused when there are too many."""
        if self._open[client] >= MOST_STREAMS_OF_A_CLIENT:
            raise Refused(429, f"expected at most {MOST_STREAMS_OF_A_CLIENT} open event streams", headers=[_SOON])
        if self._open.total() >= MOST_STREAMS:
            raise Refused(503, "too many open event streams: ask for the state of the job", headers=[_SOON])
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            self._open += Counter()  # without those that have none


class LimitedApp:
    """An ASGI application around another one, which sees only requests that are allowed and within the limits."""

    def __init__(self, app: Any, limiter: RateLimiter, access: Access) -> None:
        self.access = access
        self._app, self._limiter = app, limiter
        self._streams = StreamCounter()

    async def stop(self) -> None:
        """Before the connections are closed: finish or give back what is under way."""
        await self._app.state.service.stop()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        added = HEADERS + self.access.cross_origin_headers(headers)
        try:
            client = scope["asker"] = self.access.client(scope, headers)
            self._limit_rate(client)
            _check_shape(scope, headers)
            reply = self.access.reply(scope, headers)
            if reply is None:
                await self._answer(scope, client, Exchange(receive, send, added, scope["path"]))
        except Refused as refused:
            reply = refused.reply()
        if reply is not None:
            await _send(send, reply, added + NO_STORE)

    def _limit_rate(self, client: str) -> None:
        wait = self._limiter.wait(client)
        if wait:
            seconds = max(1, round(wait))
            again = (b"retry-after", str(seconds).encode())
            raise Refused(429, f"too many requests: try again in {seconds} s", headers=[again])

    async def _answer(self, scope: Any, client: str, exchange: "Exchange") -> None:
        if scope["path"].endswith("/events"):
            with self._streams.counted(client):
                await exchange.run(self._app, scope)
        else:
            await exchange.run(self._app, scope)


class Exchange:
    """A request and its answer: the body is counted, headers are added to the answer."""

    def __init__(self, receive: Any, send: Any, added: list[Field], path: str) -> None:
        self._receive, self._send = receive, send
        self._added = added + NO_STORE if path.startswith("/v1") else added
        self._taken = 0
        self._started = self._ended = False

    async def run(self, app: Any, scope: Any) -> None:
        """Have the application answer."""
        try:
            await app(scope, self.receive, self.send)
        except asyncio.CancelledError:  # the web server cancels what is left when it stops
            await self.refuse(Refused(503, "the server stops"))

    async def receive(self) -> Any:
        """The next piece of the body; the client is taken for gone when the body is too large."""
        message = await self._receive()
        self._taken += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self._taken > MOST_BYTES else message

    async def send(self, message: Any) -> None:
        """A part of the answer; of a body that is too large, the refusal in its place."""
        if self._taken > MOST_BYTES:
            await self.refuse(_too_large("more"))
            return
        if message["type"] == "http.response.start":
            self._started = True
            message = {**message, "headers": [*message["headers"], *self._added]}
        else:
            self._ended = not message.get("more_body", False)
        await self._send(message)

    async def refuse(self, refused: Refused) -> None:
        """Send a refusal, or where the answer has begun, end it."""
        if self._ended:
            return
        self._ended = True
        if self._started:
            await self._send({"type": "http.response.body", "body": b""})
        else:
            await _send(self._send, refused.reply(), self._added)


def _check_shape(scope: Any, headers: Headers) -> None:
    """Refuse a request whose headers are too many, too long, or say two things at once."""
    fields = scope["headers"]
    size = sum(map(len, headers)) + sum(map(len, headers.values()))
    if len(headers) < len(fields):
        size = sum(len(name) + len(value) for name, value in fields)
        _check_repeated(fields)
    if len(fields) > MOST_HEADERS or size > MOST_HEADER_BYTES:
        raise Refused(431, f"expected at most {MOST_HEADERS} headers of {MOST_HEADER_BYTES:,} bytes together")
    if len(scope["path"]) + len(scope["query_string"]) > MOST_ADDRESS_BYTES:
        raise Refused(414, f"expected an address of at most {MOST_ADDRESS_BYTES:,} bytes")
    length = headers.get(b"content-length", b"0")
    if not length.isdigit() or len(length) > 20 or int(length) > MOST_BYTES:
        raise _too_large(length.decode("latin-1")[:20])
    if b"transfer-encoding" in headers and b"content-length" in headers:
        raise Refused(400, "expected Content-Length or Transfer-Encoding, got both", "Content-Length")
    if headers.get(b"content-encoding", b"identity").lower() != b"identity":
        raise Refused(415, "expected a body that is not compressed", "Content-Encoding")


def _check_repeated(fields: list[Field]) -> None:
    counts = Counter(name for name, _ in fields)
    repeated = next((name.decode() for name in SINGLE if counts[name] > 1), None)
    if repeated:
        raise Refused(400, f"expected one header {repeated}, got several", repeated)


def _too_large(length: str) -> Refused:
    return Refused(413, f"expected a body of at most {MOST_BYTES:,} bytes, got {length}", "Content-Length")


async def _send(send: Any, reply: HttpReply, added: list[Field]) -> None:
    headers = [*reply.headers, *added]
    if reply.status != 204:
        headers.append((b"content-length", str(len(reply.body)).encode()))
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": reply.body})
