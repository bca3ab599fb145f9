"""How a command ends: its exit code and last line, Ctrl-C, closed pipes, output that cannot be written.

It ends with 0 when all is well, 1 for findings, 2 for a mistake in what it was given or a refusal of the system, 130
after Ctrl-C, 141 when the reader of a pipe has gone.
"""

import codecs
import errno
import io
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from overtrick.core import BridgeError
from overtrick.storage import remove_unfinished

INTERRUPTED, CLOSED_PIPE = 130, 141
PATIENCE = 2.0
"""Seconds after Ctrl-C in which the work may clean up; deep inside a library it does not hear of it at all."""

_SAID = "overtrick: interrupted\n"
_OF_OUTPUT = {errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EBADF, getattr(errno, "EDQUOT", errno.ENOSPC)}
_LETTERS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "…": "...", "–": "-", "−": "-", "×": "x", "·": ".", "█": "#"}


class CommandEnd(BaseException):
    """The end of a command, with its exit code and one line for standard error."""

    def __init__(self, code: int, text: str = "") -> None:
        super().__init__(code, text)
        self.code, self.text = code, text


def complain(error: BridgeError | str) -> None:
    """One line on standard error; where that cannot be written, nobody hears it."""
    with suppress(OSError):
        print(f"overtrick: {error}", file=sys.stderr, flush=True)


@contextmanager
def command_ends() -> Iterator[None]:
    """What ends a command from outside, as a CommandEnd."""
    try:
        yield
    except KeyboardInterrupt:
        raise CommandEnd(INTERRUPTED, "interrupted") from None
    except BrokenPipeError:
        raise CommandEnd(CLOSED_PIPE) from None
    except OSError as error:
        reason = error.strerror or str(error)
        if error.filename is not None:
            raise CommandEnd(2, f"cannot use {error.filename}: {reason}") from None
        if error.errno in _OF_OUTPUT:
            raise CommandEnd(2, f"cannot write standard output: {reason}") from None
        raise CommandEnd(2, reason) from None


def flushed(end: CommandEnd) -> CommandEnd:
    """Write out what is still to be written, and say how the command ends then."""
    try:
        with command_ends():
            sys.stdout.flush()
    except CommandEnd as error:
        with suppress(OSError, ValueError):  # what cannot be written is not tried again when Python ends
            descriptor = sys.stdout.fileno()
            os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
        return end if end.code > 1 else error
    return end


def prepare_streams() -> None:
    """Have standard streams that are there, and take every character: suits as letters where there are no symbols."""
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:  # closed: the next file that is opened would get its number, and its text
            os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)  # so that standard output fails
            stream = os.fdopen(descriptor, "r" if name == "stdin" else "w", closefd=False)
            setattr(sys, name, stream)
    codecs.register_error("letters", _as_letters)
    output = sys.stdout
    if isinstance(output, io.TextIOWrapper):
        if isinstance(output.buffer, io.RawIOBase):  # python -u, which loses the rest of a write that is cut short
            buffered = io.BufferedWriter(output.buffer)
            output = sys.stdout = io.TextIOWrapper(buffered, output.encoding, line_buffering=True)
        output.reconfigure(errors="letters")


def _as_letters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_LETTERS.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


class _Interrupts:
    """What Ctrl-C does: the work is interrupted; a second time, or after a while, the process ends at once."""

    def __init__(self) -> None:
        self.is_heard = self.is_said = False

    def __call__(self, number: int, frame: Any) -> None:
        if self.is_heard:
            self.leave()
        self.is_heard = True
        raise KeyboardInterrupt

    def watch(self, bell: int) -> None:
        """Wait for the signal beside the work, which may be deep inside a library."""
        while number := os.read(bell, 1):
            is_ours = number == bytes([signal.SIGINT]) and signal.getsignal(signal.SIGINT) is self
            if is_ours:  # a server, or a training run, has its own way to end
                time.sleep(PATIENCE)
                self.leave()
        os.close(bell)

    def leave(self) -> None:
        """End at once, without leaving anything behind."""
        remove_unfinished()
        for process in multiprocessing.active_children():
            process.kill()
        show_cursor = "\x1b[?25h" if sys.stderr.isatty() else ""
        with suppress(OSError):
            os.write(2, f"{show_cursor}{'' if self.is_said else _SAID}".encode())
        os._exit(INTERRUPTED)


@contextmanager
def interruptible() -> "Iterator[_Interrupts]":
    """Ctrl-C ends the command while the block runs, in any state it is in."""
    interrupts = _Interrupts()
    bell, ringer = os.pipe()
    if hasattr(os, "set_blocking"):  # Windows has it from Python 3.12 on, and does without
        os.set_blocking(ringer, False)
    threading.Thread(target=interrupts.watch, args=(bell,), daemon=True).start()
    handler = signal.signal(signal.SIGINT, interrupts)
    wakeup = signal.set_wakeup_fd(ringer, warn_on_full_buffer=False)
    hook, sys.unraisablehook = sys.unraisablehook, _quiet_when_interrupted
    try:
        yield interrupts
    finally:
        sys.unraisablehook = hook
        signal.set_wakeup_fd(wakeup)
        signal.signal(signal.SIGINT, handler)
        os.close(ringer)


def _quiet_when_interrupted(unraisable: "sys.UnraisableHookArgs") -> None:
    if unraisable.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(unraisable)
