"""Meanings of calls as text for a terminal: one line, or a table."""

import re

from overtrick.ask.bid import BidAnswer
from overtrick.ask.explain import ExplainAnswer
from overtrick.core import PASS, Suit
from overtrick.hands.cells import Shown
from overtrick.systems.engine.meaning import (
    OPEN_HCP,
    UNKNOWN,
    Meaning,
    forcing_text,
    hcp_text,
    properties,
    range_text,
    remark,
    titled,
)
from overtrick.systems.engine.needs import Requirement

_WORD = re.compile(r"[^\s,;]+")
_COLUMNS = ("seat", "call", "hcp", "♠", "♥", "♦", "♣", "", "meaning", "rule")
_AT_LEFT = ("seat", "call", "", "meaning", "rule")


def explanation_text(answer: ExplainAnswer) -> str:
    """What `explain` answers, as tables: the calls, what each seat has shown, the calls that may come next."""
    parts = [table(_COLUMNS, [_call_row(made.meaning) for made in answer.calls])] if answer.calls else []
    seats = [[str(seat), *_ranges(shown)] for seat, shown in answer.shown.items()]
    parts.append("shown so far\n" + table(("seat", *_COLUMNS[2:7]), seats))
    if answer.available is not None:
        rows = [_call_row(made.meaning)[1:] for made in answer.available]
        parts.append(f"{answer.turn} to call\n" + table(_COLUMNS[1:], rows))
    return "\n\n".join(parts)


def bid_text(answer: BidAnswer) -> str:
    """What `bid` answers: the call and its rule, what it shows, what the rule asks, and the rules passed over."""
    source = f" ({answer.source})" if answer.source else ""
    title = answer.text or ("nothing to add" if answer.call == PASS else answer.rule or "no rule of the system")
    lines = [f"{answer.call.symbol}   {title}{source}"]
    lines.append(f"shows   {meaning_text(answer.meaning)}")
    for number, part in enumerate(answer.requires or ()):
        lines.append(f"{'' if number else 'why':8}{requirement_text(part)}")
    for number, rule in enumerate(answer.passed_over or ()):
        fails = "; ".join(map(requirement_text, rule.fails))
        name = f"{rule.call.symbol} {rule.text}".strip()
        lines.append(f"{'' if number else 'not':8}{name}: needs {fails}")
    return "\n".join(lines)


def meaning_text(meaning: Meaning) -> str:
    """A meaning in one line: the ranges first."""
    shown = meaning.shown
    ranges = [hcp_text(shown.hcp)] + ["balanced"] * (shown.balanced is True)
    for suit in reversed(Suit):
        low, high = shown.lengths[suit]
        if (low, high) != (0, 13) and (low >= 3 or high <= 3):
            ranges.append(f"{range_text((low, high), 7)} {suit.symbol}")
    said = remark(meaning) or ("" if meaning.words else meaning.text)
    if not set(_WORD.findall(said)) - set(_WORD.findall(" ".join(ranges))):
        said = ""
    return "; ".join(word for word in [", ".join(ranges), *properties(meaning), said] if word)


def requirement_text(requirement: Requirement) -> str:
    """A part of a rule with what the hand has."""
    return f"{requirement.text} (yours: {requirement.yours})" if requirement.yours else requirement.text


def _call_row(meaning: Meaning) -> list[str]:
    remarks = [forcing_text(meaning.forcing), "artificial" * meaning.artificial, _alert(meaning)]
    remarks += ["not in the system"] * (meaning.kind == UNKNOWN)
    cells = [", ".join(remark for remark in remarks if remark), titled(meaning), ", ".join(meaning.rules)]
    return [str(meaning.seat), meaning.call.symbol, *_ranges(meaning.shown), *cells]


def _alert(meaning: Meaning) -> str:
    """How the opponents learn what the call means."""
    if meaning.alert == "announce":
        return f"announced “{meaning.announce}”"
    return {"alert": "alerted", "delayed": "explained after the auction"}.get(meaning.alert, "")


def _ranges(shown: Shown) -> list[str]:
    return [range_text(shown.hcp, OPEN_HCP), *(range_text(shown.lengths[suit], 13) for suit in reversed(Suit))]


def table(head: tuple[str, ...], rows: list[list[str]]) -> str:
    """Rows under a head, each column as wide as it needs; the last one is left to run on."""
    widths = [max(len(row[column]) for row in [list(head), *rows]) for column in range(len(head))]
    drawn = []
    for row in [list(head), *rows]:
        cells = [
            f"{cell:<{width}}" if name in _AT_LEFT else f"{cell:>{width}}"
            for cell, width, name in zip(row, widths, head, strict=True)
        ]
        drawn.append("  ".join(cells).rstrip())
    return "\n".join(drawn)
