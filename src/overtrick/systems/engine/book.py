"""A card ready for the table: its patterns as one machine, its rules as lines that are made once."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Protocol

from overtrick.core import PASS, Call, Suit
from overtrick.hands.conditions import ANY
from overtrick.systems.engine.automaton import Matcher, States
from overtrick.systems.engine.lines import SUIT_OF_CALL, Line
from overtrick.systems.engine.memo import Remembered
from overtrick.systems.language.auction_conditions import Turn
from overtrick.systems.language.bindings import Setting
from overtrick.systems.language.patterns import VARIABLES, Bindings, bind
from overtrick.systems.language.rules import Rule, Situation
from overtrick.systems.system import System

_LETTERS = re.compile(r"\b(?:OM|om|M|m|X|Y|Z|W|T2?|4th|agreed|partner1?|mine1?)\b(?!')")


class Place(Turn, Protocol):
    """What rules ask of the point an auction has reached."""

    legal: int

    @property
    def states(self) -> States | None: ...
    @property
    def last_bid(self) -> Call | None: ...
    @property
    def may_pass(self) -> bool: ...
    def suit_named(self, name: str) -> Suit | None: ...
    @property
    def partner_suits(self) -> tuple[Suit, ...]: ...
    @property
    def unbid(self) -> tuple[Suit, ...]: ...
    @property
    def promised(self) -> tuple[int, ...]: ...


class Book:
    """A card ready for the table: its patterns as one machine, its lines made once."""

    def __init__(self, card: System) -> None:
        self.card = card
        self.openings = tuple(situation for situation in card.situations if situation.when is None)
        self.matcher = Matcher([(number, situation.when) for number, situation in enumerate(card.situations)])
        self._lines: dict[tuple[object, ...], Line] = {}
        self._needs: dict[Rule, _Needs] = {}
        self._moved = {rule.source: rule for rule in card.rules if rule.before or rule.after}
        self.list: Remembered[Place, tuple[Line, ...]] = Remembered(self._list)
        """The lines at a node, as far as any hand can get: most nodes are like some other one to their card."""

    def _list(self, node: Place) -> tuple[Line, ...]:
        found: list[Line] = []
        for line in self._sorted(list(self._written(node))):
            if line.call is PASS and not node.may_pass:
                continue
            found.append(line)
            if line.condition == ANY:
                break
        return tuple(found)

    def _written(self, node: Place) -> Iterator[Line]:
        states = node.states
        if states is None:
            for situation in self.openings:
                yield from self.lines(node, situation, {})
            return
        for number, bound in self.matcher.accepted(states):
            yield from self.lines(node, self.card.situations[number], dict(bound))

    def _sorted(self, lines: list[Line]) -> list[Line]:
        """The lines with those of `before` and `after` moved to their places."""
        moved = self._moved
        for line in [line for line in lines if line.source in moved]:
            rule = moved[line.source]
            if any(other.rule in rule.before for other in lines):
                lines.remove(line)
                lines.insert(next(place for place, other in enumerate(lines) if other.rule in rule.before), line)
        behind = [line for line in lines if line.source in moved and moved[line.source].after]
        for line in reversed(behind):  # the last first, so that they keep their order
            names = moved[line.source].after
            last = max((place for place, other in enumerate(lines) if other.rule in names), default=-1)
            if lines.index(line) < last:
                lines.remove(line)
                lines.insert(last, line)
        return lines

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
            known = {name: suit for name in needs.implicit if (suit := node.suit_named(name)) is not None}
            if len(known) < len(needs.implicit):
                return
            suits = {**bound, **known}
        for filled in needs.filled(suits) if needs.open - bound.keys() else (suits,):
            call = rule.call.at(filled, node.last_bid)
            if call is None or not node.legal >> call.index & 1:
                continue
            if all(condition.holds(node, filled, call) for condition in rule.conditions):
                yield self._line(node, rule, needs, filled, call)

    def _line(self, node: Place, rule: Rule, needs: "_Needs", suits: Bindings, call: Call) -> Line:
        raises = not rule.artificial and SUIT_OF_CALL[call.index] in node.partner_suits
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
        self.implicit = tuple(sorted(asked - VARIABLES.keys() - {"unbid", "combined"}))
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

    suit = SUIT_OF_CALL[call.index]
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
