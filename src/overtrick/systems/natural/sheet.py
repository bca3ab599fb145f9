"""The list as it is written, line by line."""

from functools import cache, lru_cache

from overtrick.core import CALLS, PASS, Call, Suit
from overtrick.hands.conditions import ANY, NEVER, Condition, all_of
from overtrick.systems.engine.book import SUIT_OF_CALL, Line
from overtrick.systems.natural.view import NaturalView

MOST_LINES = 1 << 13
"""Lines that are remembered, some 4 kB each with what they show; those used longest ago are forgotten."""
_NO_TAGS: frozenset[str] = frozenset()


@cache
def _bid_tags(shown: Suit | None, agreed: Suit | None, more: tuple[str, ...]) -> frozenset[str]:
    tags = {"natural", *more}
    if shown is not None:
        tags.add(f"shows {shown}")
    if agreed is not None:
        tags.add(f"agrees {agreed}")
    return frozenset(tags)


@lru_cache(maxsize=MOST_LINES)
def _line(
    index: int,
    terms: tuple[Condition, ...],
    rule: str,
    text: str,
    forcing: str,
    artificial: bool,
    agrees: Suit | None,
    tags: frozenset[str],
) -> Line | None:
    """A line with all of the terms, made once, so that what it shows is computed once. None if no hand fulfils them."""
    condition = all_of(terms)
    if condition == NEVER:
        return None
    condition = ANY if condition == ANY else condition
    return Line(condition, CALLS[index], f"natural: {rule}", text, forcing, artificial, agrees=agrees, tags=tags)


class Sheet:
    """Lines in their order; what is illegal, impossible or comes after a line for every hand is left out."""

    __slots__ = ("closed", "lines", "view")

    def __init__(self, view: NaturalView) -> None:
        self.view = view
        self.lines: list[Line] = []
        self.closed = False

    def bid(
        self,
        call: Call | None,
        rule: str,
        text: str,
        *terms: Condition,
        forcing: str = "no",
        tags: tuple[str, ...] = (),
    ) -> None:
        """A natural bid. It agrees a suit that partner has shown."""
        if call is None or self.closed or not self.view.turn.legal >> call.index & 1:
            return
        suit = SUIT_OF_CALL[call.index]
        agrees = suit if suit in self.view.turn.partner.suits else None
        self._write(call, rule, text, terms, forcing, agrees, _bid_tags(suit, agrees, tags))

    def call(
        self,
        call: Call | None,
        rule: str,
        text: str,
        *terms: Condition,
        forcing: str = "no",
        agrees: Suit | None = None,
        tags: frozenset[str] = _NO_TAGS,
        artificial: bool = False,
    ) -> None:
        """A pass, a double or a bid that is not natural."""
        if call is None or self.closed or not self.view.turn.legal >> call.index & 1:
            return
        self._write(call, rule, text, terms, forcing, agrees, tags, artificial)

    def rest(self, call: Call, rule: str, text: str, tags: frozenset[str] = _NO_TAGS) -> None:
        """The call of all hands that are left."""
        if call.is_bid:
            self.bid(call, rule, text)
        else:
            self.call(call, rule, text, tags=tags)

    def pass_the_rest(self, text: str = "nothing to add") -> None:
        self.call(PASS, "pass", text)

    def _write(
        self,
        call: Call,
        rule: str,
        text: str,
        terms: tuple[Condition, ...],
        forcing: str,
        agrees: Suit | None,
        tags: frozenset[str],
        artificial: bool = False,
    ) -> None:
        line = _line(call.index, terms, rule, text, forcing, artificial, agrees, tags)
        if line is not None:
            self.closed = line.condition is ANY
            self.lines.append(line)
