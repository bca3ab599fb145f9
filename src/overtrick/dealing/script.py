"""Dealer scripts: what to deal, on which condition, and what to do with it."""

from dataclasses import dataclass, field
from typing import Self

from overtrick.core import Deal, Seat, Vulnerability
from overtrick.dealing.actions import Action, Average, Frequency
from overtrick.dealing.conditions import Condition
from overtrick.dealing.expressions import Reader
from overtrick.dealing.ranges import check_ranges
from overtrick.dealing.statements import NOTHING, Statements
from overtrick.dealing.tokens import ScriptText
from overtrick.dealing.tree import Expression


@dataclass(frozen=True, slots=True, eq=False)
class Script:
    """A dealer script as read; what it does not say is None, or nothing.

    `predeal spades(north)==5` becomes one of the condition's conjuncts. Actions are data: who asked for
    the deals prints them.

    >>> script = Script.parse("predeal south SAKQ  condition hearts(south) > 5  produce 10  action printpbn")
    >>> script.produce, str(script.known[Seat.SOUTH]), script.actions[0].kind
    (10, 'AKQ...', 'printpbn')
    """

    condition: Condition = field(default_factory=Condition)
    known: Deal = NOTHING
    produce: int | None = None
    generate: int | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    actions: tuple[Action, ...] = ()

    @classmethod
    def parse(cls, text: str, source: str | None = None) -> Self:
        """Read a whole script; `source` is the file's name for error messages."""
        reader = Reader(ScriptText(text, source))
        read = Statements(reader)
        read.read()
        conjuncts = (*read.lengths, *(read.condition or ()))
        script = cls(
            condition=Condition(conjuncts, read.counts),
            known=read.known,
            produce=read.numbers.get("produce"),
            generate=read.numbers.get("generate"),
            dealer=read.dealer,
            vulnerability=read.vulnerability,
            actions=tuple(read.actions),
        )
        check_ranges(script.expressions, read.counts, reader.script)
        return script

    @property
    def expressions(self) -> list[Expression]:
        """Every expression of the condition and the actions."""
        found = [conjunct.expression for conjunct in self.condition.conjuncts]
        for action in self.actions:
            if isinstance(action, Average):
                found.append(action.expression)
            elif isinstance(action, Frequency):
                found += [axis.expression for axis in action.axes]
            else:
                found += [part for part in action.parts if isinstance(part, Expression)]
        return found
