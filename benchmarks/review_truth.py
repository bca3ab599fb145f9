"""How far a review can be trusted: auctions of a card with one call replaced by a blunder, and experts' boards.

python benchmarks/review_truth.py --boards 200 --seed 1
python benchmarks/review_truth.py --boards 200 --vugraph vugraph.jsonl.gz

A blunder is a call that no rule of the card makes with the hand, that the network makes in less than one case in a
thousand, and that loses at least six IMPs on the deal with exact tricks when the rest is bid by the card. Counted is
how often it is the dearest call of its board. Untouched auctions count how often a call is graded a mistake or worse.
Experts' boards are reviewed twice, with two seeds: shares of grades, IMPs a board, and how well the two agree. A killed
run goes on with --rows.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np

from overtrick.arrays import DealBatch
from overtrick.arrays.auctions import FIRST_BID
from overtrick.core import CALLS, Auction, Board, BridgeError, Call, Contract, Position, Record, Side
from overtrick.core.comparing import imps
from overtrick.formats import files
from overtrick.review.board_review import ReviewSettings, review_calls
from overtrick.solver import solve_contracts
from overtrick.storage import append_line
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.network import bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

Row = dict[str, Any]
"""What a board has shown, as JSON has it."""
RARE = 0.001
LOSES = 6
"""IMPs that a blunder loses on the deal."""
CHUNK = 32
"""Boards that are bid together."""
TRIED = 6
"""Calls tried at a turn before another turn is drawn."""


def bid_on(table: Table, board: Board, auction: Auction) -> Auction:
    """The auction bid to its end by the cards."""
    while not auction.is_over:
        node = table.node(auction, board.vulnerability)
        auction = auction.after(node.bid(board.deal[auction.turn])[0])
    return auction


@lru_cache(maxsize=16)
def score(contract: Contract | None, board: Board, side: Side) -> int:
    """A side's, with exact tricks."""
    if contract is None:
        return 0
    deals = DealBatch.stack([board.deal])
    (tricks,) = solve_contracts(deals, [contract.declarer], [contract.strain], threads=1).tolist()
    made = contract.score(tricks, vulnerable=board.vulnerability.includes(contract.side))
    return made if contract.side is side else -made


def blunders(card: str, seed: int, after: int) -> Iterator[tuple[Record, Record, int]]:
    """Boards after that number, bid by a card; the same with a blunder in the auction, and the place of that."""
    table = Table.of(card, card)
    for chunk in count(after // CHUNK):
        boards = BoardBatch.random(CHUNK, seed, chunk, first=1 + CHUNK * chunk)
        for place, end in enumerate(boards.bid(table.tree)):
            number = 1 + CHUNK * chunk + place
            auction, board = boards.auction(place, end), boards[place]
            found = blunder(table, board, auction, np.random.default_rng((seed, number))) if number > after else None
            if found is not None:
                changed, at = found
                yield Record(board, auction), Record(board, changed), at


def blunder(table: Table, board: Board, auction: Auction, rng: np.random.Generator) -> tuple[Auction, int] | None:
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
        if changed.contract == auction.contract:
            continue
        right, wrong = (score(each.contract, board, seat.side) for each in (auction, changed))
        if imps(right - wrong) >= LOSES:
            return changed, at
    return None


def _is_wild(auction: Auction, call: Call) -> bool:
    """Whether a bid is more than two levels above the last one."""
    last = max((each.index for each in auction.calls if each.is_bid), default=FIRST_BID)
    return call.is_bid and call.index > last + 12


def blunder_rows(asked: argparse.Namespace, rows: list[Row]) -> Iterator[Row]:
    """For each board: whether the blunder is its dearest call; mistakes and calls of the untouched auction."""
    settings = ReviewSettings((asked.card, asked.card), asked.layouts, seed=asked.seed)
    after = rows[-1]["board"] if rows else 0
    for plain, changed, at in islice(blunders(asked.card, asked.seed, after), asked.boards - len(rows)):
        untouched = review_calls(plain, settings)
        found = (*untouched[:at], *review_calls(changed, settings, at))
        dearest, marked = max(found, key=lambda call: call.cost), found[at]
        low = [call for call in untouched if call.grade.word in ("mistake", "blunder")]
        yield {
            "board": plain.board.number,
            "auction": str(changed.auction),
            "at": at,
            "dearest": dearest.cost > 0 and dearest.place == at,
            "cost": marked.cost,
            "grade": marked.grade.word,
            "low": [f"{plain.auction} at {call.place}: {call.why}" for call in low],
            "calls": len(untouched),
        }


def print_blunders(rows: list[Row], card: str) -> None:
    found = sum(row["dearest"] for row in rows)
    low, calls = sum(len(row["low"]) for row in rows), sum(row["calls"] for row in rows)
    print(
        f"{card}: blunders that are the dearest call of their board  {found} of {len(rows)} ({found / len(rows):.0%})"
    )
    print(f"{card}: calls of untouched auctions graded a mistake       {low} of {calls}")


def expert_rows(asked: argparse.Namespace, rows: list[Row]) -> Iterator[Row]:
    """For each board: what its calls cost with two seeds, and the grades."""
    for record in islice(_experts(asked.vugraph), len(rows), asked.boards):
        both = [review_calls(record, ReviewSettings(layouts=asked.layouts, seed=seed)) for seed in (1, 2)]
        costs = [sum(call.cost for call in calls) for calls in both]
        yield {"costs": costs, "grades": [call.grade.word for call in both[0]]}


def print_experts(rows: list[Row]) -> None:
    lost = np.array([row["costs"] for row in rows])
    grades = Counter(word for row in rows for word in row["grades"])
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
    arguments.add_argument("--rows", type=Path, help="kept here, so that a killed run goes on")
    asked = arguments.parse_args()
    rows = (
        [json.loads(line) for line in asked.rows.read_text().splitlines()] if asked.rows and asked.rows.exists() else []
    )
    made = blunder_rows if asked.vugraph is None else expert_rows
    for row in made(asked, rows[:]) if len(rows) < asked.boards else ():
        rows.append(row)
        if asked.rows:
            append_line(asked.rows, json.dumps(row))
    if asked.vugraph is None:
        print_blunders(rows[: asked.boards], asked.card)
    else:
        print_experts(rows[: asked.boards])


if __name__ == "__main__":
    main()
