"""Opening leads as people read them: a line for each group of cards that are as good as each other."""

from collections.abc import Iterator
from html import escape
from itertools import groupby

from overtrick.advice.lead_figures import LeadCard
from overtrick.ask.lead import LeadAnswer
from overtrick.ask.rendering.reviews import UNITS
from overtrick.core.drawing.html import card as framed
from overtrick.core.drawing.html import grid


def lead_text(answer: LeadAnswer) -> str:
    """The card, why, and the others below it."""
    lines = [_headline(answer), *(f"  {reason}" for reason in answer.reasons), ""]
    heads, rows = _heads(answer), list(_rows(answer))
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    for row in (heads, *rows):
        first, *rest = (f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        lines.append("  ".join([f"{first.strip():{widths[0]}}", *rest]))
    return "\n".join([*lines, "", f"{answer.layouts} layouts, solved exactly; the bidding is {answer.support.word}"])


def lead_html(answer: LeadAnswer) -> str:
    """The same for a notebook."""
    reasons = "".join(f"<div>{escape(reason)}</div>" for reason in answer.reasons)
    return framed(f"<b>{escape(_headline(answer))}</b>{reasons}{grid(_heads(answer), _rows(answer))}")


def _headline(answer: LeadAnswer) -> str:
    return f"{answer.by.name.capitalize()} leads {answer.card.symbol} against {answer.contract.phrase}."


def _heads(answer: LeadAnswer) -> list[str]:
    return ["lead", "tricks", "beats it", UNITS[answer.scoring]]


def _rows(answer: LeadAnswer) -> Iterator[list[str]]:
    """Cards of a suit with the same figures together, the usual one first."""
    for (suit, tricks, beats, gain, off), several in groupby(answer.cards, key=_figures):
        cards = sorted(several, key=lambda lead: (lead.card != answer.card, not lead.usual, -lead.card.rank))
        names = suit + " ".join(str(lead.card.rank) for lead in cards)
        is_best = any(lead.card == answer.card for lead in cards)
        won = (
            "best"
            if is_best
            else f"{gain:+.0%} ± {off:.0%}"
            if answer.scoring == "matchpoints"
            else f"{gain:+.1f} ± {off:.1f}"
        )
        yield [names, f"{tricks:.2f}", f"{beats:.0%}", won]


def _figures(lead: LeadCard) -> tuple[str, float, float, float, float]:
    return lead.card.suit.symbol, lead.tricks.mean, lead.beats.mean, lead.gain.mean, lead.gain.high - lead.gain.mean
