"""The four hands."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from overtrick.core import drawing
from overtrick.core.cards import Card
from overtrick.core.errors import BridgeError, InvalidDeal, ParseError, shown
from overtrick.core.hands import ALL_CARDS, Hand
from overtrick.core.seats import Seat

_FIRST = re.compile(r"\s*([NESWnesw])\s*:\s*")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Deal:
    """Four hands that share no card, in the order North, East, South, West.

    A hand nobody knows is empty. Index it by seat: `deal[Seat.NORTH]`, `deal["N"]`.

    >>> deal = Deal("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    >>> deal[Seat.WEST].lengths
    (13, 0, 0, 0)
    """

    hands: tuple[Hand, Hand, Hand, Hand]

    def __init__(self, hands: tuple[Hand, Hand, Hand, Hand] | str) -> None:
        """The deal of four hands, or of a text as `parse` reads it."""
        hands = Deal.parse(hands).hands if isinstance(hands, str) else hands
        north, east, south, west = [hand.mask for hand in hands]
        if north + east + south + west != north | east | south | west:  # a carry: some card is there twice
            twice = (north & east) | (south & west) | ((north | east) & (south | west))
            raise InvalidDeal(f"held by two players: {_names(twice)}")
        object.__setattr__(self, "hands", hands)

    def __repr__(self) -> str:
        return f"Deal({str(self)!r})"

    @classmethod
    def of(cls, hands: Sequence[Hand], first: Seat = Seat.NORTH) -> Self:
        """Four hands clockwise from `first`; when just one of them is empty, it gets the cards left over."""
        if len(hands) != 4:
            raise InvalidDeal(f"expected four hands, got {len(hands)}")
        turned = [*hands[4 - first :], *hands[: 4 - first]]
        dealt = turned[0].mask | turned[1].mask | turned[2].mask | turned[3].mask
        if dealt.bit_count() == 39:
            empty = [turn for turn, hand in enumerate(turned) if not hand.mask]
            if len(empty) == 1:
                turned[empty[0]] = Hand(ALL_CARDS ^ dealt)
        north, east, south, west = turned
        return cls((north, east, south, west))

    def __getitem__(self, seat: Seat | str) -> Hand:
        return self.hands[Seat.of(seat) if isinstance(seat, str) else seat]

    def __iter__(self) -> Iterator[Hand]:
        return iter(self.hands)

    @property
    def is_complete(self) -> bool:
        """Whether all 52 cards are there, thirteen in each hand."""
        return all(hand.is_complete for hand in self.hands)

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards that nobody holds, from the ace of spades down."""
        held = 0
        for hand in self.hands:
            held |= hand.mask
        return tuple(Card(index) for index in range(51, -1, -1) if not held >> index & 1)

    def require_complete(self) -> Self:
        """The deal itself; InvalidDeal, naming the missing cards, when it has fewer than 52."""
        if not self.is_complete:
            counts = ", ".join(f"{seat} {len(self[seat])}" for seat in Seat)
            missing = sum(1 << card.index for card in self.missing)
            raise InvalidDeal(f"expected 13 cards in each hand, got {counts}; missing: {_names(missing)}")
        return self

    def holder(self, card: Card) -> Seat | None:
        """Who has this card."""
        return next((seat for seat in Seat if card in self[seat]), None)

    def rotated(self, turns: int) -> "Deal":
        """The deal with every hand moved that number of places clockwise."""
        hands = self.hands[-turns % 4 :] + self.hands[: -turns % 4]
        return Deal((hands[0], hands[1], hands[2], hands[3]))

    def __str__(self) -> str:
        return self.text()

    def text(self, first: Seat = Seat.NORTH) -> str:
        """PBN's form, clockwise from `first`; `-` stands for an unknown hand."""
        hands = (self[first.after(turn)] for turn in range(4))
        return f"{first}:" + " ".join(str(hand) if hand.mask else "-" for hand in hands)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `N:AKQ.JT9.876.5432 … … …`, clockwise; `-` is an unknown hand, the last one is inferred.

        >>> Deal.parse("N:AKQJT98765432... - - -")[Seat.NORTH].hcp
        10
        """
        match = _FIRST.match(text)
        if match is None:
            raise ParseError(f"expected a deal such as N:AKQ.JT9.876.5432 … … …, got {shown(text)}", column=1)
        words = text[match.end() :].split()
        if len(words) != 4:
            raise ParseError(f"expected four hands, got {len(words)} in {shown(text)}", column=match.end() + 1)
        hands = []
        for turn, word in enumerate(words):
            try:
                hands.append(Hand() if word == "-" else Hand.parse(word))
            except BridgeError as error:
                starts = [word_match.start() for word_match in re.finditer(r"\S+", text[match.end() :])]
                raise error.at(shift=match.end() + starts[turn]) from None
        try:
            return cls.of(hands, Seat("NESW".index(match[1].upper())))
        except InvalidDeal as error:
            raise error.at(shift=match.end()) from None

    def _repr_html_(self) -> str:
        return drawing.deal_html(self)

    def _repr_svg_(self) -> str:
        return drawing.deal_svg(self)


def _names(mask: int) -> str:
    cards = [str(Card(index)) for index in range(51, -1, -1) if mask >> index & 1]
    return " ".join(cards[:13]) + (f" and {len(cards) - 13} more" if len(cards) > 13 else "")
