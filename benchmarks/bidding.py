"""Whole auctions a CPU-second: one by one and in batch, with a fresh tree of auctions and with one that knows them.

python benchmarks/bidding.py sayc 2/1
for many in 5000 20000 50000 100000; do python benchmarks/bidding.py sayc --many $many; done

The more deals, the fewer of them come to a point of an auction where none was before. What conditions show is
remembered from tree to tree, so only the deals bid one by one, which come first, start quite cold.
"""

import argparse
import cProfile
import gc
import pstats
import resource
import time
from collections.abc import Callable
from pathlib import Path

from overtrick.core import Auction
from overtrick.systems import system
from overtrick.systems.engine.boards import BoardBatch, bid_deal
from overtrick.systems.engine.tree import Node, Tree
from overtrick.systems.system import System

WANTED = {"one by one": 200, "in batch": 2000}


def seconds(work: Callable[[], object]) -> float:
    """CPU time of the work, which other programs on the machine disturb least."""
    start = time.process_time()
    work()
    return time.process_time() - start


def loading_time(name: str) -> float:
    """The best of three."""

    def load() -> System:
        system._shipped.cache_clear()
        return System.load(name)

    return min(seconds(load) for _ in range(3))


def auctions(tree: Tree, boards: BoardBatch, one_by_one: bool) -> list[tuple[object, ...]]:
    """The calls of each board."""
    if one_by_one:
        numbered = [boards[place] for place in range(len(boards))]
        found: list[Auction] = [bid_deal(tree, each.deal, each.dealer, each.vulnerability) for each in numbered]
        return [auction.calls for auction in found]
    return [end.auction.calls for end in boards.bid(tree)]


def measure(card: System, boards: BoardBatch, title: str) -> list[tuple[object, ...]]:
    """Time the boards twice with one tree and print both."""
    gc.collect()  # what loading and earlier measurements have left behind is not ours
    tree = Tree(card, most_nodes=len(boards) * 100)  # forgets nothing
    made: list[tuple[object, ...]] = []
    for state in ("fresh tree", "again"):
        start = time.process_time()
        made = auctions(tree, boards, title == "one by one")
        took = time.process_time() - start
        wanted = f"   (at least {WANTED[title]:,})" if state == "fresh tree" else ""
        speed = len(boards) / took
        print(f"{title + ', ' + state:28}{len(boards):8,} deals{speed:10,.0f} a second{1e3 / speed:9.2f} ms{wanted}")
    return made


def points(card: System, boards: BoardBatch) -> int:
    """The points of the boards' auctions, each counted once: what a batch has to make anew."""
    known: set[Node] = set()
    for end in boards.bid(Tree(card)):
        node: Node | None = end
        while node is not None and node not in known:
            known.add(node)
            node = node.parent
    return len(known)


def _peak() -> float:
    """The most memory the process has had, in GB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def profile(card: System, boards: BoardBatch, path: Path) -> None:
    """Write where the time of a batch with a fresh tree goes."""
    profiler = cProfile.Profile(time.process_time)
    tree = Tree(card)
    profiler.runcall(boards.bid, tree)
    with path.open("w", encoding="utf-8") as out:
        print(f"{card.name}: {len(boards):,} deals in batch, fresh tree", file=out)
        for order in ("tottime", "cumtime"):
            pstats.Stats(profiler, stream=out).sort_stats(order).print_stats(45)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("cards", nargs="*", default=["sayc"])
    arguments.add_argument("--few", type=int, default=500, help="deals bid one by one")
    arguments.add_argument("--many", type=int, default=100_000, help="deals bid in batch")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--profile", type=Path, help="write a profile of the batch to this file")
    asked = arguments.parse_args()
    boards = BoardBatch.random(asked.many, asked.seed)
    few = BoardBatch(boards.deals[: asked.few])
    for name in asked.cards:
        loading = loading_time(name)
        card = System.load(name)
        print(f"{card.name}: {len(card.rules):,} rules, loaded in {loading:.2f} s (below 1)")
        if asked.profile:
            profile(card, boards, asked.profile)
            continue
        alone, together = measure(card, few, "one by one"), measure(card, boards, "in batch")
        same = alone == together[: len(alone)]
        calls = sum(map(len, together)) / len(boards)
        print(
            f"{_peak():.1f} GB, {calls:.1f} calls an auction, ",
            f"{points(card, boards) / len(boards):.2f} points of auctions a deal, ",
            sep="",
            end="",
        )
        print("the same one by one and in batch" if same else "NOT the same one by one and in batch")


if __name__ == "__main__":
    main()
