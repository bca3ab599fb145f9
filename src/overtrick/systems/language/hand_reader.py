"""Reading hand conditions such as `opener, 5+ M, M longest, not (M = H and S >= H)`."""

from collections.abc import Callable
from dataclasses import dataclass

from overtrick.core import ParseError, Suit
from overtrick.hands.conditions import Condition
from overtrick.hands.measures import (
    CONTROL_ROUND,
    HCP,
    LENGTH,
    OPENING_COUNT,
    PEARSON_COUNT,
    SOLIDITY,
    STOPPING,
    SUIT_POINTS,
    TOPS,
    Measure,
    OfShape,
)
from overtrick.hands.shapes import ShapeSet, shapes_like
from overtrick.systems.language.card_limits import MOST_BRACKETS
from overtrick.systems.language.definitions import NONE, Definitions
from overtrick.systems.language.phrases import (
    Combined,
    ComparedSuits,
    Counted,
    Everything,
    Joined,
    Lengthy,
    LongestSuit,
    Negated,
    Phrase,
    Shaped,
)
from overtrick.systems.language.text import COMBINING, OPEN, ConditionText, Cursor, Range, Setting, SuitGroup, SuitName
from overtrick.systems.language.vocabulary import COUNTS, GROUPS, HONOURS, LENGTH_WORDS, ROUNDS, SHAPE_WORDS, STOPPERS

_COMPARISONS = (">=", ">", "<=", "<", "==", "=", "!=")
_LONGEST_COUNT = max(map(len, COUNTS))


@dataclass
class Elementary:
    """Reads conditions without and, or, not and without a card's own words."""

    cursor: Cursor

    def read(self) -> Phrase:
        """The condition that comes next."""
        cursor = self.cursor
        if not cursor.takes("a"):
            cursor.takes("an")
        if cursor.token.kind == "shape" or cursor.token.word == "any":
            return self._shape()
        if cursor.token.kind == "cards" or cursor.token.word == "side":
            return self._long_suit()
        if cursor.at_number():
            return self._counted(cursor.ranges())
        for take in (self._worded, self._listed, self._about_suit):
            phrase = take()
            if phrase is not None:
                return phrase
        raise cursor.unexpected("a condition such as 15-17 hcp, 5+ H or balanced")

    # Shapes

    def _shape(self) -> Phrase:
        cursor = self.cursor
        any_order = cursor.takes("any")
        if cursor.token.kind != "shape":
            return Everything()
        start = cursor.place - any_order
        shapes = self._pattern(any_order)
        while cursor.takes("|"):
            shapes |= self._pattern(any_order)
        tokens = cursor.tokens[start : cursor.place]
        return Shaped(shapes, "any " * any_order + "".join(token.text for token in tokens[any_order:]))

    def _pattern(self, any_order: bool) -> ShapeSet:
        token = self.cursor.take()
        if token.kind != "shape":
            raise self.cursor.written.expected("a shape such as 5431, (54)xx or 5=4=3=1", token)
        try:
            return shapes_like(token.text, any_order=any_order)
        except ParseError as error:
            raise self.cursor.written.error(error.message, token) from None

    def _long_suit(self) -> Phrase:
        """`4-card major`, `side 4-card suit`, `5-card suit outside H`."""
        cursor = self.cursor
        side = cursor.takes("side")
        token = cursor.take()
        if token.kind != "cards":
            raise cursor.written.expected("a length such as 4-card", token)
        length = int(token.text[:2].rstrip("- "))
        if length > 13:
            raise cursor.written.error(f"expected a suit of at most 13 cards, got {length}", token)
        return Lengthy((length,), cursor.group_noun(1), side)

    # Numbers and what they count

    def _counted(self, ranges: list[Range]) -> Phrase:
        cursor = self.cursor
        if cursor.takes("of", "top"):
            return self._tops(ranges)
        for word in COMBINING:
            if cursor.takes(word):
                return self._combined(ranges, word)
        if cursor.takes("stopper") or cursor.takes("stoppers"):
            return self._stoppers(ranges[0])
        measure = self._measure()
        if measure is not None:
            return self._of_measure(measure, ranges)
        if cursor.takes("cards", "in") or cursor.takes("in"):
            pair = self._pair(ranges)
            return pair or Counted(LENGTH, cursor.values(ranges, LENGTH), cursor.where())
        name = cursor.suit_name()
        if name is None:
            raise cursor.unexpected("what the number counts, such as hcp, total points or a suit")
        return Counted(LENGTH, cursor.values(ranges, LENGTH), name)

    def _combined(self, ranges: list[Range], word: str) -> Phrase:
        """`25+ combined hcp`, `8+ combined M`, `25+ likely hcp`, `3+ extra hcp`."""
        cursor = self.cursor
        token = cursor.token
        measure = self._measure() or LENGTH
        if measure is not LENGTH and not (isinstance(measure, OfShape) and measure.plus_hcp):
            raise cursor.written.expected("hcp, total points, support points or a suit", token)
        if len(ranges) > 1 or ranges[0].low is None or ranges[0].low % 2 or (ranges[0].high or 0) % 2:
            raise cursor.written.error(f"expected whole numbers such as 25+ or 23-24, got {ranges[0]}", ranges[0].token)
        high = None if ranges[0].high is None else ranges[0].high // 2
        name = cursor.suit() if measure.names_suit else None
        return Combined(measure, ranges[0].low // 2, high, name, word)

    def _measure(self) -> Measure | None:
        """The measure whose words come next, if they do; then they are taken."""
        for length in range(_LONGEST_COUNT, 0, -1):
            words = tuple(token.word for token in self.cursor.tokens[self.cursor.place :][:length])
            if words in COUNTS:
                self.cursor.place += length
                return COUNTS[words]
        return None

    def _of_measure(self, measure: Measure, ranges: list[Range]) -> Phrase:
        cursor = self.cursor
        if measure is HCP and cursor.takes("in"):
            measure = SUIT_POINTS
        values = cursor.values(ranges, measure)
        return Counted(measure, values, cursor.where() if measure.names_suit else None)

    def _tops(self, ranges: list[Range]) -> Phrase:
        """`2 of top 3 in H`: at least two, unless it says exactly."""
        cursor = self.cursor
        token = cursor.token
        measure = TOPS.get(cursor.number() // 2)
        if measure is None:
            raise cursor.written.expected(f"a number of cards from {min(TOPS)} to {max(TOPS)}", token)
        values = cursor.values(ranges, measure)
        if len(ranges) == 1 and ranges[0].low == ranges[0].high and not ranges[0].exactly:
            values = measure.everything & -(values & -values)
        return Counted(measure, values, cursor.where())

    def _stoppers(self, number: Range) -> Phrase:
        values = STOPPERS.get(number.low or 0)
        if values is None:
            raise self.cursor.written.error(f"expected half, one or two stoppers, got {number}", number.token)
        return Counted(STOPPING, values, self.cursor.where())

    def _pair(self, ranges: list[Range]) -> Phrase | None:
        """`5-4 in two unbid suits`, `5-5 in the majors`: lengths of two suits, not a range."""
        cursor = self.cursor
        low, high = ranges[0].low, ranges[0].high
        if len(ranges) > 1 or low is None or high is None or ranges[0].exactly:
            return None
        if cursor.takes("two", "of"):
            cursor.place -= 2
            group = cursor.group()
        elif cursor.takes("two") or cursor.takes("the") or cursor.token.word in ("unbid", *GROUPS):
            group = cursor.group_noun(2)
        else:
            return None
        assert group is not None
        for length in (low, high):
            cursor.values([Range(length, length, ranges[0].token)], LENGTH)
        return Lengthy((low // 2, high // 2), group)

    # Words without a number

    def _worded(self) -> Phrase | None:
        """What a fixed word begins."""
        cursor = self.cursor
        token = cursor.token
        word = token.word
        if word in LENGTH_WORDS:
            return self._short()
        if word in SHAPE_WORDS:
            cursor.take()
            return Shaped(SHAPE_WORDS[word], word)
        if cursor.takes("rule", "of"):
            return self._rule()
        if cursor.takes("stopper") or cursor.takes("stoppers"):
            return Counted(STOPPING, STOPPERS[2], cursor.where())
        if cursor.takes("solid") or cursor.takes("semi-solid"):
            return Counted(SOLIDITY, 0b100 if word == "solid" else 0b110, cursor.suit())
        if word in ROUNDS:
            return self._control()
        if word in HONOURS:
            cursor.take()
            return Counted(HONOURS[word], 0b10, cursor.where())
        if cursor.takes("better", "minor"):
            return LongestSuit("better minor", cursor.suit())
        if cursor.takes("longest"):
            return LongestSuit("longest", cursor.suit())
        return None

    def _short(self) -> Phrase:
        """`void S`, `singleton in H`, or `void` somewhere."""
        cursor = self.cursor
        word = cursor.take().word
        if cursor.token.word in ("in", "of"):
            return Counted(LENGTH, LENGTH_WORDS[word], cursor.where())
        name = cursor.suit_name()
        return Shaped(SHAPE_WORDS[word], word) if name is None else Counted(LENGTH, LENGTH_WORDS[word], name)

    def _control(self) -> Phrase:
        """`first round control in S`, `first or second round control in S`."""
        cursor = self.cursor
        rounds = ROUNDS[cursor.take().word]
        if cursor.takes("or"):
            if cursor.token.word not in ROUNDS:
                raise cursor.unexpected("second or third")
            rounds |= ROUNDS[cursor.take().word]
        cursor.require("round", "'round control in' and a suit")
        cursor.require("control", "'control in' and a suit")
        return Counted(CONTROL_ROUND, rounds, cursor.where())

    def _rule(self) -> Phrase:
        cursor = self.cursor
        token = cursor.token
        number = cursor.number() // 2
        if number == 15:
            spades = SuitName("S", token, cursor.written, Suit.SPADES)
            return Counted(PEARSON_COUNT, PEARSON_COUNT.everything >> 15 << 15, spades)
        if not 18 <= number <= 22:
            raise cursor.written.expected("the rule of 15, or of 18 to 22", token)
        return Counted(OPENING_COUNT, OPENING_COUNT.everything >> number << number)

    def _listed(self) -> Phrase | None:
        """`key cards H in 1|4`, `aces in 0|4`, `control in S`."""
        cursor = self.cursor
        if cursor.token.word == "control" and cursor.tokens[cursor.place + 1].word != "round":
            cursor.take()
            return Counted(CONTROL_ROUND, ROUNDS["first"] | ROUNDS["second"], cursor.where())
        measure = self._measure()
        if measure is None:
            return None
        name: SuitName | SuitGroup | None = cursor.suit() if measure.names_suit else None
        cursor.require("in", f"'in' and numbers, or a number before {measure}")
        return Counted(measure, cursor.values(cursor.ranges(), measure), name)

    def _about_suit(self) -> Phrase | None:
        """`H longest`, `S >= H`, `H in 0-3|6+`."""
        cursor = self.cursor
        name = cursor.suit_name()
        if name is None:
            return None
        if cursor.takes("longest"):
            return LongestSuit("longest", name)
        if cursor.takes("strictly", "longest"):
            return LongestSuit("strictly longest", name)
        if cursor.takes("in"):
            return Counted(LENGTH, cursor.values(cursor.ranges(), LENGTH), name)
        sign = cursor.token.text
        if sign not in _COMPARISONS:
            raise cursor.unexpected(f"'longest' or a comparison such as >= after {name.name}, or a number before it")
        cursor.take()
        return ComparedSuits(name, sign, cursor.suit())


def read(text: str, definitions: Definitions = NONE, *, source: str | None = None, clamp: bool = False) -> Phrase:
    """The condition that a player wrote; `clamp` cuts numbers beyond what can be instead of refusing them.

    >>> from overtrick.core import Suit
    >>> str(read("12+ hcp, 5+ M, M longest").bind(Setting.of({"M": Suit.HEARTS})))
    '12+ hcp, 5+ H, H longest'
    """
    return HandReader(Cursor(ConditionText(text, source), tuple(definitions), clamp), definitions).all()


def condition(text: str, setting: Setting = OPEN, definitions: Definitions = NONE) -> Condition:
    """What a condition means in a setting."""
    return read(text, definitions).bind(setting)


@dataclass
class HandReader:
    """Reads one condition from its first word to its last."""

    cursor: Cursor
    definitions: Definitions
    nesting: int = 0

    def all(self) -> Phrase:
        phrase = self._phrase()
        if self.cursor.token.kind != "end":
            raise self.cursor.unexpected("a comma, 'and', 'or' or the end")
        return phrase

    def _phrase(self) -> Phrase:
        return self._joined(",", self._alternatives)

    def _alternatives(self) -> Phrase:
        return self._joined("or", self._conjunction)

    def _conjunction(self) -> Phrase:
        return self._joined("and", self._negation)

    def _joined(self, word: str, term: Callable[[], Phrase]) -> Phrase:
        terms = [term()]
        while self.cursor.takes(word):
            terms.append(term())
        return terms[0] if len(terms) == 1 else Joined(tuple(terms), all=word != "or")

    def _negation(self) -> Phrase:
        cursor = self.cursor
        token = cursor.token
        self.nesting += 1
        if self.nesting > MOST_BRACKETS:
            raise cursor.written.error(f"expected at most {MOST_BRACKETS} brackets inside one another", token)
        if cursor.takes("not") or cursor.takes("no"):
            phrase: Phrase = Negated(self._negation())
        elif cursor.takes("("):
            phrase = self._phrase()
            cursor.require(")", "a comma, 'and', 'or' or ')'")
        else:
            phrase = self.definitions.take(cursor) or Elementary(cursor).read()
        self.nesting -= 1
        return phrase
