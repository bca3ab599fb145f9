"""Bidding against opponents who always pass, measured against the best contract of North-South (Table 3)."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, random_deals
from overtrick.arrays.auctions import LONGEST, NO_CALL, AuctionBatch, Bytes
from overtrick.arrays.library import load
from overtrick.arrays.scores import SCORES, STRAINS, imps_of
from overtrick.core import PASS
from overtrick.nets.bidding import CallNet
from overtrick.nets.bidding_rollout import PIECE, bid_out
from overtrick.papers.paper_report import Measured
from overtrick.training.bidding.bidding_material import BidTables
from overtrick.tricks.estimators import four_hands_fast

_NORTH, _SOUTH = 0, 2


@dataclass(frozen=True, eq=False)
class TrickDeals:
    """Deals with declarer's tricks, exact or estimated. North deals, nobody is vulnerable."""

    deals: DealBatch
    tricks: NDArray[np.uint8]
    """Shape: (deal, seat, strain)."""

    @classmethod
    def estimated(cls, count: int, seed: int) -> "TrickDeals":
        """Random deals with the tricks that the fast four-hand network finds likeliest."""
        deals = random_deals(count, np.random.default_rng(seed))
        return cls(deals, four_hands_fast().tricks(deals))

    @classmethod
    def solved(cls, library: Path, count: int) -> "TrickDeals":
        """The first deals of a library, with exact tricks."""
        solved = load(library)[:count]
        return cls(solved.deals, solved.tricks)

    def __len__(self) -> int:
        return len(self.deals)

    def __getitem__(self, chosen: slice | NDArray[np.intp]) -> "TrickDeals":
        """Some of the deals."""
        return TrickDeals(self.deals[chosen], self.tricks[chosen])

    def best(self) -> NDArray[np.int32]:
        """What the best contract of North-South scores, passing out included. Shape: (deal,)."""
        tricks = self.tricks[:, [_NORTH, _SOUTH]][..., STRAINS]
        scores = SCORES[0, 0][np.arange(len(STRAINS)), tricks]
        best: NDArray[np.int32] = np.maximum(scores.max(axis=(1, 2)), 0).astype(np.int32)
        return best

    def lost(self, calls: Bytes) -> NDArray[np.int8]:
        """IMPs between the contract of each auction (deal, call) and the best one: 0 or less. Shape: (deal,)."""
        nobody = np.zeros(len(self), np.uint8)
        contracts = AuctionBatch(calls, nobody, nobody).contracts
        scores = contracts.scores(contracts.tricks(self.tricks), nobody, nobody)
        return imps_of(scores - self.best())


def bid_silently(net: CallNet, deals: DealBatch) -> Bytes:
    """The auctions of a network at North-South, where East-West always pass. Shape: (deal, call)."""
    calls = np.full((len(deals), LONGEST), NO_CALL, np.uint8)
    for start in range(0, len(deals), PIECE):
        part = deals[start : start + PIECE].holdings
        nobody, given = np.zeros(len(part), np.uint8), np.full((len(part), LONGEST), NO_CALL, np.uint8)
        given[:, 1::2] = PASS.index
        bid = bid_out(net, part, nobody, nobody, np.zeros((len(part), 2), np.uint8), given=given)
        calls[start : start + len(part), : bid.shape[1]] = bid
    return calls[:, : int((calls != NO_CALL).sum(axis=1).max(initial=1))]


def silent_tables(teacher: CallNet, deals: DealBatch) -> BidTables:
    """Auctions of a teacher to learn from."""
    nobody = np.zeros(len(deals), np.uint8)
    return BidTables(deals.holdings, nobody, nobody, np.zeros((len(deals), 2), np.uint8), bid_silently(teacher, deals))


def mean_imps(lost: NDArray[np.int8]) -> Measured:
    """Mean and standard error."""
    return Measured(float(lost.mean()), float(lost.std() / max(1, len(lost)) ** 0.5))
