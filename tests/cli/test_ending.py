"""How a command ends: exit codes, Ctrl-C, closed pipes, full disks, terminals without suit symbols, no home."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from benchmarks.support.writing_commands import CASES, ONLY_PRINTED, forgotten
from command import overtrick
from overtrick.cli.ending import _Interrupts

HAND = "AQ32.K4.KJ32.A32"


def started(*words: str, **options: Any) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "overtrick", *words]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True, **options)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_ends_a_command_without_a_word(unbuffered: str) -> None:
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with started("deal", "-n", "5000", stdout=subprocess.PIPE, env=environment) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert run.stdout.readline().startswith("N:")
        run.stdout.close()
        assert (run.stderr.read(), run.wait(150)) == ("", 141)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_under_standard_output_is_said() -> None:
    with open("/dev/full", "w") as full, started("eval", HAND, stdout=full) as run:
        assert run.stderr is not None
        said = "overtrick: cannot write standard output: No space left on device\n"
        assert (run.stderr.read(), run.wait(150)) == (said, 2)


def test_closed_standard_streams_are_refused_or_do_without(tmp_path: Path) -> None:
    """The first file that is opened must not become standard output."""
    words = f"{sys.executable} -m overtrick deal -n 1 --seed 1"
    closed = subprocess.run(f"{words} >&-", shell=True, capture_output=True, text=True, timeout=150)
    assert closed.returncode == 2
    assert closed.stderr == "overtrick: cannot write standard output: Bad file descriptor\n"
    path = tmp_path / "a.pbn"
    assert subprocess.run(f"{words} -o {path} >&- <&- 2>&-", shell=True, timeout=150).returncode == 0
    assert path.read_text().startswith("% PBN")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc")
def test_ctrl_c_ends_with_130_and_one_line_while_processes_work(tmp_path: Path) -> None:
    """While two processes solve; what the resource tracker says of leaked semaphores would be a line too."""
    path = tmp_path / "deals.npz"
    with started("data", "deals", "-n", "1000", "-j", "2", "-o", str(path), stdout=subprocess.PIPE) as run:
        children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
        while len(children.read_text().split()) < 2:  # the resource tracker, and the first at work
            assert run.poll() is None
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=150)
    assert (out, err, run.returncode) == ("", "overtrick: interrupted\n", 130)
    assert {each.name for each in tmp_path.iterdir()} <= {"deals.npz.partial", "deals.npz.partial.json"}


_DEEP = """
import ctypes, os, signal, sys, threading
from overtrick.cli import app, ending
from overtrick.storage import whole_file

def deep(self, context):
    with whole_file(sys.argv[1]):
        threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()
        library, mutex = ctypes.CDLL(None), ctypes.create_string_buffer(64)
        library.pthread_mutex_lock(mutex)
        library.pthread_mutex_lock(mutex)  # waits for ever, and no signal ends that

ending.PATIENCE = 0.2
app._AllCommands.invoke = deep
app.main()
"""


def test_ctrl_c_ends_work_that_does_not_hear_it_and_leaves_no_unfinished_file(tmp_path: Path) -> None:
    """Deep inside a library no Python runs that could be interrupted."""
    command = [sys.executable, "-c", _DEEP, str(tmp_path / "a"), "deal"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=150)
    assert (run.returncode, run.stderr) == (130, "overtrick: interrupted\n")
    assert not list(tmp_path.iterdir())


def test_a_second_ctrl_c_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[str] = []
    interrupts = _Interrupts()
    monkeypatch.setattr(interrupts, "leave", lambda: left.append("left"))
    for expected in ([], ["left"]):
        with pytest.raises(KeyboardInterrupt):
            interrupts(signal.SIGINT, None)
        assert left == expected


@pytest.mark.parametrize("error", [KeyboardInterrupt, BrokenPipeError, OSError(28, "No space left on device")])
def test_what_ends_a_command_from_outside_has_its_exit_code(monkeypatch: pytest.MonkeyPatch, error: Any) -> None:
    def fails(*given: Any) -> None:
        raise error

    monkeypatch.setattr("overtrick.cli.hands.from_json", fails)
    run = overtrick("eval", HAND)
    assert (run.code, run.err) in (
        (130, "overtrick: interrupted\n"),
        (141, ""),
        (2, "overtrick: cannot write standard output: No space left on device\n"),
    )
    assert run.code == {KeyboardInterrupt: 130, BrokenPipeError: 141}.get(error, 2)


def test_suits_are_letters_where_the_terminal_has_no_symbols(tmp_path: Path) -> None:
    """And there may be no home, or one that cannot be written; JSON stays exact."""
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LANG": "C", "HOME": "/proc/nowhere"}
    run = subprocess.run(
        [sys.executable, "-m", "overtrick", "eval", HAND], capture_output=True, text=True, env=environment, timeout=150
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("S AQ32  H K4  D KJ32  C A32")
    del environment["HOME"]
    words = [sys.executable, "-m", "overtrick", "explain", "-", "--json"]
    run = subprocess.run(
        words, input='{"auction": "1N P 2D"}\n', capture_output=True, text=True, env=environment, timeout=150
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "\\u2665" in run.stdout


def test_a_file_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    missing = str(tmp_path / "none" / "a.pbn")
    for words in (
        ("deal", "-n", "1000000000", "-o", missing),
        ("match", "sayc", "acol", "-n", "1000000000", "--swings", missing),
        ("paper", "2025", "--html", missing),
        ("data", "deals", "-n", "1000000000", "-o", missing),
    ):
        run = overtrick(*words)
        assert (run.code, run.out) == (2, "")
        assert run.err == f"overtrick: cannot write {missing}: there is no folder {tmp_path / 'none'}\n"


def test_every_command_has_its_row_in_the_table_of_faults() -> None:
    assert forgotten() == []
    assert not CASES.keys() & ONLY_PRINTED.keys()
