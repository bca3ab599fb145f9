"""New boards for rare contracts (Algorithm 1 of Chen and Yang 2025): a hand stays, the rest is dealt and bid anew.

The hand is that of the player who decided on a rare contract. A new board counts where the cards at the table let the
same player decide again, on a rare contract again. Which boards come depends on the seed and the number of the draw.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.arrays.auctions import LONGEST, NO_CALL, AuctionBatch, Indices
from overtrick.contract.decisions import declaring_steps
from overtrick.core import BIDS, BridgeError, Seat, Vulnerability
from overtrick.layouts.sampler import shuffled_around
from overtrick.systems.engine.boards import bid_nodes
from overtrick.systems.table import BATCH_NODES, Table
from overtrick.training.data.bid_deals import BidDeals

HANDS = 1000
"""Hands of one draw at most: a few seconds of bidding."""


def rare_contracts(auctions: AuctionBatch) -> NDArray[np.bool_]:
    """Which contracts come less often than the average one of those that come, a board passed out first.

    Shape: (bid + 1,).
    """
    counts = np.bincount(auctions.contracts.bids + 1, minlength=1 + len(BIDS))
    rare: NDArray[np.bool_] = counts < counts[counts > 0].mean()
    return rare


def _deciders(auctions: AuctionBatch) -> Indices:
    """The seat that decided on each contract. Shape: (auction,)."""
    seats: Indices = (auctions.dealers + declaring_steps(auctions)) & 3
    return seats


@dataclass(frozen=True, eq=False)
class RareHands:
    """Boards of rare contracts, one pair of cards at the table."""

    boards: BidDeals
    places: NDArray[np.intp]
    """Where each board stands in its file."""
    rare: NDArray[np.bool_]
    """Which contracts are rare, a board passed out first."""
    seed: np.random.SeedSequence

    def rebid(self) -> tuple[BidDeals, NDArray[np.intp]]:
        """New boards around the hands of those who decided, and the places of the boards they come from."""
        auctions = self.boards.auctions
        seats = _deciders(auctions)
        owners = shuffled_around(self.boards.deals.owners, seats, np.random.default_rng(self.seed))
        bid = _bid(replace(self.boards, deals=DealBatch.of_owners(owners)))
        again = (_deciders(bid.auctions) == seats) & self.rare[bid.auctions.contracts.bids + 1]
        return bid[again], self.places[again]


def draws(boards: BidDeals, places: NDArray[np.intp], seed: int, first: int) -> Iterator[RareHands]:
    """Draws of rare hands without end, from the number `first` on; each has one pair of cards, in proportion."""
    rare = rare_contracts(boards.auctions)
    at = np.flatnonzero(rare[boards.auctions.contracts.bids + 1])
    if not len(at):
        raise BridgeError(f"expected rare contracts to augment, got {len(boards):,} boards of equally frequent ones")
    pairs = boards.systems[at].astype(np.intp) @ (256, 1)
    for number in count(first):
        sequence = np.random.SeedSequence(seed, spawn_key=(2, number))
        rng = np.random.default_rng(sequence)
        of_pair = at[pairs == rng.choice(pairs)]
        drawn = rng.choice(of_pair, min(HANDS, 4 * len(boards)))
        yield RareHands(boards[drawn], places[drawn], rare, sequence.spawn(1)[0])


def _bid(boards: BidDeals) -> BidDeals:
    """The same boards as the cards bid them, with the meanings left out."""
    tree = Table.of(*boards.pair(0), BATCH_NODES).tree
    dealers = [Seat(seat) for seat in boards.dealers.tolist()]
    vulnerabilities = [Vulnerability(value) for value in boards.vulnerabilities.tolist()]
    calls = np.full((len(boards), LONGEST), NO_CALL, np.uint8)
    for row, end in zip(calls, bid_nodes(tree, boards.deals.holdings, dealers, vulnerabilities), strict=True):
        made = [call.index for call in end.auction.calls]
        row[: len(made)] = made
    return replace(boards, calls=calls)
