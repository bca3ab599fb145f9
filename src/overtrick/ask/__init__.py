"""What can be asked: `ls` of this folder. One file a question, with its question, its answer and who answers it.

`QUESTIONS` names them all. The command line's JSON lines and the service speak through it:

    kind = QUESTIONS["bid"]
    question = kind.read(body)                   # a JSON object -> BidQuestion; ParseError names the field
    question = kind.read(body, public=True)      # from a stranger: lengths limited, no names of files
    answer = kind.answer(question)               # -> BidAnswer, domain values
    wire.to_json(answer), wire.to_json(question) # JSON objects; a question read again is the same question
    kind.answer_many(questions)                  # in the same order, a BridgeError where one has no answer
    for answer in kind.stages(question): ...     # advice comes by stages, `answer.stage` names each
    answer, rest = kind.first_stage(question)    # the first at once; `kind.stages(rest)` go on where that ended
    wire.schema(kind.question), wire.schema(kind.answer_type)   # for OpenAPI
    kind.lane_of(question), kind.seconds, kind.most             # for the queue

Nothing is imported before it is asked for: `kind.load()` does it at once.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any, get_type_hints

from overtrick.ask import wire
from overtrick.core import BridgeError

INTERACTIVE, BATCH, BULK = "interactive", "batch", "bulk"
"""The lanes of the queue: for what is quick, for what takes seconds, for what takes minutes or comes by the dozen."""

PATIENCE = "OVERTRICK_PATIENCE"
"""The environment variable that says how many times longer answers may take: for a slow computer, or a busy one."""

_SLOW_FIELDS = ("card", "their_card", "condition", "why")
"""What makes a quick question slow: posted cards, conditions on deals, reasons from layouts."""


def patience() -> float:
    """How many times longer than usual answers may take."""
    text = os.environ.get(PATIENCE, "1")
    try:
        times = float(text)
    except ValueError:
        times = 0.0
    if not 1 <= times <= 1000:
        raise BridgeError(f"expected a number from 1 to 1000 in {PATIENCE}, got {text!r}")
    return times


@dataclass(frozen=True)
class Kind:
    """A kind of question: who answers it, in which lane it waits, and how long it may take."""

    place: str
    """A module of this folder and its function from a question to the answer; their types are in its annotations."""
    lane: str = INTERACTIVE
    usual_seconds: float = 30.0
    """Time a worker may spend on one question, where nobody asked for patience."""
    most: int = 32
    """Questions answered together."""
    many: str = ""
    """The module's function from many questions to their answers, where that is cheaper than one by one."""
    staged: str = ""
    """The module's function from a question to its answers by stages; the first is for the interactive lane."""
    first: str = ""
    """The module's function from a question to its first answer and the question that the other stages go on with."""
    served: Mapping[str, object] = field(default_factory=dict)
    """Fields that the service fills in where the asker has not."""

    @property
    def seconds(self) -> float:
        """Time a worker may spend on one question."""
        return self.usual_seconds * patience()

    def _function(self, name: str) -> Any:
        return getattr(import_module(f"overtrick.ask.{self.place.partition(':')[0]}"), name)

    @cached_property
    def answer(self) -> Any:
        """From a question to its answer."""
        return self._function(self.place.partition(":")[2])

    @cached_property
    def question(self) -> Any:
        """The class of the questions."""
        return get_type_hints(self.answer, include_extras=True)["question"]

    @cached_property
    def answer_type(self) -> Any:
        """The class of the answers, or several."""
        return get_type_hints(self.answer, include_extras=True)["return"]

    def load(self) -> None:
        """Import what answers it, so that nobody waits for that later."""
        _ = self.question

    def read(self, body: object, *, public: bool = False) -> Any:
        """The question of a JSON object."""
        if public and isinstance(body, dict):
            body = dict(self.served) | body
        return wire.from_json(self.question, body, public=public)

    def answer_json(self, body: object) -> wire.JsonObject:
        """A question and its answer as JSON objects."""
        return wire.to_json(self.answer(self.read(body)))

    def answer_many(self, questions: Sequence[Any]) -> list[Any]:
        """The answers to some questions, each an error where there is none."""
        if self.many:
            answers: list[Any] = self._function(self.many)(questions)
            return answers
        return [self._answer_or_error(question) for question in questions]

    def _answer_or_error(self, question: Any) -> Any:
        try:
            return self.answer(question)
        except BridgeError as error:
            return error

    def stages(self, question: Any) -> Iterator[Any]:
        """The answers to one question, each better than the one before."""
        return iter(self._function(self.staged)(question)) if self.staged else iter([self.answer(question)])

    def first_stage(self, question: Any) -> tuple[Any, Any]:
        """The first answer, and the question to go on with: `stages` of that begin with the second answer."""
        answer, rest = self._function(self.first)(question)
        return answer, rest

    def lane_of(self, question: object) -> str:
        """Where a question waits: what may take long stays out of the way of what is quick."""
        return BATCH if any(getattr(question, name, None) for name in _SLOW_FIELDS) else self.lane


QUESTIONS = {
    "parse": Kind("texts:parse"),
    "convert": Kind("texts:convert"),
    "annotate": Kind("texts:annotate", BATCH, usual_seconds=60, most=1),
    "deal": Kind("deal:answer"),
    "dd": Kind("dd:answer", BATCH, most=8, many="answer_many"),
    "cards": Kind("dd:answer_cards", BATCH, most=1),
    "tricks": Kind("tricks:answer", many="answer_many"),
    "eval": Kind("evaluate:answer"),
    "chance": Kind("tricks:answer_chance"),
    "contract": Kind("contract:answer"),
    "review": Kind("review:answer", BATCH, usual_seconds=60, most=1),
    "played": Kind("review:answer_played", BATCH, usual_seconds=60, most=1),
    "explain": Kind("explain:answer", served={"available": True}),
    "bid": Kind("bid:answer", served={"passed_over": True}),
    "policy": Kind("advise:answer_policy", most=64, many="answer_policies"),
    "posterior": Kind("posterior:answer", BATCH, most=4),
    "advise": Kind("advise:answer", usual_seconds=90, most=1, staged="stages", first="first_stage"),
    "lead": Kind("lead:answer", BATCH, usual_seconds=90, most=1, staged="stages"),
    "play": Kind("play:answer", BATCH, most=1),
    "match": Kind("match:answer", BULK, usual_seconds=120, most=1),
    "check": Kind("systems:check", BATCH, most=1),
    "systems": Kind("systems:systems", BATCH, usual_seconds=60),
    "system": Kind("systems:system", BATCH, usual_seconds=60),
    "tree": Kind("systems:tree", BATCH, usual_seconds=60, most=1),
}
"""Every kind of question by its name."""
