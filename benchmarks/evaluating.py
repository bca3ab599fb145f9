"""Evaluating a million hands with points, losers and Kaplan–Rubens, beside dealing them; best of five each."""

import time
from collections.abc import Callable

import numpy as np

from overtrick.arrays import random_deals
from overtrick.strength.evaluators import evaluate

DEALS = 250_000


def best_seconds(work: Callable[[], object]) -> float:
    """The shortest of five runs."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    rng = np.random.default_rng(1)
    deals = random_deals(DEALS, rng)
    dealing = best_seconds(lambda: random_deals(DEALS, rng))
    evaluating = best_seconds(lambda: [evaluate(deals, name) for name in ("hcp", "losers", "kaplan-rubens")])
    print(f"a million hands: dealt in {1000 * dealing:.0f} ms, evaluated three ways in {1000 * evaluating:.0f} ms")
    print(f"evaluating ÷ dealing = {evaluating / dealing:.2f} (below 1)")


if __name__ == "__main__":
    main()
