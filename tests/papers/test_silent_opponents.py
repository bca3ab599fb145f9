"""Table 3: what a contract loses to the best one, the rival's auctions, and figures that are measured once."""

from pathlib import Path

import numpy as np

from auction_rows import auction_of
from overtrick.arrays import random_deals
from overtrick.core import BIDS, Doubling, Seat
from overtrick.core.comparing import imps
from overtrick.core.contracts import contract_score
from overtrick.papers.bidding_2022 import q_learning
from overtrick.papers.bidding_2022.comparison import MATCHES, KnownFigures, table_4
from overtrick.papers.bidding_2022.q_learning import ACTIONS, QNetwork, QRecipe
from overtrick.papers.bidding_2022.silent_opponents import TrickDeals
from overtrick.papers.paper_report import Measured
from overtrick.papers.rendering import table_text

SMALL = QRecipe(2, features=16, updates=3, batch=32)


def some_deals(count: int) -> TrickDeals:
    rng = np.random.default_rng(1)
    return TrickDeals(random_deals(count, rng), rng.integers(2, 12, (count, 4, 5)).astype(np.uint8))


def test_what_an_auction_loses_is_the_difference_to_the_best_contract_in_imps() -> None:
    deals = some_deals(40)
    calls = q_learning.bid(QNetwork(SMALL), deals.deals)
    lost = deals.lost(calls)
    contracts = 0
    for row, tricks, found in zip(calls, deals.tricks.tolist(), lost.tolist(), strict=True):
        contract, best, score = auction_of(row).contract, 0, 0
        for bid in BIDS:
            for seat in (Seat.NORTH, Seat.SOUTH):
                won = tricks[seat][bid.strain]
                made = contract_score(bid.level, bid.strain, Doubling.UNDOUBLED, won, vulnerable=False)
                best = max(best, made)
                if contract and (contract.level, contract.strain, contract.declarer) == (bid.level, bid.strain, seat):
                    score, contracts = made, contracts + 1
        assert found == imps(score - best) <= 0
    assert contracts > 10


def test_the_rivals_auctions_are_legal_and_only_north_and_south_bid() -> None:
    deals = some_deals(60)
    net = q_learning.learn(SMALL, deals)
    for row in q_learning.bid(net, deals.deals):
        auction = auction_of(row)
        assert auction.is_over
        assert all(str(call) == "P" for call in auction.calls[1::2])


def test_the_rival_learns_what_came_of_an_action() -> None:
    rng = np.random.default_rng(2)
    net = QNetwork(QRecipe(3, features=16, rate=0.01))
    x = rng.standard_normal((64, 52 + ACTIONS)).astype(np.float32)
    actions, worth = rng.integers(0, ACTIONS, 64), rng.standard_normal(64).astype(np.float32)

    def error() -> float:
        return float(((net.values(x)[np.arange(64), actions] - worth) ** 2).mean())

    before = error()
    for _ in range(60):
        net.learn(x, actions, worth)
    assert error() < 0.2 * before


def test_a_figure_is_measured_once(tmp_path: Path) -> None:
    asked: list[int] = []

    def measure() -> Measured:
        asked.append(1)
        return Measured(-2.5, 0.1)

    first = KnownFigures(tmp_path / "results.jsonl").find("ours", measure)
    assert KnownFigures(tmp_path / "results.jsonl").find("ours", measure) == first == Measured(-2.5, 0.1)
    assert len(asked) == 1


def test_matches_are_printed_with_their_dates() -> None:
    text = table_text(table_4())
    assert "+0.41" in text
    for match in MATCHES:
        assert f"{match.average.value:+.2f} ± {match.average.error:.2f}" in text
        assert match.date in text
