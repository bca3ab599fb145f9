"""What whole auctions come to, for many at once: contracts, tricks, scores."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.arrays.auctions import NO_CALL, Bytes
from overtrick.arrays.scores import SCORES
from overtrick.core import BIDS

Indices = NDArray[np.intp]

_FIRST_BID = BIDS[0].index


class Outcomes(NamedTuple):
    """The contracts of auctions; all arrays have the shape of the batch."""

    bids: Indices
    """Counted from 1♣; -1 when nobody bid."""
    stakes: Indices
    """0 undoubled, 1 doubled, 2 redoubled."""
    declarers: Indices
    """The seat; that of nobody's contract does not matter."""

    @classmethod
    def of(cls, calls: Bytes, dealers: NDArray[Any]) -> "Outcomes":
        """The contracts of finished auctions, NO_CALL behind the last call. Shape: (auction, call), (auction,)."""
        made = np.where(calls == NO_CALL, 0, calls).astype(np.intp)
        rows, places = np.arange(len(calls)), np.arange(calls.shape[1])
        last = made.argmax(axis=1)  # the highest call is the last bid, unless there was none
        final = made[rows, last]
        after = places > last[:, np.newaxis]
        stakes = np.where(after & (made < _FIRST_BID), made, 0).max(axis=1, initial=0)
        same = (made >= _FIRST_BID) & ((made - final[:, np.newaxis]) % len(_STRAINS) == 0)
        same &= (places - last[:, np.newaxis]) % 2 == 0
        first = same.argmax(axis=1)
        bids = np.where(final >= _FIRST_BID, final - _FIRST_BID, -1)
        return cls(bids, np.where(bids < 0, 0, stakes), (dealers.astype(np.intp) + first) & 3)

    def reshaped(self, *shape: int) -> "Outcomes":
        return Outcomes(*(each.reshape(*shape) for each in self))

    def scores(self, tricks: NDArray[Any], side: NDArray[Any], vulnerabilities: NDArray[Any]) -> NDArray[np.int32]:
        """What the contracts score for a side when declarer takes so many tricks. Shapes as the batch's."""
        vulnerable = vulnerabilities.astype(np.intp) >> (self.declarers & 1) & 1
        won = SCORES[self.stakes, vulnerable, self.bids, tricks].astype(np.int32)
        ours = (self.declarers & 1) == side
        return np.where(self.bids < 0, 0, np.where(ours, won, -won))

    def taken(self, tricks: NDArray[Any]) -> NDArray[Any]:
        """Declarer's tricks. Shape: (…, seat, strain) to (…), where the batch may have more than the tricks."""
        flat = tricks.reshape(*tricks.shape[:-2], 20)
        place = 5 * self.declarers + self.bids % 5
        found: NDArray[Any] = np.take_along_axis(np.broadcast_to(flat, (*self.bids.shape, 20)), place[..., None], -1)
        return found[..., 0]


_STRAINS = range(5)


def tricks_by_luck(chances: Floats, luck: NDArray[Any]) -> NDArray[np.intp]:
    """The tricks of every declarer when North-South are so lucky, and East-West as unlucky.

    Luck is the share of the chances that would have brought fewer tricks. Shape: (deal, seat, strain, tricks) and
    (deal,) to (deal, seat, strain).
    """
    by_seat = np.stack([luck, 1 - luck, luck, 1 - luck], axis=1)[:, :, np.newaxis, np.newaxis]
    tricks: NDArray[np.intp] = (np.cumsum(chances, axis=-1) < by_seat).sum(axis=-1).clip(max=13)
    return tricks
