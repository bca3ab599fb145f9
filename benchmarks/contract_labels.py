"""How good the labels of the best contract are: the same layouts, with estimated and with exact tricks.

For each board the best contract is found once with the fast four-hand network and once with the solver, over the same
layouts; both contracts are then scored with exact tricks. `python benchmarks/contract_labels.py 1000 --layouts 10`
"""

import argparse

import numpy as np

from overtrick.arrays import DealBatch
from overtrick.arrays.auctions import AuctionBatch
from overtrick.contract.decisions import DecisionBatch
from overtrick.contract.labels import MARGIN, ChoiceMeans, LabelRule, estimated, label, scored_against_reached, solved
from overtrick.layouts.sampler import Owners, agreeing
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.table import BATCH_NODES, Table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", type=int, nargs="?", default=200)
    parser.add_argument("--layouts", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    decisions, layouts = _decided(asked.boards, asked.layouts, asked.seed)
    deals, shape = DealBatch.of_owners(layouts.reshape(-1, 52)), (*layouts.shape[:2], 4, 5)
    guessed, truly = (
        ChoiceMeans(won.mean(axis=1, dtype=np.float32), points.mean(axis=1, dtype=np.float32), np.empty(0, np.uint8))
        for points, won in (
            scored_against_reached(decisions, solve(decisions, deals).reshape(shape)) for solve in (estimated, solved)
        )
    )
    rows = np.arange(len(decisions))
    for rule in LabelRule:
        ours, best = (label(decisions, simulation, rule) for simulation in (guessed, truly))
        lost = truly.imps[rows, best] - truly.imps[rows, ours]
        error = lost.std() / len(lost) ** 0.5
        margin = f"ours, margin {MARGIN:g} IMPs" if rule is LabelRule.OURS else "the paper's two steps"
        print(f"{len(decisions):,} boards, {asked.layouts} layouts each, {margin}")
        print(
            f"labels that differ from the contract reached {(ours != decisions.reached).mean():8.1%} estimated, "
            f"{(best != decisions.reached).mean():.1%} exact"
        )
        print(f"the same label                      {(ours == best).mean():8.1%}")
        print(f"exact label better by               {lost.mean():+8.3f} ± {error:.3f} IMPs a board")
        print(f"mean difference, whichever is better{np.abs(lost).mean():8.3f} IMPs a board")
        both = [truly.imps[rows, each].mean() for each in (ours, best)]
        print(f"won against the contract reached    {both[0]:+8.3f} estimated, {both[1]:+.3f} exact")


def _decided(count: int, layouts: int, seed: int) -> tuple[DecisionBatch, Owners]:
    """The last decisions of random boards bid by SAYC, and layouts that agree with their auctions."""
    boards, tree = BoardBatch.random(count, seed), Table.of("sayc", "sayc", BATCH_NODES).tree
    ends = [boards.auction(place, end) for place, end in enumerate(boards.bid(tree))]
    auctions = AuctionBatch.stack(ends, boards.vulnerabilities)
    places = np.flatnonzero(auctions.contracts.bids >= 0)
    batch = DecisionBatch.at(auctions[places], auctions[places].last_bid_at.astype(np.intp))
    shown = []
    for row, place in enumerate(places.tolist()):
        node = tree.node(batch.auctions.auction(row), boards.vulnerabilities[place])
        shown.append([node.shown_by(node.turn + turns & 3) for turns in (1, 2, 3)])
    owners = boards.deals.owners[places]
    return batch, agreeing(owners, batch.seats, shown, layouts, np.random.default_rng(seed))[0]


if __name__ == "__main__":
    main()
