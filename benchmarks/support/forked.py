"""Commands of Overtrick, each a fork of a process that has imported everything, with a fault at a moment of its choice.

A moment is a call of the system that opens a file for writing, flushes, renames or removes one in a certain folder.
"""

import json
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

CLOSED = "a closed pipe"
_MOMENTS = {"os.rename", "os.remove"}
KILL, INTERRUPT, FREEZE = "kill", "interrupt", "freeze"
_SIGNALS = {KILL: signal.SIGKILL, INTERRUPT: signal.SIGINT, FREEZE: signal.SIGSTOP}


@dataclass(frozen=True)
class Request:
    """A command, where its output goes, and the fault."""

    words: list[str]
    folder: str
    """Whose files count."""
    out: str
    err: str
    fault: str = ""
    moment: int = 0
    """Of the fault, from 1 on."""
    largest: int = -1
    """Bytes that a file may have, or -1."""
    counted: str = ""
    """A file for the number of moments."""
    patches: dict[str, int] = field(default_factory=dict)


class Commands:
    """Starts commands as a user would, only sooner."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "benchmarks.support.forked"]
        self._server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def start(self, request: Request) -> int:
        """Start a command; its process."""
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps(asdict(request)) + "\n")
        self._server.stdin.flush()
        return int(self._answer()["started"])

    def wait(self) -> int:
        """The exit code of the command that ends next; of a signal, its number below 0."""
        return int(self._answer()["code"])

    def _answer(self) -> dict[str, int]:
        assert self._server.stdout is not None
        answer: dict[str, int] = json.loads(self._server.stdout.readline())
        return answer

    def close(self) -> None:
        """End the process that forks."""
        assert self._server.stdin is not None
        self._server.stdin.close()
        self._server.wait(30)


def _serve() -> Request | None:
    """Fork for every request; in the fork, the request. None when there are no more."""
    for line in sys.stdin:
        process = os.fork()
        if process == 0:
            return Request(**json.loads(line))
        _say(started=process)
        threading.Thread(target=lambda waited: _say(code=_code_of(waited)), args=(process,)).start()
    return None


def _say(**answer: int) -> None:
    print(json.dumps(answer), flush=True)


def _code_of(process: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def _become(request: Request) -> None:
    """Make this process the command: streams, limits, patches, the fault."""
    os.setsid()
    for name, flags, descriptor in (
        (os.devnull, os.O_RDONLY, 0),
        (request.out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 1),
        (request.err, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 2),
    ):
        os.dup2(_closed_pipe() if name == CLOSED else os.open(name, flags, 0o666), descriptor)
    sys.argv = ["overtrick", *request.words]
    for target, value in request.patches.items():
        module, _, name = target.rpartition(".")
        setattr(sys.modules.get(module) or __import__(module, fromlist=[name]), name, value)
    if request.largest >= 0:
        resource.setrlimit(resource.RLIMIT_FSIZE, (request.largest, resource.RLIM_INFINITY))
    _watch(request)


def _closed_pipe() -> int:
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def _watch(request: Request) -> None:
    """Count the moments, and let the fault happen at its own."""
    home, count = os.getpid(), 0

    def moment() -> None:
        nonlocal count
        count += 1
        if count == request.moment:
            os.killpg(0, _SIGNALS[request.fault])
        if request.counted:
            Path(request.counted + ".count").write_text(str(count))

    def heard(event: str, given: tuple[Any, ...]) -> None:
        writes = event == "open" and isinstance(given[2], int) and given[2] & (os.O_WRONLY | os.O_RDWR)
        if (event in _MOMENTS or writes) and os.getpid() == home:
            with suppress(TypeError, ValueError):
                if str(os.fsdecode(given[0])).startswith(request.folder):
                    moment()

    honest: Callable[[Any], None] = os.fsync

    def flush(descriptor: Any) -> None:
        if os.path.realpath(f"/proc/self/fd/{descriptor}").startswith(request.folder):
            moment()
        honest(descriptor)

    os.fsync = flush  # type: ignore[assignment]
    sys.addaudithook(heard)


def _import_everything() -> None:
    from overtrick.cli import bidding, contracts, doctor, files, hands, matches, review, systems, tricks
    from overtrick.cli.research import data, papers, strength, training

    assert all((bidding, contracts, doctor, files, hands, matches, review, systems, tricks))
    assert all((data, papers, strength, training))


if __name__ == "__main__":
    _import_everything()
    asked = _serve()
    if asked is not None:
        from overtrick.cli import main

        _become(asked)
        main()
