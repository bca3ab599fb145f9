"""The play of the cards: by the solver over layouts that agree with all that is known, or by simple rules."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, holdings_of
from overtrick.core import Card, Contract, Deal, Hand, Rank, Seat, Suit, Trick, tricks_of
from overtrick.hands.cells import CellSet
from overtrick.layouts.known_cards import Barred
from overtrick.layouts.sampler import propose
from overtrick.solver import SolverError, solve_cards

LAYOUTS = 12
"""Layouts that a card is chosen over: half a second at the first trick, less later."""


@dataclass(frozen=True)
class PlayView:
    """What one player knows in the play; declarer also looks on while dummy's card is chosen."""

    seat: Seat
    """Whose eyes: declarer's for both hands of the side."""
    hand: Hand
    """All thirteen cards of that player."""
    contract: Contract
    shown: tuple[CellSet, CellSet, CellSet]
    """What the calls of lho, partner and rho have shown."""
    dummy: Hand | None = None
    """All thirteen cards, once they are on the table."""
    played: tuple[Card, ...] = ()

    @cached_property
    def tricks(self) -> list[Trick]:
        return list(tricks_of(self.played, self.contract.declarer.lho, self.contract.strain))

    @property
    def dummy_seat(self) -> Seat:
        return self.contract.declarer.partner

    @property
    def trick(self) -> Trick:
        """The trick in progress, of which no card may be played yet."""
        if not self.tricks:
            return Trick(self.contract.declarer.lho, ())
        last = self.tricks[-1]
        return Trick(last.winner(self.contract.strain), ()) if last.is_complete else last

    @property
    def turn(self) -> Seat:
        """Whose card comes next."""
        return self.trick.leader.after(len(self.trick.cards))

    @property
    def left(self) -> Hand:
        """The cards still held by the hand to play, which is the player's own or dummy."""
        hand = self.dummy if self.turn == self.dummy_seat and self.turn != self.seat else self.hand
        assert hand is not None
        return Hand(hand.mask & ~sum(1 << card.index for card in self.played))

    def legal_cards(self) -> list[Card]:
        """Those that follow suit, or all."""
        cards = list(self.left)
        led = self.trick.cards[:1]
        return [card for card in cards if led and card.suit == led[0].suit] or cards

    def barred(self) -> Barred:
        """Who of lho, partner and rho cannot hold which card, by the cards seen and the suits not followed."""
        barred = np.zeros((4, 52), bool)
        if self.dummy is not None and self.dummy_seat != self.seat:
            in_dummy = np.isin(np.arange(52), [card.index for card in self.dummy])
            barred[:, in_dummy] = True
            barred[self.dummy_seat] = ~in_dummy
        for trick in self.tricks:
            for turn, card in enumerate(trick.cards):
                if turn and card.suit != trick.cards[0].suit:
                    barred[trick.leader.after(turn), _of_suit(trick.cards[0].suit)] = True
        for trick in self.tricks:
            for turn, card in enumerate(trick.cards):
                barred[:, card.index] = True
                barred[trick.leader.after(turn), card.index] = False
        barred[:, [card.index for card in self.hand]] = False
        return barred[[self.seat.after(turns) for turns in (1, 2, 3)]]


def _of_suit(suit: Suit) -> slice:
    return slice(13 * suit, 13 * suit + 13)


class CardPlayer:
    """Plays the card that takes the most tricks over layouts, double dummy; without layouts, or solver, by rules."""

    def __init__(self, layouts: int = LAYOUTS, seed: int = 0) -> None:
        self.layouts = layouts
        self._rng = np.random.default_rng(seed)

    def card(self, view: PlayView) -> Card:
        """The card to play from the hand whose turn it is."""
        legal = view.legal_cards()
        sensible = sensible_card(view)
        if len(legal) == 1 or not self.layouts:
            return sensible
        tricks: Counter[Card] = Counter()
        contract = view.contract
        try:
            for deal in self._deals(view):
                solved = solve_cards(deal, contract.strain, contract.declarer.lho, view.played, threads=1)
                tricks.update({found.card: found.tricks for found in solved})
        except SolverError:
            self.layouts = 0
        if not tricks:
            return sensible
        return max(legal, key=lambda card: (tricks[card], card == sensible, -card.rank))

    def _deals(self, view: PlayView) -> Sequence[Deal]:
        """Layouts that agree with every card seen, as nearly as can be with the auction."""
        barred, seats = view.barred(), np.array([view.seat])
        found = propose(holdings_of([view.hand]), seats, [view.shown], self.layouts, self._rng, barred=barred)
        barred_from = [(view.seat.after(turns + 1), _mask(row)) for turns, row in enumerate(barred)]
        deals = DealBatch(found.holdings[0])
        return [deal for deal in deals if not any(deal[seat].mask & mask for seat, mask in barred_from)]


def _mask(cards: NDArray[np.bool_]) -> int:
    return sum(1 << int(card) for card in np.flatnonzero(cards))


def sensible_card(view: PlayView) -> Card:
    """A card by simple rules: second hand low, third hand high, win as cheaply as possible, lead from length."""
    legal, trick, strain = view.legal_cards(), view.trick, view.contract.strain
    if not trick.cards:
        return _lead(view.left, strain.suit)
    lowest = min(legal, key=lambda card: (card.suit == strain.suit, card.rank, card.suit))
    turn = view.turn
    if trick.winner(strain) == turn.partner and (len(trick.cards) == 3 or trick.cards[0].rank >= Rank.JACK):
        return lowest
    winning = [card for card in legal if Trick(trick.leader, (*trick.cards, card)).winner(strain) == turn]
    if not winning or (len(trick.cards) == 1 and trick.cards[0].rank < Rank.TEN and lowest.suit == trick.cards[0].suit):
        return lowest
    is_third = len(trick.cards) == 2 and winning[0].suit == trick.cards[0].suit
    return (max if is_third else min)(winning, key=lambda card: card.rank)


def _lead(hand: Hand, trump: Suit | None) -> Card:
    """From the longest suit beside trumps: the top of touching honours, else the fourth highest, else the lowest."""
    suits = [suit for suit in Suit if hand.ranks(suit) and suit != trump] or [suit for suit in Suit if hand.ranks(suit)]
    suit = max(suits, key=lambda suit: (len(hand.ranks(suit)), suit))
    ranks = sorted(hand.ranks(suit), reverse=True)
    for high, low in pairwise(ranks):
        if high - low == 1 and high >= Rank.JACK:
            return Card.of(suit, high)
    return Card.of(suit, ranks[3] if len(ranks) >= 4 else ranks[-1])
