"""A place in a hand condition, from which numbers, suits and groups of suits are read."""

from dataclasses import dataclass, field

from overtrick.core import ParseError
from overtrick.hands.measures import Measure, Values
from overtrick.systems.language.bindings import SUIT_LETTERS, SUIT_WORDS, VARIABLES, SuitGroup, SuitName
from overtrick.systems.language.text import ConditionText, Token
from overtrick.systems.language.vocabulary import ALL_OF_THEM, GROUPS, NUMBER_WORDS, SOME_OF_THEM, suggestion

_TWO_WORDS = {
    ("their", "suit"): "T",
    ("partner's", "suit"): "partner",
    ("agreed", "suit"): "agreed",
    ("fourth", "suit"): "4th",
    ("other", "major"): "OM",
    ("other", "minor"): "om",
}
_FIRST_WORDS = frozenset(first for first, _ in _TWO_WORDS)


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `low` to `high` as written, in halves; an open end is None."""

    low: int | None
    high: int | None
    token: Token
    exactly: bool = False

    def __str__(self) -> str:
        low, high = (None if end is None else f"{end / 2:g}" for end in (self.low, self.high))
        return f"at most {high}" if low is None else f"{low}+" if high is None else f"{low}-{high}"


@dataclass
class Cursor:
    """A condition and how far it has been read."""

    written: ConditionText
    own: tuple[str, ...] = ()
    """Names of the card's own definitions, for suggestions."""
    clamp: bool = False
    """Whether numbers beyond what a measure can reach are cut to it instead of refused."""
    tokens: list[Token] = field(init=False)
    place: int = 0

    def __post_init__(self) -> None:
        self.tokens = self.written.tokens()

    @property
    def token(self) -> Token:
        """The token that comes next."""
        return self.tokens[self.place]

    def take(self) -> Token:
        token = self.token
        self.place += token.kind != "end"
        return token

    def takes(self, *words: str) -> bool:
        """Whether these words or signs came next; if so they are taken."""
        if self.tokens[self.place].word != words[0]:
            return False
        coming = self.tokens[self.place : self.place + len(words)]
        if len(words) > 1 and tuple(token.word for token in coming) != words:
            return False
        self.place += len(words)
        return True

    def unexpected(self, what: str) -> ParseError:
        """The error that something else should have come next."""
        near = suggestion(self.token.text, self.own) if self.token.kind == "word" else ""
        return self.written.expected(what, self.token, near)

    def require(self, word: str, what: str) -> None:
        if not self.takes(word):
            raise self.unexpected(what)

    # Numbers

    def at_number(self) -> bool:
        token = self.token
        ahead = self.tokens[min(self.place + 1, len(self.tokens) - 1)]
        if token.kind == "number" or (token.text == "-" and ahead.kind == "number"):
            return True
        if token.word in ("at", "up", "exactly"):
            return True
        return token.word in NUMBER_WORDS and ahead.kind != "sign"

    def number(self) -> int:
        """A number, in halves."""
        negative = self.takes("-")
        token = self.take()
        if token.word in NUMBER_WORDS:
            return NUMBER_WORDS[token.word]
        if token.kind != "number":
            raise self.written.expected("a number", token)
        halves = 2 * float(token.text.replace("½", ".5"))
        if halves != int(halves):
            raise self.written.expected("a whole number or a half", token)
        return -int(halves) if negative else int(halves)

    def ranges(self) -> list[Range]:
        """One or more ranges, joined by bars: `1|4`, `0-11|18+`."""
        ranges = [self._range()]
        while self.takes("|"):
            ranges.append(self._range())
        return ranges

    def _range(self) -> Range:
        token = self.token
        if self.takes("at", "most") or self.takes("up", "to"):
            return Range(None, self.number(), token)
        if self.takes("at", "least"):
            return Range(self.number(), None, token)
        exactly = self.takes("exactly")
        low = self.number()
        if self.takes("+"):
            return Range(low, None, token)
        if self.takes("-"):
            return Range(low, self.number(), token)
        return Range(low, low, token, exactly)

    def values(self, ranges: list[Range], measure: Measure) -> Values:
        """The values of a measure within one of the ranges."""
        values = 0
        for part in ranges:
            step = 1 if measure.in_halves else 2
            if part.low is not None and part.high is not None and part.low > part.high:
                raise self.written.error(f"expected a range that goes up, got {part}", part.token)
            if any(end is not None and end % step for end in (part.low, part.high)):
                raise self.written.error(f"expected a whole number of {measure}, got {part}", part.token)
            low = 0 if part.low is None else part.low // step
            high = measure.most if part.high is None else part.high // step
            if not self.clamp and not 0 <= low <= high <= measure.most:
                most = f"{measure.most / 2:g}" if measure.in_halves else measure.most
                raise self.written.error(f"expected {measure} between 0 and {most}, got {part}", part.token)
            low, high = max(low, 0), min(high, measure.most)
            values |= (1 << high + 1) - (1 << low) if low <= high else 0
        return values

    # Suits

    def suit_name(self) -> SuitName | None:
        """The suit or variable that comes next, if one does; then it is taken."""
        token = self.token
        if token.word in _FIRST_WORDS:
            for words, variable in _TWO_WORDS.items():
                if self.takes(*words):
                    return SuitName(variable, token, self.written)
        literal = SUIT_LETTERS.get(token.text, SUIT_WORDS.get(token.word))
        if literal is None and token.text not in VARIABLES:
            return None
        self.take()
        return SuitName(token.text, token, self.written, literal)

    def suit(self) -> SuitName:
        """A suit, perhaps after `in` or `of`."""
        if not self.takes("in"):
            self.takes("of")
        name = self.suit_name()
        if name is None:
            raise self.unexpected("a suit (C, D, H, S or a variable such as M)")
        return name

    def where(self) -> SuitName | SuitGroup:
        """A suit or a group of suits, after `in`."""
        self.takes("in")
        group = self.group()
        return self.suit() if group is None else group

    def group(self) -> SuitGroup | None:
        """A group such as `each unbid suit` or `two of C D H`, if one comes next; then it is taken."""
        number = SOME_OF_THEM.get(self.token.word)
        if number is not None or self.token.word in ALL_OF_THEM:
            self.take()
            if self.takes("of"):
                return SuitGroup("suit", number, listed=self._suits())
        elif self.token.word not in ("unbid", *GROUPS):
            return None
        return self.group_noun(number)

    def group_noun(self, number: int | None) -> SuitGroup:
        """`unbid majors`, `suits outside H`."""
        unbid = self.takes("unbid")
        kind = GROUPS.get(self.token.word)
        if kind is None:
            raise self.unexpected("suit, major or minor")
        self.take()
        listed = self._suits() if self.takes("of") else ()
        return SuitGroup(kind, number, unbid, listed, self.suit() if self.takes("outside") else None)

    def _suits(self) -> tuple[SuitName, ...]:
        names = [self.suit()]
        while (name := self.suit_name()) is not None:
            names.append(name)
        return tuple(names)
