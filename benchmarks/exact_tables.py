"""How much time our side of the solver adds to the native library: wall time ÷ time inside DDS."""

import argparse
import time
from typing import Any

import numpy as np

from overtrick.arrays import random_deals
from overtrick.solver import library, solve_tables


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--deals", type=int, default=80)
    count = arguments.parse_args().deals
    native = library.library()
    inside = 0.0
    original = native.call

    def timed(*asked: Any, **options: Any) -> None:
        nonlocal inside
        start = time.perf_counter()
        original(*asked, **options)
        inside += time.perf_counter() - start

    native.call = timed  # type: ignore[method-assign]
    deals = random_deals(count, np.random.default_rng(1))
    start = time.perf_counter()
    solve_tables(deals, chunk=8)
    wall = time.perf_counter() - start
    print(f"{count} tables: {count / wall:.1f} a second, wall ÷ native = {wall / inside:.4f} (at most 1.05)")


if __name__ == "__main__":
    main()
