"""A process of its own that answers questions one batch after the other, and can be killed when it takes too long.

Answers come from code that may run for minutes (exact double dummy of a freak deal) or on texts of strangers (posted
cards), so a time limit has to be one that cannot be escaped.
"""

import gc
import json
import logging
import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from overtrick.ask.kinds import KINDS, Kind
from overtrick.core import BridgeError
from overtrick.parallel import TimeLimitReached, leave_with_parent
from overtrick.service.queue.jobs import BROKEN, DONE, FAILED, UNPROCESSABLE, failure

_log = logging.getLogger("overtrick.service")
_spawn = multiprocessing.get_context("spawn")
_BLAS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
STARTING = 120.0
"""Seconds a new process may take until it is ready: importing everything, on a busy machine."""


class ClerkDied(BridgeError):
    """The process ended before it had answered."""


class Mishap(BridgeError):
    """A question that should have been answered and was not."""


class Said(NamedTuple):
    """An event about one of the questions that were asked together."""

    place: int
    name: str
    data: bytes


class Clerk:
    """The process, started when it is first needed and again after it was killed."""

    def __init__(self, backend: str = "numpy", warm: Sequence[str] = ()) -> None:
        self._backend, self._warm = backend, tuple(warm)
        self._process: Any = None
        self._line: Any = None
        self.models: dict[str, str] = {}
        """The networks it has loaded, as it said when it was ready."""

    def start(self) -> None:
        """Be ready: everything imported, the networks loaded."""
        if self._process is not None and self._process.is_alive():
            return
        self.kill()
        for variable in _BLAS:
            os.environ.setdefault(variable, "1")
        self._line, theirs = _spawn.Pipe()
        self._process = _spawn.Process(target=_work, args=(theirs, self._backend, self._warm), daemon=True)
        self._process.start()
        theirs.close()
        self.models = self._hear(STARTING)

    def ask(
        self, kind: str, bodies: Sequence[bytes], seconds: float, *, first_only: bool = False
    ) -> Iterator[list[Said]]:
        """Events about the questions as they come; after TimeLimitReached or ClerkDied the process is gone.

        With `first_only` a question in stages ends after its first one. Closing the iterator stops the work.
        """
        self.start()
        finished = False
        try:
            self._line.send((kind, list(bodies), first_only))
            while True:
                said = self._hear(seconds)
                if said is None:
                    finished = True
                    return
                yield said
                self._line.send(True)
        except (BrokenPipeError, ConnectionResetError):
            raise ClerkDied("the worker process died before it answered") from None
        finally:
            if not finished:
                self._stop()

    def _stop(self) -> None:
        """Tell it that nobody listens any more, or end it when it does not hear."""
        with suppress(OSError, EOFError, BridgeError):
            self._line.send(False)
            while self._hear(2.0) is not None:
                self._line.send(False)
            return
        self.kill()

    def _hear(self, seconds: float) -> Any:
        try:
            if not self._line.poll(seconds):
                self.kill()
                raise TimeLimitReached(f"time-out: stopped after the time limit of {seconds:g} s")
            return self._line.recv()
        except (EOFError, ConnectionResetError):
            self.kill()
            raise ClerkDied("the worker process died before it answered") from None

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._line.close()
            self._process = None


def _work(line: Connection, backend: str, warm: Sequence[str]) -> None:
    """The process: hear a batch, say what comes of it, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    leave_with_parent()
    from overtrick.ask.models import load_models

    with suppress(EOFError, OSError):
        models = load_models(backend, warm)
        gc.freeze()  # cards and networks stay: nothing for the collector to look at
        line.send(models)
        while True:
            kind, bodies, first_only = line.recv()
            for said in _answers(KINDS[kind], bodies, first_only):
                line.send(said)
                if not line.recv():
                    break
            line.send(None)


def _answers(kind: Kind, bodies: list[bytes], first_only: bool) -> Iterator[list[Said]]:
    """What is said about the questions: stage by stage, or all at once."""
    asked = [json.loads(body) for body in bodies]
    if kind.in_stages:
        yield from _stages(kind, asked[0], first_only)
    elif kind.in_batches:
        yield [_said(place, answer) for place, answer in enumerate(_together(kind, asked))]
    else:
        yield [_said(place, _answer(kind, each)) for place, each in enumerate(asked)]


def _stages(kind: Kind, asked: dict[str, Any], first_only: bool) -> Iterator[list[Said]]:
    try:
        for name, answer in kind.answerer(_with_cards(asked)):
            yield [Said(0, name, dumped(answer))]
            if first_only:
                return
    except BridgeError as error:
        yield [_said(0, error)]
    except Exception as error:
        yield [_said(0, _mishap(error))]


def _together(kind: Kind, asked: list[dict[str, Any]]) -> list[dict[str, Any] | BridgeError]:
    """The answers of a batch; each on its own when one of them breaks the whole."""
    try:
        answers: list[dict[str, Any] | BridgeError] = kind.answerer([_with_cards(each) for each in asked])
        return answers
    except Exception as error:
        if len(asked) > 1:
            return [_together(kind, [each])[0] for each in asked]
        return [error if isinstance(error, BridgeError) else _mishap(error)]


def _mishap(error: Exception) -> BridgeError:
    """A mistake of ours: the log has where, the asker hears that it is not his."""
    _log.error("a question could not be answered", exc_info=error)
    return Mishap(f"something went wrong here: {type(error).__name__}")


def _answer(kind: Kind, asked: dict[str, Any]) -> dict[str, Any] | BridgeError:
    try:
        answer: dict[str, Any] = kind.answerer(_with_cards(asked))
        return answer
    except BridgeError as error:
        return error
    except Exception as error:
        return _mishap(error)


def _with_cards(asked: dict[str, Any]) -> dict[str, Any]:
    if not asked.get("card") and not asked.get("their_card"):
        return asked
    from overtrick.ask.systems import with_posted_cards

    return with_posted_cards(asked)


def _said(place: int, answer: dict[str, Any] | BridgeError) -> Said:
    if isinstance(answer, BridgeError):
        return Said(place, FAILED, failure(BROKEN if isinstance(answer, Mishap) else UNPROCESSABLE, answer))
    return Said(place, DONE, dumped(answer))


def dumped(answer: dict[str, Any]) -> bytes:
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
