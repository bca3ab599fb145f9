"""Caches of the engine, and why they are built as they are.

Bidding a deal is a walk along some ten nodes of a tree, and much of the work has been done before: another deal came
to the same node, or another node looks the same to its system. The devices below make use of that. They look unusual,
so they stand here together.

**Remembered** answers for a turn that differs only in what nobody asked about. To make the lines of a rule at a node
is the dearest step of all, and most nodes are, to that rule, like some other node: the vulnerability is another one,
but the rule does not ask for it. So `Remembered` lets a function look at the turn through `Asked`, which records
every attribute read and every method called, with the answer. The records form a tree of questions for each rule. For
the next turn the questions are put again in that order, and the same answers lead to the same result: 3,000 random
deals of SAYC put 165,000 rules to their nodes and make the lines of 22,000. The narrower the questions (`needed`:
what must I hold for 25 points together, not what has partner shown), the fewer nodes differ. The function must depend
on nothing but what it asks of the turn, and the answers must be hashable.

**cached_attribute** is `functools.cached_property` without the lock which that takes in Python 3.11: nodes use it
fifteen times a deal.

**FilledLater** computes slots when they are first read. To work out what a player has shown costs more than the node
itself, and most of it is never asked for. `__getattr__` is only called for a slot that is still empty, so a filled one
is as quick as any.

**uncollected** and **set_aside** keep Python's cycle collector away from the nodes. Nodes refer to their parents and
these to them, and none of them is garbage until the tree forgets all. The collector does not know that, and walks over
every node again and again. In a batch it is switched off, and at its end what has been
made is moved out of its sight (`gc.freeze`); one by one that is done for some hundred nodes together. A tree that
forgets its nodes cuts them apart, so that reference counting frees them at once, and hands everything back to the
collector (`gc.unfreeze`). When it was full it also lets it **look_over** everything, since garbage of others may have
been set aside with the nodes.

Every cache has a bound: docs/security.md lists them all, and `benchmarks/memory.py` shows what comes of it.
"""

import gc
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import attrgetter, methodcaller
from typing import Any, ClassVar, Generic, TypeVar, cast, overload

T = TypeVar("T")
Subject = TypeVar("Subject", bound=Hashable)
Made = TypeVar("Made")
Key = tuple[Any, ...]


class cached_attribute(Generic[T]):  # noqa: N801 - reads as a decorator
    """A property that is computed once."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self._name = compute.__name__
        self.__doc__ = compute.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> "cached_attribute[T]": ...

    @overload
    def __get__(self, owner: object, kind: type) -> T: ...

    def __get__(self, owner: Any, kind: type) -> "cached_attribute[T] | T":
        if owner is None:
            return self
        value: T = self._compute(owner)
        owner.__dict__[self._name] = value
        return value


class FilledLater:
    """A class with slots of which some are computed when they are first read."""

    __slots__ = ()
    _filled_by: ClassVar[dict[str, str]] = {}
    """By slot, the method that fills it."""

    def __getattr__(self, name: str) -> Any:
        method = self._filled_by.get(name)
        if method is None:
            raise AttributeError(name)
        getattr(self, method)()
        return getattr(self, name)


class Asked:
    """Stands for a turn and records every question with its answer, each once, in the order in which they came."""

    def __init__(self, turn: object, path: str = "", answers: dict[Key, Any] | None = None) -> None:
        self._turn = turn
        self._path = path
        self.answers: dict[Key, Any] = {} if answers is None else answers
        """By the name of an attribute, or of a method and what it is called with."""

    def __getattr__(self, name: str) -> Any:
        answer = getattr(self._turn, name)
        if isinstance(answer, FilledLater):
            answer = Asked(answer, f"{self._path}{name}.", self.answers)
        elif callable(answer):
            answer = partial(_ask, self.answers, name, answer)
        else:
            self.answers[(self._path + name,)] = answer
        self.__dict__[name] = answer  # the next time it is an attribute like any other
        return answer


def _ask(answers: dict[Key, Any], name: str, method: Callable[..., Any], *about: Any) -> Any:
    """Ask a method of a turn; no method of `Asked`, which would refer to itself and keep nodes alive."""
    key = (name, *about)
    if key not in answers:
        answers[key] = method(*about)
    return answers[key]


class _Fork:
    """A question, and what is known behind each of its answers."""

    __slots__ = ("answers", "question")

    def __init__(self, question: Callable[[Any], Hashable]) -> None:
        self.question = question
        self.answers: dict[Hashable, Any] = {}


class Remembered(Generic[T, Subject, Made]):
    """What has been made of turns: a tree of questions, and behind the last ones what was made."""

    def __init__(self, make: Callable[[T, Subject], Made]) -> None:
        """`make` may ask its turn whatever it likes, but what it makes has to follow from the answers."""
        self._make = make
        self._made: dict[Hashable, Any] = {}
        """By subject, what is made of it, or the first question."""
        self._questions: dict[Key, Callable[[Any], Hashable]] = {}
        """Each question once: there are few, and many forks."""
        self.size = 0
        """The results that are remembered; each has a fork or two."""

    def __call__(self, turn: T, subject: Subject) -> Made:
        """What is made of the subject at the turn; the same object while the answers are the same."""
        at = self._made.get(subject)
        while type(at) is _Fork:
            at = at.answers.get(at.question(turn))
        return self._made_now(turn, subject) if at is None else cast(Made, at)

    def _made_now(self, turn: T, subject: Subject) -> Made:
        asked = Asked(turn)
        made = self._make(cast(T, asked), subject)
        answers, last = self._made, cast(Hashable, subject)
        for key, answer in asked.answers.items():
            fork = answers.get(last)
            if fork is None:
                fork = answers[last] = _Fork(self._question(key))
            answers, last = fork.answers, answer
        answers[last] = made
        self.size += 1
        return made

    def _question(self, key: Key) -> Callable[[Any], Hashable]:
        question = self._questions.get(key)
        if question is None:
            name, *about = key
            question = self._questions[key] = methodcaller(name, *about) if about else attrgetter(name)
        return question


@contextmanager
def uncollected() -> Iterator[None]:
    """Without the cycle collector, which would walk over all the nodes again and again for nothing."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def set_aside() -> None:
    """Move everything made so far out of the collector's sight, until `hand_back`."""
    gc.freeze()


def hand_back() -> None:
    """Let the collector see again what was set aside."""
    gc.unfreeze()


def look_over() -> None:
    """Let the collector look once at everything, what was set aside too."""
    gc.unfreeze()
    gc.collect()
