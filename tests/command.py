"""Running `overtrick` as a user does."""

import subprocess
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Finished:
    """How a command ended."""

    code: int
    out: str
    err: str


def overtrick(*words: str, stdin: str | bytes = b"") -> Finished:
    """Run the command with these words; a traceback fails the test at once."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    run = subprocess.run([sys.executable, "-m", "overtrick", *words], input=data, capture_output=True, timeout=120)
    finished = Finished(run.returncode, run.stdout.decode(), run.stderr.decode())
    assert "Traceback" not in finished.err, finished.err
    return finished
