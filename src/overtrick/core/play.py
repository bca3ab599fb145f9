"""The play of the cards: whose turn it is, who wins a trick (Laws 44 and 45)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from overtrick.core.cards import Card, Strain, Suit
from overtrick.core.deals import Deal
from overtrick.core.errors import IllegalPlay
from overtrick.core.hands import ONE_SUIT
from overtrick.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Trick:
    """Up to four cards, in the order they were played, and who led."""

    leader: Seat
    cards: tuple[Card, ...]

    @property
    def is_complete(self) -> bool:
        return len(self.cards) == 4

    def winner(self, strain: Strain) -> Seat:
        """Who is winning the trick so far."""
        return self.leader.after(winning_turn(self.cards, strain))

    def card_of(self, seat: Seat) -> Card | None:
        """The card that player put on this trick."""
        turn = (seat - self.leader) % 4
        return self.cards[turn] if turn < len(self.cards) else None


def winning_turn(cards: Sequence[Card], strain: Strain) -> int:
    """Which of the cards on a trick is winning, counted from the one led."""
    power = TRICK_POWERS[strain][cards[0].index]
    powers = [power[card.index] for card in cards]
    return powers.index(max(powers))


def _powers(strain: Strain, led: Suit) -> bytes:
    """What each card is worth on a trick with that suit led: trumps above the suit led above nothing."""
    return bytes(
        index % 13 + (14 if index // 13 == strain else 1) if index // 13 in (strain, led) else 0 for index in range(256)
    )


TRICK_POWERS = tuple(tuple(power for suit in Suit for power in [_powers(strain, suit)] * 13) for strain in Strain)
"""By strain and card led, the worth of every card on that trick; as bytes, so that `translate` can use it."""


def tricks_of(cards: Sequence[Card], leader: Seat, strain: Strain) -> Iterator[Trick]:
    """The cards of a play, in the order played, cut into tricks; the last may be unfinished."""
    for start in range(0, len(cards), 4):
        trick = Trick(leader, tuple(cards[start : start + 4]))
        yield trick
        leader = trick.winner(strain)


def check_play(deal: Deal, cards: Sequence[Card], leader: Seat, strain: Strain) -> None:
    """Raise IllegalPlay at the first card its player did not hold, or that revoked."""
    left = [hand.mask for hand in deal]
    for number, trick in enumerate(tricks_of(cards, leader, strain), 1):
        for turn, card in enumerate(trick.cards):
            seat = trick.leader.after(turn)
            if not left[seat] >> card.index & 1:
                raise IllegalPlay(f"trick {number}: {seat} played {card} without holding it")
            led = trick.cards[0].suit
            if card.suit != led and left[seat] >> 13 * led & ONE_SUIT:
                raise IllegalPlay(f"trick {number}: {seat} played {card} while holding {led.name.lower()}")
            left[seat] &= ~(1 << card.index)
