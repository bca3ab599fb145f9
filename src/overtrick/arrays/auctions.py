"""What the laws allow next, for many auctions at once.

Legality depends on little: the last bid, whether it may be doubled or redoubled now, and whether the auction is over.
A *standing* is that much as a number: `3 · last bid + 0, 1 (X allowed) or 2 (XX allowed)`, the last bid 2 before the
first; or OVER. `LEGAL[standing]` are the legal calls.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import DOUBLE, PASS, REDOUBLE

Bytes = NDArray[np.uint8]

CALLS = 38
NO_CALL = 255
"""Stands behind the last call."""
START, END, PADDING = 38, 39, 40
"""Codes for what is no call: before the dealer, after the last call, and not yet made."""
CODES = 41
OVER = 114
STANDINGS = OVER + 1
_NO_BID = 2


def _legal() -> NDArray[np.bool_]:
    legal = np.zeros((STANDINGS, CODES), bool)
    for last_bid in range(_NO_BID, CALLS):
        for extra in range(3):
            row = legal[3 * last_bid + extra]
            row[PASS.index] = True
            row[last_bid + 1 : CALLS] = True
            row[[[], [DOUBLE.index], [REDOUBLE.index]][extra]] = True
    legal[OVER, END] = True
    return legal


LEGAL = _legal()
"""The legal codes of every standing: calls, or the end. Shape: (standing, code)."""


@dataclass(eq=False)
class Standings:
    """Auctions as far as legality goes, advanced together call by call. All arrays have the shape (auction,)."""

    last_bid: NDArray[np.int16]
    bid_ago: NDArray[np.int16]
    """Calls since the last bid was made."""
    doubling: NDArray[np.int16]
    """0 undoubled, 1 doubled, 2 redoubled."""
    passes: NDArray[np.int16]
    """Passes needed to end the auction."""

    @classmethod
    def before_the_first_call(cls, auctions: int) -> "Standings":
        """Nobody has called."""
        last_bid, bid_ago, doubling, passes = (np.full(auctions, start, np.int16) for start in (_NO_BID, 0, 0, 4))
        return cls(last_bid, bid_ago, doubling, passes)

    def __getitem__(self, chosen: NDArray[Any]) -> "Standings":
        """Some of the auctions, by index array or mask."""
        return Standings(self.last_bid[chosen], self.bid_ago[chosen], self.doubling[chosen], self.passes[chosen])

    @property
    def numbers(self) -> Bytes:
        """The standing of each auction."""
        theirs = self.bid_ago % 2 == 0
        has_bid = self.last_bid > _NO_BID
        extra = (has_bid & theirs & (self.doubling == 0)) + 2 * (has_bid & ~theirs & (self.doubling == 1))
        return np.where(self.passes > 0, 3 * self.last_bid + extra, OVER).astype(np.uint8)

    def advance(self, calls: NDArray[Any]) -> None:
        """One more call in each auction; NO_CALL leaves an auction as it is."""
        made, is_bid = calls != NO_CALL, (calls > _NO_BID) & (calls != NO_CALL)
        is_double = made & (calls > PASS.index) & ~is_bid
        self.bid_ago = np.where(is_bid, 0, self.bid_ago + made).astype(np.int16)
        self.last_bid = np.where(is_bid, calls, self.last_bid).astype(np.int16)
        self.doubling = np.where(is_bid, 0, np.where(is_double, calls, self.doubling)).astype(np.int16)
        self.passes = np.where(is_bid | is_double, 3, self.passes - (made & (calls == PASS.index))).astype(np.int16)


def standings(calls: Bytes) -> Bytes:
    """The standing before each call and after the last. Shape: (auction, call) to (auction, call + 1)."""
    now = Standings.before_the_first_call(len(calls))
    found = np.empty((len(calls), calls.shape[1] + 1), np.uint8)
    found[:, 0] = now.numbers
    for index in range(calls.shape[1]):
        now.advance(calls[:, index])
        found[:, index + 1] = now.numbers
    return found


def are_legal(calls: Bytes) -> NDArray[np.bool_]:
    """Whether each auction is legal from the first call to its end, with nothing missing. Shape: (auction,)."""
    before = standings(calls)
    made = calls != NO_CALL
    allowed = LEGAL[before[:, :-1], np.where(made, calls, END)]
    ended: NDArray[np.bool_] = before[:, -1] == OVER
    return allowed.all(axis=1) & ended
