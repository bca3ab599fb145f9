"""Why a call, or why not: the rule behind it, what of that the hand meets, and what the call would show."""

from dataclasses import dataclass

from overtrick.core import Call, Hand
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.meaning import Meaning, Requirement, call_text, line_text, meaning, requirements
from overtrick.systems.engine.tree import Node


@dataclass(frozen=True, eq=False)
class CallReason:
    """What the card says about a call with a hand."""

    call: Call
    meaning: Meaning
    """What the call would show."""
    line: Line | None
    """The line the hand fulfils, or comes closest to; None when the card has none for the call."""
    requires: tuple[Requirement, ...]
    """Every part of that line."""
    own: Line
    """The line of the card's own call."""

    @property
    def is_system(self) -> bool:
        """Whether this is the card's own call."""
        return self.call == self.own.call

    @property
    def rule(self) -> str | None:
        return None if self.line is None else self.line.rule

    @property
    def rule_text(self) -> str:
        return "" if self.line is None else self.line.text or line_text(self.line)

    @property
    def misses(self) -> list[Requirement]:
        """The parts that the hand does not meet."""
        return [part for part in self.requires if not part.ok]

    @property
    def against(self) -> str:
        """What speaks against the call by the card; nothing for its own call."""
        if self.is_system:
            return ""
        if self.line is None:
            return "the card has no rule for it here"
        if self.misses:
            return "needs " + "; ".join(f"{part.text} (yours: {part.yours or 'no'})" for part in self.misses)
        return f"the hand fits, but {call_text(self.own.call)} ({self.own.rule}) comes first"


def reason(node: Node, call: Call, hand: Hand) -> CallReason:
    """What the card says about a call here."""
    own_call, own_line = node.bid(hand)
    if call == own_call:
        line: Line | None = own_line
    else:
        line = min(
            (each for each in node.lines if each.call == call), key=lambda each: _missing(each, hand), default=None
        )
    requires = () if line is None else requirements(line.condition, hand)
    return CallReason(call, meaning(node, call), line, requires, own_line)


def _missing(line: Line, hand: Hand) -> int:
    return sum(not part.ok for part in requirements(line.condition, hand))
