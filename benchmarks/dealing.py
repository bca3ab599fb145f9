"""How fast deals are made, beside endplay's generator, in one run.

python benchmarks/dealing.py
"""

import time
import warnings
from collections.abc import Callable

import numpy as np
from endplay.dealer import generate_deals

from overtrick.arrays import random_deals
from overtrick.dealing import Condition, generate

STRONG_NOTRUMP = (
    "hcp(north)>=15 && hcp(north)<=17 && shape(north, any 4333 + any 4432 + any 5332)"
    " && hcp(south)>=8 && spades(south)==4"
)
RARE = {
    "37 points together": ("hcp(north)+hcp(south)>=37", 2000, 20),
    "a 4441 of 16+ opposite a six-card suit of 10+": (
        "shape(north, any 4441) && hcp(north)>=16 && shape(south, any 6xxx) && hcp(south)>=10",
        2000,
        20,
    ),
}


def seconds(work: Callable[[int], object], repeats: int = 3) -> float:
    """The fastest of a few runs, each with its own seed."""
    times = []
    for seed in range(repeats):
        start = time.perf_counter()
        work(seed)
        times.append(time.perf_counter() - start)
    return min(times)


def endplay_deals(count: int, *conditions: str) -> Callable[[int], object]:
    return lambda seed: list(generate_deals(*conditions, produce=count, seed=seed + 1, max_attempts=-1))


def our_deals(count: int, text: str, *, smart: bool = True) -> Callable[[int], object]:
    condition = Condition.parse(text)
    return lambda seed: generate(condition, count, np.random.default_rng(seed), smart=smart)


def compare(title: str, ours: float, theirs: float, beside: str) -> None:
    """Print seconds per deal of both, and the ratio."""
    print(f"{title:<48} {1e6 * ours:10.2f} µs   {beside} {1e6 * theirs:12.1f} µs   {theirs / ours:10,.0f} times faster")


def main() -> None:
    warnings.simplefilter("ignore")
    print("per deal produced:")
    ours = seconds(lambda seed: random_deals(200_000, np.random.default_rng(seed))) / 200_000
    theirs = seconds(endplay_deals(2000)) / 2000
    compare("random deals", ours, theirs, "endplay")
    theirs = seconds(endplay_deals(20, STRONG_NOTRUMP), 2) / 20
    for count in (1000, 100_000):
        ours = seconds(our_deals(count, STRONG_NOTRUMP)) / count
        compare(f"strong notrump opposite four spades, {count:,}", ours, theirs, "endplay")
    plain = seconds(our_deals(2000, STRONG_NOTRUMP, smart=False)) / 2000
    compare("  the same without smart predeal, 2,000", plain, theirs, "endplay")
    for title, (text, many, few) in RARE.items():
        ours = seconds(our_deals(many, text)) / many
        plain = seconds(our_deals(few, text, smart=False), 2) / few
        compare(f"{title}", ours, plain, "without smart predeal")


if __name__ == "__main__":
    main()
