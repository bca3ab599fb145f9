"""Cards known beyond the auction: that a player holds one, or does not."""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError, Card, Deal, Hand, ParseError, Seat
from overtrick.systems.views import OTHERS

Barred = NDArray[np.bool_]
"""Who of lho, partner and rho cannot hold which card. Shape: (player, card)."""


def barred_cards(hand: Hand, seat: Seat, holds: Iterable[str] = (), lacks: Iterable[str] = ()) -> Barred:
    """The cards that cannot be with a player, from words such as `partner:SA` and `W:HK,HQ`.

    An error where no layout is left: a card of the own hand, or one that nobody can hold any more.
    """
    barred = np.zeros((len(OTHERS), 52), bool)
    for words, is_held in ((holds, True), (lacks, False)):
        for word in words:
            player, cards = _read(word, seat)
            for card in cards:
                _require_hidden(card, hand, word)
                who = [other for other in range(3) if (other == player) is not is_held]
                barred[who, card.index] = True
    _require_room(barred, hand)
    return barred


def known_deal(hand: Hand, seat: Seat, barred: Barred) -> Deal:
    """The cards whose place is certain: those of the own hand, and those that only one player can hold."""
    masks = [0, 0, 0, 0]
    masks[seat] = hand.mask
    for card in np.flatnonzero(barred.sum(axis=0) == 2).tolist():
        player = int(barred[:, card].argmin())
        masks[seat.after(player + 1)] |= 1 << card
    north, east, south, west = map(Hand, masks)
    return Deal((north, east, south, west))


def _read(word: str, seat: Seat) -> tuple[int, list[Card]]:
    who, colon, cards = word.partition(":")
    if not colon:
        raise ParseError(f"expected a player and cards, as in partner:SA or W:HK,HQ, got {word!r}", column=1)
    name = who.strip().lower()
    player = OTHERS.index(name) if name in OTHERS else (Seat.parse(who) - seat - 1) & 3
    if player == 3:
        raise BridgeError(f"expected one of the hidden hands, got one's own in {word!r}")
    return player, [Card.parse(card.strip()) for card in cards.split(",")]


def _require_hidden(card: Card, hand: Hand, word: str) -> None:
    if card in hand:
        raise BridgeError(f"expected a hidden card in {word!r}, got {card} of one's own hand")


def _require_room(barred: Barred, hand: Hand) -> None:
    """An error unless the hidden cards fit into the hands that may hold them (Hall's theorem)."""
    hidden = np.array([not hand.mask >> card & 1 for card in range(52)])
    nobody = np.flatnonzero(barred.all(axis=0) & hidden)
    if len(nobody):
        names = " ".join(str(Card(int(card))) for card in nobody)
        raise BridgeError(f"nobody can hold {names} any more: barred from lho, partner and rho")
    for size in (1, 2):
        for players in combinations(range(3), size):
            rest = [player for player in range(3) if player not in players]
            only = int((barred[rest].all(axis=0) & hidden).sum())
            if only > 13 * size:
                names = " and ".join(OTHERS[player] for player in players)
                raise BridgeError(f"expected at most {13 * size} cards that only {names} can hold, got {only}")
