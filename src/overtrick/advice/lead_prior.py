"""What a lead takes at experts' tables, by what it is led from: what is known of it before any layout is solved.

A layout is a guess at the hidden hands, and some dozens of them leave the cards of a hand half a trick apart by chance.
What thousands of real deals say of leads from a bare king or away from an ace is the same for every hand, and surer.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Card, Contract, Hand, Rank, Strain, Suit
from overtrick.systems.views import View


class Extra(NamedTuple):
    """Tricks that a lead takes beyond those of other cards of the hand."""

    suits: float
    """Against a contract in a suit."""
    notrump: float


EXTRA: Mapping[str, Extra] = {
    "trump": Extra(-0.14, 0.00),
    "partner's": Extra(0.13, 0.19),
    "own": Extra(-0.02, 0.00),
    "declarer's": Extra(-0.10, -0.10),
    "dummy's": Extra(-0.04, -0.06),
    "both opponents'": Extra(-0.03, -0.28),
    "singleton": Extra(0.21, 0.03),
    "doubleton": Extra(0.07, 0.00),
    "long": Extra(0.00, 0.04),
    "ace and king": Extra(0.27, 0.38),
    "king and queen": Extra(0.07, 0.30),
    "queen and jack": Extra(0.01, 0.08),
    "jack and ten": Extra(-0.07, -0.01),
    "bare ace": Extra(-0.03, -0.26),
    "bare king": Extra(-0.33, -0.54),
    "bare queen": Extra(-0.14, -0.28),
    "bare jack": Extra(-0.10, -0.12),
    "under the ace": Extra(-0.29, -0.26),
    "under the king": Extra(-0.16, -0.22),
    "under the queen": Extra(-0.05, -0.08),
    "under the jack": Extra(-0.04, -0.02),
}
"""Fitted to 2,192 tables of experts in a suit (each ± 0.01 to 0.04) and 808 in notrump (± 0.02 to 0.11), all leads of
each solved on its deal, by `benchmarks/lead_prior.py`.
"""
LENGTH = 3
"""The length of a suit that the extra of `long` is counted from, card by card."""


def extra_tricks(view: View, contract: Contract) -> NDArray[np.float64]:
    """What each card of the hand takes against the mean of all, from the top of spades down. Shape: (card,)."""
    traits = [traits_of(card, view, contract) for card in cards_of(view.hand)]
    against = 1 if contract.strain is Strain.NOTRUMP else 0
    tricks = np.array([sum(EXTRA[name][against] * count for name, count in each.items()) for each in traits])
    centred: NDArray[np.float64] = tricks - tricks.mean()
    return centred


def cards_of(hand: Hand) -> tuple[Card, ...]:
    """From the top of spades down."""
    return tuple(Card(index) for index in range(51, -1, -1) if hand.mask >> index & 1)


def traits_of(card: Card, view: View, contract: Contract) -> dict[str, int]:
    """What there is to say of a lead: whose suit it is, and what it is led from."""
    ranks = sorted(view.hand.ranks(card.suit), reverse=True)
    traits = dict.fromkeys(_led_from(card.rank, ranks), 1)
    if contract.strain.suit is card.suit:
        return traits | {"trump": 1}
    short = {1: {"singleton": 1}, 2: {"doubleton": 1}}.get(len(ranks), {})
    return traits | short | dict.fromkeys(_whose(card.suit, view, contract), 1) | {"long": len(ranks) - LENGTH}


def _whose(suit: Suit, view: View, contract: Contract) -> Iterator[str]:
    """Who has bid a suit."""
    bidders = {seat for seat, call in view.auction if call.is_bid and call.strain.suit is suit}
    if view.seat.partner in bidders:
        yield "partner's"
    if view.seat in bidders:
        yield "own"
    theirs = {contract.declarer: "declarer's", contract.declarer.partner: "dummy's"}
    named = [name for seat, name in theirs.items() if seat in bidders]
    if named:
        yield "both opponents'" if len(named) == 2 else named[0]


def _led_from(rank: Rank, ranks: list[Rank]) -> Iterator[str]:
    """The honours that a card is led from; nothing for a singleton and from small cards."""
    above = [each for each in ranks if each > rank]
    if len(ranks) == 1:
        return
    for high, low in ((Rank.ACE, Rank.KING), (Rank.KING, Rank.QUEEN), (Rank.QUEEN, Rank.JACK), (Rank.JACK, Rank.TEN)):
        if rank in (high, low) and high in ranks and low in ranks:
            yield f"{high.name.lower()} and {low.name.lower()}"
            return
    if rank >= Rank.JACK:
        yield f"bare {rank.name.lower()}"
    if above and above[0] >= Rank.JACK and above[0] - rank > 1:
        yield f"under the {above[0].name.lower()}"
