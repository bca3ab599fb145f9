"""What the bidding of a board cost: the contract reached, beside the best one of the side that declared.

Both are scored over the same layouts of the other side's cards, and on the deal as it was. The best contract is one
that side could have declared: it outranks every bid of the opponents. Where they never bid, passing out is one too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.auctions import AuctionBatch
from overtrick.arrays.scores import DOUBLINGS, SCORES, imps_of
from overtrick.contract.decisions import CHOICE_NAMES, declaring_steps
from overtrick.contract.pair import PASS_OUT, PairContracts
from overtrick.contract.positions import PositionBatch
from overtrick.contract.predictor import ContractPredictor, contract_after
from overtrick.core import BIDS, Auction, Contract, DDTable, Record, Side
from overtrick.core.comparing import imps
from overtrick.systems.engine.tree import Tree

LAYOUTS = 100
"""Layouts a board, unless the caller says otherwise: a quarter of what one pair of hands gets."""


@dataclass(frozen=True)
class MeanAndError:
    """An average with its standard error."""

    value: float
    error: float

    @classmethod
    def of(cls, values: Sequence[float] | NDArray[np.int8]) -> "MeanAndError":
        count = len(values)
        if not count:
            return cls(0.0, 0.0)
        spread = float(np.std(values, ddof=1, dtype=np.float64)) if count > 1 else 0.0
        return cls(float(np.mean(values, dtype=np.float64)), spread / count**0.5)


@dataclass(frozen=True)
class ImpsWon:
    """IMPs of one contract against another: over the layouts, and on the deal as it was."""

    over_layouts: MeanAndError
    on_deal: int


@dataclass(frozen=True)
class PredictedContract:
    """What the predictor would have chosen at the side's last decision, from the one hand."""

    choice: str
    p: float
    contract: Contract | None
    won: ImpsWon
    """Against the contract reached."""


@dataclass(frozen=True)
class BiddingCost:
    """A board with the contract reached (None: passed out), the best one, and what the difference cost."""

    record: Record
    side: Side
    reached: Contract | None
    best: Contract | None
    lost: ImpsWon
    predicted: PredictedContract


@dataclass(frozen=True)
class CostTotals:
    """IMPs a board over many boards."""

    boards: int
    lost: MeanAndError
    lost_on_deal: MeanAndError
    won: MeanAndError
    """What the predictor would have won against the contracts reached."""
    won_on_deal: MeanAndError

    @classmethod
    def of(cls, costs: Sequence[BiddingCost]) -> "CostTotals":
        lost, won = [cost.lost for cost in costs], [cost.predicted.won for cost in costs]
        means = [
            MeanAndError.of(imps)
            for compared in (lost, won)
            for imps in ([each.over_layouts.value for each in compared], [each.on_deal for each in compared])
        ]
        return cls(len(costs), *means)


def costs_of(
    records: Sequence[Record],
    tables: Sequence[DDTable],
    tree: Tree,
    predictor: ContractPredictor,
    *,
    layouts: int = LAYOUTS,
    seed: int = 0,
) -> list[BiddingCost]:
    """What the bidding of these boards cost; `tables` are the tricks of their deals."""
    predictions = last_predictions(records, tree, predictor)
    return [_cost(*board, layouts, seed) for board in zip(records, tables, predictions, strict=True)]


class LastPrediction(NamedTuple):
    """What the predictor says before the last decision of the side that declared."""

    before: Auction
    choice: str
    p: float


def last_predictions(records: Sequence[Record], tree: Tree, predictor: ContractPredictor) -> list[LastPrediction]:
    """What the predictor would choose at each declaring side's last decision."""
    if not records:
        return []
    auctions = [record.require_auction() for record in records]
    steps = declaring_steps(AuctionBatch.stack(auctions, [record.board.vulnerability for record in records]))
    before = [auction.before(step) for auction, step in zip(auctions, steps.tolist(), strict=True)]
    positions = [
        (tree.node(auction, record.board.vulnerability), record.board.deal[auction.turn])
        for auction, record in zip(before, records, strict=True)
    ]
    chances = predictor.probabilities(PositionBatch.of(positions))
    choices = chances.argmax(axis=1).tolist()
    return [
        LastPrediction(auction, CHOICE_NAMES[choice], float(row[choice]))
        for auction, choice, row in zip(before, choices, chances, strict=True)
    ]


def _cost(record: Record, table: DDTable, last: LastPrediction, layouts: int, seed: int) -> BiddingCost:
    side, reached = last.before.turn.side, record.require_auction().contract
    scored = _ScoredContracts.of(record, table, side, layouts, seed)
    best = scored.best(_highest_bid(record, side.opponents))
    chosen = scored.with_likely_doubling(contract_after(last.before, last.choice), reached)
    predicted = PredictedContract(last.choice, last.p, chosen, scored.compare(chosen, reached))
    return BiddingCost(record, side, reached, best, scored.compare(best, reached), predicted)


def _highest_bid(record: Record, side: Side) -> int:
    """The highest bid of a side, counted from 1♣, 0; -1 when it made none."""
    bids = [BIDS.index(call) for seat, call in record.require_auction() if seat.side is side and call.is_bid]
    return max(bids, default=-1)


@dataclass(frozen=True)
class _ScoredContracts:
    """Contracts of a board, scored for one side. The layouts have that side sitting North-South."""

    pair: PairContracts
    side: Side
    vulnerable: tuple[bool, bool]
    table: DDTable

    @classmethod
    def of(cls, record: Record, table: DDTable, side: Side, layouts: int, seed: int) -> "_ScoredContracts":
        board = record.board
        vulnerable = board.vulnerability.includes(side), board.vulnerability.includes(side.opponents)
        first, second = (board.deal[seat] for seat in side.seats)
        return cls(
            PairContracts.of_hands(first, second, vulnerable=vulnerable[0], seed=seed, layouts=layouts),
            side,
            vulnerable,
            table,
        )

    def best(self, above: int) -> Contract | None:
        """The contract with the best expected score of those above a bid of the opponents'."""
        order = self.pair.order(self.pair.expected).tolist()
        allowed = (index for index in order if index % len(BIDS) > above and (index < PASS_OUT or above < 0))
        return self._seated(self.pair.contract(next(allowed)))

    def _seated(self, contract: Contract | None) -> Contract | None:
        """A contract of North-South in the layouts, as one of this side's."""
        return None if contract is None else replace(contract, declarer=contract.declarer.after(self.side))

    def with_likely_doubling(self, contract: Contract | None, reached: Contract | None) -> Contract | None:
        """Our contract, doubled where the opponents gain by it; the one that was reached keeps its doubling."""
        if contract is None or contract.side is not self.side:
            return contract
        if reached is not None and (contract.bid, contract.declarer) == (reached.bid, reached.declarer):
            return reached
        index = self.side.seats.index(contract.declarer) * len(BIDS) + BIDS.index(contract.bid)
        return self._seated(self.pair.contract(index))

    def compare(self, one: Contract | None, other: Contract | None) -> ImpsWon:
        """The IMPs of one contract against another."""
        over_layouts = imps_of(self._over_layouts(one) - self._over_layouts(other))
        return ImpsWon(MeanAndError.of(over_layouts), imps(self._on_deal(one) - self._on_deal(other)))

    def _over_layouts(self, contract: Contract | None) -> NDArray[np.int32]:
        """This side's score in each layout. Shape: (layout,)."""
        if contract is None:
            return np.zeros(len(self.pair.layouts.tricks), np.int32)
        seat, ours = contract.declarer.after(-self.side), contract.side is self.side
        if ours:
            taken = self.pair.taken[:, seat // 2, contract.strain]
        else:
            taken = self.pair.layouts.tricks[:, seat, contract.strain].argmax(axis=-1)
        bid, vulnerable = BIDS.index(contract.bid), int(self.vulnerable[not ours])
        scores: NDArray[np.int32] = SCORES[DOUBLINGS.index(contract.doubling), vulnerable, bid, taken].astype(np.int32)
        return scores if ours else -scores

    def _on_deal(self, contract: Contract | None) -> int:
        if contract is None:
            return 0
        ours = contract.side is self.side
        taken = self.table[contract.declarer, contract.strain]
        score = contract.score(taken, vulnerable=self.vulnerable[not ours])
        return score if ours else -score
