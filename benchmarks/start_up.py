"""How long a fresh interpreter takes to import Overtrick, and `overtrick bid` to its first answer.

Both on the clock and in processor time, which other work on the machine changes less; the best of several runs.
"""

import os
import subprocess
import sys
import time
from typing import NamedTuple

IMPORT = ("-c", "import overtrick")
BID = ("-m", "overtrick", "bid", "KQ52.AJ73.84.K62", "-a", "1N P")
LIMITS = {"import overtrick": (IMPORT, 0.3), "overtrick bid": (BID, 1.2)}
"""What is started, and the seconds it may take on a quiet core."""


class Taken(NamedTuple):
    """The least seconds of several runs."""

    clock: float
    processor: float


def taken(arguments: tuple[str, ...], repeats: int = 9) -> Taken:
    """What it takes to run Python with these arguments."""
    clocks, processors = [], []
    for _ in range(repeats):
        start, before = time.perf_counter(), os.times()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        clocks.append(time.perf_counter() - start)
        processors.append(sum(after[2:4]) - sum(before[2:4]))
    return Taken(min(clocks), min(processors))


def main() -> None:
    print(f"{'':<18} {'clock':>7} {'processor':>9} {'limit':>7}")
    for name, (arguments, limit) in LIMITS.items():
        clock, processor = taken(arguments)
        print(f"{name:<18} {clock:6.2f}s {processor:8.2f}s {limit:6.1f}s")


if __name__ == "__main__":
    main()
