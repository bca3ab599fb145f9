"""Tables of 20 results a CPU-second: the four-hand network beside the exact solver, at its best on all cores."""

import argparse
import time

import numpy as np

from overtrick.arrays import random_deals
from overtrick.solver import solve_tables
from overtrick.tricks.estimators import four_hands, two_hands


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--exact", type=int, default=80, help="deals to solve exactly")
    arguments.add_argument("--estimated", type=int, default=20_000, help="deals to estimate")
    asked = arguments.parse_args()
    rng = np.random.default_rng(1)
    few, many = random_deals(asked.exact, rng), random_deals(asked.estimated, rng)
    estimator = four_hands()
    estimator.probabilities(many[:500])
    start = time.process_time()
    estimator.probabilities(many)
    estimated = len(many) / (time.process_time() - start)
    start = time.process_time()
    solve_tables(few)
    exact = len(few) / (time.process_time() - start)
    start = time.process_time()
    two_hands().probabilities(many.holdings[:, [0, 2]])
    pairs = len(many) / (time.process_time() - start)
    print(
        f"a CPU-second: {estimated:,.0f} tables estimated, {exact:.2f} solved: {estimated / exact:,.0f} times "
        "(at least 2,000)"
    )
    print(f"two hands: {pairs:,.0f} pairs a CPU-second")


if __name__ == "__main__":
    main()
