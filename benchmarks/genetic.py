"""A generation of the genetic algorithm (population 200, 5,000 pairs, 24 parameters): ours beside DEAP's."""

import random
import time

import numpy as np
from deap import base, creator, tools

from overtrick.arrays import random_deals
from overtrick.strength.counting import Hands
from overtrick.strength.fitting import Moments
from overtrick.strength.formulas import Formula
from overtrick.strength.genetic import Genetics, evolve

PAIRS, POPULATION, GENERATIONS = 5000, 200, 20
FORMULA = Formula.parse("HT + sH + L* + NL")  # 11 + 4 + 6 + 3 parameters


def main() -> None:
    rng = np.random.default_rng(1)
    holdings = random_deals(PAIRS, rng).holdings[:, [0, 2]]
    trumps = (10 * np.bitwise_count(holdings).sum(axis=1).astype(np.int64) + np.arange(4)).argmax(axis=1)
    rows = FORMULA.rows(Hands(holdings, trumps.astype(np.uint8)))
    tricks = rows @ rng.uniform(0, 1, rows.shape[1]) + rng.normal(0, 1, PAIRS)
    low = np.array([parameter.low for parameter in FORMULA.parameters])
    high = np.array([parameter.high for parameter in FORMULA.parameters])
    assert len(low) == 24
    moments = Moments.of(rows, tricks)

    def from_moments(
        people: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        return moments.correlation(FORMULA.weights(FORMULA.within_bounds(people)))

    start = time.perf_counter()
    ours = evolve(from_moments, low, high, rng, Genetics(population=POPULATION, generations=GENERATIONS))
    own = (time.perf_counter() - start) / GENERATIONS

    def from_rows(person: list[float]) -> tuple[float]:
        weights = FORMULA.weights(FORMULA.within_bounds(np.array(person)))
        return (float(np.corrcoef(rows @ weights, tricks)[0, 1]),)

    theirs, best = _deap(from_rows, low, high)
    print(f"a generation: ours {1000 * own:.2f} ms (r {ours.fitness:.3f}), DEAP {1000 * theirs:.2f} ms (r {best:.3f})")
    print(f"ratio {theirs / own:.1f} (at least 2)")


def _deap(fitness, low, high) -> tuple[float, float]:  # type: ignore[no-untyped-def]  # noqa: ANN001
    """Seconds a generation, and the best correlation, of DEAP's usual real-coded algorithm on the same data."""
    random.seed(1)
    creator.create("Fitness", base.Fitness, weights=(1.0,))
    creator.create("Person", list, fitness=creator.Fitness)
    people = [creator.Person(random.uniform(a, b) for a, b in zip(low, high, strict=True)) for _ in range(POPULATION)]
    for person in people:
        person.fitness.values = fitness(person)
    start = time.perf_counter()
    for _ in range(GENERATIONS):
        children = [creator.Person(parent) for parent in tools.selTournament(people, POPULATION, tournsize=3)]
        for mother, father in zip(children[::2], children[1::2], strict=True):
            tools.cxBlend(mother, father, alpha=0.3)
        for child in children:
            tools.mutGaussian(child, mu=0, sigma=0.2, indpb=0.15)
            child.fitness.values = fitness(child)
        people = children
    return (time.perf_counter() - start) / GENERATIONS, max(person.fitness.values[0] for person in people)


if __name__ == "__main__":
    main()
