"""What auctions bring over layouts: the contracts, tricks at several degrees of luck, and the scores.

The estimator gives chances of tricks. Each layout is played at a few even degrees of luck, the same for every contract
of a side and the opposite for the other side's, so that two levels of one strain are compared exactly.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.arrays.auctions import AuctionBatch, Bytes, Indices
from overtrick.arrays.scores import ContractBatch, doubled_if_it_fails_by_two, imps_of
from overtrick.core import BIDS
from overtrick.tricks.distributions import tricks_by_luck

LUCK = np.array([0.1, 0.3, 0.5, 0.7, 0.9], np.float32)
"""How lucky North-South are: the share of the chances that would have brought fewer tricks."""

Scores = NDArray[np.int32]


class Results(NamedTuple):
    """What candidate calls have led to, from the caller's side; the first is the usual one."""

    contracts: ContractBatch
    """As bid. Shape: (position, candidate, layout)."""
    scores: Scores
    """Contracts that fail by two tricks are doubled. Shape: (position, candidate, layout, luck)."""

    @classmethod
    def of(cls, auctions: Bytes, dealers: Bytes, vulnerabilities: Bytes, seats: Indices, chances: Floats) -> "Results":
        """The results of whole auctions (position, candidate, layout, call).

        Dealers, vulnerabilities and the callers' seats (position,); chances of tricks (position, layout, seat, strain,
        tricks).
        """
        rows = np.repeat(np.arange(len(auctions)), auctions.shape[1] * auctions.shape[2])
        flat = AuctionBatch(auctions.reshape(len(rows), -1), dealers[rows], vulnerabilities[rows])
        contracts = flat.contracts.reshaped(*auctions.shape[:3])
        at_luck = ContractBatch(*(np.repeat(part[..., np.newaxis], len(LUCK), axis=-1) for part in contracts))
        tables = tricks_by_luck(chances[:, :, np.newaxis], np.broadcast_to(LUCK, (*chances.shape[:2], len(LUCK))))
        tricks = at_luck.tricks(tables[:, np.newaxis])
        side = (seats & 1)[:, np.newaxis, np.newaxis, np.newaxis]
        staked = doubled_where_they_fail(at_luck, tricks, side)
        return cls(contracts, staked.scores(tricks, side, vulnerabilities[:, np.newaxis, np.newaxis, np.newaxis]))

    @property
    def gains(self) -> NDArray[np.float64]:
        """IMPs of each candidate against the usual call. Shape: (position, candidate, layout)."""
        won: NDArray[np.float64] = imps_of(self.scores - self.scores[:, :1]).mean(axis=-1, dtype=np.float64)
        return won


def doubled_where_they_fail(contracts: ContractBatch, tricks: NDArray[Any], side: NDArray[Any]) -> ContractBatch:
    """Our contracts doubled where they fail by two tricks or more, unless the usual call led as high.

    Shape: (position, candidate, …), the usual call being the first candidate.
    """
    ours = contracts.are_of(side)
    usual = np.where(ours[:, :1], contracts.bids[:, :1], -1)
    above = np.where(ours, usual, len(BIDS))
    return contracts._replace(doublings=doubled_if_it_fails_by_two(contracts.doublings, contracts.bids, tricks, above))
