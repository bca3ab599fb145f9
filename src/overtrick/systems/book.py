"""A card ready for the table: its patterns as one machine, its rules as lines that are made once."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Protocol

from overtrick.core import CALLS, Auction, Call, Suit
from overtrick.systems.auctionwords import Turn
from overtrick.systems.card import Card
from overtrick.systems.lines import Line
from overtrick.systems.matching import Matcher
from overtrick.systems.patterns import VARIABLES, Bindings, bind
from overtrick.systems.rules import Rule, Situation
from overtrick.systems.settings import Setting

_LETTERS = re.compile(r"\b(?:OM|om|M|m|X|Y|Z|W|T2?|4th|agreed|partner1?|mine1?)\b(?!')")
_SUIT_OF_CALL = tuple(call.strain.suit if call.is_bid else None for call in CALLS)


class Place(Turn, Protocol):
    """What rules ask of the point an auction has reached."""

    auction: Auction
    legal: int

    @property
    def suits_known(self) -> dict[str, Suit]: ...
    @property
    def partner_suits(self) -> tuple[Suit, ...]: ...
    @property
    def unbid(self) -> tuple[Suit, ...]: ...
    @property
    def promised(self) -> tuple[int, ...]: ...


class Book:
    """A card ready for the table: its patterns as one machine, its lines made once."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.openings = tuple(situation for situation in card.situations if situation.when is None)
        self.matcher = Matcher([(number, situation.when) for number, situation in enumerate(card.situations)])
        self._lines: dict[tuple[object, ...], Line] = {}
        self._needs: dict[Rule, _Needs] = {}
        self.moved = {rule.source: rule for rule in card.rules if rule.before or rule.after}

    def lines(self, node: Place, situation: Situation, bound: Bindings) -> Iterator[Line]:
        """The lines of a situation at a node: legal calls only."""
        for rule in situation.rules:
            needs = self._needs.get(rule)
            if needs is None:
                needs = self._needs[rule] = _Needs(rule)
            yield from self._of_rule(node, rule, needs, bound)

    def _of_rule(self, node: Place, rule: Rule, needs: "_Needs", bound: Bindings) -> Iterator[Line]:
        """The lines of a rule, one for every way to fill in the suits it leaves open."""
        suits: Bindings = bound
        if needs.implicit:
            known = node.suits_known
            if not needs.implicit <= known.keys():
                return
            suits = {**bound, **{name: known[name] for name in needs.implicit}}
        for filled in needs.filled(suits) if needs.open - bound.keys() else (suits,):
            call = rule.call.at(filled, node.auction.last_bid)
            if call is None or not node.legal >> call.index & 1:
                continue
            if all(condition.holds(node, filled, call) for condition in rule.conditions):
                yield self._line(node, rule, needs, filled, call)

    def _line(self, node: Place, rule: Rule, needs: "_Needs", suits: Bindings, call: Call) -> Line:
        raises = not rule.artificial and _SUIT_OF_CALL[call.index] in node.partner_suits
        unbid = node.unbid if needs.unbid else ()
        promised = node.promised if needs.combined else (0, 0, 0, 0, 0)
        used = tuple([suits[name] for name in needs.used if name in suits])
        key = rule, call, used, raises, unbid, promised
        found = self._lines.get(key)
        if found is None:
            setting = Setting.of(suits, unbid, promised)
            found = self._lines[key] = _made(rule, call, suits, setting, raises)
        return found


class _Needs:
    """What a rule asks of its node before it becomes lines."""

    def __init__(self, rule: Rule) -> None:
        words = {word for tag in (*rule.tags, rule.agrees or "", rule.text) for word in tag.split()}
        asked = rule.call.variables | rule.hand.variables | rule.suits.keys()
        asked = asked.union(*(condition.variables for condition in rule.conditions))
        asked = asked | (frozenset() if rule.shows is None else rule.shows.variables)
        self.rule = rule
        self.unbid = "unbid" in asked
        self.combined = "combined" in asked
        self.open = asked & VARIABLES.keys()
        self.implicit = asked - VARIABLES.keys() - {"unbid", "combined"}
        self.used = tuple(sorted((asked | words) & {*VARIABLES, *self.implicit}))

    def filled(self, bound: Bindings) -> Iterator[Bindings]:
        """The bindings with the rule's own letters filled in: as `for:` lists them, or from the highest suit down."""
        own = sorted(self.open - bound.keys())
        choices = [self.rule.suits.get(name) or tuple(reversed(VARIABLES[name])) for name in own]
        for suits in product(*choices):
            options: list[Bindings] = [bound]
            for name, suit in zip(own, suits, strict=True):
                options = [found for option in options for found in bind(name, suit, option)]
            yield from options


def _made(rule: Rule, call: Call, suits: Bindings, setting: Setting, raises: bool) -> Line:
    def named(text: str) -> str:
        return _LETTERS.sub(lambda word: str(suits.get(word[0], word[0])), text)

    def told(text: str) -> str:
        """The same for people."""
        return _LETTERS.sub(lambda word: suits[word[0]].symbol if word[0] in suits else word[0], text).replace(
            " ,", ","
        )

    suit = call.strain.suit if call.is_bid else None
    agreed = None
    if rule.agrees is not None:
        agreed = suits[rule.agrees] if rule.agrees in suits else Suit.parse(rule.agrees)
    elif raises:
        agreed = suit
    tags = [named(tag) for tag in rule.tags]
    if rule.artificial:
        tags.append("artificial")
    elif suit is not None:
        tags += ["natural", f"shows {suit}"]
    elif call.is_bid:
        tags.append("natural")
    if agreed is not None:
        tags.append(f"agrees {agreed}")
    return Line(
        condition=rule.hand.bind(setting),
        call=call,
        rule=rule.id,
        text=told(rule.text),
        forcing=rule.forcing,
        artificial=rule.artificial,
        announce=rule.announce,
        agrees=agreed,
        tags=frozenset(tags),
        shows=None if rule.shows is None else rule.shows.bind(setting),
        hand_text=named(rule.hand_text),
        source=rule.source,
    )
