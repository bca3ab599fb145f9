"""Connections to the server: how many there may be, and how long one may keep it waiting."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from overtrick.service.limits import HEADERS, MOST_HEADER_BYTES
from overtrick.service.responses import Refused

MOST_CONNECTIONS = 768
"""Most systems allow a process 1,024 open files."""
MOST_OF_AN_ADDRESS = 256
LOOK_EVERY = 10.0
"""Seconds; a client that keeps the server waiting is cut off at the second look."""


def _written(refused: Refused) -> bytes:
    """A refusal as it goes over the wire, after which the connection is closed."""
    status, headers, body = refused.reply()
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()]
    length = (b"content-length", str(len(body)).encode())
    lines += [name + b": " + value for name, value in (*headers, *HEADERS, length, (b"connection", b"close"))]
    return b"\r\n".join([*lines, b"", body])


_FULL = _written(Refused(503, "too many connections: try again later"))
_MALFORMED = _written(Refused(400, f"expected an HTTP request, with headers of at most {MOST_HEADER_BYTES:,} bytes"))
_SLOW = _written(Refused(408, f"expected the whole body within {LOOK_EVERY:g} s"))


class BoundedConnection(H11Protocol):
    """A connection of uvicorn's that is refused when there are too many, and cut off when its client is too slow.

    uvicorn limits how long a connection may rest between two requests, and nothing else.
    """

    def __init__(self, is_proxy: Callable[[str], bool], **given: Any) -> None:
        super().__init__(**given)
        self._is_proxy = is_proxy
        self._waited_in: tuple[RequestResponseCycle | None, ...] = ()
        """At the last look, the request in which the client kept us waiting."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._look_later()
        if self._is_one_too_many():
            transport.write(_FULL)
            transport.close()

    def _is_one_too_many(self) -> bool:
        if len(self.connections) > MOST_CONNECTIONS:
            return True
        address = _address(self)
        same = sum(_address(other) == address for other in self.connections)
        return same > MOST_OF_AN_ADDRESS and not self._is_proxy(address)

    def connection_lost(self, exc: Exception | None) -> None:
        self._next_look.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, in the form of all refusals."""
        if self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete:
            self.transport.abort()  # in the middle of an answer
        else:
            self.transport.write(_MALFORMED)
            self.transport.close()

    def _look_later(self) -> None:
        self._next_look = self.loop.call_later(LOOK_EVERY, self._look)

    def _look(self) -> None:
        """Cut off a client that since the last look sends no whole request, or does not read its answer."""
        waits_in = (self.cycle,) if self._is_waiting() else ()
        if not waits_in or waits_in != self._waited_in:
            self._waited_in = waits_in
            self._look_later()
        elif self.cycle is None or self.cycle.response_started:
            self.transport.abort()
        else:
            self.transport.write(_SLOW)
            self.transport.close()

    def _is_waiting(self) -> bool:
        request = self.cycle
        return (
            request is None
            or request.more_body
            or request.response_complete
            or self.transport.get_write_buffer_size() > 0
        )


def _address(connection: Any) -> str:
    return connection.client[0] if connection.client else ""
