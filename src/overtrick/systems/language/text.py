"""The text of a hand condition: words with their columns, the suits that letters stand for, and the cursor."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, Self

from overtrick.core import ParseError, Suit
from overtrick.core.errors import shown
from overtrick.hands.measures import Measure, Values
from overtrick.hands.shapes import PATTERN
from overtrick.systems.language.card_limits import LONGEST_CONDITION
from overtrick.systems.language.vocabulary import ALL_OF_THEM, GROUPS, NUMBER_WORDS, SOME_OF_THEM, suggestion

Kind = Literal["shape", "cards", "number", "word", "sign", "end"]

_TOKEN = re.compile(
    rf"""(?P<blank>\s+|(?<=[A-Za-z])-(?=[A-Za-z]))
      | (?P<shape>(?:{PATTERN})(?![A-Za-z0-9]))
      | (?P<cards>[0-9]{{1,2}}(?:-|\s+)card\b)
      | (?P<word>4th\b|(?i:semi-)(?i:balanced|solid)\b|[^\W\d_](?:[^\W_]|['’])*|[♣♦♥♠♧♢♡♤])
      | (?P<number>[0-9]{{1,4}}(?:\.[0-9]+|½)?|½)
      | (?P<sign><=|>=|==|!=|[-–+|(),<>=≤≥≠])""",
    re.VERBOSE,
)
_PLAIN_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "–": "-"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number, shape or sign and where it starts."""

    kind: Kind
    text: str
    start: int
    word: str = ""
    """The text in lower case."""

    def __str__(self) -> str:
        return "the end" if self.kind == "end" else shown(self.text)


@dataclass(frozen=True, slots=True)
class ConditionText:
    """A condition as written, and where it comes from."""

    text: str
    source: str | None = None

    def error(self, message: str, token: Token) -> ParseError:
        """A ParseError that points at this token."""
        return ParseError(message, column=token.start + 1, source=self.source)

    def expected(self, what: str, token: Token, hint: str = "") -> ParseError:
        return self.error(f"expected {what}, got {token}{hint}", token)

    def tokens(self) -> list[Token]:
        """Everything but blanks, and a last token for the end."""
        if len(self.text) > LONGEST_CONDITION:
            message = f"expected at most {LONGEST_CONDITION} characters, got {len(self.text)}"
            raise ParseError(message, column=LONGEST_CONDITION + 1, source=self.source)
        return [*self._tokens(), Token("end", "", len(self.text))]

    def _tokens(self) -> Iterator[Token]:
        start = 0
        while start < len(self.text):
            match = _TOKEN.match(self.text, start)
            if match is None:
                raise self.expected("a word, a number or a bracket", Token("sign", self.text[start], start))
            kind = match.lastgroup
            if kind == "sign":
                sign = _PLAIN_SIGNS.get(match[0], match[0])
                yield Token("sign", sign, start, sign)
            elif kind != "blank":
                yield Token(kind, match[0], start, match[0].lower().replace("’", "'"))  # type: ignore[arg-type]
            start = match.end()


VARIABLES = (
    *("M", "OM", "m", "om", "X", "Y", "Z", "W"),
    *("T", "T2", "agreed", "4th", "partner", "partner1", "mine", "mine1"),
)
"""Names that may stand for a suit; `T` is their suit, `partner` is partner's last, `partner1` partner's first."""

SUIT_WORDS = {
    **{word: suit for suit in Suit for word in (suit.name.lower(), suit.name.lower()[:-1])},
    **{symbol: Suit(number % 4) for number, symbol in enumerate("♣♦♥♠♧♢♡♤")},
}
SUIT_LETTERS = {str(suit): suit for suit in Suit}


COMBINING = ("combined", "likely", "extra")
"""What a hand is measured together with: what partner has promised, partner's average, less what I have shown."""
COMBINES = "what I need for so much together"
"""Among the variables of a phrase: that it has such a word."""
Needed = Callable[[str, Suit | None, int], int]
"""By one of those words, a suit or None for points, and a number: what I need myself for so much together."""


def nothing_shown(word: str, suit: Suit | None, total: int) -> int:
    """What I need while no hand has shown anything."""
    return total


@dataclass(frozen=True)
class Setting:
    """The suits that variables stand for, the suits nobody has shown, and what I need beside what was shown."""

    suits: tuple[tuple[str, Suit], ...] = ()
    unbid: tuple[Suit, ...] = tuple(Suit)
    needed: Needed = nothing_shown

    @classmethod
    def of(
        cls,
        suits: Mapping[str, Suit] | None = None,
        unbid: Iterable[Suit] = tuple(Suit),
        needed: Needed = nothing_shown,
    ) -> Self:
        return cls(tuple(sorted((suits or {}).items())), tuple(sorted(unbid)), needed)

    @cached_property
    def suit_of(self) -> dict[str, Suit]:
        """The suit of each variable that has one."""
        return dict(self.suits)

    def with_suits(self, suits: Mapping[str, Suit]) -> "Setting":
        """The same with some variables standing for other suits."""
        return Setting.of({**self.suit_of, **suits}, self.unbid, self.needed)

    def only(self, variables: frozenset[str]) -> "Setting":
        """The same without what a phrase with these variables does not ask: settings alike for it become equal."""
        suits = tuple(pair for pair in self.suits if pair[0] in variables)
        unbid = self.unbid if "unbid" in variables else ()
        return Setting(suits, unbid, self.needed if COMBINES in variables else nothing_shown)


OPEN = Setting()
"""No variable stands for anything and no suit has been bid."""


@dataclass(frozen=True, slots=True)
class SuitName:
    """A suit as written, by itself or as a variable."""

    name: str
    token: Token
    written: ConditionText
    literal: Suit | None = None

    @property
    def variables(self) -> frozenset[str]:
        """The variable it is, if it is one."""
        return frozenset([self.name] if self.literal is None else [])

    def suit(self, setting: Setting) -> Suit:
        found = self.literal if self.literal is not None else setting.suit_of.get(self.name)
        if found is None:
            bound = ", ".join(f"{name} = {suit}" for name, suit in setting.suits)
            raise self.written.error(
                f"expected a suit for {self.name} at this place of the auction, got none"
                + (f"; known here: {bound}" if bound else ""),
                self.token,
            )
        return found


@dataclass(frozen=True, slots=True)
class SuitGroup:
    """Some suits, and in how many of them something must hold; None is all of them."""

    kind: str
    """`suit`, `major` or `minor`."""
    number: int | None = None
    unbid: bool = False
    listed: tuple[SuitName, ...] = ()
    outside: SuitName | None = None

    def suits(self, setting: Setting) -> tuple[Suit, ...]:
        outside = None if self.outside is None else self.outside.suit(setting)
        among: Iterable[Suit] = setting.unbid if self.unbid else Suit
        if self.listed:
            among = [name.suit(setting) for name in self.listed]
        return tuple(
            suit for suit in among if suit != outside and self.kind in ("suit", "major" if suit.is_major else "minor")
        )

    @property
    def variables(self) -> frozenset[str]:
        """The variables it mentions, `unbid` among them if it asks for the unbid suits."""
        names = self.listed if self.outside is None else (*self.listed, self.outside)
        return frozenset(["unbid"] * self.unbid).union(*(name.variables for name in names))


_TWO_WORDS = {
    ("their", "suit"): "T",
    ("partner's", "suit"): "partner",
    ("agreed", "suit"): "agreed",
    ("fourth", "suit"): "4th",
    ("other", "major"): "OM",
    ("other", "minor"): "om",
}
_FIRST_WORDS = frozenset(first for first, _ in _TWO_WORDS)


EMPTY = "empty"
"""Before a range that parameters have worked out to go down (`empty 19-18`): no number is in it."""


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `low` to `high` as written, in halves; an open end is None."""

    low: int | None
    high: int | None
    token: Token
    exactly: bool = False
    empty: bool = False

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
        if token.word in ("at", "up", "exactly", EMPTY):
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
        empty, exactly = self.takes(EMPTY), self.takes("exactly")
        low = self.number()
        if self.takes("+"):
            return Range(low, None, token)
        if self.takes("-"):
            return Range(low, self.number(), token, empty=empty)
        return Range(low, low, token, exactly)

    def values(self, ranges: list[Range], measure: Measure) -> Values:
        """The values of a measure within one of the ranges."""
        values = 0
        for part in ranges:
            step = 1 if measure.in_halves else 2
            if part.empty or (part.high is not None and part.high < 0):
                continue
            if part.low is not None and part.high is not None and part.low > part.high:
                raise self.written.error(f"expected a range that goes up, got {part}", part.token)
            if any(end is not None and end % step for end in (part.low, part.high)):
                raise self.written.error(f"expected a whole number of {measure}, got {part}", part.token)
            low = max(part.low or 0, 0) // step  # below zero: worked out from parameters
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
            if len(names) > len(Suit):
                raise self.written.expected(f"at most {len(Suit)} suits", name.token)
        return tuple(names)
