"""Work on many processes ends with the process that asked for it."""

import os
import signal
import subprocess
import sys
import time

import pytest

from overtrick import BridgeError
from overtrick.parallel import CORES, cores, executor, in_order

_PARENT = """
import os, time
from overtrick.parallel import executor

if __name__ == "__main__":
    with executor(2) as workers:
        print(workers.submit(os.getpid).result(), flush=True)
        time.sleep(600)
"""


def test_workers_leave_when_their_parent_is_killed(tmp_path: os.PathLike[str]) -> None:
    script = os.path.join(tmp_path, "parent.py")
    with open(script, "w") as file:
        file.write(_PARENT)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    deadline = time.monotonic() + 120
    while _alive(worker):
        assert time.monotonic() < deadline, "the worker outlived its parent"
        time.sleep(0.05)


def _alive(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_an_error_ends_the_workers_at_once_and_a_killed_worker_is_said() -> None:
    """In the middle of tasks that would last a minute."""
    begin = time.monotonic()
    with pytest.raises(ZeroDivisionError), executor(1) as workers:  # noqa: PT012
        worker = workers.submit(os.getpid).result()
        workers.submit(time.sleep, 60)
        raise ZeroDivisionError
    with pytest.raises(BridgeError, match="a process at work here was killed"), executor(1) as workers:
        list(in_order(os._exit, [1], workers))
    assert not _alive(worker)
    assert time.monotonic() - begin < 50


def test_the_environment_says_how_many_cores_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CORES)
    assert cores() >= 1
    monkeypatch.setenv(CORES, "3")
    assert cores() == 3
    for wrong in ("0", "-1", "²", "all"):
        monkeypatch.setenv(CORES, wrong)
        with pytest.raises(BridgeError, match=f"in OVERTRICK_CORES, got '{wrong}'"):
            cores()
