"""A program of someone else at the table: it speaks the JSON lines of `overtrick bid - --json`."""

import json
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO, Any, NoReturn, Self

import numpy as np

from overtrick.arrays.auctions import Bytes
from overtrick.core import BridgeError, Call, Position
from overtrick.core.errors import shown
from overtrick.players.player import TurnBatch, call_of

SECONDS = 60.0
"""How long a program may take for a call unless another limit is given."""
LAST_WORDS = 5
"""Lines of a program's standard error that are remembered."""
PATIENCE = 2.0
"""Seconds a program has to end by itself once its input has ended."""


class OutsideError(BridgeError):
    """An outside program that died, hung or said what makes no sense; with its name and its last words."""


class OutsideProgram:
    """One process that bids for a side at all tables; a context manager that ends it.

    The questions of many tables are written in one go, each with an `id`. Answers may come in any order; those without
    an `id` are taken in the order of the questions.
    """

    def __init__(self, command: str, against: str | None = None, seconds: float = SECONDS) -> None:
        """A command line, the opponents' system, and the longest wait for a next answer."""
        self._command, self._against, self.seconds = command, against, seconds
        self._asked = 0
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=sys.platform != "win32",  # so that what it starts ends with it
            )
        except (OSError, ValueError, IndexError) as error:
            raise BridgeError(f"expected a command that can be started after ext:, got {command!r}: {error}") from None
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._last_words: deque[str] = deque(maxlen=LAST_WORDS)
        self._listener = _started(self._listen, self._process.stderr)
        _started(self._read, self._process.stdout)
        _started(self._write, self._process.stdin)

    def __str__(self) -> str:
        return f"ext:{self._command}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._questions.put(b"")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0 if any(error) else PATIENCE)
        self._kill()

    def call(self, position: Position) -> Call:
        return call_of(self, position)

    def calls(self, turns: TurnBatch) -> Bytes:
        """The program's calls, every one legal. Shape: (table,)."""
        positions = dict(enumerate(turns, self._asked))
        self._asked += len(positions)
        self._questions.put(b"".join(self._question(number, position) for number, position in positions.items()))
        waiting, made = dict(positions), {}
        while waiting:
            number, answer = self._answer(waiting)
            made[number] = self._call(answer, waiting.pop(number))
        return np.array([made[number].index for number in positions], np.uint8)

    def _question(self, number: int, position: Position) -> bytes:
        auction = position.auction
        asked = {
            "id": number,
            "hand": str(position.hand),
            "dealer": str(auction.dealer),
            "vul": str(position.vulnerability),
            "auction": str(auction),
        }
        if self._against is not None:
            asked["their_system"] = self._against
        return json.dumps(asked).encode() + b"\n"

    def _answer(self, waiting: dict[int, Position]) -> tuple[int, dict[str, Any]]:
        """The next answer, and the number of its question."""
        try:
            line = self._lines.get(timeout=self.seconds)
        except queue.Empty:
            self._fail(f"gave no answer within {self.seconds:g} seconds")
        if not line:
            self._fail("ended before it had answered", is_over=True)
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            self._fail(f"answered {_shown(line)}, where a JSON object was expected")
        number = answer.get("id", next(iter(waiting)))
        if not isinstance(number, int) or number not in waiting:
            self._fail(f"answered with the id {shown(str(number))}, which was not asked")
        return number, answer

    def _call(self, answer: dict[str, Any], position: Position) -> Call:
        after = f"after {str(position.auction) or 'nothing'} with {position.hand}"
        try:
            call = Call.parse(answer["call"])
        except (KeyError, TypeError, AttributeError, BridgeError):
            self._fail(f"answered {_shown(json.dumps(answer).encode())} {after}, where a call was expected")
        if not position.auction.is_legal(call):
            self._fail(f"made the illegal call {call} {after}")
        return call

    def _fail(self, what: str, *, is_over: bool = False) -> NoReturn:
        if is_over:
            with suppress(subprocess.TimeoutExpired):
                what += f" (exit code {self._process.wait(PATIENCE)})"
        self._kill()
        self._listener.join(PATIENCE)
        words = "; ".join(self._last_words)
        raise OutsideError(f"{self} {what}" + (f"; its last words: {words}" if words else ""))

    def _kill(self) -> None:
        """End the process, and what it has started."""
        with suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _read(self, output: IO[bytes]) -> None:
        for line in _lines_of(output):
            self._lines.put(line)
        self._lines.put(b"")

    def _listen(self, errors: IO[bytes]) -> None:
        for line in _lines_of(errors):
            self._last_words.append(line.decode(errors="replace")[:300])

    def _write(self, questions: IO[bytes]) -> None:
        with suppress(OSError, ValueError):  # a program that has ended is noticed by the silence of its output
            while text := self._questions.get():
                questions.write(text)
                questions.flush()
        with suppress(OSError):
            questions.close()


def _started(work: Callable[[IO[bytes]], None], stream: IO[bytes] | None) -> threading.Thread:
    thread = threading.Thread(target=work, args=(stream,), daemon=True)
    thread.start()
    return thread


def _lines_of(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines that are not empty; a line of a megabyte or more comes in pieces."""
    with stream:
        while line := stream.readline(1 << 20):
            if stripped := line.strip():
                yield stripped


def _shown(line: bytes) -> str:
    return shown(line.decode(errors="replace"))
