"""Boards from files (PBN, LIN, Vugraph) as auctions of a system that is taken to be played."""

from collections.abc import Iterable

import numpy as np

from overtrick.arrays import DealBatch
from overtrick.arrays.auctions import NO_CALL
from overtrick.core import BridgeError, Record
from overtrick.training.data.bid_deals import LONGEST, BidDeals


def auctions_of(records: Iterable[Record], names: tuple[str, str]) -> BidDeals:
    """The records whose deal and auction are complete; `names` are the cards of North-South and East-West."""
    deals, dealers, vulnerabilities, calls = [], [], [], []
    for record in records:
        auction, board = record.auction, record.board
        if auction is None or not auction.is_over or not board.deal.is_complete or len(auction.calls) > LONGEST:
            continue
        deals.append(board.deal)
        dealers.append(int(auction.dealer))
        vulnerabilities.append(int(board.vulnerability))
        made = [call.index for call in auction.calls]
        calls.append(made + [NO_CALL] * (LONGEST - len(made)))
    if not deals:
        raise BridgeError("expected boards with four hands and a whole auction, got none")
    different = tuple(dict.fromkeys(names))
    return BidDeals(
        DealBatch.stack(deals),
        np.array(dealers, np.uint8),
        np.array(vulnerabilities, np.uint8),
        np.tile(np.array([different.index(name) for name in names], np.uint8), (len(deals), 1)),
        np.array(calls, np.uint8),
        np.zeros((len(deals), 4, 5, 2), np.uint8),
        different,
        0,
    )
