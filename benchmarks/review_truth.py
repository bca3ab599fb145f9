"""How far a review can be trusted: auctions of a card with one call replaced by a blunder, and experts' boards.

python benchmarks/review_truth.py --boards 200 --seed 1
python benchmarks/review_truth.py --boards 200 --vugraph vugraph.jsonl.gz

A blunder is a call that no rule of the card makes with the hand, that the network makes in less than one case in a
thousand, and that loses at least six IMPs on the deal with exact tricks when the rest is bid by the card. Counted is
how often it is the dearest call of its board. Untouched auctions count how often a call is graded a mistake or worse.
Experts' boards are reviewed twice, with two seeds: shares of grades, IMPs a board, and how well the two agree.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from overtrick.arrays.auctions import FIRST_BID
from overtrick.arrays.scores import imps_of
from overtrick.core import CALLS, Auction, Board, BridgeError, Call, Contract, DDTable, Position, Record
from overtrick.core.seats import Vulnerability
from overtrick.formats import files
from overtrick.review.board_review import ReviewSettings, review_board
from overtrick.solver import solve
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.network import bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

RARE = 0.001
LOSES = 6
"""IMPs that a blunder loses on the deal."""
TRIED = 6
"""Calls tried at a turn before another turn is drawn."""


def bid_on(table: Table, board: Board, auction: Auction) -> Auction:
    """The auction bid to its end by the cards."""
    while not auction.is_over:
        node = table.node(auction, board.vulnerability)
        auction = auction.after(node.bid(board.deal[auction.turn])[0])
    return auction


def score(contract: Contract | None, tricks: DDTable, vulnerability: Vulnerability) -> int:
    """North-South's."""
    if contract is None:
        return 0
    made = contract.score(tricks[contract.declarer, contract.strain], vulnerable=vulnerability.includes(contract.side))
    return made if contract.side == 0 else -made


def blunders(card: str, seed: int) -> Iterator[tuple[Record, Record, int]]:
    """Boards bid by a card, the same with a blunder in the auction, and the place of that."""
    table, rng = Table.of(card, card), np.random.default_rng(seed)
    for chunk in range(1_000_000):
        boards = BoardBatch.random(32, seed, chunk, first=1 + 32 * chunk)
        for place, end in enumerate(boards.bid(table.tree)):
            auction, board = boards.auction(place, end), boards[place]
            tricks = solve(board.deal)
            found = blunder(table, board, auction, tricks, rng)
            if found is not None:
                changed, at = found
                yield Record(board, auction, table=tricks), Record(board, changed, table=tricks), at


def blunder(
    table: Table, board: Board, auction: Auction, tricks: DDTable, rng: np.random.Generator
) -> tuple[Auction, int] | None:
    """The auction with one call replaced by a blunder, and its place."""
    at = int(rng.integers(len(auction)))
    before = auction.before(at)
    hand, seat = board.deal[before.turn], before.turn
    view = View.of(bidding_network(), table, Position(hand, before, board.vulnerability))
    policy = view.policy
    for index in rng.permutation(len(CALLS))[:TRIED].tolist():
        call = CALLS[index]
        if not before.is_legal(call) or policy[index] >= RARE or call == auction.calls[at] or _is_wild(before, call):
            continue
        changed = bid_on(table, board, before.after(call))
        lost = [score(each.contract, tricks, board.vulnerability) for each in (auction, changed)]
        sign = 1 if seat.side == 0 else -1
        if imps_of(np.array(sign * (lost[0] - lost[1]))) >= LOSES:
            return changed, at
    return None


def _is_wild(auction: Auction, call: Call) -> bool:
    """Whether a bid is more than two levels above the last one."""
    last = max((each.index for each in auction.calls if each.is_bid), default=FIRST_BID)
    return call.is_bid and call.index > last + 12


def print_blunders(card: str, count: int, seed: int, layouts: int) -> None:
    settings = ReviewSettings((card, card), layouts, seed=seed)
    dearest = low = calls = 0
    for plain, changed, at in islice(blunders(card, seed), count):
        found = review_board(changed, settings).dearest
        dearest += found is not None and found.place == at
        untouched = review_board(plain, settings).calls
        low += sum(call.grade.word in ("mistake", "blunder") for call in untouched)
        calls += len(untouched)
    print(f"{card}: blunders that are the dearest call of their board  {dearest} of {count} ({dearest / count:.0%})")
    print(f"{card}: calls of untouched auctions graded a mistake       {low} of {calls}")


def print_experts(path: Path, count: int, layouts: int) -> None:
    grades: Counter[str] = Counter()
    costs: list[tuple[float, float]] = []
    for record in islice(_experts(path), count):
        both = [review_board(record, ReviewSettings(layouts=layouts, seed=seed)) for seed in (1, 2)]
        grades.update(call.grade.word for call in both[0].calls)
        first, second = (sum(call.cost for call in review.calls) for review in both)
        costs.append((first, second))
    lost = np.array(costs)
    print(f"experts: {len(lost)} boards, {lost[:, 0].mean():.2f} IMPs a board lost by both sides together")
    print(f"experts: correlation between two seeds {np.corrcoef(lost.T)[0, 1]:.3f}")
    print("experts: " + ", ".join(f"{word} {times / grades.total():.1%}" for word, times in grades.most_common()))


def _experts(path: Path) -> Iterator[Record]:
    for number, record in enumerate(files.read_records(path)):
        if number % 97 or not isinstance(record, Record):
            continue
        try:
            record.board.deal.require_complete()
        except BridgeError:
            continue
        if record.auction is not None and record.auction.is_over:
            yield record


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--boards", type=int, default=200)
    arguments.add_argument("--card", default="sayc")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--layouts", type=int, default=200)
    arguments.add_argument("--vugraph", type=Path, help="experts' tables instead of blunders")
    asked = arguments.parse_args()
    if asked.vugraph is None:
        print_blunders(asked.card, asked.boards, asked.seed, asked.layouts)
    else:
        print_experts(asked.vugraph, asked.boards, asked.layouts)


if __name__ == "__main__":
    main()
