"""What the bidding of a board cost: the contract reached, beside the best outcome that either side could have had.

Both are scored over the same layouts of the other side's cards, and on the deal as it was. Of the two sides the one
that lost more is named, with the call after which the better outcome was out of reach.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from overtrick.arrays.auctions import AuctionBatch
from overtrick.contract.decisions import CHOICE_NAMES, declaring_steps
from overtrick.contract.outcomes import ImpsWon, MeanAndError, SideOutcomes, can_be_left, choices_of
from overtrick.contract.positions import PositionBatch
from overtrick.contract.predictor import ContractPredictor, contract_after
from overtrick.core import Auction, Contract, DDTable, Record, Seat, Side
from overtrick.systems.engine.tree import Tree

LAYOUTS = 100
"""Layouts a board, unless the caller says otherwise: a quarter of what one pair of hands gets."""


@dataclass(frozen=True)
class PredictedContract:
    """What the predictor would have chosen at the declaring side's last decision, from the one hand."""

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
    """Which could have done better; the side that declared where neither could."""
    reached: Contract | None
    best: Contract | None
    """Never worse than the one reached; a contract of the other side's is defended."""
    lost: ImpsWon
    place: int | None
    """Of the call after which the best was out of reach; None where nothing was better."""
    lost_by: Mapping[Side, float]
    """IMPs over the layouts."""
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
    return [_cost(*board, tree, layouts, seed) for board in zip(records, tables, predictions, strict=True)]


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


def _cost(record: Record, table: DDTable, last: LastPrediction, tree: Tree, layouts: int, seed: int) -> BiddingCost:
    auction = record.require_auction()
    reached, declaring = auction.contract, last.before.turn.side
    node = tree.node(auction, record.board.vulnerability)
    shown = [node.shown_by((seat - auction.dealer) & 3) for seat in Seat]
    sides = {side: SideOutcomes.of(record, table, side, shown, layouts, seed) for side in Side}
    found = {
        side: sides[side].best(choices_of(auction, side, can_defend=can_be_left(tree, record, side.opponents)), reached)
        for side in Side
    }
    side = max((declaring, declaring.opponents), key=lambda each: found[each].won.over_layouts.value)
    best = found[side]
    chosen = sides[declaring].with_likely_doubling(contract_after(last.before, last.choice), reached)
    predicted = PredictedContract(last.choice, last.p, chosen, sides[declaring].compare(chosen, reached))
    lost_by = {each: found[each].won.over_layouts.value for each in Side}
    return BiddingCost(record, side, reached, best.contract, best.won, best.place, lost_by, predicted)
