"""How fast the best contract is found: one question, and boards in batch; CPU time, without JAX.

python benchmarks/contracts.py --net FOLDER
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from overtrick.arrays.auctions import AuctionBatch
from overtrick.ask.contract import ContractQuestion, answer
from overtrick.contract.cost import LAYOUTS, costs_of, last_predictions
from overtrick.contract.decisions import declaring_steps
from overtrick.contract.positions import PositionBatch
from overtrick.contract.predictor import contract_predictor
from overtrick.core import Position, Record
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from overtrick.tricks.estimators import four_hands

MILLISECONDS, BOARDS_A_SECOND = 5.0, 1000


def seconds(work: Callable[[], object], repeats: int = 1) -> float:
    """CPU time of the work, the best of some runs."""
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--boards", type=int, default=1000, help="boards in the batch")
    arguments.add_argument("--costs", type=int, default=20, help="boards whose cost is found over layouts")
    arguments.add_argument("--net", type=Path, help="the folder of a network, instead of the shipped one")
    asked = arguments.parse_args()
    predictor, tree = contract_predictor(asked.net), Tree(System.load("sayc"))
    dealt = BoardBatch.random(asked.boards, 1)
    records = [Record(dealt[place], dealt.auction(place, end)) for place, end in enumerate(dealt.bid(tree))]
    print(f"{asked.boards:,} boards, bid by SAYC; JAX is {'' if 'jax' in sys.modules else 'not '}loaded")

    singles = [_last_position(record) for record in records[:50]]
    questions = [
        ContractQuestion(hand=each.hand, auction=each.auction, vulnerability=each.vulnerability) for each in singles
    ]
    answer(questions[0], net=asked.net)
    fresh = seconds(lambda: [answer(each, net=asked.net) for each in questions]) / len(singles)
    again = seconds(lambda: [answer(each, net=asked.net) for each in questions], 3) / len(singles)
    print(f"one question {1e3 * fresh:.2f} ms, again {1e3 * again:.2f} ms (below {MILLISECONDS:g})")

    last = map(_last_position, records)
    batch = PositionBatch.of((tree.node(each.auction, each.vulnerability), each.hand) for each in last)
    alone = len(batch) / seconds(lambda: predictor.probabilities(batch), 3)
    print(f"in batch {alone:,.0f} positions a second from features to probabilities (at least {BOARDS_A_SECOND:,})")
    whole = len(records) / seconds(lambda: last_predictions(records, tree, predictor))
    print(f"in batch {whole:,.0f} boards a second from records, auctions known (at least {BOARDS_A_SECOND:,})")
    tree.forget()
    whole = len(records) / seconds(lambda: last_predictions(records, tree, predictor))
    print(f"in batch {whole:,.0f} boards a second from records, auctions new to the tree")

    few = records[: asked.costs]
    tables = [four_hands().table(record.board.deal) for record in few]
    spent = seconds(lambda: costs_of(few, tables, tree, predictor)) / len(few)
    print(f"IMPs lost in the bidding over {LAYOUTS} layouts: {1 / spent:,.0f} boards a second")


def _last_position(record: Record) -> Position:
    """Before the last decision of the side that declared."""
    assert record.auction is not None
    batch = AuctionBatch.stack([record.auction], [record.board.vulnerability])
    before = record.auction.before(int(declaring_steps(batch)[0]))
    return Position(record.board.deal[before.turn], before, record.board.vulnerability)


if __name__ == "__main__":
    main()
