"""What calls mean, in words for people and as plain values for other programs."""

import re
from collections.abc import Sequence
from typing import Any

from overtrick.core import PASS, Call, Hand, Note, Suit
from overtrick.hands.atoms import Atom, values_text
from overtrick.hands.conditions import AllOf, Condition
from overtrick.hands.measures import SHAPE
from overtrick.hands.shown import Shown
from overtrick.systems.engine.lines import Line
from overtrick.systems.engine.meaning import UNKNOWN, Meaning

OPEN_HCP = 22
"""Points from which on nobody counts: `12-21`, but `12+`."""

_COUNTED = re.compile("points|tricks|losers|controls|key cards|aces|stopper")
_FORCING = {"1 round": "forcing", "game": "forcing to game", "invite": "invites", "signoff": "to play"}


def shown_dict(shown: Shown) -> dict[str, Any]:
    """Ranges as plain values: `{"hcp": [15, 17], "lengths": {"S": [2, 5], …}}`."""
    return {"hcp": list(shown.hcp), "lengths": {str(suit): list(shown.lengths[suit]) for suit in reversed(Suit)}}


def meaning_dict(meaning: Meaning) -> dict[str, Any]:
    """A meaning as plain values; the keys are those of the JSON-lines protocol."""
    return {
        **shown_dict(meaning.shown),
        "balanced": meaning.shown.balanced,
        "forcing": meaning.forcing,
        "artificial": meaning.artificial,
        "alert": is_alerted(meaning),
        "announce": meaning.announce,
        "text": meaning.text,
        "rules": list(meaning.rules),
        "kind": meaning.kind,
    }


def call_dict(meaning: Meaning) -> dict[str, Any]:
    """A call of an auction with its meaning, as plain values."""
    return {"call": str(meaning.call), "by": str(meaning.seat)} | meaning_dict(meaning)


def is_alerted(meaning: Meaning) -> bool:
    """Whether the opponents are told about the call when it is made."""
    return meaning.artificial or bool(meaning.announce)


def note(meaning: Meaning) -> Note:
    """What a file says about the call."""
    return Note(sentence(meaning), alerted=is_alerted(meaning))


def sentence(meaning: Meaning) -> str:
    """A meaning in one line: `15-17 hcp, balanced`, `Stayman: 8+ hcp; forcing; artificial`."""
    parts = [_with_ranges(meaning)]
    parts += [forcing_text(meaning.forcing)] * (meaning.forcing != "no")
    parts += ["artificial"] * meaning.artificial
    parts += ["not in the system"] * (meaning.kind == UNKNOWN)
    return "; ".join(parts)


def _with_ranges(meaning: Meaning) -> str:
    """The ranges, after the words of the rule, or after a condition that counts something else than they do."""
    ranges = ranges_text(meaning.shown)
    words = meaning.words or ("" if _COUNTED.search(meaning.text) is None else meaning.text)
    if not words or meaning.kind == UNKNOWN:
        return ranges
    return words if ranges.split(",")[0] in words else f"{words}: {ranges}"


def forcing_text(word: str) -> str:
    """How forcing a call is, as players say it; nothing for one that is not."""
    return "" if word == "no" else _FORCING.get(word, f"forcing {word}")


def ranges_text(shown: Shown) -> str:
    """The ranges worth saying: points, balanced, suits of three cards or more, and short ones.

    >>> ranges_text(Shown((6, 9), ((0, 6), (0, 7), (3, 4), (0, 3)), 1.0))
    '6-9 hcp, 0-3♠, 3-4♥'
    """
    parts = [hcp_text(shown.hcp)]
    parts += ["balanced"] * (shown.balanced is True)
    for suit in reversed(Suit):
        low, high = shown.lengths[suit]
        least, most = (4, 2) if shown.balanced else (3, 3)
        if low >= least or high <= most:
            parts.append(f"{range_text((low, high), 7)}{suit.symbol}")
    return ", ".join(parts)


def hcp_text(ends: Sequence[int]) -> str:
    """A range of points; what reaches beyond 21 is open."""
    return f"{range_text(ends, OPEN_HCP)} hcp"


def range_text(ends: Sequence[int], most: int) -> str:
    """A range as players write it: `15-17`, `5+` from `most` on, `4`."""
    low, high = ends
    return str(low) if low == high else f"{low}+" if high >= most else f"{low}-{high}"


def requirements(condition: Condition, hand: Hand) -> list[dict[str, Any]]:
    """What a condition asks, part by part: its words, whether the hand fulfils them, and what the hand has."""
    terms = condition.terms if isinstance(condition, AllOf) else (condition,)
    return [{"text": str(term), "ok": term.holds(hand), "yours": _yours(term, hand)} for term in terms]


def _yours(term: Condition, hand: Hand) -> str:
    """What the hand has where the part asks for a number; in an or, the alternative that holds."""
    if isinstance(term, Atom):
        if term.measure is SHAPE:
            return "=".join(str(hand.lengths[suit]) for suit in reversed(Suit))
        return values_text(term.measure, 1 << term.measure.of_hand(hand, term.suit))
    if isinstance(term, AllOf):
        return ", ".join(_yours(each, hand) for each in term.terms)
    return str(next((each for each in term.terms if each.holds(hand)), ""))


def line_text(line: Line) -> str:
    """What a line asks of a hand."""
    return str(line.condition)


def call_text(call: Call) -> str:
    """A call as people read it: `1♠`, `pass`, `X`."""
    return "pass" if call == PASS else call.symbol
