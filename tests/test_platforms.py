"""Windows and macOS, as far as Linux can play them: what they lack is hidden, and commands, files and workers go on."""

import importlib.util
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from overtrick import BridgeError, storage

MISSING = {
    "os": "fork forkpty nice sched_getaffinity register_at_fork sysconf set_blocking fchmod fchown getuid geteuid "
    "killpg mkfifo wait4 getloadavg O_NOFOLLOW",
    "signal": "SIGKILL SIGHUP SIGPIPE SIGALRM SIGUSR1 SIGUSR2 SIGCHLD alarm setitimer pthread_sigmask pthread_kill",
}
"""Names that Windows does not have (os.set_blocking: on Python 3.11)."""
MODULES = "resource pwd grp termios tty pty syslog"
WITHOUT = f"""
import asyncio, ctypes.util, logging.handlers, multiprocessing.spawn, multiprocessing.popen_spawn_posix, pathlib, shutil
import multiprocessing.resource_tracker, multiprocessing.util, socketserver, subprocess, sys, tempfile, webbrowser
import os, signal, types
block, wake = os.set_blocking, signal.set_wakeup_fd
signal.set_wakeup_fd = lambda fd, **given: [fd < 0 or block(fd, False), wake(fd, **given)][1]  # Windows does not ask
for name, missing in {MISSING!r}.items():
    module = sys.modules[name]
    whole = types.SimpleNamespace(**vars(module))
    for user in list(sys.modules.values()):  # the standard library goes on as on this system
        if vars(user).get(name) is module:
            setattr(user, name, whole)
    for each in missing.split():
        vars(module).pop(each, None)
sys.modules.update(dict.fromkeys({MODULES!r}.split()))

def opened(path, *given, really=open, **named):
    return really("/no/statm" if path == "/proc/self/statm" else path, *given, **named)

import builtins
builtins.open = opened
"""
"""Run by every Python before anything else: the standard library has imported what it needs, we find it missing."""
WORK = """
import os, sys, warnings
if __name__ == "__main__":
    warnings.filterwarnings("error", category=EncodingWarning, module="overtrick")
    from overtrick.cli import main
    for line in (
        ["bid", "KQ52.AJ73.84.K62", "-a", "1N P"],
        ["deal", "-n", "2", "--seed", "1", "-o", "two.pbn"],
        ["bid", "two.pbn", "-o", "bid.pbn"],
        ["show", "bid.pbn", "--html", "-o", "bid.html"],
        ["dd", "two.pbn", "-j", "2"],
    ):
        sys.argv = ["overtrick", *line]
        try:
            main()
        except SystemExit as end:
            assert not end.code, (line, end.code)
    from overtrick.service.queue.process import AnswerProcess

    process = AnswerProcess(is_background=True)
    replies = list(process.ask("bid", [b'{"hand": "KQ52.AJ73.84.K62", "auction": "1N P"}'], 100.0))
    print("the process says", replies[-1][-1].data.decode())
    process.kill()
    assert not hasattr(os, "fork")
"""


def test_commands_and_worker_processes_do_without_what_windows_lacks(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT, encoding="utf-8")
    (tmp_path / "work.py").write_text(WORK, encoding="utf-8")
    places = os.pathsep.join([str(tmp_path), str(Path(storage.__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "work.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": places},
        capture_output=True,
        timeout=300,
    )
    said = done.stdout.decode()
    assert done.returncode == 0, said + done.stderr.decode()
    assert said.startswith("2♣")
    assert '"call":"2C"' in said[said.index("the process says") :]
    assert (tmp_path / "bid.html").is_file()


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module `storage` as Windows reads it, with a stand-in for its locks: one byte, for one descriptor."""
    locks: dict[tuple[int, int], int] = {}

    def locking(descriptor: int, mode: int, count: int) -> None:
        there = (os.fstat(descriptor).st_ino, os.lseek(descriptor, 0, os.SEEK_CUR))
        if locks.setdefault(there, descriptor) != descriptor:
            raise PermissionError(13, "Permission denied")

    stand_in = types.ModuleType("msvcrt")
    vars(stand_in).update(LK_LOCK=1, LK_NBLCK=2, locking=locking)
    monkeypatch.setitem(sys.modules, "msvcrt", stand_in)
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setattr(sys, "platform", "win32")
    for name in ("fchmod", "fchown", "O_NOFOLLOW"):
        monkeypatch.delattr(os, name)
    spec = importlib.util.spec_from_file_location("storage_on_windows", storage.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_files_are_written_whole_and_locked_on_windows(windows: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    for text in ("old\n", "♠ new\n"):
        windows.write_text(text, path)
        assert path.read_bytes() == text.encode()
    with windows.whole_file(path) as file:
        file.write(b"half")
        with pytest.raises(BridgeError, match="another run is writing"), windows.whole_file(path):
            pass
    assert path.read_bytes() == b"half"


def test_every_process_locks_the_same_byte_of_a_file_on_windows(
    windows: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = []
    monkeypatch.setattr(
        sys.modules["msvcrt"], "locking", lambda descriptor, *_: places.append(os.lseek(descriptor, 0, os.SEEK_CUR))
    )
    for line in ("one", "two"):
        windows.append_line(tmp_path / "notes.txt", line)
    assert (tmp_path / "notes.txt").read_text() == "one\ntwo\n"
    assert places == [0, 0]
