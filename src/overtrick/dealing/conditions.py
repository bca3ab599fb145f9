"""Conditions: expressions that must all hold."""

from dataclasses import dataclass
from typing import Self

from overtrick.dealing.counts import STANDARD, PointCounts
from overtrick.dealing.expressions import Reader
from overtrick.dealing.ranges import check_ranges
from overtrick.dealing.tokens import ScriptText
from overtrick.dealing.tree import Expression, conjuncts


@dataclass(frozen=True, slots=True, eq=False)
class Conjunct:
    """One of the conditions that must all hold, with its words."""

    text: str
    expression: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """Conditions that must all hold, and the point counts they are meant in.

    >>> condition = Condition.parse("hcp(north) >= 15 && balanced(north)")
    >>> [conjunct.text for conjunct in condition.conjuncts]
    ['hcp(north) >= 15', 'balanced(north)']
    """

    conjuncts: tuple[Conjunct, ...] = ()
    counts: PointCounts = STANDARD

    @classmethod
    def parse(cls, text: str, source: str | None = None) -> Self:
        """Read one expression; variables and point counts need a Script."""
        script = ScriptText(text, source)
        reader = Reader(script)
        expression = reader.expression()
        if reader.token.kind != "end":
            raise script.expected("an operator such as && or the end", reader.token)
        check_ranges([expression], STANDARD, script)
        return cls(split(expression, script))


def split(expression: Expression, script: ScriptText) -> tuple[Conjunct, ...]:
    """The conjuncts of an expression, each with its words as they stand in the script."""
    return tuple(Conjunct(" ".join(script.text[part.start : part.end].split()), part) for part in conjuncts(expression))
