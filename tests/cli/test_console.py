"""Progress: on a terminal alone, after a while, beside the output and never in it."""

import io
import os
import pty
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from overtrick.cli import console
from overtrick.cli.console import progress_bar, watched


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def standard_error(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal as standard error, with bars at once. Call it in the body of a test: pytest has its own before."""
    shown = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(console, "PATIENCE", 0)
    return shown


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_long_work_shows_how_far_it_is_on_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, out = standard_error(monkeypatch), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    with progress_bar("bidding", 8) as advance:
        advance(3)
        print("an answer")
        wait_until(lambda: "bidding" in terminal.getvalue() and "3/8" in terminal.getvalue())
    assert out.getvalue() == "an answer\n"


def test_what_is_printed_on_the_same_terminal_stands_above_the_bar_and_is_not_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = standard_error(monkeypatch)
    monkeypatch.setattr(sys, "stdout", terminal)
    line = f"Board 1: {'a long line, ' * 20}end"
    with progress_bar("bidding", 8) as advance:
        wait_until(lambda: "bidding" in terminal.getvalue())
        advance(3)
        print(line)
        wait_until(lambda: "3/8" in terminal.getvalue())
    before, _, after = terminal.getvalue().partition(line)
    assert before.endswith("\x1b[2K"), "the bar's line is cleared first"
    assert after.startswith("\n")


def test_quick_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = standard_error(monkeypatch)
    monkeypatch.setattr(console, "PATIENCE", 1000)
    with progress_bar("bidding", 8) as advance:
        advance(8)
    assert terminal.getvalue() == ""


def test_boards_that_go_to_a_file_are_watched_and_those_on_the_screen_are_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    terminal = standard_error(monkeypatch)
    boards = watched(iter("ab"), "explaining", tmp_path / "boards.pbn")
    assert next(boards) == "a"
    wait_until(lambda: "explaining" in terminal.getvalue())
    assert list(boards) == ["b"]
    terminal.truncate(0)
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert list(watched("ab", "explaining")) == ["a", "b"]
    assert terminal.getvalue() == ""


def test_advice_shows_progress_on_a_terminal_and_its_answer_on_standard_output(tmp_path: Path) -> None:
    screen, stderr = pty.openpty()
    words = ["advise", "KQ52.AJ73.84.K62", "-a", "1N P", "-n", "2000"]
    answer, environment = tmp_path / "answer", os.environ | {"TERM": "xterm"}
    with answer.open("wb") as out:
        run = subprocess.Popen([sys.executable, "-m", "overtrick", *words], stdout=out, stderr=stderr, env=environment)
    os.close(stderr)
    shown = b""
    with suppress(OSError):  # what Linux says when the last writer has gone
        while part := os.read(screen, 1 << 16):
            shown += part
    os.close(screen)
    assert run.wait(150) == 0
    assert answer.read_text(encoding="utf-8").startswith("2♣   asks for a four-card major")
    assert b"simulating" in shown
