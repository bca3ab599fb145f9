"""Why a call, or why not: the rule behind it, what of that the hand meets, and what the call would show."""

from dataclasses import dataclass

from overtrick.core import PASS, Call, Hand, Suit
from overtrick.hands.conditions import NEVER
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.meaning import Meaning, call_text, line_words, meaning, range_text
from overtrick.systems.engine.needs import Requirement, distance, line_text, requirements
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
    words: str
    """The text of the line, or what it asks."""
    outside: str
    """Where the hand lies outside what the call shows: `shows 6-10 hcp, yours 13`."""

    @property
    def is_system(self) -> bool:
        """Whether this is the card's own call."""
        return self.call == self.own.call

    @property
    def rule(self) -> str | None:
        return None if self.line is None else self.line.rule

    @property
    def rule_text(self) -> str:
        return self.words

    @property
    def misses(self) -> list[Requirement]:
        """The parts that the hand does not meet."""
        return [part for part in self.requires if not part.ok]

    @property
    def fits(self) -> bool:
        """Whether the hand meets a line of the call and lies within what it shows, so that only the order decides."""
        return self.line is not None and not self.misses and not self.outside

    @property
    def against(self) -> str:
        """What speaks against the call by the card; nothing for its own call."""
        if self.is_system:
            return ""
        if self.line is None:
            return "is not in the card here"
        if self.fits:
            named = f" ({self.own.text})" if self.own.text else ""
            return f"would fit, but {call_text(self.own.call)}{named} comes first"
        return "needs " + "; ".join(_missed(part) for part in self.misses) if self.misses else self.outside


def reason(node: Node, call: Call, hand: Hand) -> CallReason:
    """What the card says about a call here."""
    own_call, own_line = node.bid(hand)
    lines = (
        [own_line]
        if call == own_call
        else [line for line in node.lines if line.call == call and line.condition != NEVER]
    )
    line = min(lines, key=lambda each: distance(each.condition, hand), default=None)
    shows = meaning(node, call)
    if line is None:
        return CallReason(call, shows, None, (), own_line, "", "")
    words = line_words(node, line) or ("nothing to add" if call == PASS else line_text(line))
    return CallReason(call, shows, line, requirements(line.condition, hand), own_line, words, _outside(shows, hand))


def _missed(part: Requirement) -> str:
    return f"{part.text} (yours: {part.yours})" if part.yours else part.text


def _outside(shows: Meaning, hand: Hand) -> str:
    """Where a hand lies outside the ranges of a call; nothing where it does not."""
    low, high = shows.shown.hcp
    if not low <= hand.hcp <= high:
        return f"shows {range_text((low, high), 37)} hcp, yours {hand.hcp}"
    for suit in reversed(Suit):
        low, high = shows.shown.lengths[suit]
        if not low <= hand.lengths[suit] <= high:
            return f"shows {range_text((low, high), 13)} {suit.symbol}, yours {hand.lengths[suit]}"
    return ""
