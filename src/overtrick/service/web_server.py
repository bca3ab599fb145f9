"""The web server, which lets the application stop before it waits for connections to end."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from types import FrameType

import uvicorn

from overtrick.service.stopping import StopSignal


class WebServer(uvicorn.Server):
    """Uvicorn, ended by one signal in good order and by two at once."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._stop = stop
        self.stopped_by = StopSignal()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.stopped_by.receive(sig)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        stopping = asyncio.ensure_future(self._stop())
        await super().shutdown(sockets)
        await stopping
