"""Remembering what was made of a turn by what was asked to make it: the same answers give the same again."""

from collections.abc import Callable, Hashable
from operator import attrgetter, methodcaller
from typing import Any, Generic, TypeVar, cast

from overtrick.systems.engine.picture import Seen
from overtrick.systems.engine.seen import LazySeen

T = TypeVar("T")
Made = TypeVar("Made")
Key = tuple[Any, ...]


class Asked:
    """Stands for a turn and keeps every question with its answer, each once, in the order in which they came."""

    def __init__(self, turn: object, path: str = "", answers: dict[Key, Any] | None = None) -> None:
        self._turn = turn
        self._path = path
        self.answers: dict[Key, Any] = {} if answers is None else answers
        """By the name of an attribute, or of a method and what it is called with."""

    def __getattr__(self, name: str) -> Any:
        answer = getattr(self._turn, name)
        if callable(answer):
            return lambda *about: self._kept((name, *about), answer(*about))
        if isinstance(answer, Seen | LazySeen):
            return Asked(answer, f"{self._path}{name}.", self.answers)
        return self._kept((self._path + name,), answer)

    def _kept(self, key: Key, answer: Any) -> Any:
        return self.answers.setdefault(key, answer)


class _Fork:
    """A question, and what is known behind each of its answers."""

    __slots__ = ("answers", "question")

    def __init__(self, question: Callable[[Any], Hashable]) -> None:
        self.question = question
        self.answers: dict[Hashable, Any] = {}


class Remembered(Generic[T, Made]):
    """What has been made of turns: a tree of questions, and behind the last ones what was made."""

    def __init__(self, make: Callable[[T], Made]) -> None:
        """`make` may ask its turn whatever it likes, but what it makes has to follow from the answers."""
        self._make = make
        self._first = _Fork(lambda turn: None)

    def __call__(self, turn: T) -> Made:
        """What is made of the turn; the same object while the answers are the same."""
        at: Any = self._first
        while type(at) is _Fork:
            at = at.answers.get(at.question(turn))
        return self._made(turn) if at is None else cast(Made, at)

    def _made(self, turn: T) -> Made:
        asked = Asked(turn)
        made = self._make(cast(T, asked))
        fork, last = self._first, None
        for key, answer in asked.answers.items():
            fork, last = fork.answers.setdefault(last, _Fork(_question(key))), answer
        fork.answers[last] = made
        return made


def _question(key: Key) -> Callable[[Any], Hashable]:
    name, *about = key
    return methodcaller(name, *about) if about else attrgetter(name)
