"""A system ready for the table: its patterns as one machine, its rules as lines that are made once."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from overtrick.core import CALLS, PASS, Call, Suit
from overtrick.hands.bounds import inner, outer
from overtrick.hands.cells import CellSet
from overtrick.hands.conditions import ANY, NEVER, Condition
from overtrick.systems.engine.automaton import Matcher
from overtrick.systems.engine.memo import Remembered, cached_attribute
from overtrick.systems.engine.turn import Turn
from overtrick.systems.language.patterns import VARIABLES, Bindings, Bound, bind
from overtrick.systems.language.rules import Rule, Situation
from overtrick.systems.language.text import COMBINES, Setting, nothing_shown
from overtrick.systems.system import System

_LETTERS = re.compile(r"\b(?:OM|om|M|m|X|Y|Z|W|T2?|4th|agreed|partner1?|mine1?)\b(?!')")


_BAR = re.compile(r"(?<=\d)\|(?=\d)")

MOST_ENTRIES = 60_000
"""Rules at a turn and states, of some 0.7 kB, that a book remembers before its tree starts with a new one."""
SUIT_OF_CALL = tuple(call.strain.suit if call.is_bid else None for call in CALLS)
"""By index, the suit a call names."""


_Place = tuple[Situation, Bound]
"""A situation, and what its letters stand for."""


@dataclass(frozen=True, eq=False)
class Line:
    """A line of the list at a point of an auction.

    `tags` include those that a call has by itself: `natural`, `shows S`, `agrees S`, `artificial`.
    """

    condition: Condition
    call: Call
    rule: str
    """The id of the rule, for the natural fallback `natural: …`."""
    text: str = ""
    forcing: str = "no"
    artificial: bool = False
    announce: str = ""
    agrees: Suit | None = None
    tags: frozenset[str] = frozenset()
    shows: Condition | None = None
    """What partner may assume, where that is wider than the condition."""
    hand_text: str = ""
    """The condition in the card's words."""
    only: bool = False
    """Whether the call means just what its rules here say: no line behind their situation makes it."""
    source: str = ""
    """File and line of the rule."""
    name: str = ""
    """The name of the convention."""
    alerts: Mapping[str, str] = field(default_factory=dict)
    """By regulation, what the card says about alerting."""

    @cached_attribute
    def may(self) -> CellSet:
        """The cells in which some hand makes the call by this line, as far as partner may assume."""
        return outer(self.condition if self.shows is None else self.shows)

    @cached_attribute
    def must(self) -> CellSet:
        """The cells in which the line is true of every hand."""
        return inner(self.condition)


class Book:
    """A system ready for the table: its patterns as one machine, its lines made once."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.openings = tuple(situation for situation in system.situations if situation.when is None)
        self.matcher = Matcher([(number, situation.when) for number, situation in enumerate(system.situations)])
        self._needs: dict[Rule, _Needs] = {}
        self._rules_at: dict[_Place, tuple[_RuleAt, ...]] = {}
        self._rule_at: dict[tuple[Rule, Bound], _RuleAt] = {}
        self._moved = {rule.source: rule for rule in system.rules if rule.before or rule.after}
        named = {name for rule in self._moved.values() for name in (*rule.before, *rule.after)}
        self._fixed = {
            id(situation)
            for situation in system.situations
            if not any(rule.source in self._moved or rule.id in named for rule in situation.rules)
        }
        """Situations whose lines stay where they are, so that none counts after a line that is true of every hand."""
        self._of_rule: Remembered[Turn, _RuleAt, tuple[Line, ...]] = Remembered(_made)
        """The lines of a rule at a turn: most turns are like some other one to it."""

    @property
    def size(self) -> int:
        """What is remembered, counted."""
        return self._of_rule.size + self.matcher.size + len(self._rules_at)

    def lines_at(self, turn: Turn) -> tuple[Line, ...]:
        """The lines at a turn, as far as any hand can get."""
        lines: list[Line] = []
        for line in self._sorted(list(self._written(turn))):
            if line.call is PASS and not turn.may_pass:
                continue
            lines.append(line)
            if line.condition is ANY:
                break
        return tuple(lines)

    def _written(self, turn: Turn) -> Iterator[Line]:
        """The lines of all situations at a turn, without those that a rule with `only` silences."""
        alone: dict[int, tuple[int, int]] = {}
        closed = False
        for situation, bound in self._situations(turn):
            if closed and id(situation) in self._fixed:
                continue
            order = situation.order
            for line in self.lines(turn, situation, bound):
                if alone and alone.get(line.call.index, order) < order:
                    continue
                if line.only:
                    alone[line.call.index] = order
                yield line
                if line.condition is ANY and line.source not in self._moved:
                    closed = closed or line.call is not PASS or turn.may_pass

    def _situations(self, turn: Turn) -> Iterator[_Place]:
        """The situations at a turn, in their order, with what their letters stand for."""
        states = turn.states
        if states is None:
            yield from ((situation, ()) for situation in self.openings)
        else:
            for number, bound in self.matcher.accepted(states):
                yield self.system.situations[number], bound

    def patterns(self, turn: Turn) -> frozenset[str]:
        """The situations at a turn, by their patterns as written."""
        return frozenset(situation.key for situation, _ in self._situations(turn))

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

    def lines(self, turn: Turn, situation: Situation, bound: Bound) -> Iterator[Line]:
        """The lines of a situation at a turn: legal calls only."""
        rules = self._rules_at.get((situation, bound))
        if rules is None:
            rules = self._rules_at[situation, bound] = tuple([self._rule(rule, bound) for rule in situation.rules])
        for rule in rules:
            yield from self._of_rule(turn, rule)

    def _rule(self, rule: Rule, bound: Bound) -> "_RuleAt":
        """A rule with what those letters stand for that matter to it: the same object wherever they are the same."""
        needs = self._needs.get(rule)
        if needs is None:
            needs = self._needs[rule] = _Needs(rule)
        key = rule, needs.part_of(bound)
        known = self._rule_at.get(key)
        if known is None:
            known = self._rule_at[key] = _RuleAt(needs, dict(key[1]))
        return known


def _made(turn: Turn, at: "_RuleAt") -> tuple[Line, ...]:
    """The lines of a rule, one for every way to fill in the suits it leaves open.

    No method of the book: that would refer to itself, and stay until the cycle collector finds it.
    """
    needs, filled = at.needs, at.filled
    if needs.implicit:
        named = {name: suit for name in needs.implicit if (suit := turn.suit_named(name)) is not None}
        if len(named) < len(needs.implicit):
            return ()
        filled = needs.filled({**at.suits, **named})
    return tuple([line for suits in filled if (line := needs.line(turn, suits)) is not None])


class _Needs:
    """What a rule asks of its turn before it becomes lines, and the lines it has become."""

    def __init__(self, rule: Rule) -> None:
        asked = rule.call.variables | rule.hand.variables | rule.suits.keys()
        asked = asked.union(*(condition.variables for condition in rule.conditions))
        asked = asked | (frozenset() if rule.shows is None else rule.shows.variables)
        self.rule = rule
        self.unbid = "unbid" in asked
        self.combines = COMBINES in asked
        self.open = asked & VARIABLES.keys()
        self.implicit = tuple(sorted(asked - VARIABLES.keys() - {"unbid", COMBINES}))
        words = (rule.text, rule.announce, rule.hand_text, *rule.tags)
        self._in_words = tuple(sorted({letter for text in words for letter in _LETTERS.findall(text)}))
        self.letters = self.open.union([rule.agrees or ""], self._in_words)
        """Those of a situation that it names anywhere."""
        self._lines: dict[tuple[object, ...], Line | None] = {}
        self._words: dict[tuple[Suit | None, ...], _Words] = {}

    def part_of(self, bound: Bound) -> Bound:
        """The letters that matter; all where it leaves some open, since these have to be other suits."""
        if not self.open <= {name for name, _ in bound}:
            return bound
        return tuple([pair for pair in bound if pair[0] in self.letters])

    def filled(self, bound: Bindings) -> list[Bindings]:
        """The bindings with the rule's own letters filled in: as `for:` lists them, or from the highest suit down."""
        options = [bound]
        for name in sorted(self.open - bound.keys()):
            suits = self.rule.suits.get(name) or tuple(reversed(VARIABLES[name]))
            options = [grown for option in options for suit in suits for grown in bind(name, suit, option)]
        return options

    def line(self, turn: Turn, suits: Bindings) -> Line | None:
        """The line of the rule when its letters stand for these suits; None where it is never made."""
        rule = self.rule
        call = self._call(turn, suits)
        if call is None or not all(condition.holds(turn, suits, call) for condition in rule.conditions):
            return None
        suit = SUIT_OF_CALL[call.index]
        raises = not rule.artificial and suit is not None and turn.partner_showed(suit)
        unbid = turn.unbid if self.unbid else ()
        setting = Setting.of(suits, unbid, turn.needed if self.combines else nothing_shown)
        condition, shows = self._bound(setting) if self.combines else (None, None)
        key = setting.suits, setting.unbid, call.index, raises, condition, shows
        if key not in self._lines:
            if condition is None:
                condition, shows = self._bound(setting)
            never = condition is NEVER
            self._lines[key] = None if never else self._made(condition, shows, call, suits, raises)
        return self._lines[key]

    def _call(self, turn: Turn, suits: Bindings) -> Call | None:
        """The call, where it is legal."""
        spec = self.rule.call
        if spec.is_relative:
            return turn.legal_call(spec, tuple([(name, suits[name]) for name in spec.variables if name in suits]))
        call = spec.at(suits, None)
        return call if call is not None and turn.is_legal(call.index) else None

    def _bound(self, setting: Setting) -> tuple[Condition, Condition | None]:
        """The hands that make the call, and what partner may assume where that is wider."""
        condition, shows = self.rule.hand.bind(setting), self.rule.shows
        return condition, None if shows is None or condition is NEVER else shows.bind(setting)

    def _made(self, condition: Condition, shows: Condition | None, call: Call, suits: Bindings, raises: bool) -> Line:
        """A new line."""
        rule, suit = self.rule, SUIT_OF_CALL[call.index]
        agreed = None
        if rule.agrees is not None:
            agreed = suits[rule.agrees] if rule.agrees in suits else Suit.parse(rule.agrees)
        elif raises:
            agreed = suit
        named = tuple([suits.get(letter) for letter in self._in_words])
        words = self._words.get(named)
        if words is None:
            words = self._words[named] = _Words.of(rule, suits)
        tags = [*words.tags]
        if rule.artificial:
            tags.append("artificial")
        elif suit is not None:
            tags += ["natural", f"shows {suit}"]
        elif call.is_bid:
            tags.append("natural")
        if agreed is not None:
            tags.append(f"agrees {agreed}")
        return Line(
            condition=condition,
            call=call,
            rule=rule.id,
            text=words.text,
            forcing=rule.forcing,
            artificial=rule.artificial,
            announce=words.announce,
            agrees=agreed,
            tags=frozenset(tags),
            shows=shows,
            hand_text=words.hand,
            only=rule.only,
            source=rule.source,
            name=rule.name,
            alerts=rule.alerts,
        )


class _Words(NamedTuple):
    """The texts of a rule with suits for its letters."""

    text: str
    """For people: suits as signs, `0 or 3` for `0|3`."""
    announce: str
    """To be spoken."""
    hand: str
    tags: tuple[str, ...]

    @classmethod
    def of(cls, rule: Rule, suits: Bindings) -> "_Words":
        def named(text: str) -> str:
            return _LETTERS.sub(lambda word: str(suits.get(word[0], word[0])), text)

        def spoken(text: str) -> str:
            return _LETTERS.sub(lambda word: suits[word[0]].name.lower() if word[0] in suits else word[0], text)

        def told(text: str) -> str:
            signs = _LETTERS.sub(lambda word: suits[word[0]].symbol if word[0] in suits else word[0], text)
            return _BAR.sub(" or ", signs.replace(" ,", ","))

        return cls(told(rule.text), spoken(rule.announce), named(rule.hand_text), tuple(map(named, rule.tags)))


class _RuleAt:
    """A rule, and what the letters of its situation stand for."""

    __slots__ = ("filled", "needs", "suits")

    def __init__(self, needs: _Needs, suits: Bindings) -> None:
        self.needs = needs
        self.suits = suits
        self.filled = [] if needs.implicit else needs.filled(suits)
        """With the letters it leaves open filled in, unless the turn has to name some first."""
