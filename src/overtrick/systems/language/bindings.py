"""What the auction has settled before a hand condition is read: which suits the variables stand for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from overtrick.core import Suit
from overtrick.systems.language.text import ConditionText, Token

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


@dataclass(frozen=True)
class Setting:
    """The suits that variables stand for, the suits nobody has shown, and what partner has promised."""

    suits: tuple[tuple[str, Suit], ...] = ()
    unbid: tuple[Suit, ...] = tuple(Suit)
    partner: tuple[int, ...] = (0, 0, 0, 0, 0)
    """What partner has promised at least: cards of clubs, diamonds, hearts, spades, and points."""

    @classmethod
    def of(
        cls,
        suits: Mapping[str, Suit] | None = None,
        unbid: Iterable[Suit] = tuple(Suit),
        partner: tuple[int, ...] = (0, 0, 0, 0, 0),
    ) -> Self:
        return cls(tuple(sorted((suits or {}).items())), tuple(sorted(unbid)), partner)

    @cached_property
    def suit_of(self) -> dict[str, Suit]:
        """The suit of each variable that has one."""
        return dict(self.suits)

    def with_suits(self, suits: Mapping[str, Suit]) -> "Setting":
        """The same with some variables standing for other suits."""
        return Setting.of({**self.suit_of, **suits}, self.unbid, self.partner)

    def only(self, variables: frozenset[str]) -> "Setting":
        """The same without what a phrase with these variables does not ask: settings alike for it become equal."""
        suits = tuple(pair for pair in self.suits if pair[0] in variables)
        unbid = self.unbid if "unbid" in variables else ()
        return Setting(suits, unbid, self.partner if "combined" in variables else (0, 0, 0, 0, 0))


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
