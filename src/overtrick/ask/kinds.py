"""The kinds of questions: who answers each, in which lane it waits, and how long it may take."""

from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from overtrick.ask import BATCH as BATCH
from overtrick.ask import INTERACTIVE as INTERACTIVE
from overtrick.ask import QUESTIONS
from overtrick.ask import Kind as Typed
from overtrick.ask.wire import to_json
from overtrick.core import BridgeError


@dataclass(frozen=True)
class Kind:
    """A kind of question. Its answerer is imported where it is needed, in a worker's own process."""

    place: str
    """Module and name of a function from the question to its answer, both as plain values."""
    lane: str = INTERACTIVE
    seconds: float = 30.0
    """Time a worker may spend on one question."""
    most: int = 32
    """Questions answered together."""
    in_batches: bool = False
    """Whether the function takes a list of questions, and gives a list of answers, or errors in their place."""
    in_stages: bool = False
    """Whether the function yields stages, each with its name; the first one is for the interactive lane, the rest is
    passed on."""

    @property
    def answerer(self) -> Any:
        if ":" not in self.place:  # typed; until the service asks through QUESTIONS itself
            kind = QUESTIONS[self.place]
            if self.in_stages:
                return partial(_stages, kind)
            return (
                partial(_many, kind) if self.in_batches else lambda asked: kind.answer_json(dict(kind.served) | asked)
            )
        module, name = self.place.split(":")
        return getattr(import_module(module), name)


def _stages(kind: Typed, asked: Any) -> Any:
    for answer in kind.stages(kind.read(asked)):
        yield answer.stage, to_json(answer)


def _many(kind: Typed, asked: list[Any]) -> list[Any]:
    def read(body: Any) -> Any:
        try:
            return kind.read(body)
        except BridgeError as error:
            return error

    questions = [read(body) for body in asked]
    answers = iter(kind.answer_many([each for each in questions if not isinstance(each, BridgeError)]))
    done = [each if isinstance(each, BridgeError) else next(answers) for each in questions]
    return [each if isinstance(each, BridgeError) else to_json(each) for each in done]


KINDS = {
    "parse": Kind("parse"),
    "convert": Kind("convert"),
    "deal": Kind("deal", seconds=30),
    "annotate": Kind("annotate", BATCH, seconds=60, most=1),
    "dd": Kind("dd", BATCH, seconds=30, most=8, in_batches=True),
    "tricks": Kind("tricks", in_batches=True),
    "eval": Kind("eval"),
    "chance": Kind("chance"),
    "contract": Kind("contract", seconds=30),
    "explain": Kind("explain"),
    "bid": Kind("bid"),
    "policy": Kind("policy", most=64, in_batches=True),
    "posterior": Kind("posterior", BATCH, seconds=30, most=4),
    "advise": Kind("advise", seconds=90, most=1, in_stages=True),
    "match": Kind("match", BATCH, seconds=120, most=1),
    "check": Kind("check", BATCH, seconds=30, most=1),
    "systems": Kind("systems", BATCH, seconds=60),
    "system": Kind("system", BATCH, seconds=60),
    "tree": Kind("tree", BATCH, seconds=60, most=1),
}

_SLOW_FIELDS = ("card", "their_card", "condition", "why")
"""What makes a quick question slow: posted cards, conditions on deals, reasons from layouts."""


def lane_of(kind: str, asked: object) -> str:
    """Where a question waits: what may take long stays out of the way of what is quick."""
    fields = vars(asked)
    return BATCH if any(map(fields.get, _SLOW_FIELDS)) else KINDS[kind].lane
