"""How good the labels of the best contract are: the same layouts, with estimated and with exact tricks.

For each board the best contract is found once with the fast four-hand network and once with the solver, over the same
layouts; both contracts are then scored with exact tricks. `python benchmarks/contract_labels.py 1000 --layouts 10`
"""

import argparse

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.arrays.auctions import AuctionBatch
from overtrick.contract.decisions import DecisionBatch
from overtrick.contract.labels import MARGIN, best_choices, estimated, won_against_reached
from overtrick.layouts.sampler import Owners, agreeing
from overtrick.solver.tables import solve_contracts
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.table import BATCH_NODES, Table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", type=int, nargs="?", default=200)
    parser.add_argument("--layouts", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    decisions, layouts = _decided(asked.boards, asked.layouts, asked.seed)
    guessed = estimated(DealBatch.of_owners(layouts.reshape(-1, 52))).reshape(*layouts.shape[:2], 4, 5)
    exact = _exact(decisions, layouts, guessed)
    by_guess, truly = (won_against_reached(decisions, tricks) for tricks in (guessed, exact))
    ours = best_choices(decisions, by_guess.mean(axis=1, dtype=np.float32))
    best = best_choices(decisions, truly.mean(axis=1, dtype=np.float32))
    rows = np.arange(len(decisions))
    lost = truly[rows, :, best].mean(axis=1) - truly[rows, :, ours].mean(axis=1)
    print(f"{len(decisions):,} boards, {asked.layouts} layouts each, margin {MARGIN:g} IMPs")
    print(f"the same label                      {(ours == best).mean():8.1%}")
    print(f"exact label better by               {lost.mean():+8.3f} ± {lost.std() / len(lost) ** 0.5:.3f} IMPs a board")
    print(f"mean difference, whichever is better{np.abs(lost).mean():8.3f} IMPs a board   (bar 0.1)")
    both = [truly[rows, :, each].mean() for each in (ours, best)]
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


def _exact(decisions: DecisionBatch, layouts: Owners, guessed: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Exact tricks where a label needs them: in the strain that was bid, and in the one that stands."""
    exact = guessed.copy()
    deals, count = DealBatch.of_owners(layouts.reshape(-1, 52)), layouts.shape[1]
    rows = np.arange(len(decisions))
    strains = (decisions.reached - 2) % 5
    asked = [(decisions.declarers[rows, strains], strains, rows >= 0)]
    standing = decisions.standing
    asked.append((standing.declarers, standing.bids % 5, standing.bids >= 0))
    for declarers, in_strains, needed in asked:
        chosen = np.repeat(needed, count)
        who, what = np.repeat(declarers, count)[chosen], np.repeat(in_strains, count)[chosen]
        solved = solve_contracts(deals[chosen], who.astype(np.uint8), what.astype(np.uint8), threads=1)
        at = np.flatnonzero(chosen)
        exact.reshape(-1, 4, 5)[at, who, what] = solved
    return exact


if __name__ == "__main__":
    main()
