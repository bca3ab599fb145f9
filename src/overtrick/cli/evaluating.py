"""`overtrick eval`: what a hand, or two, is worth by every count."""

import json
from typing import Annotated, Any

import numpy as np
import typer

from overtrick.cli.console import STDIN, Json, answer_lines, parse_field, text_field
from overtrick.core import BridgeError, Hand, Strain, drawing
from overtrick.strength.counting import Hands
from overtrick.strength.counts import Count, load_count, shipped_names
from overtrick.strength.evaluators import EVALUATORS


def eval_(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="Such as AKJ94.Q3.KT5.A72, or - for stdin.")],
    partner: Annotated[str | None, typer.Option("--partner", "-p", help="Partner's hand.")] = None,
    trump: Annotated[
        str | None, typer.Option("--trump", "-t", help="C, D, H, S or N; with a partner, the longest suit together.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Value a hand by every evaluator, side by side; with a partner, what the two are worth together.

    With - and --json: one object {"hand": …, "partner": …, "trump": …} a line in, one answer a line out.
    """
    if hand == STDIN and as_json:
        answer_lines(_answer)
        return
    asked = {"hand": hand, "partner": partner, "trump": trump}
    answer = _answer({key: value for key, value in asked.items() if value is not None})
    print(json.dumps(answer) if as_json else _as_text(answer))


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    hand = _hand(asked, "hand")
    partner = _hand(asked, "partner") if "partner" in asked else None
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
    return answer | {"kind": "exact"}


def _hand(asked: dict[str, Any], name: str) -> Hand:
    hand: Hand = parse_field(name, text_field(asked, name), Hand.parse)
    if not hand.is_complete:
        raise BridgeError(f"expected a hand of 13 cards, got {len(hand)}: {hand}").at(source=name)
    return hand


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


def _as_text(answer: dict[str, Any]) -> str:
    mine, theirs = answer["evaluators"], answer.get("partner_evaluators")
    says = {each.name: each.says for each in EVALUATORS}
    lines = [drawing.hand_text(Hand.parse(answer["hand"]))]
    if theirs:
        lines.append(f"{drawing.hand_text(Hand.parse(answer['partner']))}   (partner)")
    if "trump" in answer:
        lines.append(f"trumps: {Strain.parse(answer['trump']).symbol}")
    lines.append("")
    for name, value in mine.items():
        both = "" if theirs is None or name not in theirs else f"{theirs[name]:8g}{value + theirs[name]:8g}"
        lines.append(f"{name:24}{value:8g}{both}   {says.get(name, '')}".rstrip())
    for name, found in answer.get("together", {}).items():
        tricks = "" if found["tricks"] is None else f"  about {found['tricks']} tricks"
        lines.append(f"{name:24}{'together':>16}{found['strength']:8g}{tricks}")
    return "\n".join(lines)
