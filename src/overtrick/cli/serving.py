"""`overtrick serve`, `overtrick worker` and `overtrick status`: the page, its API, and who answers behind it."""

import json
import logging
import os
import re
import sys
import threading
import urllib.error
import urllib.request
import webbrowser
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.ask import patience
from overtrick.ask.wire import JsonObject
from overtrick.cli.console import Json, complain
from overtrick.core import BridgeError
from overtrick.nets.backend import BACKENDS, use_backend
from overtrick.service.queue.jobs import LANES

if TYPE_CHECKING:
    from overtrick.service.access import Access

BROKER_VARIABLE = "OVERTRICK_BROKER"
"""Names the broker where the command line does not, which other users of the computer can read."""
Broker = Annotated[
    str | None,
    typer.Option("--broker", metavar="URL", envvar=BROKER_VARIABLE, help="A Redis server, as redis://127.0.0.1:6379."),
]
Address = "http://127.0.0.1:8000"
BROWSER_DELAY = 0.5
"""Seconds after which the page is opened: the server listens, and answers once it has started."""


def serve(
    host: Annotated[str, typer.Option("--host", help="The address to listen at; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-p", min=1, max=65535, help="The port to listen at.")] = 8000,
    broker: Broker = None,
    workers: Annotated[
        int | None, typer.Option("--workers", "-w", min=0, help="Workers of its own; 3, or 0 with a broker.")
    ] = None,
    rate: Annotated[
        float, typer.Option("--rate", min=0, help="Requests a second that one client may make; 0 for any.")
    ] = 300.0,
    hosts: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="A name by which browsers reach it; may be repeated."),
    ] = None,
    origins: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-origin", metavar="ORIGIN", help="A site, as https://bridge.example, whose pages may ask it."
        ),
    ] = None,
    proxies: Annotated[
        list[str] | None,
        typer.Option(
            "--behind-proxy", metavar="ADDRESS", help="A proxy, or network of them, whose X-Forwarded-For is true."
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            "--token", metavar="VALUE", help="What users must know; auto makes one. Better in $OVERTRICK_TOKEN."
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in the browser, where there is a desktop.")
    ] = True,
) -> None:
    """Serve the page and its API until Ctrl-C.

    Without a broker everything runs here and nothing is kept when it ends.
    """
    from overtrick.service.access import Access
    from overtrick.service.server import serve as answer
    from overtrick.service.tokens import VARIABLE, AccessToken

    patience()  # what is wrong with it is said at once
    logging.basicConfig(level=logging.WARNING, format="overtrick: %(message)s")
    given = os.environ.get(VARIABLE) if token is None else token
    secret = None if given is None else AccessToken(given)
    access = Access(host, hosts=hosts or (), origins=origins or (), proxies=proxies or (), token=secret)
    answer(
        host, port, broker, workers, rate=rate, access=access, announce=lambda: _announce(host, port, access, browser)
    )


def _announce(host: str, port: int, access: "Access", browser: bool) -> None:
    """Say where the server is, and who can reach it; open the page where somebody sits before a screen."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    opened = f"/?token={access.token.value}" if access.token is not None and access.token.is_new else ""
    address = f"http://{shown}:{port}{opened}"
    print(f"Overtrick is at {address}  (Ctrl-C ends it)", file=sys.stderr, flush=True)
    if browser and has_desktop():
        threading.Timer(BROWSER_DELAY, webbrowser.open, (address,)).start()
    if not access.is_local and access.token is None:
        complain(
            f"everybody who can reach port {port} of this computer can use this server (--token auto asks for a token)"
        )


def has_desktop() -> bool:
    """Whether this is a terminal on a desktop, where a browser can be opened."""
    shows = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return bool(shows) and sys.stderr.isatty()


def worker(
    broker: Annotated[
        str, typer.Option("--broker", metavar="URL", envvar=BROKER_VARIABLE, help="As redis://127.0.0.1:6379.")
    ],
    backend: Annotated[
        str | None, typer.Option("--backend", help="numpy, or jax where that is installed; jax on a GPU.")
    ] = None,
    device: Annotated[
        str, typer.Option("--device", metavar="DEVICE", help="What the networks run on: cpu, gpu:0, gpu:1 …")
    ] = "cpu",
    workers: Annotated[
        int, typer.Option("--workers", "-w", min=1, max=64, help="Workers on that device, each a process.")
    ] = 1,
    lane: Annotated[str, typer.Option("--lane", help=f"{', '.join(LANES)}; all unless it is given.")] = "",
) -> None:
    """Answer questions that wait at a broker, until Ctrl-C; what is in hand is finished or handed back."""
    from overtrick.service.queue.worker import Worker
    from overtrick.service.server import transport_at
    from overtrick.service.stopping import StopSignal

    if lane and lane not in LANES:
        raise BridgeError(f"expected {', '.join(LANES)} after --lane, got {lane!r}")
    chosen = _backend_on(backend, device)
    patience()  # what is wrong with it is said at once
    logging.basicConfig(level=logging.WARNING, format="overtrick: %(message)s")
    transport = transport_at(broker)
    transport.status()  # says at once when nobody is there
    hands = [Worker(transport, (lane,) if lane else LANES, backend=chosen) for _ in range(workers)]
    stopped_by = StopSignal()
    stopped_by.catch()
    for hand in hands:
        hand.start()
        print(f"worker {hand.name} at {transport} on {chosen}  (Ctrl-C ends it)", file=sys.stderr, flush=True)
    while all(hand.is_alive for hand in hands) and not stopped_by.wait(0.5):
        pass
    stopping = [threading.Thread(target=hand.stop) for hand in hands]
    for thread in stopping:
        thread.start()
    for thread in stopping:
        thread.join()
    transport.close()
    stopped_by.end()


def _backend_on(backend: str | None, device: str) -> str:
    """What the networks run on, as `nets.backend` reads it; an error where JAX or the device is missing."""
    name = backend or ("numpy" if device == "cpu" else "jax")
    if name not in BACKENDS:
        raise BridgeError(f"expected numpy or jax after --backend, got {name!r}")
    if not re.fullmatch(r"cpu|gpu(:\d{1,3})?", device):
        raise BridgeError(f"expected cpu, gpu:0, gpu:1 … after --device, got {device!r}")
    if name == "numpy":
        if device != "cpu":
            raise BridgeError(f"expected --backend jax with --device {device}: NumPy runs on the processor alone")
        return name
    if find_spec("jax") is None:
        raise BridgeError("JAX is not installed: pip install 'overtrick[train]'")
    chosen = name if device == "cpu" else f"{name}@{device}"
    use_backend(chosen)  # an error now rather than in every worker
    return chosen


def status(
    broker: Broker = None,
    url: Annotated[
        str | None, typer.Option("--url", help=f"A server to ask instead; {Address} where there is no broker.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say how long the queues are, and who is at work with which models."""
    status = _from_server(url or Address) if url is not None or broker is None else _from_broker(broker)
    print(json.dumps(status, ensure_ascii=False) if as_json else _text(status))


def _from_broker(broker: str) -> JsonObject:
    from dataclasses import asdict

    from overtrick.service.server import transport_at

    transport = transport_at(broker)
    try:
        return asdict(transport.status())
    finally:
        transport.close()


def _from_server(url: str) -> JsonObject:
    from overtrick.service.tokens import VARIABLE

    if not url.startswith(("http://", "https://")):
        raise BridgeError(f"expected an address such as {Address}, got {url!r}")
    request = urllib.request.Request(f"{url.rstrip('/')}/v1/status")
    if VARIABLE in os.environ:
        request.add_unredirected_header("Authorization", f"Bearer {os.environ[VARIABLE]}")
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            status: JsonObject = json.load(answer)
            return status
    except urllib.error.HTTPError as error:
        raise BridgeError(f"{url} answers {error.code}: {_words(error)}") from None
    except (OSError, ValueError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        raise BridgeError(f"cannot reach {url}: {reason}") from None


def _words(error: urllib.error.HTTPError) -> str:
    """What a server says about its refusal."""
    try:
        return str(json.loads(error.read(10_000))["error"]["message"])
    except (OSError, ValueError, LookupError, TypeError):
        return str(error.reason)


def _text(status: JsonObject) -> str:
    lines = [f"{'lane':14}{'waiting':>9}{'held':>9}"]
    lines += [f"{lane:14}{count:9,}{status['held'].get(lane, 0):9,}" for lane, count in status["waiting"].items()]
    lines.append(f"dead letters {status['dead']:,}")
    lines += (
        [f"\n{'worker':34}{'jobs':>9}{'batches':>9}{'largest':>9}{'silent':>9}"]
        if status["workers"]
        else ["\nno workers"]
    )
    for name, about in status["workers"].items():
        counts = "".join(f"{about.get(key, 0):9,}" for key in ("jobs", "batches", "largest_batch"))
        lines.append(f"{name:34}{counts}{about['silent']:8.1f}s")
        lines.append("    " + ", ".join(f"{key} {value}" for key, value in about.get("models", {}).items()))
    return "\n".join(lines)
