"""Puts together the transport, workers and the application, and runs the web server."""

import errno
import gc
import socket
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from overtrick.core import BridgeError
from overtrick.service.access import Access
from overtrick.service.app import Service, make_app
from overtrick.service.limits import MOST_HEADER_BYTES, LimitedApp
from overtrick.service.queue.jobs import BATCH, BULK, INTERACTIVE, LANES
from overtrick.service.queue.memory import MemoryTransport
from overtrick.service.queue.transport import Transport
from overtrick.service.queue.worker import Worker

if TYPE_CHECKING:
    from overtrick.service.web_server import WebServer

GARBAGE = 20_000
"""New objects after which the garbage collector runs; each waiting request has hundreds that are in use."""
BACKLOG = 1024
"""Connections that may wait to be accepted."""
KEEP_ALIVE = 10
"""Seconds that a connection may rest between two requests: longer than httpx lets its own, so that none is closed here
at the very moment when it is used again."""
RATE = 300.0
"""Requests a second that one client may make."""


def transport_at(broker: str | None) -> Transport:
    """The transport of a broker's address, or one in memory."""
    if broker is None:
        return MemoryTransport()
    try:
        from overtrick.service.queue.redis import RedisTransport
    except ImportError:
        raise BridgeError("redis is not installed: pip install 'overtrick[cluster]'") from None

    return RedisTransport(broker)


def own_workers(transport: Transport, count: int, backend: str = "numpy") -> list[Worker]:
    """Workers for this process: one for what is quick, others for what takes seconds, the last for what takes minutes.

    The last of three or more starts its process when it is first needed, and others have the processor first.
    """
    if count == 1:
        return [Worker(transport, LANES, backend=backend)]
    if count == 2:
        return [Worker(transport, lanes, backend=backend) for lanes in ((INTERACTIVE,), (BATCH, INTERACTIVE, BULK))]
    middle = [Worker(transport, (BATCH, INTERACTIVE), backend=backend) for _ in range(count - 2)]
    last = Worker(transport, (BULK,), backend=backend, is_background=True)
    return [Worker(transport, (INTERACTIVE,), backend=backend), *middle, last]


def application(
    broker: str | None = None, workers: int | None = None, *, rate: float = RATE, access: Access | None = None
) -> LimitedApp:
    """The application with its workers: three when the queue is in memory, none when a broker has workers elsewhere."""
    transport = transport_at(broker)
    count = workers if workers is not None else 3 if broker is None else 0
    if count == 0 and broker is None:
        raise BridgeError("expected at least one worker: without a broker nobody else can answer")
    return make_app(Service(transport, own_workers(transport, count)), rate=rate, access=access)


def serve(
    host: str,
    port: int,
    broker: str | None,
    workers: int | None,
    *,
    rate: float = RATE,
    access: Access | None = None,
    announce: Callable[[], None] = lambda: None,
) -> None:
    """Serve until the process is ended; `announce` is called once the address is this server's."""
    app = application(broker, workers, rate=rate, access=access or Access(host))
    listener = listen(host, port)
    announce()
    run_at(listener, app)


def run(app: LimitedApp, host: str, port: int) -> None:
    """Serve an application; the process does nothing else from here on."""
    run_at(listen(host, port), app)


def listen(host: str, port: int) -> socket.socket:
    """A socket at that address; connections wait there until the server runs."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        reason = "another program listens there (--port chooses another port)" if taken else error.strerror or error
        raise BridgeError(f"cannot listen at {host} port {port}: {reason}") from None


def run_at(listener: socket.socket, app: LimitedApp) -> None:
    gc.collect()
    gc.freeze()  # what is there now stays, and need not be searched again and again
    gc.set_threshold(GARBAGE)
    server = web_server(app)
    server.run(sockets=[listener])
    server.stopped_by.end()


def web_server(app: LimitedApp) -> "WebServer":
    """The web server of an application. It believes no header about who the client is; `Access` decides that."""
    import uvicorn

    from overtrick.service.connections import BoundedConnection
    from overtrick.service.web_server import WebServer

    config = uvicorn.Config(
        app,
        http=partial(BoundedConnection, app.access.is_proxy),  # type: ignore[arg-type]
        h11_max_incomplete_event_size=MOST_HEADER_BYTES,
        timeout_keep_alive=KEEP_ALIVE,
        ws="none",
        log_level="error",
        access_log=False,
        timeout_graceful_shutdown=8,  # workers finish or give back in less
        server_header=False,
        proxy_headers=False,
    )
    return WebServer(config, app.stop)
