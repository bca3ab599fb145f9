"""Suits, strains, ranks and cards, in the one order everything uses."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Self

from overtrick.core.enums import TextEnum
from overtrick.core.errors import ParseError, shown

RANKS = "23456789TJQKA"
SUIT_SYMBOLS = "♣♦♥♠"
SUIT_OF_LETTER = {"C": 0, "D": 1, "H": 2, "S": 3, "♣": 0, "♦": 1, "♥": 2, "♠": 3, "♧": 0, "♢": 1, "♡": 2, "♤": 3}


class Suit(TextEnum):
    """A suit; a higher value outranks a lower one, at the table as in Python."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def symbol(self) -> str:
        return SUIT_SYMBOLS[self]

    @property
    def is_major(self) -> bool:
        return self >= Suit.HEARTS

    @property
    def strain(self) -> "Strain":
        return _STRAINS[self]

    def __str__(self) -> str:
        return "CDHS"[self]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `S`, `spades`, `♠` … in either case."""
        word = text.strip().upper()
        for suit in cls:
            if word and word in (suit.name, suit.name[:-1], suit.name[0]):
                return suit
        if word in SUIT_OF_LETTER:
            return cls(SUIT_OF_LETTER[word])
        raise ParseError(f"expected a suit (C, D, H or S), got {shown(text)}", column=1)


class Strain(TextEnum):
    """What a bid names: a suit as trumps, or no trumps at all."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NOTRUMP = 4

    @property
    def symbol(self) -> str:
        return "NT" if self is Strain.NOTRUMP else SUIT_SYMBOLS[self]

    @property
    def is_major(self) -> bool:
        return self in (Strain.HEARTS, Strain.SPADES)

    @property
    def is_minor(self) -> bool:
        return self <= Strain.DIAMONDS

    @property
    def suit(self) -> Suit | None:
        """The trump suit, or None in notrump."""
        return _SUIT_OF_STRAIN[self]

    def __str__(self) -> str:
        return "CDHSN"[self]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `S`, `♠`, `N`, `NT`, `hearts` … in either case."""
        word = text.strip().upper()
        if word in ("N", "NT", "NOTRUMP", "NOTRUMPS", "SA"):
            return cls(4)
        try:
            return cls(Suit.parse(word).value)
        except ParseError:
            raise ParseError(f"expected a strain (C, D, H, S or N), got {shown(text)}", column=1) from None


_SUIT_OF_STRAIN: tuple[Suit | None, ...] = (*Suit, None)
_STRAINS = tuple(Strain)


class Rank(IntEnum):
    """A rank; the value is the number of ranks below it."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    def __str__(self) -> str:
        return RANKS[self]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `A`, `t`, `10` …"""
        word = text.strip().upper()
        letter = "T" if word == "10" else word
        if len(letter) != 1 or letter not in RANKS:
            raise ParseError(f"expected a rank ({RANKS}), got {shown(text)}", column=1)
        return cls(RANKS.index(letter))


@dataclass(frozen=True, slots=True, order=True, init=False, repr=False)
class Card:
    """A card. Its index is 13·suit + rank: its bit in a hand and its place in a one-hot."""

    index: int

    def __init__(self, card: int | str) -> None:
        """The card of an index, or of a text as `parse` reads it."""
        index = card if isinstance(card, int) else _parse_index(card)
        if not 0 <= index < 52:
            raise ValueError(f"a card index is 0 to 51, got {index}")
        object.__setattr__(self, "index", index)

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    @classmethod
    def of(cls, suit: Suit, rank: Rank) -> Self:
        return cls(13 * suit + rank)

    @property
    def suit(self) -> Suit:
        return Suit(self.index // 13)

    @property
    def rank(self) -> Rank:
        return Rank(self.index % 13)

    @property
    def symbol(self) -> str:
        """How it is printed for people: `♠A`."""
        return SUIT_SYMBOLS[self.index // 13] + RANKS[self.index % 13]

    def __str__(self) -> str:
        return "CDHS"[self.index // 13] + RANKS[self.index % 13]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `SA`, `as`, `♠A`, `S10` …; the suit may stand first or last.

        >>> str(Card.parse("10♥"))
        'HT'
        """
        return cls(_parse_index(text))


def _parse_index(text: str) -> int:
    word = text.strip().upper().replace("10", "T")
    if len(word) == 2:
        suit, rank = (word[0], word[1]) if word[0] in SUIT_OF_LETTER else (word[1], word[0])
        if suit in SUIT_OF_LETTER and rank in RANKS:
            return 13 * SUIT_OF_LETTER[suit] + RANKS.index(rank)
    raise ParseError(f"expected a card such as SA or HT, got {shown(text)}", column=1)
