"""The last decision of a side: the call that made the contract, or left it to the opponents, and the other choices.

A *choice* is one of 37: pass (leave what stands), double it, or one of the 35 bids; each is taken to end the auction.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.auctions import CALLS, AuctionBatch, Indices
from overtrick.arrays.scores import SCORES, STRAINS, TARGETS, ContractBatch, doubled_if_it_fails_by_two
from overtrick.core import BIDS, DOUBLE, PASS, Call, Strain

CHOICE_CALLS: tuple[Call, ...] = (PASS, DOUBLE, *BIDS)
"""The call of each choice."""
CHOICE_NAMES = ("Pass", "X", *map(str, BIDS))
CHOICES = len(CHOICE_CALLS)
FIRST_BID_CHOICE = 2
"""Of the bids, 1♣ to 7NT."""

_JUST_MADE = SCORES[0, 0, np.arange(len(BIDS)), TARGETS]
CATEGORIES = ("part score", "game", "slam", "grand slam")
BID_CATEGORIES = np.array(
    [bid.level - 4 if bid.level > 5 else int(_JUST_MADE[place] >= 300) for place, bid in enumerate(BIDS)]
)
"""The category of each bid: a game scores the game bonus when it is just made. Shape: (bid,)."""

Tricks = NDArray[np.uint8]
"""Of every layout, the tricks of every declarer and strain. Shape: (…, seat, strain)."""

_INDICES = np.array([call.index for call in CHOICE_CALLS])
_CHOICE_OF_CALL = np.zeros(CALLS, np.intp)
_CHOICE_OF_CALL[_INDICES] = np.arange(CHOICES)


def legal_choices(auctions: AuctionBatch) -> NDArray[np.bool_]:
    """Which choices the laws allow. Shape: (auction, choice)."""
    return auctions.legal[:, _INDICES]


def declaring_steps(auctions: AuctionBatch) -> Indices:
    """The step at which each contract was bid; of a board passed out, the last pass. Shape: (auction,)."""
    return np.where(auctions.last_bid_at < 0, auctions.made - 1, auctions.last_bid_at).astype(np.intp)


def defending_steps(auctions: AuctionBatch) -> Indices:
    """The last decision of the side that did not declare: its double, or the pass that ended the auction.

    -1 for a board passed out. Shape: (auction,).
    """
    contracts = auctions.contracts
    steps = np.where(contracts.doublings == 1, auctions.last_spoken_at, auctions.made - 1)
    return np.where(contracts.bids < 0, -1, steps).astype(np.intp)


@dataclass(frozen=True, eq=False)
class DecisionBatch:
    """Decisions, one a row."""

    auctions: AuctionBatch
    """The calls before the one that is decided on."""
    reached: Indices
    """The choice that was made. Shape: (decision,)."""
    reached_doubling: Indices
    """How the contract stood in the end: 0 undoubled, 1 doubled, 2 redoubled. Shape: (decision,)."""

    @classmethod
    def at(cls, auctions: AuctionBatch, steps: Indices) -> "DecisionBatch":
        """The decisions taken at some steps of finished auctions."""
        made = auctions.calls[np.arange(len(auctions)), steps]
        return cls(auctions.before(steps), _CHOICE_OF_CALL[made], auctions.contracts.doublings)

    def __len__(self) -> int:
        return len(self.reached)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "DecisionBatch":
        return DecisionBatch(self.auctions[chosen], self.reached[chosen], self.reached_doubling[chosen])

    @property
    def seats(self) -> Indices:
        """Who decides. Shape: (decision,)."""
        return self.auctions.turn

    @property
    def standing(self) -> ContractBatch:
        """The contracts as they stand before the call."""
        return self.auctions.contracts

    @cached_property
    def declarers(self) -> Indices:
        """Who would declare each strain for this side. Shape: (decision, strain)."""
        first = self._first_to_bid
        return np.where(first < 0, self.seats[:, np.newaxis], first)

    @cached_property
    def _first_to_bid(self) -> Indices:
        return np.stack([self.auctions.declarers(strain) for strain in Strain], axis=1)

    @property
    def has_bid(self) -> NDArray[np.bool_]:
        """Which strains this side has bid so far. Shape: (decision, strain)."""
        bid: NDArray[np.bool_] = self._first_to_bid >= 0
        return bid

    @property
    def legal(self) -> NDArray[np.bool_]:
        """Which choices the laws allow. Shape: (decision, choice)."""
        return legal_choices(self.auctions)

    @property
    def as_bid(self) -> NDArray[np.bool_]:
        """Choices that keep the trump suit (step 1 of the paper): pass, double, and bids in the strain that was bid.

        Where the side did not bid, any strain it had bid before. Shape: (decision, choice).
        """
        bid = self.reached[:, np.newaxis] - FIRST_BID_CHOICE
        strains = np.where(bid >= 0, STRAINS[bid] == np.arange(len(Strain)), self.has_bid)
        kept = np.ones((len(self), CHOICES), bool)
        kept[:, FIRST_BID_CHOICE:] = strains[:, STRAINS]
        return kept & self.legal

    def scores(self, tricks: Tricks) -> NDArray[np.int16]:
        """What every choice scores for the player's side. Shape: (decision, …, seat, strain) to (decision, …, choice).

        A bid above the one reached is doubled when it fails by two tricks or more, as it would be at the table.
        """
        layouts = tricks.reshape(len(self), -1, 4, len(Strain))
        scores = np.empty((*layouts.shape[:2], CHOICES), np.int16)
        self._score_standing(layouts, scores)
        rows, every = np.arange(len(self))[:, np.newaxis], np.arange(layouts.shape[1])
        vulnerable = (self.auctions.vulnerable & 1)[:, np.newaxis]
        reached = self.reached[:, np.newaxis] - FIRST_BID_CHOICE
        for strain in Strain:
            made = layouts[rows, every, self.declarers[:, strain, np.newaxis], strain].astype(np.intp)
            for bid in range(strain, len(BIDS), len(Strain)):
                stood = np.where(bid == reached, self.reached_doubling[:, np.newaxis], 0)
                doublings = doubled_if_it_fails_by_two(stood, np.array(bid), made, above=reached)
                scores[:, :, FIRST_BID_CHOICE + bid] = SCORES[doublings, vulnerable, bid, made]
        return scores.reshape(*tricks.shape[:-2], CHOICES)

    def _score_standing(self, layouts: Tricks, scores: NDArray[np.int16]) -> None:
        """Fill in what pass and double score. Shape: (decision, layout, seat, strain), (decision, layout, choice)."""
        shape = layouts.shape[:2]
        stands = ContractBatch(*(np.broadcast_to(part[:, np.newaxis], shape) for part in self.standing))
        taken = stands.tricks(layouts)
        side, vulnerabilities = (part[:, np.newaxis] for part in (self.seats & 1, self.auctions.vulnerabilities))
        scores[:, :, 0] = stands.scores(taken, side, vulnerabilities)
        doubled = stands._replace(doublings=np.ones(shape, np.intp))
        scores[:, :, 1] = doubled.scores(taken, side, vulnerabilities)
