"""How fast the bidding network is: whole auctions, one position, layouts, advice; CPU time of one core, without JAX.

python benchmarks/bidding_network.py

The peers' figures stand beside ours as they were published or measured elsewhere; they are not run here.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from overtrick.advice.advice import advise
from overtrick.core import Auction, Position
from overtrick.layouts.posterior import sample
from overtrick.nets.bidding_rollout import PIECE, bid_out
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.network import Network, bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

CARDS = ("sayc", "sayc")
LAYOUTS = 400


def seconds(work: Callable[[], object]) -> float:
    """CPU time of the work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def views(network: Network, boards: BoardBatch) -> Iterator[View]:
    """One position of each board's auction by the card, further on in each board than in the one before."""
    table = Table.of(*CARDS)
    for place, end in enumerate(boards.bid(table.tree)):
        calls = end.auction.calls
        auction = Auction(boards.dealers[place], calls[: place % len(calls)])
        hand = boards[place].deal[auction.turn]
        yield View.of(network, table, Position(hand, auction, boards.vulnerabilities[place]))


def _advised(view: View) -> None:
    for _ in advise(view, None, LAYOUTS):
        pass


def spread(times: list[float], unit: float = 1.0) -> str:
    """Median, and the worst."""
    return f"{unit * statistics.median(times):8.2f}, at worst {unit * max(times):.2f}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--auctions", type=int, default=4 * PIECE, help="whole auctions in batch")
    arguments.add_argument("--positions", type=int, default=40, help="positions asked about one by one")
    asked = arguments.parse_args()
    network = bidding_network()
    boards = BoardBatch.random(asked.auctions, 1)
    dealers, vulnerabilities = (np.array(each, np.uint8) for each in (boards.dealers, boards.vulnerabilities))
    systems = np.zeros((PIECE, 2), np.uint8)

    def all_auctions() -> None:
        for start in range(0, asked.auctions, PIECE):
            part = slice(start, start + PIECE)
            holdings = boards.deals.holdings[part]
            bid_out(network.net, holdings, dealers[part], vulnerabilities[part], systems[: len(holdings)])

    speed = asked.auctions / min(seconds(all_auctions) for _ in range(3))
    print(f"whole auctions in batch  {speed:8,.0f} a second (at least 1,000; BEN's policy 334)")
    at = list(views(network, BoardBatch.random(asked.positions, 2)))
    policy = [seconds(partial(getattr, each, "policy")) for each in at]
    print(f"policy of one position   {spread(policy, 1e3)} ms (below 10)")
    layouts = [seconds(partial(sample, each, LAYOUTS)) for each in at]
    print(f"{LAYOUTS} weighted layouts     {spread(layouts)} s (below 0.5)")
    advice = [seconds(partial(_advised, each)) for each in at[: asked.positions // 2]]
    print(f"advice, {LAYOUTS} layouts      {spread(advice)} s (below 2 on two cores; BEN with search about 4)")


if __name__ == "__main__":
    main()
