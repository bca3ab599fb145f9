"""A process of its own that answers questions one batch after the other, and can be killed when it takes too long.

Answers come from code that may run for minutes (exact double dummy of a freak deal) or on texts of strangers (posted
cards), so its time limit must hold whatever it does.
"""

import gc
import json
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from overtrick.ask import QUESTIONS, Kind
from overtrick.ask.wire import JsonObject, to_json
from overtrick.core import BridgeError
from overtrick.parallel import TimeLimitReached, leave_with_parent
from overtrick.service.queue.jobs import BROKEN, DONE, FAILED, UNPROCESSABLE, failure

_log = logging.getLogger("overtrick.service")
_spawn = multiprocessing.get_context("spawn")
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_exhausted = threading.Event()  # in the process: a question has taken all the memory there is
_BLAS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
STARTING = 120.0
"""Seconds a new process may take until it is ready: importing everything, on a busy machine."""
SLICE = 0.5
"""Seconds waited at a time: of a pause in which both processes were stopped, only so much counts."""
BACKGROUND = 10
"""The niceness of a process whose answers can wait, so that others have the processor first."""
GROUP_STOP = 10
"""Seconds that the process lives after SIGTERM, which a service manager may send to all processes at once."""
MEMORY_LIMIT = 640_000_000
"""Resident bytes past which the process is replaced. Every table has a bound; all full together come to more."""

ADDRESS_ROOM = 1_000_000_000
"""Bytes of address space that the process may take beyond those it has when it is ready. It needs 280 MB for any honest
question, and its tables another 400; a question that needs more is refused and the process replaced."""
OUT_OF_MEMORY = 1 << 62
"""What the process reports as its memory after that."""


class ProcessDied(BridgeError):
    """The process ended before it had answered."""


class InternalError(BridgeError):
    """A mistake of ours: the question should have been answered and was not."""


class Reply(NamedTuple):
    """An event about one of the questions that were asked together."""

    question: int
    """Its index among them."""
    name: str
    data: bytes
    rest: bytes = b""
    """After the first stage: the question that the other stages go on with."""


class AnswerProcess:
    """The process, started when it is first needed, after it was killed, and when it has grown too large."""

    def __init__(
        self,
        backend: str = "numpy",
        warm: Sequence[str] = (),
        memory_limit: int = MEMORY_LIMIT,
        *,
        is_background: bool = False,
        address_room: int = ADDRESS_ROOM,
    ) -> None:
        self._backend, self._warm, self._memory_limit = backend, tuple(warm), memory_limit
        self._address_room = address_room
        self._niceness = BACKGROUND if is_background else 0
        self._process: Any = None
        self._pipe: Any = None
        self.models: dict[str, str] = {}
        """The networks it has loaded, as it reported when it was ready."""
        self.memory = 0
        """Its resident bytes after the last batch, 0 where the system does not tell."""
        self.restarts = 0
        """How often it was replaced because it had grown too large."""

    def start(self) -> None:
        """Be ready: everything imported, the networks loaded."""
        if self._process is not None and self._process.is_alive():
            return
        self.kill()
        for variable in _BLAS:
            os.environ.setdefault(variable, "1")
        self._pipe, theirs = _spawn.Pipe()
        about = (self._backend, self._warm, self._niceness, self._address_room)
        self._process = _spawn.Process(target=_run, args=(theirs, *about), daemon=True)
        self._process.start()
        theirs.close()
        self.models = self._receive(STARTING)

    def ask(
        self, kind: str, bodies: Sequence[bytes], seconds: float, *, first_only: bool = False
    ) -> Iterator[list[Reply]]:
        """Events about the questions as they come; after TimeLimitReached or ProcessDied the process is gone.

        With `first_only` a question in stages ends after its first one. Closing the iterator stops the work.
        """
        self.start()
        is_finished = False
        try:
            self._pipe.send((kind, list(bodies), first_only))
            while isinstance(replies := self._receive(seconds), list):
                yield replies
                self._pipe.send(True)
            is_finished, self.memory = True, replies
        except (BrokenPipeError, ConnectionResetError):
            raise ProcessDied("the worker process died before it answered") from None
        finally:
            if not is_finished:
                self._abandon()

    def limit_memory(self) -> None:
        """Replace the process if it has grown past its limit; to be called between batches, when nothing is lost."""
        if self.memory > self._memory_limit:
            self.restarts += 1
            self.memory = 0
            self.kill()
            self.start()

    def _abandon(self) -> None:
        """Tell it that no more is wanted, or end it when it does not hear."""
        with suppress(OSError, EOFError, BridgeError):
            self._pipe.send(False)
            while isinstance(last := self._receive(2.0), list):
                self._pipe.send(False)
            self.memory = last
            return
        self.kill()

    def _receive(self, seconds: float) -> Any:
        try:
            left = seconds
            while not self._pipe.poll(min(SLICE, left)):
                left -= SLICE
                if left <= 0:
                    self.kill()
                    raise TimeLimitReached(f"time-out: stopped after the time limit of {seconds:g} s")
            return self._pipe.recv()
        except (EOFError, ConnectionResetError):
            self.kill()
            raise ProcessDied("the worker process died before it answered") from None

    def interrupt(self) -> None:
        """End the process from another thread; the one that waits for it gets ProcessDied."""
        process = self._process
        if process is not None:
            process.kill()

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
            self._process = None


def _run(pipe: Connection, backend: str, warm: Sequence[str], niceness: int, address_room: int) -> None:
    """The process: receive a batch, send what comes of it, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    signal.signal(signal.SIGTERM, _end_soon)
    leave_with_parent()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    from overtrick.ask.models import load_models

    with suppress(EOFError, OSError):
        models = load_models(backend, warm)
        limit_address_space(address_room)
        gc.freeze()  # systems and networks stay: nothing for the collector to look at
        pipe.send(models)
        while True:
            kind, bodies, first_only = pipe.recv()
            for replies in _replies(QUESTIONS[kind], bodies, first_only):
                pipe.send(replies)
                if not pipe.recv():
                    break
            pipe.send(OUT_OF_MEMORY if _exhausted.is_set() else resident_bytes())


def limit_address_space(room: int) -> None:
    """Let this process grow by so many bytes and no further; only Linux both tells and limits."""
    size = _memory_pages()[0] * PAGE
    if size:
        import resource

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = size + room if hard == resource.RLIM_INFINITY else min(size + room, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def _end_soon(number: int, frame: Any) -> None:
    """End in some seconds, unless the process that started this one does it first."""
    signal.alarm(GROUP_STOP)


def resident_bytes() -> int:
    """The memory of this process, 0 where the system does not tell."""
    return _memory_pages()[1] * PAGE


def _memory_pages() -> tuple[int, int]:
    """The pages of address space and those in memory, 0 where the system does not tell."""
    try:
        with open("/proc/self/statm", "rb") as statm:
            size, resident = statm.read().split()[:2]
    except OSError:
        return 0, 0
    return int(size), int(resident)


def _replies(kind: Kind, bodies: list[bytes], first_only: bool) -> Iterator[list[Reply]]:
    """Replies to the questions: stage by stage, or all at once."""
    if kind.staged:
        yield from _stages(kind, bodies[0], first_only)
    else:
        yield [_last_reply(index, answer) for index, answer in enumerate(_answers(kind, bodies))]


def _stages(kind: Kind, body: bytes, first_only: bool) -> Iterator[list[Reply]]:
    try:
        question = kind.read(json.loads(body))
        if first_only:
            answer, rest = kind.first_stage(question)
            yield [Reply(0, answer.stage, dumped(to_json(answer)), dumped(to_json(rest)))]
            return
        for answer in kind.stages(question):
            yield [Reply(0, answer.stage, dumped(to_json(answer)))]
    except Exception as error:
        yield [_last_reply(0, _as_bridge_error(error))]


def _answers(kind: Kind, bodies: list[bytes]) -> list[bytes | BridgeError]:
    """The answers of a batch; each on its own when one of them breaks the whole."""
    try:
        answers = kind.answer_many([kind.read(json.loads(body)) for body in bodies])
        return [answer if isinstance(answer, BridgeError) else dumped(to_json(answer)) for answer in answers]
    except Exception as error:
        if len(bodies) == 1:
            return [_as_bridge_error(error)]
    return [_answers(kind, [body])[0] for body in bodies]  # after the error, which holds on to memory


def _as_bridge_error(error: Exception) -> BridgeError:
    """A mistake of the asker's as it is; of one of ours the log says where."""
    if isinstance(error, BridgeError):
        return error
    if isinstance(error, MemoryError):
        _exhausted.set()
        return BridgeError("this takes more memory than an answer may use; ask for less")
    _log.error("a question could not be answered", exc_info=error)
    return InternalError(f"something went wrong here: {type(error).__name__}")


def _last_reply(index: int, answer: bytes | BridgeError) -> Reply:
    if isinstance(answer, BridgeError):
        return Reply(index, FAILED, failure(BROKEN if isinstance(answer, InternalError) else UNPROCESSABLE, answer))
    return Reply(index, DONE, answer)


def dumped(answer: JsonObject) -> bytes:
    """An answer as JSON; numbers that JSON has no name for become null."""
    try:
        return json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except ValueError:
        return json.dumps(_finite(answer), ensure_ascii=False, separators=(",", ":")).encode()


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not abs(value) < float("inf") else value
