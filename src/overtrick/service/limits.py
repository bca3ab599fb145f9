"""Limits on the size and rate of requests, and the security headers of every answer."""

import json
import time
from collections import OrderedDict
from typing import Any

MOST_BYTES = 1_200_000
"""Of a request's body."""
MOST_CLIENTS = 10_000
"""Whose rate is remembered."""

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
    """An ASGI application around another one, which sees only requests within the limits."""

    def __init__(self, app: Any, limiter: RateLimiter) -> None:
        self._app, self._limiter = app, limiter

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        client = scope.get("client")
        wait = self._limiter.wait(client[0] if client else "")
        if wait:
            seconds = max(1, round(wait))
            message = f"too many requests: try again in {seconds} s"
            await _refuse(send, 429, message, [(b"retry-after", str(seconds).encode())])
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length) > MOST_BYTES:
            await _refuse(send, 413, f"expected a body of at most {MOST_BYTES:,} bytes, got {length.decode()[:20]}")
            return
        await self._limited(scope, receive, send)

    async def _limited(self, scope: Any, receive: Any, send: Any) -> None:
        """The application itself, with a body that is counted and headers that are added."""
        taken, refused = 0, False

        async def counted() -> Any:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            return {"type": "http.disconnect"} if taken > MOST_BYTES else message

        async def headed(message: Any) -> None:
            nonlocal refused
            if taken > MOST_BYTES:
                if not refused:
                    refused = True
                    await _refuse(send, 413, f"expected a body of at most {MOST_BYTES:,} bytes, got more")
                return
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *HEADERS]}
            await send(message)

        await self._app(scope, counted, headed)


async def _refuse(send: Any, status: int, message: str, headers: list[tuple[bytes, bytes]] | None = None) -> None:
    body = json.dumps({"error": {"message": message, "where": ""}}).encode()
    fields = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": fields + (headers or []) + HEADERS})
    await send({"type": "http.response.body", "body": body})
