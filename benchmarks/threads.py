"""What one BLAS thread is worth beside a busy core: whole auctions by the network, with and without the limit.

python benchmarks/threads.py

A process keeps one core busy. The same auctions are then bid by two fresh processes that set no variable: one as the
library does it, one with the limit taken out. Times are of the wall and of the processor.
"""

import argparse
import os
import subprocess
import sys
import time

import numpy as np

from overtrick.arrays import random_deals
from overtrick.nets.bidding_rollout import bid_out
from overtrick.nets.threads import one_thread
from overtrick.systems.network import bidding_network

BUSY = "while True: pass"


def bid(auctions: int, *, limited: bool) -> tuple[float, float]:
    """Seconds of the wall and of the processor."""
    if not limited:
        kind = type(one_thread)
        setattr(kind, "__enter__", lambda _: None)  # noqa: B010
        setattr(kind, "__exit__", lambda *_: None)  # noqa: B010
    net = bidding_network().net
    holdings = random_deals(auctions, np.random.default_rng(1)).holdings
    turn = np.arange(auctions) % 4
    systems = np.zeros((auctions, 2), np.intp)
    bid_out(net, holdings[:64], turn[:64], turn[:64], systems[:64])
    wall, processor = time.perf_counter(), time.process_time()
    bid_out(net, holdings, turn, turn, systems)
    return time.perf_counter() - wall, time.process_time() - processor


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--auctions", type=int, default=1024)
    arguments.add_argument("--only", choices=["limited", "unlimited"], help="bid here and print the seconds")
    asked = arguments.parse_args()
    if asked.only:
        print(*bid(asked.auctions, limited=asked.only == "limited"))
        return
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    again = [sys.executable, __file__, "--auctions", str(asked.auctions), "--only"]
    took = {}
    busy = subprocess.Popen([sys.executable, "-c", BUSY])
    try:
        for way in ("limited", "unlimited"):
            said = subprocess.run([*again, way], env=environment, check=True, capture_output=True, text=True).stdout
            wall, processor = took[way] = tuple(map(float, said.split()))
            print(f"{way:10}{asked.auctions / wall:8.0f} auctions/s{asked.auctions / processor:8.0f} a CPU-second")
    finally:
        busy.kill()
        busy.wait()
    by_wall, by_processor = (many / one for one, many in zip(took["limited"], took["unlimited"], strict=True))
    print(
        f"beside a busy core one thread is {by_wall:.1f} times as fast, and takes 1/{by_processor:.1f} of the CPU time"
    )


if __name__ == "__main__":
    main()
