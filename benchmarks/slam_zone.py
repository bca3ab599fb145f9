"""Slams of the shipped cards on random deals with 31 to 35 points together: how many are bid, made, missed.

    python benchmarks/slam_zone.py --deals 110 --seed 5 [--list] [CARD …]

North-South have the points; both sides bid by the card; tricks are exact.
"""

import argparse
from collections.abc import Iterator

import numpy as np

from overtrick.arrays import DealBatch, random_deals
from overtrick.core import Seat, Vulnerability
from overtrick.hands import features
from overtrick.solver import solve_tables
from overtrick.systems.engine.boards import bid_nodes
from overtrick.systems.table import Table

LOW, HIGH = 31, 35
SLAM = 12


def slam_deals(count: int, seed: int) -> DealBatch:
    """Random deals on which North-South have the points."""
    rng = np.random.default_rng(seed)
    found: list[np.ndarray] = []
    while sum(map(len, found)) < count:
        holdings = random_deals(50_000, rng).holdings
        points = features.hcp(holdings[:, ::2].reshape(-1, 4)).reshape(-1, 2).sum(axis=1)
        found.append(holdings[(points >= LOW) & (points <= HIGH)])
    return DealBatch(np.concatenate(found)[:count])


def bid_and_play(card: str, deals: DealBatch, tricks: np.ndarray) -> Iterator[tuple[str, str, int, int]]:
    """Auction, contract, level and tricks of every deal; a contract of the other side has level 0."""
    count = len(deals)
    ends = bid_nodes(Table.of(card, card).tree, deals.holdings, [Seat.NORTH] * count, [Vulnerability.NONE] * count)
    for end, table in zip(ends, tricks, strict=True):
        contract = end.auction.contract
        if contract is None or contract.declarer.side:
            yield str(end.auction), str(contract), 0, 0
        else:
            yield str(end.auction), str(contract), contract.level, int(table[contract.declarer, contract.strain])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cards", nargs="*", default=["sayc", "2/1", "acol"])
    parser.add_argument("--deals", type=int, default=110)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--list", action="store_true", help="print the deals on which a slam is missed or fails")
    options = parser.parse_args()
    deals = slam_deals(options.deals, options.seed)
    tricks = solve_tables(deals)
    can = tricks[:, ::2].max(axis=(1, 2)) >= SLAM
    print(f"{len(deals)} deals, {LOW}-{HIGH} points together; twelve tricks are there on {can.sum()}")
    for card in options.cards:
        results = list(bid_and_play(card, deals, tricks))
        slams = [(level, taken) for _, _, level, taken in results if level >= 6]
        made = sum(taken >= level + 6 for level, taken in slams)
        print(f"{card:8} slams bid {len(slams):4}   made {made:4}   failing {len(slams) - made:4}")
        if options.list:
            _list(deals, results, can)


def _list(deals: DealBatch, results: list[tuple[str, str, int, int]], can: np.ndarray) -> None:
    for deal, (auction, contract, level, taken), possible in zip(deals, results, can, strict=True):
        if (level >= 6 and taken < level + 6) or (level < 6 and possible):
            hands = f"{deal[Seat.NORTH]}  {deal[Seat.SOUTH]}"
            print(f"  {hands:40} {contract:6} {taken:2} {auction}")


if __name__ == "__main__":
    main()
