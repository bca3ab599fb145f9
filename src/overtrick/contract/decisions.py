"""The last word of a side: the call that made the contract, or that left it to the others, and what it could have been.

A *choice* is one of 37: pass (leave what stands), double it, or one of the 35 bids; each is taken to end the auction.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.auctions import FIRST_BID
from overtrick.arrays.scores import SCORES, doubled_if_it_fails_by_two
from overtrick.core import BIDS, DOUBLE, PASS, REDOUBLE

CHOICES = 2 + len(BIDS)
"""Pass 0, double 1, bids from 2 (1♣) to 36 (7NT)."""

FIRST_BID_CHOICE = 2

Tricks = NDArray[np.uint8]
"""Of every layout, the tricks of every declarer and strain. Shape: (…, seat, strain)."""

_TO_CHOICE = {PASS.index: 0, DOUBLE.index: 1, **{bid.index: place + 2 for place, bid in enumerate(BIDS)}}


class Decision(NamedTuple):
    """One side's last word in an auction. Seats are absolute, North 0; bids are counted from 1♣, 0."""

    step: int
    """The call that is decided on."""
    seat: int
    reached: int
    """The choice that was made."""
    reached_doubling: int
    """How often the reached contract was doubled in the end, 0 to 2."""
    standing: int
    """The bid that stands before the call, -1 for none."""
    standing_doubling: int
    standing_declarer: int
    declarers: tuple[int, ...]
    """Who would declare each strain for this side."""
    bid_strains: int
    """The strains this side has bid, as bits."""


def last_bid_of(calls: Sequence[int]) -> int | None:
    """The step at which the contract was bid, None when the board was passed out."""
    return next((step for step in range(len(calls) - 1, -1, -1) if calls[step] >= FIRST_BID), None)


def declaring(calls: Sequence[int], dealer: int) -> Decision | None:
    """The decision of the player who bid the contract; on a passed-out board, of the player who passed it out."""
    step = last_bid_of(calls)
    return _decision(calls, dealer, len(calls) - 1 if step is None else step)


def defending(calls: Sequence[int], dealer: int) -> Decision | None:
    """The last word of the side that let the others play: its double, or the pass that ended the auction."""
    contract = last_bid_of(calls)
    if contract is None:
        return None
    spoken = max(step for step, call in enumerate(calls) if call != PASS.index)
    return _decision(calls, dealer, spoken if calls[spoken] == DOUBLE.index else len(calls) - 1)


def _decision(calls: Sequence[int], dealer: int, step: int) -> Decision | None:
    if calls[step] == REDOUBLE.index:
        return None
    before, seat = calls[:step], (dealer + step) & 3
    standing = last_bid_of(before)
    return Decision(
        step,
        seat,
        _TO_CHOICE[calls[step]],
        _doublings(calls, last_bid_of(calls)),
        -1 if standing is None else before[standing] - FIRST_BID,
        _doublings(before, standing),
        0 if standing is None else _declarer(before, dealer, standing),
        tuple(_first_to_bid(before, dealer, seat, strain) for strain in range(5)),
        sum({1 << (call - FIRST_BID) % 5 for call in before[step & 1 :: 2] if call >= FIRST_BID}),
    )


def _doublings(calls: Sequence[int], bid: int | None) -> int:
    """How often the bid at that step has been doubled: not, doubled or redoubled."""
    return 0 if bid is None else max((call for call in calls[bid + 1 :] if call <= REDOUBLE.index), default=0)


def _declarer(calls: Sequence[int], dealer: int, step: int) -> int:
    """Who declares the bid made at that step."""
    return _first_to_bid(calls[: step + 1], dealer, (dealer + step) & 3, (calls[step] - FIRST_BID) % 5)


def _first_to_bid(calls: Sequence[int], dealer: int, seat: int, strain: int) -> int:
    """Who of a player's side was the first to bid a strain; the player himself while nobody was."""
    for step in range((seat - dealer) & 1, len(calls), 2):
        if calls[step] >= FIRST_BID and (calls[step] - FIRST_BID) % 5 == strain:
            return (dealer + step) & 3
    return seat


@dataclass(frozen=True, eq=False)
class DecisionBatch:
    """Decisions by the thousand, one a row."""

    seats: NDArray[np.int64]
    reached: NDArray[np.int64]
    reached_doubling: NDArray[np.int64]
    standing: NDArray[np.int64]
    standing_doubling: NDArray[np.int64]
    standing_declarer: NDArray[np.int64]
    declarers: NDArray[np.int64]
    """Shape: (decision, strain)."""
    bid_strains: NDArray[np.int64]
    vulnerable: NDArray[np.int64]
    """The player's side, and the opponents. Shape: (decision, 2)."""

    @classmethod
    def of(cls, decisions: Iterable[Decision], vulnerabilities: Iterable[int]) -> "DecisionBatch":
        """Decisions with the vulnerabilities (0 to 3) of their boards."""
        rows = list(decisions)
        columns = {
            field.name: np.array([getattr(row, name) for row in rows], np.int64)
            for field, name in zip(fields(cls), Decision._fields[1:], strict=False)
        }
        side, by_board = columns["seats"] & 1, np.array(list(vulnerabilities), np.int64)
        return cls(**columns, vulnerable=np.stack([by_board >> side & 1, by_board >> (1 - side) & 1], axis=1))

    def __len__(self) -> int:
        return len(self.seats)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "DecisionBatch":
        return DecisionBatch(*(getattr(self, field.name)[chosen] for field in fields(self)))

    @property
    def theirs(self) -> NDArray[np.bool_]:
        """Whether what stands is the opponents' bid."""
        theirs: NDArray[np.bool_] = (self.standing >= 0) & ((self.standing_declarer ^ self.seats) & 1 == 1)
        return theirs

    @property
    def legal(self) -> NDArray[np.bool_]:
        """Which choices the laws allow. Shape: (decision, choice)."""
        legal = np.ones((len(self), CHOICES), bool)
        legal[:, 1] = self.theirs & (self.standing_doubling == 0)
        legal[:, 2:] = np.arange(len(BIDS)) > self.standing[:, np.newaxis]
        return legal

    @property
    def as_bid(self) -> NDArray[np.bool_]:
        """Choices that keep the trump suit (step 1 of the paper): pass, double, and bids in the strain that was bid.

        Where the side did not bid, any strain it had bid before. Shape: (decision, choice)."""
        strains = np.where(self.reached >= 2, 1 << (self.reached - 2) % 5, self.bid_strains)
        kept = np.ones((len(self), CHOICES), bool)
        kept[:, 2:] = strains[:, np.newaxis] >> np.arange(len(BIDS)) % 5 & 1
        return kept & self.legal

    def scores(self, tricks: Tricks) -> NDArray[np.int16]:
        """What every choice scores for the player's side. Shape: (decision, …, seat, strain) to (decision, …, choice).

        A bid above the one reached is doubled when it fails by two tricks or more, as it would be at the table.
        """
        layouts = tricks.reshape(len(self), -1, 4, 5)
        rows, every = np.arange(len(self))[:, np.newaxis], np.arange(layouts.shape[1])
        found = np.empty((len(self), layouts.shape[1], CHOICES), np.int16)
        for choice in (0, 1):
            standing = SCORES[
                np.where(choice, 1, self.standing_doubling)[:, np.newaxis],
                self.vulnerable[np.arange(len(self)), self.theirs.astype(int)][:, np.newaxis],
                self.standing[:, np.newaxis],
                layouts[rows, every, self.standing_declarer[:, np.newaxis], (self.standing % 5)[:, np.newaxis]],
            ]
            sign = np.where(self.standing < 0, 0, np.where(self.theirs, -1, 1)).astype(np.int16)
            found[:, :, choice] = standing * sign[:, np.newaxis]
        ours = self.vulnerable[:, :1]
        for strain in range(5):
            made = layouts[rows, every, self.declarers[:, strain, np.newaxis], strain]
            for level in range(7):
                bid = 5 * level + strain
                found[:, :, 2 + bid] = SCORES[self._doubling(bid, made), ours, bid, made]
        return found.reshape(*tricks.shape[:-2], CHOICES)

    def _doubling(self, bid: int, made: NDArray[np.uint8]) -> NDArray[np.int64]:
        """How often a bid is doubled, given the tricks. Shape: (decision, layout)."""
        reached = np.where(self.reached >= 2, self.reached - 2, -1)[:, np.newaxis]
        usual = np.where(bid == reached, self.reached_doubling[:, np.newaxis], 0)
        return doubled_if_it_fails_by_two(usual, np.array(bid), made, above=reached)
