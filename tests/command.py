"""Running `overtrick` as a user does: mostly in this process, which spares the start, and as a process of its own."""

import io
import signal
import subprocess
import sys
from dataclasses import dataclass

import pytest

from overtrick.cli import main
from overtrick.nets.backend import use_backend


@dataclass(frozen=True)
class Finished:
    """How a command ended."""

    code: int
    out: str
    err: str


def overtrick(*words: str, stdin: str | bytes = b"") -> Finished:
    """Run the command with these words in this process; an error that the command does not catch fails the test."""
    given = io.TextIOWrapper(io.BytesIO(_encoded(stdin)), encoding="utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code: str | int | None = 0
    on_interrupt = signal.getsignal(signal.SIGINT)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["overtrick", *words])
        for name, stream in (("stdin", given), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        try:
            main()
        except SystemExit as end:
            code = end.code
        finally:
            signal.signal(signal.SIGINT, on_interrupt)
            use_backend("numpy")  # a command may have chosen another one for its process, which is ours
    assert code is None or isinstance(code, int), code
    return Finished(code or 0, _written(out), _written(err))


def overtrick_process(*words: str, stdin: str | bytes = b"") -> Finished:
    """The same in a process of its own; a traceback fails the test at once."""
    command = [sys.executable, "-m", "overtrick", *words]
    run = subprocess.run(command, input=_encoded(stdin), capture_output=True, timeout=300)
    finished = Finished(run.returncode, run.stdout.decode(), run.stderr.decode())
    assert "Traceback" not in finished.err, finished.err
    return finished


def _encoded(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _written(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()
