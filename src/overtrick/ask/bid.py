"""Which call a hand makes by its system: the rule, what the call shows, and what the rule asks."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from overtrick.ask.explain import Words
from overtrick.ask.position import PositionQuestion
from overtrick.ask.rendering import Rendered
from overtrick.core import PASS, Call, Hand, Seat
from overtrick.systems.engine.alerting import Regulation
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.meaning import Meaning, line_words, meaning
from overtrick.systems.engine.needs import Requirement, distance, line_text, requirements

CLOSEST = 3
"""How many of the lines that were passed over are worth telling."""


@dataclass(frozen=True, kw_only=True)
class BidQuestion(PositionQuestion):
    """Which call?

    `passed_over` adds the rules before it that the hand came closest to. With `brief` only what the whole table may
    know: the call and its meaning, and nothing about the hand. `regulation` says whose rules for alerts hold.
    """

    passed_over: bool = False
    brief: bool = False
    regulation: Regulation = "acbl"


class PassedOver(NamedTuple):
    """A rule that comes first and that the hand does not meet."""

    call: Call
    rule: str
    text: str
    """What the rule says about itself."""
    hand_text: Words
    fails: tuple[Requirement, ...]


@dataclass(frozen=True, kw_only=True, repr=False)
class BidAnswer(Rendered, text="meanings:bid_text", html="notebook:bid_html"):
    """The call of the player whose turn it is, with its rule."""

    call: Call
    rule: str | None = None
    text: Words | None = None
    """What the rule that the hand met says; the meaning is that of all rules of the call."""
    meaning: Meaning
    by: Seat
    requires: tuple[Requirement, ...] | None = None
    hand_text: Words | None = None
    source: str | None = None
    kind: Literal["rule"] = "rule"
    passed_over: tuple[PassedOver, ...] | None = None
    system: str
    system_hash: str

    def in_short(self) -> str:
        return f"{self.call}, {self.meaning.text or self.rule}"


def answer(question: BidQuestion) -> BidAnswer:
    """The system's call."""
    hand, seat = question.hand, question.auction.turn
    table = question.table(seat)
    node, system = table.node_to_call(question.auction, question.vulnerability), table.system_of(seat)
    call, line = node.bid(hand)
    shows = meaning(node, call, seat).under(question.regulation)
    if question.brief:
        return BidAnswer(call=call, meaning=shows, by=seat, system=system.name, system_hash=system.fingerprint)
    return BidAnswer(
        call=call,
        rule=line.rule,
        text=line_words(node, line),
        meaning=shows,
        by=seat,
        requires=requirements(line.condition, hand),
        hand_text=line_text(line),
        source=line.source,
        passed_over=_closest(node.lines, line, hand) if question.passed_over else None,
        system=system.name,
        system_hash=system.fingerprint,
    )


def _closest(lines: Iterable[Line], made: Line, hand: Hand) -> tuple[PassedOver, ...]:
    """The lines before the one that was taken that the hand comes nearest to, the nearest first; one a call."""
    nearest: dict[Call, tuple[float, Line]] = {}
    for line in lines:
        if line is made:
            break
        away = distance(line.condition, hand)
        if line.call not in (PASS, made.call) and away < nearest.get(line.call, (float("inf"), line))[0]:
            nearest[line.call] = away, line
    ranked = sorted(nearest.values(), key=lambda near: near[0])[:CLOSEST]
    return tuple(PassedOver(line.call, line.rule, line.text, line_text(line), _fails(line, hand)) for _, line in ranked)


def _fails(line: Line, hand: Hand) -> tuple[Requirement, ...]:
    return tuple(part for part in requirements(line.condition, hand) if not part.ok)
