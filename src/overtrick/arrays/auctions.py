"""Auctions by the thousand: whose turn it is, what the laws allow next, and the contract.

Legality depends on little: the last bid, whether it may be doubled or redoubled now, and whether the auction is over.
A *standing* is that much as a number: `3 · last bid + 0, 1 (X allowed) or 2 (XX allowed)`, the last bid 2 before the
first; or OVER. `LEGAL[standing]` are the legal calls.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.scores import STRAINS, ContractBatch
from overtrick.core import BIDS, DOUBLE, PASS, REDOUBLE, Auction, Seat, Strain, Vulnerability
from overtrick.core import CALLS as EVERY_CALL

Bytes = NDArray[np.uint8]
Indices = NDArray[np.intp]
Flags = NDArray[np.bool_]

CALLS = len(EVERY_CALL)
FIRST_BID = BIDS[0].index
"""The index of 1♣; lower ones are pass, double and redouble."""
NO_CALL = 255
"""Stands behind the last call."""
LONGEST = 64
"""Calls for which there is room; longer auctions are given up."""
START, END, PADDING = 38, 39, 40
"""Codes for what is no call: before the dealer, after the last call, and not yet made."""
CODES = 41
OVER = 114
STANDINGS = OVER + 1
MIRRORED = np.array([0, 2, 1, 3], np.uint8)
"""A vulnerability as the other side sees it."""
_NO_BID = FIRST_BID - 1
_STRAIN_OF_CALL = np.full(NO_CALL + 1, NO_CALL, np.uint8)
_STRAIN_OF_CALL[FIRST_BID:CALLS] = STRAINS


def _legal() -> Flags:
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


@dataclass(frozen=True, eq=False)
class AuctionBatch:
    """Auctions, finished or not, one a row."""

    calls: Bytes
    """Indices of the calls from the dealer on, NO_CALL behind the last. Shape: (auction, call)."""
    dealers: Bytes
    """Shape: (auction,)."""
    vulnerabilities: Bytes
    """None 0, North-South 1, East-West 2, both 3. Shape: (auction,)."""

    @classmethod
    def stack(cls, auctions: Iterable[Auction], vulnerabilities: Iterable[Vulnerability]) -> Self:
        """A batch of these auctions."""
        rows = list(auctions)
        calls = np.full((len(rows), max(map(len, rows), default=0)), NO_CALL, np.uint8)
        for row, auction in zip(calls, rows, strict=True):
            row[: len(auction)] = [call.index for call in auction.calls]
        dealers = np.array([auction.dealer for auction in rows], np.uint8)
        return cls(calls, dealers, np.array(list(vulnerabilities), np.uint8))

    def __len__(self) -> int:
        return len(self.calls)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "AuctionBatch":
        """Some of the auctions, by slice, index array or mask."""
        return AuctionBatch(self.calls[chosen], self.dealers[chosen], self.vulnerabilities[chosen])

    def auction(self, row: int) -> Auction:
        """One of the auctions."""
        calls = self.calls[row]
        made = tuple(EVERY_CALL[call] for call in calls[calls != NO_CALL].tolist())
        return Auction(Seat(int(self.dealers[row])), made)

    def before(self, steps: NDArray[Any]) -> "AuctionBatch":
        """The auctions as they stood when that many calls had been made. Shape of the steps: (auction,)."""
        early = np.arange(self.calls.shape[1]) < steps[:, np.newaxis]
        calls = np.where(early, self.calls, np.uint8(NO_CALL))
        return AuctionBatch(calls, self.dealers, self.vulnerabilities)

    @cached_property
    def _now(self) -> "_LegalState":
        return _last_state(self.calls)

    @property
    def made(self) -> NDArray[np.int16]:
        """How many calls have been made. Shape: (auction,)."""
        return self._now.made

    @property
    def last_bid_at(self) -> NDArray[np.int16]:
        """How many calls came before the last bid, -1 when there is none. Shape: (auction,)."""
        return self._now.bid_at - 1

    @property
    def last_spoken_at(self) -> NDArray[np.int16]:
        """How many calls came before the last one that was not a pass, -1 when there is none. Shape: (auction,)."""
        return self._now.spoken_at - 1

    @property
    def turn(self) -> Indices:
        """The seat to call. Shape: (auction,)."""
        return (self.dealers.astype(np.intp) + self.made) & 3

    @property
    def vulnerable(self) -> Bytes:
        """None 0, the side to call 1, its opponents 2, both 3. Shape: (auction,)."""
        return np.where(self.turn & 1, MIRRORED[self.vulnerabilities], self.vulnerabilities)

    @cached_property
    def standings(self) -> Bytes:
        """The standing now. Shape: (auction,)."""
        return self._now.standings

    @property
    def is_over(self) -> Flags:
        """Shape: (auction,)."""
        return np.asarray(self.standings == OVER)

    @property
    def legal(self) -> Flags:
        """The calls that are allowed now; none once the auction is over. Shape: (auction, call)."""
        legal: Flags = LEGAL[self.standings, :CALLS]
        return legal

    @cached_property
    def contracts(self) -> ContractBatch:
        """The contracts if all pass now."""
        last, at = self._now.last_bid, self.last_bid_at
        bids = np.where(at < 0, -1, last - FIRST_BID).astype(np.intp)
        first = self._first_to_bid(bids % len(Strain), at).clip(min=0)
        return ContractBatch(bids, self._now.doubling.astype(np.intp), (self.dealers + first) & 3)

    @property
    def are_contested(self) -> Flags:
        """Whether the side that did not make the last bid has bid, too. Shape: (auction,)."""
        bid = (self.calls >= FIRST_BID) & (self.calls != NO_CALL)
        other = (np.arange(self.calls.shape[1]) - self.last_bid_at[:, np.newaxis]) & 1 == 1
        return np.asarray((bid & other).any(axis=1))

    def declarers(self, strain: Strain) -> Indices:
        """Who of the side to call was the first to bid a strain; -1 when neither has. Shape: (auction,)."""
        first = self._first_to_bid(np.full(len(self), strain), self.made)
        return np.where(first < 0, -1, (self.dealers + first) & 3)

    def _first_to_bid(self, strains: NDArray[Any], at: NDArray[Any]) -> Indices:
        """The first bid of a strain by the side that calls at some step; -1 when there is none. Shape: (auction,)."""
        steps = np.arange(self.calls.shape[1])
        named = (_STRAIN_OF_CALL[self.calls] == strains[:, np.newaxis]) & ((steps - at[:, np.newaxis]) & 1 == 0)
        if not named.shape[1]:
            return np.full(len(self), -1, np.intp)
        return np.where(named.any(axis=1), named.argmax(axis=1), -1)


class _LegalState(NamedTuple):
    """What legality depends on; all arrays have the same shape. Calls are counted from 1."""

    last_bid: NDArray[np.int16]
    """Its index."""
    bid_at: NDArray[np.int16]
    doubling: NDArray[np.int16]
    """Of the last bid: 0 undoubled, 1 doubled, 2 redoubled."""
    spoken_at: NDArray[np.int16]
    """The last call that was not a pass."""
    made: NDArray[np.int16]

    @property
    def standings(self) -> Bytes:
        has_bid, theirs = self.bid_at > 0, (self.made - self.bid_at) & 1 == 0
        extra = (has_bid & theirs & (self.doubling == 0)) + np.int16(2) * (has_bid & ~theirs & (self.doubling == 1))
        is_over = self.made - self.spoken_at >= np.where(has_bid, 3, 4)
        return np.where(is_over, OVER, 3 * self.last_bid + extra).astype(np.uint8)


def _keys(by_step: Bytes) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """For each call two numbers whose maximum up to a call tells the state there. Shape: (call, auction), both ways.

    `64 · step + call` of bids, and `4 · step + doubling` of all calls but passes, the steps counted from 1.
    """
    steps = np.arange(1, len(by_step) + 1, dtype=np.int16)[:, np.newaxis]
    is_bid, is_double = are_bids(by_step), (by_step == DOUBLE.index) | (by_step == REDOUBLE.index)
    return is_bid * (64 * steps + by_step), (is_bid | is_double) * (4 * steps + is_double * by_step)


def _state(bids: NDArray[np.int16], spoken: NDArray[np.int16], made: NDArray[np.int16]) -> _LegalState:
    """The state that the maxima of the keys tell."""
    bids = np.maximum(bids, _NO_BID)
    return _LegalState(bids & 63, bids >> 6, spoken & 3, spoken >> 2, made)


def _last_state(calls: Bytes) -> _LegalState:
    """The state after all calls. Shape: (auction, call) to (auction,)."""
    by_step = np.ascontiguousarray(calls.T)  # a maximum over the first axis is many times as fast
    bids, spoken = (keys.max(axis=0, initial=0) for keys in _keys(by_step))
    return _state(bids, spoken, (by_step != NO_CALL).sum(axis=0, dtype=np.int16))


def are_bids(calls: Bytes) -> Flags:
    """Which of the calls are bids; any shape."""
    is_bid: Flags = (calls >= FIRST_BID) & (calls != NO_CALL)
    return is_bid


def standings(calls: Bytes) -> Bytes:
    """The standing before each call and after the last. Shape: (auction, call) to (auction, call + 1)."""
    by_step = np.ascontiguousarray(calls.T)
    bids, spoken, made = np.zeros((3, len(by_step) + 1, len(calls)), np.int16)
    for keys, upto in zip(_keys(by_step), (bids, spoken), strict=True):
        np.maximum.accumulate(keys, axis=0, out=upto[1:])
    np.cumsum(by_step != NO_CALL, axis=0, out=made[1:])
    return np.ascontiguousarray(_state(bids, spoken, made).standings.T)


def last_standings(calls: Bytes) -> Bytes:
    """The standing after the last call only. Shape: (auction, call) to (auction,)."""
    return _last_state(calls).standings


def are_legal(calls: Bytes) -> Flags:
    """Whether each auction is legal from the first call to its end, with nothing missing. Shape: (auction,)."""
    before = standings(calls)
    made = calls != NO_CALL
    allowed = LEGAL[before[:, :-1], np.where(made, calls, END)]
    ended: Flags = before[:, -1] == OVER
    return allowed.all(axis=1) & ended
