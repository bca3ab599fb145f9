"""Reading hand conditions such as `opener, 5+ M, M longest, not (M = H and S >= H)`.

A comma joins most loosely, then `or`, then `and`, then `not`: `4 H or 4 S, 8+ hcp` asks for eight points in any case.
"""

from collections.abc import Callable
from dataclasses import dataclass

from overtrick.hands.conditions import Condition
from overtrick.systems.language.bindings import OPEN, Setting
from overtrick.systems.language.cursor import Cursor
from overtrick.systems.language.definitions import NONE, Definitions
from overtrick.systems.language.elementary import Elementary
from overtrick.systems.language.phrases import Joined, Negated, Phrase
from overtrick.systems.language.tokens import ConditionText

NESTED = 40
"""How many brackets and negations may stand inside one another."""


def read(text: str, definitions: Definitions = NONE, *, source: str | None = None, clamp: bool = False) -> Phrase:
    """The condition that a player wrote; `clamp` cuts numbers beyond what can be instead of refusing them.

    >>> from overtrick.core import Suit
    >>> str(read("12+ hcp, 5+ M, M longest").bind(Setting.of({"M": Suit.HEARTS})))
    '12+ hcp, 5+ H, H longest'
    """
    return Reader(Cursor(ConditionText(text, source), tuple(definitions), clamp), definitions).all()


def condition(text: str, setting: Setting = OPEN, definitions: Definitions = NONE) -> Condition:
    """What a condition means in a setting."""
    return read(text, definitions).bind(setting)


@dataclass
class Reader:
    """Reads one condition from its first word to its last."""

    cursor: Cursor
    definitions: Definitions
    nesting: int = 0

    def all(self) -> Phrase:
        phrase = self._phrase()
        if self.cursor.token.kind != "end":
            raise self.cursor.unexpected("a comma, 'and', 'or' or the end")
        return phrase

    def _phrase(self) -> Phrase:
        return self._joined(",", self._alternatives)

    def _alternatives(self) -> Phrase:
        return self._joined("or", self._conjunction)

    def _conjunction(self) -> Phrase:
        return self._joined("and", self._negation)

    def _joined(self, word: str, term: Callable[[], Phrase]) -> Phrase:
        terms = [term()]
        while self.cursor.takes(word):
            terms.append(term())
        return terms[0] if len(terms) == 1 else Joined(tuple(terms), all=word != "or")

    def _negation(self) -> Phrase:
        cursor = self.cursor
        token = cursor.token
        self.nesting += 1
        if self.nesting > NESTED:
            raise cursor.written.error(f"expected at most {NESTED} brackets inside one another", token)
        if cursor.takes("not") or cursor.takes("no"):
            phrase: Phrase = Negated(self._negation())
        elif cursor.takes("("):
            phrase = self._phrase()
            cursor.require(")", "a comma, 'and', 'or' or ')'")
        else:
            phrase = self.definitions.take(cursor) or Elementary(cursor).read()
        self.nesting -= 1
        return phrase
