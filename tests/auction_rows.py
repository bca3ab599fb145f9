"""Random legal auctions as rows of call indices, and made-up ones that the hands decide."""

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import random_deals
from overtrick.arrays.auctions import NO_CALL
from overtrick.core import CALLS, PASS, Auction, Call
from overtrick.core.cards import Strain
from overtrick.hands.features import hcp, lengths
from overtrick.training.bidding.bidding_material import BidTables


def random_auction(rng: np.random.Generator) -> Auction:
    """A legal auction that is over, with doubles and redoubles in it."""
    auction = Auction()
    while not auction.is_over:
        low = auction.legal_calls()[:6]
        auction = auction.after(low[int(rng.integers(len(low)))] if rng.random() < 0.6 else PASS)
    return auction


def rows_of(auctions: list[Auction]) -> NDArray[np.uint8]:
    """Shape: (auction, call)."""
    rows = np.full((len(auctions), max(map(len, auctions))), NO_CALL, np.uint8)
    for row, auction in zip(rows, auctions, strict=True):
        row[: len(auction)] = [call.index for call in auction.calls]
    return rows


def auction_of(row: NDArray[np.uint8]) -> Auction:
    return Auction(calls=tuple(CALLS[index] for index in row.tolist() if index != NO_CALL))


def made_up_tables(count: int, seed: int) -> BidTables:
    """Random deals; whoever has 13 points first opens the longest suit, partner raises with eight, else all pass."""
    rng = np.random.default_rng(seed)
    holdings = random_deals(count, rng).holdings
    dealers, vulnerabilities, systems = (
        rng.integers(0, 4, count),
        rng.integers(0, 4, count),
        rng.integers(0, 3, (count, 2)),
    )
    points, suits = hcp(holdings), lengths(holdings).argmax(axis=-1)
    auctions = [_made_up(points[deal].tolist(), suits[deal].tolist(), int(dealers[deal])) for deal in range(count)]
    places = [part.astype(np.uint8) for part in (dealers, vulnerabilities, systems)]
    return BidTables(holdings, places[0], places[1], places[2], rows_of(auctions))


def _made_up(points: list[int], suits: list[int], dealer: int) -> Auction:
    auction, opened = Auction(), -1
    while not auction.is_over:
        seat = (dealer + len(auction)) % 4
        call: Call = PASS
        if opened < 0 and points[seat] >= 13:
            call, opened = Call.of(1, Strain(suits[seat])), seat
        elif (
            (seat - opened) % 4 == 2
            and opened >= 0
            and points[seat] >= 8
            and auction.last_bid == Call.of(1, Strain(suits[opened]))
        ):
            call = Call.of(2, Strain(suits[opened]))
        auction = auction.after(call)
    return auction
