"""What East bid: the suit in a real auction or, without one, the suit East's hand would overcall in.

Layouts of the East-West cards that agree with the bid keep East's length in the suit and East's points within one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from overtrick.arrays import DealBatch, concatenate, holdings_of_masks
from overtrick.core import Auction, BridgeError, Deal, Hand, Seat, Strain, Suit
from overtrick.formats import files
from overtrick.hands import holdings

_NATURAL = 4  # cards in the suit from which a bid counts as natural, whatever the system
_LONG, _STRONG = 5, 8  # cards and points with which East is taken to bid where there is no auction
_POINTS_OFF = 1
_TRIES = 1000  # batches of layouts; so few points may agree that a hundred layouts need many


@dataclass(frozen=True)
class EastBid:
    """The suit East bid, and how many cards in it and points in all East held."""

    suit: Suit
    length: int
    points: int

    @classmethod
    def of(cls, suit: Suit, east: Hand) -> "EastBid":
        return cls(suit, east.lengths[suit], east.hcp)


@dataclass(frozen=True)
class HandPair:
    """North and South, and what East bid, where that is looked at."""

    north: Hand
    south: Hand
    east: EastBid | None = None


def pair_of_deal(deal: Deal, auction: Auction | None = None, *, east_bids: bool = False) -> HandPair | None:
    """North and South of a deal; with `east_bids`, None unless East bids a suit there."""
    north, east, south, _ = deal.hands
    if not east_bids:
        return HandPair(north, south)
    bid = overcall(east) if auction is None else first_suit(auction, east)
    return None if bid is None else HandPair(north, south, bid)


def first_suit(auction: Auction, east: Hand) -> EastBid | None:
    """East's first bid of a suit: natural if nobody bid the suit before and East holds four cards in it."""
    earlier: set[Strain] = set()
    for seat, call in auction:
        if not call.is_bid or call.strain is Strain.NOTRUMP:
            continue
        if seat is Seat.EAST:
            natural = call.strain not in earlier and east.lengths[call.strain] >= _NATURAL
            return EastBid.of(Suit(call.strain), east) if natural else None
        earlier.add(call.strain)
    return None


def overcall(east: Hand) -> EastBid | None:
    """The longest suit, the higher of two, with five cards and eight points."""
    longest = max(Suit, key=lambda suit: (east.lengths[suit], suit))
    enough = east.lengths[longest] >= _LONG and east.hcp >= _STRONG
    return EastBid.of(longest, east) if enough else None


def pairs_in(path: Path, count: int, *, east_bids: bool = False) -> Iterator[HandPair]:
    """The first different pairs North and South in a file of deals; with `east_bids`, of those where East bids."""
    seen: set[tuple[Hand, Hand]] = set()
    for outcome in files.read_records(path):
        if isinstance(outcome, BridgeError) or not outcome.board.deal.is_complete:
            continue
        pair = pair_of_deal(outcome.board.deal, outcome.auction, east_bids=east_bids)
        if pair is not None and (pair.north, pair.south) not in seen:
            seen.add((pair.north, pair.south))
            yield pair
        if len(seen) == count:
            return


def with_bid(known: Deal, bid: EastBid, count: int, rng: np.random.Generator) -> DealBatch:
    """Random layouts with that length in East's hand, and East's points within one; BridgeError if there are none."""
    agreeing: list[DealBatch] = []
    for _ in range(_TRIES):
        deals = _with_length(known, bid, 4 * count, rng)
        points = holdings.HCP[deals.holdings[:, Seat.EAST]].sum(axis=1, dtype=np.int64)
        agreeing.append(deals[np.abs(points - bid.points) <= _POINTS_OFF])
        if sum(map(len, agreeing)) >= count:
            return concatenate(agreeing)[:count]
    raise BridgeError(
        f"expected layouts of {known} in which East has {bid.length} cards in {bid.suit} and {bid.points} points, "
        "found too few"
    )


def _with_length(known: Deal, bid: EastBid, count: int, rng: np.random.Generator) -> DealBatch:
    """Random layouts with that length in East's hand."""
    free = np.array([card.index for card in known.missing], np.uint64)
    in_suit = free // np.uint64(13) == bid.suit
    east = np.zeros(count, np.uint64)
    for cards, dealt in ((free[in_suit], bid.length), (free[~in_suit], 13 - bid.length)):
        if dealt > len(cards):
            raise BridgeError(f"expected {dealt} cards for East that North and South do not hold, got {len(cards)}")
        chosen = cards[rng.random((count, len(cards))).argsort(axis=1)[:, :dealt]]
        east |= (np.uint64(1) << chosen).sum(axis=1, dtype=np.uint64)
    masks = np.tile(np.array([hand.mask for hand in known.hands], np.uint64), (count, 1))
    masks[:, Seat.EAST] = east
    masks[:, Seat.WEST] = np.uint64((1 << 52) - 1) & ~masks[:, :3].sum(axis=1, dtype=np.uint64)
    return DealBatch(holdings_of_masks(masks))
