"""Words that a system defines for conditions on the hand, and their use in a condition."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from overtrick.hands.conditions import Condition
from overtrick.systems.language.phrases import Phrase
from overtrick.systems.language.text import (
    COMBINES,
    OPEN,
    VARIABLES,
    ConditionText,
    Cursor,
    Setting,
    SuitGroup,
    SuitName,
    Token,
)

MOST_CONDITIONS = 4096
"""Meanings of its definitions that a card remembers, one for each setting; then it starts anew."""


@dataclass(frozen=True)
class Definition:
    """What a name stands for; the words of the name that are variables are its parameters."""

    name: str
    words: tuple[str, ...]
    phrase: Phrase | None = None

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(word for word in self.words if word in VARIABLES)

    @cached_property
    def variables(self) -> frozenset[str]:
        """Everything the phrase asks of a setting, parameters included."""
        return frozenset() if self.phrase is None else self.phrase.variables

    @cached_property
    def size(self) -> int:
        """Of the phrase."""
        return 1 if self.phrase is None else self.phrase.size


@dataclass(frozen=True, eq=False)
class Definitions:
    """The definitions of a card; iterating gives their names."""

    by_name: dict[str, Definition] = field(default_factory=dict)
    conditions: dict[tuple[str, Setting], Condition] = field(default_factory=dict, repr=False)
    """What names have been found to mean, by name and setting."""

    def __iter__(self) -> Iterator[str]:
        return iter(self.by_name)

    def take(self, cursor: Cursor) -> "Defined | None":
        """The longest name that comes next, if one does; then it is taken."""
        best: tuple[int, Defined] | None = None
        start = cursor.place
        for definition in self.by_name.values():
            names = self._matched(definition, cursor)
            if names is not None and (best is None or cursor.place > best[0]):
                best = cursor.place, Defined(definition.name, names, cursor.tokens[start], cursor.written, self)
            cursor.place = start
        if best is None:
            return None
        cursor.place = best[0]
        return best[1]

    def _matched(self, definition: Definition, cursor: Cursor) -> tuple[SuitName, ...] | None:
        """The suits given for the parameters if the name comes next."""
        if cursor.token.word != definition.words[0] and definition.words[0] not in VARIABLES:
            return None
        names = []
        for word in definition.words:
            if word in VARIABLES:
                name = cursor.suit_name()
                if name is None:
                    return None
                names.append(name)
            elif not cursor.takes(word):
                return None
        return tuple(names)


NONE = Definitions()
"""No definitions."""


@dataclass(frozen=True, slots=True, eq=False)
class Defined(Phrase):
    """The use of a definition, with suits for its parameters."""

    name: str
    arguments: tuple[SuitName, ...]
    token: Token
    written: ConditionText
    definitions: Definitions

    def bind(self, setting: Setting = OPEN) -> Condition:
        definition = self.definitions.by_name[self.name]
        assert definition.phrase is not None
        suits = [name.suit(setting) for name in self.arguments]
        inner = setting.with_suits(dict(zip(definition.parameters, suits, strict=True))) if suits else setting
        if COMBINES in definition.variables:
            return definition.phrase.bind(inner)
        key = self.name, inner.only(definition.variables)
        known = self.definitions.conditions
        condition = known.get(key)
        if condition is None:
            condition = definition.phrase.bind(inner)
            if len(known) >= MOST_CONDITIONS:
                known.clear()
            known[key] = condition
        return condition

    @property
    def mentioned(self) -> tuple[SuitName | SuitGroup, ...]:
        return self.arguments

    @property
    def variables(self) -> frozenset[str]:
        definition = self.definitions.by_name[self.name]
        given = frozenset().union(*(name.variables for name in self.arguments))
        return given | definition.variables - frozenset(definition.parameters)

    @property
    def size(self) -> int:
        return self.definitions.by_name[self.name].size
