"""Questions for what a hand is worth as they come in JSON."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from overtrick.ask.fields import hand_of, parse_field, text_field
from overtrick.core import BridgeError, Hand, Strain
from overtrick.strength.counting import Hands
from overtrick.strength.counts import Count, load_count, shipped_names
from overtrick.strength.evaluators import EVALUATORS


def answer_eval(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question for the value of a hand, or of two."""
    hand = hand_of(asked, "hand")
    partner = hand_of(asked, "partner") if "partner" in asked else None
    trump = parse_field("trump", text_field(asked, "trump"), Strain.parse) if "trump" in asked else None
    if partner is not None:
        if hand.mask & partner.mask:
            both = Hand((hand.mask & partner.mask) & -(hand.mask & partner.mask))
            raise BridgeError(f"expected two hands without a card in common, both have {next(iter(both))}")
        trump = trump if trump is not None else _longest_together(hand, partner)
    answer: dict[str, Any] = {"hand": str(hand)}
    if trump is not None:
        answer["trump"] = str(trump)
    answer["evaluators"] = _values(hand, trump)
    if partner is not None:
        answer |= {"partner": str(partner), "partner_evaluators": _values(partner, trump)}
        answer["together"] = _together(hand, partner, trump)
    return answer | {"says": _sayings(answer["evaluators"]), "kind": "exact"}


def _sayings(names: Iterable[str]) -> dict[str, str]:
    """What each count counts, and where it comes from."""
    by_name = {each.name: f"{each.says} ({each.source})" for each in EVALUATORS}
    return {name: by_name[name] if name in by_name else load_count(name).says for name in names}


def _longest_together(hand: Hand, partner: Hand) -> Strain:
    both = [mine + theirs for mine, theirs in zip(hand.lengths, partner.lengths, strict=True)]
    return Strain(max(range(4), key=lambda suit: (both[suit], suit)))


def _values(hand: Hand, trump: Strain | None) -> dict[str, float]:
    values = {each.name: each.of_hand(hand, trump) for each in EVALUATORS}
    values |= {count.name: _strength(count, [hand], trump) for count in _counts(1, trump)}
    return {name: int(value) if value == int(value) else value for name, value in values.items() if value is not None}


def _together(hand: Hand, partner: Hand, trump: Strain | None) -> dict[str, Any]:
    """What counts of two hands say: strength, and the tricks it stands for."""
    found = {}
    for count in _counts(2, trump):
        strength = _strength(count, [hand, partner], trump)
        tricks = None if count.thresholds is None else int(count.thresholds.tricks(np.array([strength]))[0])
        found[count.name] = {"strength": strength, "tricks": tricks}
    return found


def _counts(hands: int, trump: Strain | None) -> list[Count]:
    """The shipped counts that apply: to so many hands, in a suit or in notrump."""
    if trump is None:
        return []
    counts = [load_count(name) for name in shipped_names()]
    return [
        count
        for count in counts
        if count.is_for_notrump == (trump is Strain.NOTRUMP) and (hands == 2 or not count.needs_partner)
    ]


def _strength(count: Count, hands: list[Hand], trump: Strain | None) -> float:
    holdings = np.array([[[hand.mask >> 13 * suit & 8191 for suit in range(4)] for hand in hands]], np.uint16)
    strains = np.array([Strain.NOTRUMP if trump is None else trump], np.uint8)
    return round(float(count.strength(Hands(holdings, strains))[0]), 3)
