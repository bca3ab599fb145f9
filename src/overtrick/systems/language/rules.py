"""Rules and the situations they belong to, as read from a card's files."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from overtrick.core import Suit
from overtrick.systems.language.auction_conditions import AuctionCondition
from overtrick.systems.language.call_specs import CallSpec
from overtrick.systems.language.patterns import Pattern
from overtrick.systems.language.phrases import Phrase

OPENING = "opening"
FORCING = ("no", "signoff", "invite", "1 round", "game")
"""How much a call asks of partner, from least to most; `to 2N` stands between the last two."""


@dataclass(frozen=True, eq=False)
class Rule:
    """One line of a card: the call, the hands that make it, and what is to be said about it."""

    id: str
    call: CallSpec
    hand: Phrase
    hand_text: str
    suits: Mapping[str, tuple[Suit, ...]] = field(default_factory=dict)
    """The suits a variable of `for:` runs through."""
    conditions: tuple[AuctionCondition, ...] = ()
    """What `if:` asks, of the situation and of the rule."""
    forcing: str = "no"
    artificial: bool = False
    tags: tuple[str, ...] = ()
    agrees: str | None = None
    text: str = ""
    announce: str = ""
    shows: Phrase | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    source: str = ""
    """File and line."""


@dataclass(frozen=True, eq=False)
class Situation:
    """Where in an auction some rules apply; the first whose hand condition holds is the call."""

    when: Pattern | None
    """None for the opening: only passes so far."""
    rules: tuple[Rule, ...]
    rank: int = 0
    """Of its file: 0 for the card itself, then its blocks, then its layers."""
    without: frozenset[str] = frozenset()
    """Rules of the same `when` in files below that do not apply."""

    @property
    def key(self) -> str:
        """The pattern as written, by which rules of other files are replaced."""
        return OPENING if self.when is None else " ".join(self.when.text.split())

    @property
    def order(self) -> tuple[int, int]:
        return self.rank, 0 if self.when is None else self.when.wildcards
