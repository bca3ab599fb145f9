"""How fast hand conditions are read, hands judged, and cell sets combined and shown.

python benchmarks/system_hands.py
"""

import time
from collections.abc import Callable

import numpy as np

from overtrick.arrays import random_deals
from overtrick.core import Suit
from overtrick.hands.bounds import hands_by_value, hands_with, outer
from overtrick.hands.cells import shown, stated
from overtrick.hands.conditions import Atom, atoms_of, between
from overtrick.hands.hand_batch import HandBatch
from overtrick.hands.measures import HCP, MEASURES, PLAYING_TRICKS, SHAPE
from overtrick.systems.language.hand_reader import condition, read
from overtrick.systems.language.system_file import read_definitions
from overtrick.systems.language.text import Setting

CARD = read_definitions(
    {"opener": "12+ hcp or (10+ hcp and rule of 20)", "good X": "2 of top 3 in X or 3 of top 5 in X"}
)
WRITTEN = (
    "15-17 hcp, balanced",
    "opener, 5+ M, M longest, not (M = H and S >= H)",
    "5-11 hcp, 6 X, good X, no void, no side 4-card major",
)
SETTING = Setting.of({"M": Suit.HEARTS, "X": Suit.DIAMONDS})


def microseconds(work: Callable[[], object], number: int) -> float:
    """The fastest of a few runs, each of `number` times."""
    times = []
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(number):
            work()
        times.append(time.perf_counter() - start)
    return 1e6 * min(times) / number


def many_atoms() -> list[Atom]:
    """Three hundred atoms of every kind."""
    atoms = [atom for text in WRITTEN for atom in atoms_of(condition(text, SETTING, CARD))]
    for measure in MEASURES:
        if measure is not SHAPE:
            suits = list(Suit) if measure.names_suit else [None]
            tops = range(1, min(measure.most, 7) + 1)
            atoms += [between(measure, low, measure.most, suit) for suit in suits for low in tops]
    atoms += [between(HCP, low, high) for low in range(20) for high in range(low, 20)]
    return list(dict.fromkeys(atoms))[:300]


def main() -> None:
    for text in WRITTEN:
        took = microseconds(lambda text=text: read(text, CARD).bind(SETTING), 100)  # type: ignore[misc]
        print(f"read, bind and multiply out  {text:<56} {took:9.0f} µs")
    notrump, hearts = outer(condition("15-17 hcp, balanced")), outer(condition("12+ hcp, 5+ H"))
    print(f"and of two sets of cells {microseconds(lambda: notrump & hearts, 10_000):9.2f} µs")
    print(f"hard ranges              {microseconds(lambda: shown(hearts), 100):9.0f} µs")
    print(f"stated ranges            {microseconds(lambda: stated(hearts), 100):9.0f} µs")
    for text in ("12+ hcp", "2 of top 3 in H", "key cards H in 1|4"):
        atom = next(atoms_of(condition(text)))
        hands_with(atom)
        print(f"hands of each cell, {text:<20} {microseconds(lambda atom=atom: hands_with(atom), 20):9.0f} µs")  # type: ignore[misc]
    start = time.perf_counter()
    hands_by_value.__wrapped__(PLAYING_TRICKS)
    print(f"convolving playing tricks, once a process {1e3 * (time.perf_counter() - start):9.0f} ms")
    holdings = random_deals(2500, np.random.default_rng(5)).holdings.reshape(-1, 4)
    atoms = many_atoms()
    judge_all(HandBatch(holdings), atoms)  # tables are made at the first use
    took = microseconds(lambda: judge_all(HandBatch(holdings), atoms), 1)
    print(f"{len(atoms)} atoms of {len(holdings):,} hands {took / 1e3:9.1f} ms")


def judge_all(batch: HandBatch, atoms: list[Atom]) -> None:
    for atom in atoms:
        batch.column(atom)


if __name__ == "__main__":
    main()
