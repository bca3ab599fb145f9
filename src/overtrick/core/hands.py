"""One player's cards."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from overtrick.core import drawing
from overtrick.core.cards import RANKS, SUIT_OF_LETTER, Card, Rank, Suit
from overtrick.core.errors import InvalidDeal, ParseError, shown

ALL_CARDS = (1 << 52) - 1
ONE_SUIT = (1 << 13) - 1


def _holding_texts() -> tuple[str, ...]:
    texts = [""]
    for rank in RANKS:  # each higher rank doubles what the lower ones can be
        texts += [rank + text for text in texts]
    return tuple(texts)


HOLDING_TEXTS = _holding_texts()
"""The ranks of every holding (13-bit mask of one suit), highest first; empty for a void."""

_HOLDING_OF_TEXT = {text: holding for holding, text in enumerate(HOLDING_TEXTS)}
_HONOURS = tuple(sum(1 << 13 * suit + rank for suit in range(4)) for rank in (9, 10, 11, 12))
_SUIT_MARK = re.compile(f"[{''.join(SUIT_OF_LETTER)}]")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Hand:
    """A set of at most thirteen cards, kept as a 52-bit mask (bit = card index).

    >>> hand = Hand("AKQ.JT9.876.5432")
    >>> hand.hcp, hand.lengths, Card("SA") in hand
    (10, (4, 3, 3, 3), True)
    """

    mask: int

    def __init__(self, cards: int | str = 0) -> None:
        """The hand of a mask, or of a text as `parse` reads it."""
        mask = cards if isinstance(cards, int) else _parse_mask(cards)
        if mask >> 52:
            raise InvalidDeal(f"expected a mask of 52 bits for a hand, got {mask:#x}")
        if mask.bit_count() > 13:
            raise InvalidDeal(f"expected at most 13 cards in a hand, got {mask.bit_count()}")
        object.__setattr__(self, "mask", mask)

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Self:
        """The hand of these cards; a card given twice is an error."""
        mask = 0
        for card in cards:
            if mask >> card.index & 1:
                raise InvalidDeal(f"{card} is in the hand twice")
            mask |= 1 << card.index
        return cls(mask)

    def __contains__(self, card: Card) -> bool:
        return bool(self.mask >> card.index & 1)

    def __iter__(self) -> Iterator[Card]:
        """The cards from the ace of spades down."""
        return (Card(index) for index in range(51, -1, -1) if self.mask >> index & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __or__(self, other: "Hand") -> "Hand":
        return Hand(self.mask | other.mask)

    def __sub__(self, other: "Hand") -> "Hand":
        return Hand(self.mask & ~other.mask)

    def holding(self, suit: Suit) -> int:
        """The 13-bit mask of the ranks held in one suit."""
        return self.mask >> 13 * suit & ONE_SUIT

    def ranks(self, suit: Suit) -> tuple[Rank, ...]:
        """The ranks held in one suit, highest first."""
        holding = self.holding(suit)
        return tuple(rank for rank in reversed(Rank) if holding >> rank & 1)

    @property
    def lengths(self) -> tuple[int, int, int, int]:
        """Cards in clubs, diamonds, hearts and spades."""
        mask = self.mask
        clubs, diamonds = (mask & ONE_SUIT).bit_count(), (mask >> 13 & ONE_SUIT).bit_count()
        return clubs, diamonds, (mask >> 26 & ONE_SUIT).bit_count(), (mask >> 39).bit_count()

    @property
    def hcp(self) -> int:
        """High-card points: ace 4, king 3, queen 2, jack 1."""
        mask, (jacks, queens, kings, aces) = self.mask, _HONOURS
        lower = (mask & jacks).bit_count() + 2 * (mask & queens).bit_count()
        return lower + 3 * (mask & kings).bit_count() + 4 * (mask & aces).bit_count()

    @property
    def shape(self) -> tuple[int, ...]:
        """The suit lengths, longest first."""
        return tuple(sorted(self.lengths, reverse=True))

    @property
    def is_balanced(self) -> bool:
        """4333, 4432 or 5332."""
        return self.shape in ((4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2))

    @property
    def is_complete(self) -> bool:
        return len(self) == 13

    def __str__(self) -> str:
        return ".".join(HOLDING_TEXTS[self.mask >> shift & ONE_SUIT] for shift in (39, 26, 13, 0))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a hand of at most 13 cards as people type it: spades first, or with suit letters.

        `AKQ.JT9.876.5432`, the same with spaces, `-` for a void, `10` for T, lower case,
        `SAKQ HJT9 D876 C5432` and `♠AKQ♥JT9…` all work.

        >>> str(Hand.parse("- kqj1062 T9876 84"))
        '.KQJT62.T9876.84'
        """
        return cls(_parse_mask(text))

    def _repr_html_(self) -> str:
        return drawing.hand_html(self)

    def _repr_svg_(self) -> str:
        return drawing.hand_svg(self)


def _parse_mask(text: str) -> int:
    """The cards of a hand as files write it, which is worth being quick at, or as people type it."""
    try:
        spades, hearts, diamonds, clubs = text.split(".")
        majors = _HOLDING_OF_TEXT[spades] << 13 | _HOLDING_OF_TEXT[hearts]
        mask = majors << 26 | _HOLDING_OF_TEXT[diamonds] << 13 | _HOLDING_OF_TEXT[clubs]
    except (KeyError, ValueError):
        mask = _read_mask(text)
    if mask.bit_count() > 13:
        raise ParseError(f"expected at most 13 cards in a hand, got {mask.bit_count()} in {shown(text)}", column=1)
    return mask


def _read_mask(text: str) -> int:
    """The cards of a hand in any of the ways to type one."""
    mask = 0
    for suit, column, holding in _suits(text):
        bits = _HOLDING_OF_TEXT.get(holding)
        mask |= (_read_holding(holding, suit, column) if bits is None else bits) << 13 * suit
    return mask


def _suits(text: str) -> Iterable[tuple[int, int, str]]:
    """The suits of a typed hand as (suit, column, ranks)."""
    upper = text.upper()
    if len(upper) != len(text):  # a letter such as ß grows in upper case and would shift the columns
        upper = "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in text)
    if _SUIT_MARK.search(upper):
        return _lettered_suits(upper)
    parts = upper.split(".")
    if len(parts) == 1:
        suits = [(match.start() + 1, match[0]) for match in re.finditer(r"[^\s,]+", upper)]
    else:
        starts = [1]
        for part in parts[:-1]:
            starts.append(starts[-1] + len(part) + 1)
        suits = list(zip(starts, parts, strict=True))
    if len(suits) != 4:
        raise ParseError(
            f"expected four suits, spades first, as in AKQ.JT9.876.5432, got {len(suits)} in {shown(text)}", column=1
        )
    return [(suit, column, part) for suit, (column, part) in zip((3, 2, 1, 0), suits, strict=True)]


def _lettered_suits(text: str) -> Iterator[tuple[int, int, str]]:
    marks = list(_SUIT_MARK.finditer(text))
    if text[: marks[0].start()].strip():
        raise ParseError(f"expected a suit letter first, got {shown(text)}", column=1)
    seen: set[int] = set()
    for mark, end in zip(marks, [*(later.start() for later in marks[1:]), len(text)], strict=True):
        suit = SUIT_OF_LETTER[mark[0]]
        if suit in seen:
            raise ParseError(f"the suit {mark[0]} comes twice in {shown(text)}", column=mark.start() + 1)
        seen.add(suit)
        yield suit, mark.end() + 1, text[mark.end() : end]


def _read_holding(text: str, suit: int, column: int) -> int:
    """One suit written freely: any order, 10 for T, a dash for a void, separators around it."""
    holding = 0
    for match in re.finditer(r"10|[^\s.,:;]", text):
        letter = "T" if match[0] == "10" else match[0]
        if letter in RANKS:
            bit = 1 << RANKS.index(letter)
            if holding & bit:
                raise ParseError(
                    f"{Card(13 * suit + RANKS.index(letter))} is in the hand twice", column=column + match.start()
                )
            holding |= bit
        elif letter not in "-—–":
            raise ParseError(f"expected cards ({RANKS[::-1]}), got {match[0]!r}", column=column + match.start())
    return holding
