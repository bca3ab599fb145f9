"""Why a contract is good: the fit, the points, and the tricks over layouts that agree with the auction."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, random_deals
from overtrick.arrays.scores import DOUBLINGS, MAKES, SCORES
from overtrick.contract.predictor import contract_after
from overtrick.core import BIDS, Contract, Deal, Hand, Position, Seat, Strain, Suit
from overtrick.hands.cells import Range, Shown, stated
from overtrick.layouts.sampler import Owners, agreeing
from overtrick.systems.engine.tree import Node
from overtrick.tricks.estimators import four_hands

LAYOUTS = 60
_WALKS = 20
"""Walks that begin at different deals."""
_ROUNDS = 12
"""Times the walks go on while too few layouts agree."""

_POINTS_IN_A_PACK = 40


@dataclass(frozen=True)
class ContractReason:
    """What speaks for one contract, as far as the player can know."""

    choice: str
    contract: Contract | None
    """What would be played if all others passed; None for a board passed out."""
    fit: Range | None
    """Trumps of the two hands, fewest and most; None in notrump, and where the opponents declare."""
    points: Range
    """High-card points of the player's two hands."""
    tricks: float
    """What declarer takes on average."""
    chance: float
    """That the contract makes."""
    score: float
    """What the player's side scores on average."""


@dataclass(frozen=True)
class ContractReasons:
    """ContractReasons of some contracts, and how many layouts they were counted over."""

    by_contract: tuple[ContractReason, ...]
    layouts: int
    agree: bool
    """Whether the layouts agree with the auction; without that they are any at all."""


def reasons(node: Node, position: Position, choices: Sequence[str], seed: int = 0) -> ContractReasons:
    """Why these choices, over the same layouts for all of them."""
    layouts, agree = sample(node, position, np.random.default_rng(seed))
    tricks = four_hands().probabilities(DealBatch.of_owners(layouts)).mean(axis=0)
    partner = stated(node.shown_by(node.turn + 2 & 3))
    by_contract = tuple(_reason(position, partner, choice, tricks) for choice in choices)
    return ContractReasons(by_contract, len(layouts), agree)


def _reason(position: Position, partner: Shown, choice: str, tricks: NDArray[np.float32]) -> ContractReason:
    """One of them; `tricks` are probabilities. Shape: (declarer, strain, tricks)."""
    contract, side = contract_after(position.auction, choice), position.seat.side
    points = _together(position.hand.hcp, partner.hcp, _POINTS_IN_A_PACK)
    if contract is None:
        return ContractReason(choice, None, None, points, 0.0, 1.0, 0.0)
    taken, bid = tricks[contract.declarer, contract.strain], BIDS.index(contract.bid)
    vulnerable = int(position.vulnerability.includes(contract.side))
    score = float(taken @ SCORES[DOUBLINGS.index(contract.doubling), vulnerable, bid])
    ours = contract.side is side
    return ContractReason(
        choice,
        contract,
        _fit(position.hand, partner, contract.strain) if ours else None,
        points,
        float(taken @ np.arange(14)),
        float(taken @ MAKES[bid]),
        score if ours else -score,
    )


def _fit(hand: Hand, partner: Shown, strain: Strain) -> Range | None:
    if strain is Strain.NOTRUMP:
        return None
    suit = Suit(int(strain))
    return _together(hand.lengths[suit], partner.lengths[suit], 13)


def _together(own: int, partner: Range, most: int) -> Range:
    return min(own + partner[0], most), min(own + partner[1], most)


# Layouts


def sample(node: Node, position: Position, rng: np.random.Generator) -> tuple[Owners, bool]:
    """Layouts that agree with what the others have shown, and True; any layouts and False where none does.

    Shape: (layout, card).
    """
    seat = position.seat
    north, east, south, west = (position.hand if each == seat else Hand() for each in Seat)
    start = random_deals(_WALKS, rng, Deal((north, east, south, west))).owners
    shown = [node.shown_by(node.turn + turns & 3) for turns in (1, 2, 3)]
    seats = np.full(_WALKS, seat, np.int64)
    agreed: list[Owners] = []
    walked = start
    for _ in range(_ROUNDS):
        layouts, agree = agreeing(walked, seats, [shown] * _WALKS, LAYOUTS // _WALKS, rng)
        walked, every = layouts[:, -1], layouts.reshape(-1, 52)
        agreed.append(every[agree.ravel()])
        if sum(map(len, agreed)) >= LAYOUTS:
            return np.concatenate(agreed)[:LAYOUTS], True
    some = np.concatenate(agreed)
    return (some, True) if len(some) else (every, False)
