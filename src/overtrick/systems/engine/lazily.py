"""A property that is reckoned when somebody first asks and kept from then on."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazily(Generic[T]):  # noqa: N801 - reads as a decorator
    """Like `functools.cached_property`, without the lock that one takes in Python 3.11: nodes ask 15 times a deal."""

    def __init__(self, reckon: Callable[[Any], T]) -> None:
        self._reckon = reckon
        self._name = reckon.__name__
        self.__doc__ = reckon.__doc__

    @overload
    def __get__(self, asked: None, owner: type) -> "lazily[T]": ...

    @overload
    def __get__(self, asked: object, owner: type) -> T: ...

    def __get__(self, asked: Any, owner: type) -> "lazily[T] | T":
        if asked is None:
            return self
        found: T = self._reckon(asked)
        asked.__dict__[self._name] = found
        return found
