"""Memory and speed of a process that answers for a long time: `overtrick bid - --json` over different random positions.

    python -m benchmarks.memory 200000                    # positions from auctions of SAYC
    python -m benchmarks.memory 200000 --auctions random  # legal calls at random: every auction is another one
    python -m benchmarks.memory 30000 --source OTHER/src  # the same positions asked of another source tree

Prints, every 10,000 positions, the positions answered a second of the answering process's CPU time, and its resident
memory (Linux). The positions depend on the seed only.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from threading import Thread
from typing import IO

from benchmarks.support.processes import processor_time, resident
from overtrick.core import Auction, Hand, Seat, Vulnerability
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.table import Table

CHUNK = 1000
"""Boards that are bid together."""
STEP = 10_000
"""Positions between two lines of the report."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", type=int, nargs="?", default=30_000)
    parser.add_argument("--auctions", choices=("bid", "random"), default="bid")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--source", help="the src folder of the tree to ask; this one unless it is given")
    asked = parser.parse_args()
    positions = (bid_positions if asked.auctions == "bid" else random_positions)(asked.seed)
    measure(islice(positions, asked.positions), asked.source)


def measure(positions: Iterator[dict[str, str]], source: str | None) -> None:
    """Ask one process all of the positions and print how it fares."""
    environment = os.environ | ({} if source is None else {"PYTHONPATH": source})
    command = [sys.executable, "-m", "overtrick", "bid", "-", "--json"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asking = Thread(target=_ask, args=(process.stdin, positions), daemon=True)
        asking.start()
        before = 0.0
        print(f"{'positions':>10} {'a second':>9} {'MB':>5}")
        for number, line in enumerate(process.stdout, 1):
            if "error" in json.loads(line):
                raise SystemExit(f"position {number}: {line}")
            if number % STEP == 0:
                seconds = processor_time(process.pid)
                print(
                    f"{number:10,} {STEP / (seconds - before):9.0f} {resident(process.pid) // 1_000_000:5d}", flush=True
                )
                before = seconds


def _ask(stdin: IO[str], positions: Iterator[dict[str, str]]) -> None:
    for position in positions:
        stdin.write(json.dumps(position) + "\n")
    stdin.close()


def bid_positions(seed: int) -> Iterator[dict[str, str]]:
    """One position of each of many boards: SAYC's auction, cut somewhere."""
    rng, table, chunk = random.Random(seed), Table.of("sayc"), 0
    while True:
        boards = BoardBatch.random(CHUNK, seed, chunk, first=1 + chunk)
        for place, end in enumerate(boards.bid(table.tree)):
            calls = end.auction.calls
            auction = Auction(boards.dealers[place], calls[: rng.randrange(len(calls))])
            yield position(boards[place].deal[auction.turn], auction, boards.vulnerabilities[place])
        chunk += 1


def random_positions(seed: int) -> Iterator[dict[str, str]]:
    """Random hands after random legal calls, most of them passes and cheap bids."""
    rng = random.Random(seed)
    while True:
        auction = Auction(rng.choice(list(Seat)))
        for _ in range(rng.randrange(14)):
            legal = auction.legal_calls()
            bids = [call for call in legal if call.is_bid][:6]
            others = [call for call in legal if not call.is_bid]
            take_bid = bids and rng.random() < 0.45
            longer = auction.after(rng.choice(bids) if take_bid else others[0] if rng.random() < 0.9 else others[-1])
            if longer.is_over:
                break
            auction = longer
        hand = Hand(sum(1 << card for card in rng.sample(range(52), 13)))
        yield position(hand, auction, rng.choice(list(Vulnerability)))


def position(hand: Hand, auction: Auction, vulnerability: Vulnerability) -> dict[str, str]:
    """A question for a call."""
    calls = " ".join(map(str, auction.calls))
    return {"hand": str(hand), "dealer": str(auction.dealer), "vul": str(vulnerability), "auction": calls}


if __name__ == "__main__":
    main()
