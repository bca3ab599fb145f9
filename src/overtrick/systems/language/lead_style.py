"""What partners lead: the section `leads:` of a card, and the card of a suit that follows from it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from overtrick.core import BridgeError, Card, Hand, ParseError, Rank, Strain, Suit
from overtrick.core.errors import nearest, shown
from overtrick.systems.language.system_file import YamlSection, YamlText, require_keys

STYLES: Mapping[str, tuple[str, ...]] = {
    "length": ("fourth best", "third and lowest", "attitude"),
    "honours": ("top", "second"),
    "ace king": ("ace", "king"),
    "small": ("high", "middle", "low"),
}
"""What may be agreed, the usual first: from long suits, touching honours, ace and king, three small cards."""
KINDS = ("suits", "notrump")

_SUITS = ("clubs", "diamonds", "hearts", "spades")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


class UsualLead(NamedTuple):
    """The card that is led from a suit by agreement, and why."""

    card: Card
    why: str


@dataclass(frozen=True)
class LeadStyle:
    """Leads against one kind of contract."""

    length: str = "fourth best"
    honours: str = "top"
    ace_king: str = "ace"
    small: str = "high"
    text: str = ""
    """What the card says about it beyond that."""

    def __str__(self) -> str:
        parts = (self.length, f"{self.honours} of touching honours", f"{self.ace_king} from ace-king", self.text)
        return ", ".join(part for part in parts if part)

    def usual(self, hand: Hand, suit: Suit, *, notrump: bool) -> UsualLead:
        """The card to lead from a suit that the hand has."""
        rank, why = self._from(sorted(hand.ranks(suit), reverse=True), notrump)
        return UsualLead(Card.of(suit, rank), why.format(suits=_SUITS[suit], suit=_SUITS[suit][:-1]))

    def _from(self, ranks: Sequence[Rank], notrump: bool) -> tuple[Rank, str]:
        if len(ranks) == 1:
            return ranks[0], "a singleton {suit}"
        touching = [place for place in range(len(ranks) - 1) if _is_sequence(ranks, place, notrump)]
        if not notrump and ranks[0] == Rank.ACE and touching[:1] != [0]:
            return ranks[0], "the ace of {suits}: an ace is not underled against a suit contract"
        if touching and (touching[0] == 0 or len(ranks) > 2):
            return self._of_touching(*ranks[touching[0] : touching[0] + 2])
        if len(ranks) >= 4:
            return self._of_long(ranks)
        if len(ranks) == 2:
            return ranks[0], "the top of a doubleton in {suits}"
        if ranks[0] >= Rank.TEN:
            return ranks[-1], "low from an honour in {suits}"
        place = {"high": 0, "middle": 1, "low": 2}[self.small]
        return ranks[place], f"{('the top', 'the middle', 'the lowest')[place]} of three small {{suits}}"

    def _of_touching(self, high: Rank, low: Rank) -> tuple[Rank, str]:
        if (high, low) == (Rank.ACE, Rank.KING):
            return (high if self.ace_king == "ace" else low), f"the {self.ace_king} from ace and king of {{suits}}"
        return (high if self.honours == "top" else low), f"the {self.honours} of touching honours in {{suits}}"

    def _of_long(self, ranks: Sequence[Rank]) -> tuple[Rank, str]:
        number = _NUMBERS[min(len(ranks), 7)]
        if self.length == "fourth best":
            return ranks[3], f"fourth best of {number} {{suits}}"
        if self.length == "third and lowest":
            even = len(ranks) % 2 == 0
            return (ranks[2] if even else ranks[-1]), f"{'third best' if even else 'the lowest'} of {number} {{suits}}"
        good = ranks[0] >= Rank.TEN
        return (ranks[-1] if good else ranks[1]), f"{'low' if good else 'high'}, for what the {{suits}} are like"


def _is_sequence(ranks: Sequence[Rank], place: int, notrump: bool) -> bool:
    """Whether honours touch there; at the top of a long suit against notrump a third card must be near them."""
    high, low, *below = ranks[place:]
    if high < Rank.TEN or high - low != 1:
        return False
    return not notrump or place > 0 or len(ranks) < 4 or low - below[0] <= 2


@dataclass(frozen=True)
class LeadAgreements:
    """Leads against suits and against notrump."""

    suits: LeadStyle = LeadStyle()
    notrump: LeadStyle = LeadStyle()

    def against(self, strain: Strain) -> LeadStyle:
        return self.notrump if strain is Strain.NOTRUMP else self.suits

    def usual(self, hand: Hand, suit: Suit, strain: Strain) -> UsualLead:
        """The card to lead from a suit against a contract in that strain."""
        return self.against(strain).usual(hand, suit, notrump=strain is Strain.NOTRUMP)


def read_leads(section: Any, source: str | None, below: LeadAgreements) -> LeadAgreements:
    """The agreements of a file over those of the files below it; ParseError at the first mistake."""
    if not isinstance(section, YamlSection):
        raise _at(f"expected {' and '.join(KINDS)} after leads:", source, section)
    require_keys(section, KINDS, source)
    return replace(
        below, **{kind: replace(getattr(below, kind), **dict(_styles(section[kind], source))) for kind in section}
    )


def _styles(section: Any, source: str | None) -> Iterator[tuple[str, str]]:
    """The words of `{length: third and lowest, ace king: king}`."""
    if not isinstance(section, YamlSection):
        raise _at("expected a mapping such as {length: fourth best}", source, section)
    require_keys(section, (*STYLES, "text"), source)
    for name, value in section.items():
        word = str(value).strip()
        if name != "text" and word not in STYLES[name]:
            near = nearest(word, STYLES[name])
            raise _at(f"expected {', '.join(STYLES[name])} after {name}:, got {shown(word)}{near}", source, value)
        yield name.replace(" ", "_"), word


def _at(message: str, source: str | None, where: Any) -> BridgeError:
    is_placed = isinstance(where, YamlSection | YamlText)
    line, column = (where.line, where.column) if is_placed else (None, None)
    return ParseError(message, source=source, line=line, column=column)
