"""Single requests to the limits of the service, with exactly these headers and no server."""

import asyncio
import json
from typing import Any, NamedTuple

from overtrick.service.access import Access
from overtrick.service.limits import LimitedApp, RateLimiter

HOME = "127.0.0.1:8000"
OTHER = "https://bridge.example"


class Reply(NamedTuple):
    """A status, the headers with it, the error's words and place, and the whole body."""

    status: int
    headers: dict[str, str]
    message: str = ""
    where: str = ""
    body: str = ""


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"{}"})


def request(
    app: Any, *fields: tuple[str, str], method: str = "GET", path: str = "/v1/status", peer: str = "::1"
) -> Reply:
    """What an application replies to a request with these headers and no others."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    raw = [(name.lower().encode(), value.encode("latin-1")) for name, value in fields]
    path, _, query = path.partition("?")
    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": raw}
    asyncio.run(app(scope | {"client": (peer, 4711), "server": ("127.0.0.1", 8000), "scheme": "http"}, receive, send))
    start, body = sent
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    is_json = headers.get("content-type") == "application/json"
    error = json.loads(body["body"])["error"] if is_json else {"message": "", "where": ""}
    return Reply(start["status"], headers, error["message"], error["where"], body["body"].decode())


def limited(access: Access | None = None, rate: float = 0) -> LimitedApp:
    """An application that says yes to everything that is let through."""
    return LimitedApp(_answer, RateLimiter(rate, 1), access or Access())
