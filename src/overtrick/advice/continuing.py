"""Auctions taken up where they stand and bid to the end by the network, for many layouts and several next calls."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.arrays.auctions import NO_CALL, Bytes
from overtrick.core import CALLS, Auction, Call, Contract
from overtrick.nets.bidding_rollout import Rollout
from overtrick.systems.network import Network, Table


def bid_on(network: Network, table: Table, holdings: Holdings, firsts: Sequence[Call]) -> Bytes:
    """The calls from here to the end when each of some calls is made in each layout.

    Holdings of the layouts (layout, seat, suit); NO_CALL behind the last call. Shape: (first, layout, call).
    """
    layouts, seats = len(holdings), [table.auction.dealer.after(place) for place in range(4)]
    rollout = Rollout(network.net, [network.begin(holdings[:, seat], seat, table) for seat in seats])
    for call in table.auction.calls:
        rollout.listen()
        rollout.make(np.full(layouts, call.index, np.uint8))
    rollout.listen()
    rollout = rollout[np.tile(np.arange(layouts), len(firsts))]
    rollout.make(np.repeat(np.array([call.index for call in firsts], np.uint8), layouts))
    rests = rollout.to_the_end()[:, len(table.auction) :]
    return rests[:, : int((rests != NO_CALL).sum(axis=1).max())].reshape(len(firsts), layouts, -1)


def contracts(auction: Auction, rests: Bytes) -> tuple[list[Contract | None], NDArray[np.intp]]:
    """The contracts that auctions end in, each once, and which of them each has. Shape: (…, call) to (…)."""
    rows = rests.reshape(-1, rests.shape[-1])
    ends, inverse = np.unique(rows, axis=0, return_inverse=True)
    found: dict[Contract | None, int] = {}
    places = [found.setdefault(_contract(auction, end), len(found)) for end in ends]
    return list(found), np.array(places, np.intp)[inverse.ravel()].reshape(rests.shape[:-1])


def _contract(auction: Auction, rest: Bytes) -> Contract | None:
    return Auction(auction.dealer, (*auction.calls, *(CALLS[call] for call in rest if call != NO_CALL))).contract
