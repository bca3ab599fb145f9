"""Limits on the size, shape and rate of requests, and the security headers of every answer."""

import asyncio
import time
from collections import Counter, OrderedDict
from typing import Any

from overtrick.service.access import Access
from overtrick.service.responses import Field, Headers, Refused, Reply

MOST_BYTES = 1_200_000
"""Of a request's body."""
MOST_HEADERS = 100
MOST_HEADER_BYTES = 16_384
MOST_ADDRESS_BYTES = 8_192
"""Of a request's path and query."""
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


class LimitedApp:
    """An ASGI application around another one, which sees only requests that are allowed and within the limits."""

    def __init__(self, app: Any, limiter: RateLimiter, access: Access) -> None:
        self._app, self._limiter, self._access = app, limiter, access

    async def stop(self) -> None:
        """Before the connections are closed: finish or give back what is under way."""
        await self._app.state.service.stop()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        added = HEADERS + self._access.cross_origin_headers(headers)
        try:
            self._limit_rate(self._access.client(scope, headers))
            _check_shape(scope, headers)
            reply = self._access.reply(scope, headers)
        except Refused as refused:
            reply = refused.reply()
        if reply is not None:
            await _send(send, reply, added)
        else:
            await self._limited(scope, receive, send, added + NO_STORE if scope["path"].startswith("/v1") else added)

    def _limit_rate(self, client: str) -> None:
        wait = self._limiter.wait(client)
        if wait:
            seconds = max(1, round(wait))
            again = (b"retry-after", str(seconds).encode())
            raise Refused(429, f"too many requests: try again in {seconds} s", headers=[again])

    async def _limited(self, scope: Any, receive: Any, send: Any, added: list[Field]) -> None:
        """The application itself, with a body that is counted and headers that are added."""
        taken, refused, started = 0, False, False

        async def counted() -> Any:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            return {"type": "http.disconnect"} if taken > MOST_BYTES else message

        async def headed(message: Any) -> None:
            nonlocal refused, started
            if taken > MOST_BYTES:
                if not refused:
                    refused = True
                    await _send(send, _too_large("more").reply(), added)
                return
            if message["type"] == "http.response.start":
                started = True
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        try:
            await self._app(scope, counted, headed)
        except asyncio.CancelledError:  # the web server does so with what is left when it stops
            if not started:
                await _send(send, Refused(503, "the server stops").reply(), added)


def _check_shape(scope: Any, headers: Headers) -> None:
    """Refuse a request whose headers are too many, too long, or say two things at once."""
    fields = scope["headers"]
    if len(fields) > MOST_HEADERS or sum(len(name) + len(value) for name, value in fields) > MOST_HEADER_BYTES:
        raise Refused(431, f"expected at most {MOST_HEADERS} headers of {MOST_HEADER_BYTES:,} bytes together")
    if len(scope["path"]) + len(scope["query_string"]) > MOST_ADDRESS_BYTES:
        raise Refused(414, f"expected an address of at most {MOST_ADDRESS_BYTES:,} bytes")
    if len(headers) < len(fields):
        twice = [name for name, count in Counter(name for name, _ in fields).items() if count > 1 and name in SINGLE]
        if twice:
            raise Refused(400, f"expected one header {twice[0].decode()}, got several", twice[0].decode())
    length = headers.get(b"content-length", b"0")
    if not length.isdigit() or len(length) > 20 or int(length) > MOST_BYTES:
        raise _too_large(length.decode("latin-1")[:20])
    if b"transfer-encoding" in headers and b"content-length" in headers:
        raise Refused(400, "expected Content-Length or Transfer-Encoding, got both", "Content-Length")
    if headers.get(b"content-encoding", b"identity").lower() != b"identity":
        raise Refused(415, "expected a body that is not compressed", "Content-Encoding")


def _too_large(length: str) -> Refused:
    return Refused(413, f"expected a body of at most {MOST_BYTES:,} bytes, got {length}", "Content-Length")


async def _send(send: Any, reply: Reply, added: list[Field]) -> None:
    headers = [*reply.headers, *added, *NO_STORE]
    if reply.status != 204:
        headers.append((b"content-length", str(len(reply.body)).encode()))
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": reply.body})
