"""Patterns of auctions: `1M`, `(1X) <takeout> (2X|3X)`, `... <agrees Z> ... 4N`.

Tokens are calls. `(…)` marks the opponents' calls, and those not written are passes. `1C|1D` is either,
`[2-3]Y` a level of a range, `bid` any bid, `*` any one call, `...` any number of calls, `<tag>` a call whose rule
has that tag. A pattern starts at the first call that is not a pass and ends where it is our turn. Letters stand for
suits: `M` a major and `OM` the other one, `m` and `om` for minors, `X Y Z W` different suits; a bare `X`
or `XX` is a double or redouble. A bid with a letter is one that shows its suit; `2X?` is a bid of the suit whatever it
means.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, product
from operator import or_

from overtrick.core import CALLS, PASS, Call, ParseError, Strain, Suit
from overtrick.core.errors import shown
from overtrick.systems.language.card_limits import LONGEST_PATTERN, MOST_CHOICES, MOST_GAPS, MOST_TAG_LETTERS
from overtrick.systems.language.text import SUIT_LETTERS

Bindings = Mapping[str, Suit]

VARIABLES = {
    "M": (Suit.HEARTS, Suit.SPADES),
    "OM": (Suit.HEARTS, Suit.SPADES),
    "m": (Suit.CLUBS, Suit.DIAMONDS),
    "om": (Suit.CLUBS, Suit.DIAMONDS),
    **{letter: tuple(Suit) for letter in "XYZW"},
}
"""The suit variables and what each may stand for."""

_OTHER = {"M": "OM", "OM": "M", "m": "om", "om": "m"}
_ALL = sum(1 << call.index for call in CALLS)
_BIDS = sum(1 << call.index for call in CALLS if call.is_bid)
_BID = re.compile(r"(?:([1-7])|\[([1-7])-([1-7])\])(NT|N|[CDHS]|(?:OM|om|M|m|[XYZW])(\??))")


@dataclass(frozen=True, slots=True)
class PatternEvent:
    """A call of the auction as a pattern sees it: ours or theirs, with the tags of the rule that made it."""

    call: Call
    ours: bool
    tags: frozenset[str] = frozenset()

    @property
    def shows_suit(self) -> bool:
        """Whether a bid shows the suit it names."""
        return "artificial" not in self.tags or f"shows {self.call.strain}" in self.tags


@dataclass(frozen=True, slots=True)
class Choice:
    """One alternative of a token: a literal call, levels of a strain or variable, a tag, or anything."""

    call: Call | None = None
    levels: tuple[int, int] | None = None
    strain: Strain | str | None = None
    tag: str | None = None
    any_bid: bool = False
    any_meaning: bool = False
    """Whether a bid with a letter may be one that does not show the suit."""

    @property
    def asks_tags(self) -> bool:
        """Whether the tags of a call decide: it is a tag, or a letter that stands for a suit shown."""
        return self.tag is not None or (isinstance(self.strain, str) and not self.any_meaning)

    def tags(self) -> Iterator[str]:
        """The tag it is, with every suit that its letters may stand for."""
        if self.tag is not None:
            words = self.tag.split()
            letters = [[str(suit) for suit in VARIABLES[word]] if word in VARIABLES else [word] for word in words]
            yield from map(" ".join, product(*letters))

    @property
    def calls(self) -> int:
        """The calls it may be, whatever they mean, as bits."""
        if self.call is not None:
            return 1 << self.call.index
        if self.levels is None:
            return _BIDS if self.any_bid else _ALL
        low, high = self.levels
        strains = [self.strain] if isinstance(self.strain, Strain) else list(Strain)[:4]
        return sum(1 << Call.of(level, strain).index for level in range(low, high + 1) for strain in strains)

    def matches(self, event: PatternEvent, bound: Bindings) -> Iterator[Bindings]:
        """The bindings under which the event is this choice."""
        if self.tag is not None:
            yield from _match_tag(self.tag, event.tags, bound)
        elif self.call is not None:
            if event.call == self.call:
                yield bound
        elif self.any_bid:
            if event.call.is_bid:
                yield bound
        elif self.levels is None:
            yield bound
        elif event.call.is_bid and self.levels[0] <= event.call.level <= self.levels[1] and self._is_shown(event):
            yield from _match_strain(self.strain, event.call.strain, bound)

    def _is_shown(self, event: PatternEvent) -> bool:
        return self.any_meaning or isinstance(self.strain, Strain) or event.shows_suit


@dataclass(frozen=True, slots=True)
class PatternToken:
    """A place of a pattern: whose call, and what it may be; or any number of calls."""

    ours: bool = True
    choices: tuple[Choice, ...] = ()
    any_number: bool = False

    @property
    def wildness(self) -> int:
        """How much it leaves open."""
        return 10 * self.any_number + any(choice == Choice() or choice.any_bid for choice in self.choices)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern as read.

    >>> calls = [PatternEvent(Call("1S"), True), PatternEvent(PASS, False)]
    >>> [suits["M"] for suits in Pattern.parse("1M").matches(calls)]
    [<Suit.SPADES: 3>]
    """

    text: str
    tokens: tuple[PatternToken, ...] = field(compare=False)

    @classmethod
    def parse(cls, text: str) -> "Pattern":
        """Read a pattern; ParseError with the column of the token that is none."""
        tokens = tuple(
            _token(word[0], word.start()) for word in re.finditer(r"\([^)]*\)?|<[^>]*>?(?:\|<[^>]*>?)*|\S+", text)
        )
        if not tokens:
            raise ParseError("expected a pattern of calls, got nothing", column=1)
        if len(tokens) > LONGEST_PATTERN:
            raise ParseError(f"expected a pattern of at most {LONGEST_PATTERN} calls, got {len(tokens)}", column=1)
        if sum(token.any_number for token in tokens) > MOST_GAPS:
            raise ParseError(f"expected '...' at most {MOST_GAPS} times in a pattern, got it more often", column=1)
        return cls(text, tokens)

    @property
    def wildcards(self) -> int:
        """How unspecific it is: fewer wildcards go first."""
        return sum(token.wildness for token in self.tokens)

    def tags(self) -> Iterator[str]:
        """The tags it looks for, with every suit that its letters may stand for."""
        return chain.from_iterable(choice.tags() for token in self.tokens for choice in token.choices)

    def matches(self, events: Sequence[PatternEvent]) -> Iterator[Bindings]:
        """The bindings under which the whole auction, from its first call that is no pass, is this pattern."""
        states = set(self.start())
        for event in events:
            states = {after for state in states for after in self.after(state, event)}
        for step, bound in sorted(states):
            if step == len(self.tokens):
                yield dict(bound)

    def calls(self, step: int, ours: bool) -> int:
        """The calls with which it can go on from a step, as bits."""
        token = self.tokens[step] if step < len(self.tokens) else None
        if token is not None and token.any_number:
            return _ALL
        if token is None or token.ours != ours:
            return 0 if ours else 1 << PASS.index
        return reduce(or_, (choice.calls for choice in token.choices))

    def start(self) -> tuple["State", ...]:
        """Where a pattern can stand before the first call."""
        return self._reached(0, ())

    def after(self, state: "State", event: PatternEvent) -> tuple["State", ...]:
        """Where it can stand one call later; nowhere if the call does not fit."""
        step, bound = state
        if step == len(self.tokens):
            return (state,) if event.call == PASS and not event.ours else ()
        token = self.tokens[step]
        if token.any_number:
            return self._reached(step, bound)
        if event.ours != token.ours:  # an opponent's pass that nobody wrote down
            return (state,) if event.call == PASS and not event.ours else ()
        states: dict[State, None] = {}
        for choice in token.choices:
            for grown in choice.matches(event, dict(bound)):
                states.update(dict.fromkeys(self._reached(step + 1, tuple(sorted(grown.items())))))
        return tuple(states)

    def _reached(self, step: int, bound: "Bound") -> tuple["State", ...]:
        """A place, and those behind the `...` that start there, which may stand for nothing."""
        states = [(step, bound)]
        while step < len(self.tokens) and self.tokens[step].any_number:
            step += 1
            states.append((step, bound))
        return tuple(states)


Bound = tuple[tuple[str, Suit], ...]
State = tuple[int, Bound]
"""How many tokens of a pattern have been matched, and what its letters stand for."""


def _match_strain(strain: Strain | str | None, called: Strain, bound: Bindings) -> Iterator[Bindings]:
    if isinstance(strain, Strain):
        if called is strain:
            yield bound
    elif strain is not None and called is not Strain.NOTRUMP:
        yield from bind(strain, Suit(called), bound)


def bind(variable: str, suit: Suit, bound: Bindings) -> Iterator[Bindings]:
    """The bindings with that variable, when they allow it: different letters are different suits."""
    if variable in bound:
        if bound[variable] is suit:
            yield bound
        return
    other = _OTHER.get(variable)
    if suit not in VARIABLES[variable] or (other is not None and bound.get(other) is suit):
        return
    if variable in "XYZW" and any(bound[letter] is suit for letter in "XYZW" if letter in bound):
        return
    grown = {**bound, variable: suit}
    if other is not None and other not in bound:
        grown[other] = next(candidate for candidate in VARIABLES[variable] if candidate is not suit)
    yield grown


def _match_tag(tag: str, tags: frozenset[str], bound: Bindings) -> Iterator[Bindings]:
    """Tags may name a suit: `<agrees Z>` matches the tag `agrees H` with Z bound to hearts."""
    words = tag.split()
    if VARIABLES.keys().isdisjoint(words):
        if tag in tags:
            yield bound
        return
    for named in sorted(tags):
        parts = named.split()
        if len(parts) == len(words):
            options: list[Bindings] = [bound]
            for word, part in zip(words, parts, strict=True):
                options = [grown for option in options for grown in _match_word(word, part, option)]
            yield from options


def _match_word(word: str, part: str, bound: Bindings) -> Iterator[Bindings]:
    """A word of a pattern's tag beside one of a rule's tag."""
    if word not in VARIABLES:
        if word == part:
            yield bound
    elif part in SUIT_LETTERS:
        yield from bind(word, SUIT_LETTERS[part], bound)


def _token(word: str, start: int) -> PatternToken:
    if word == "...":
        return PatternToken(any_number=True)
    ours = not word.startswith("(")
    if not ours and not word.endswith(")"):
        raise ParseError(f"expected a closing bracket after {shown(word)}", column=start + 1)
    parts = (word if ours else word[1:-1]).split("|")
    if len(parts) > MOST_CHOICES:
        raise ParseError(f"expected at most {MOST_CHOICES} alternatives, got {len(parts)}", column=start + 1)
    return PatternToken(ours, tuple(_choice(part, start + 1 + (not ours)) for part in parts))


def _choice(word: str, column: int) -> Choice:
    if word == "*":
        return Choice()
    if word == "bid":
        return Choice(any_bid=True)
    if word.startswith("<") and word.endswith(">") and len(word) > 2:
        tag = word[1:-1].split()
        if sum(part in VARIABLES for part in tag) > MOST_TAG_LETTERS:
            raise ParseError(f"expected at most {MOST_TAG_LETTERS} suit letters in {shown(word)}", column=column)
        return Choice(tag=" ".join(tag))
    if word in ("P", "X", "XX"):
        return Choice(call=Call.parse(word))
    match = _BID.fullmatch(word)
    if match is None:
        raise ParseError(
            f"expected a call such as 1N, 2M, 2M?, [2-3]Y, X, P, bid, *, ... or <tag>, got {shown(word)}", column=column
        )
    low, high = (match[1], match[1]) if match[1] else (match[2], match[3])
    levels = int(low), int(high)
    if levels[0] > levels[1]:
        raise ParseError(f"expected a range of levels from low to high, got {shown(word)}", column=column)
    letter = match[4].removesuffix("?")
    if letter in VARIABLES:
        return Choice(levels=levels, strain=letter, any_meaning=bool(match[5]))
    strain = Strain.parse(match[4])
    return Choice(call=Call.of(levels[0], strain)) if levels[0] == levels[1] else Choice(levels=levels, strain=strain)
